"""The services that are known by name: where they are, which wire they speak, where their key is.

The variables are those of the vendors' own tools.
"""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from foldline.core.requests import Provider
from foldline.errors import SettingsError
from foldline.providers import catalog
from foldline.providers.http import Dialect, HttpProvider, Options, Service, Timeouts
from foldline.providers.keys import address_from_environment, from_environment
from foldline.providers.registry import Order


class Known(Struct, frozen=True):
    """A service as its vendor runs it."""

    name: str
    base_url: str
    """Empty where only the user knows it."""
    url_variable: str
    key_variables: tuple[str, ...]
    dialect: Callable[[], Dialect]
    suffix: str = ""
    """What the address of the vendor's variable lacks, by custom."""
    needs_key: bool = True


def _chat() -> Dialect:
    from foldline.providers.openai_chat import OFFICIAL

    return OFFICIAL


def _compatible() -> Dialect:
    from foldline.providers.openai_chat import COMPATIBLE

    return COMPATIBLE


def _responses() -> Dialect:
    from foldline.providers.openai_responses import RESPONSES

    return RESPONSES


def _messages() -> Dialect:
    from foldline.providers.anthropic import MESSAGES

    return MESSAGES


def _content() -> Dialect:
    from foldline.providers.gemini import CONTENT

    return CONTENT


_OPENAI: Final = "https://api.openai.com/v1"
_ANTHROPIC: Final = Known(
    "anthropic", "https://api.anthropic.com/v1", "ANTHROPIC_BASE_URL", ("ANTHROPIC_API_KEY",), _messages, "/v1"
)
_CHAT: Final = Known("openai", _OPENAI, "OPENAI_BASE_URL", ("OPENAI_API_KEY",), _chat)
_RESPONSES: Final = Known("openai-responses", _OPENAI, "OPENAI_BASE_URL", ("OPENAI_API_KEY",), _responses)
_GOOGLE: Final = Known(
    "google",
    "https://generativelanguage.googleapis.com/v1beta",
    "GOOGLE_GEMINI_BASE_URL",
    ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
    _content,
    "/v1beta",
)
_OLLAMA: Final = Known(
    "ollama", "http://127.0.0.1:11434/v1", "OLLAMA_HOST", ("OLLAMA_API_KEY",), _compatible, "/v1", needs_key=False
)
_COMPATIBLE: Final = Known(
    "openai-compatible",
    "",
    "FOLDLINE_BASE_URL",
    ("FOLDLINE_API_KEY",),
    _compatible,
    needs_key=False,
)


def anthropic(model: str, order: Order) -> Provider:
    """A model of Anthropic's."""
    return _make(_ANTHROPIC, model, order)


def openai(model: str, order: Order) -> Provider:
    """A model of OpenAI's; of any server that speaks like it where `OPENAI_BASE_URL` or ``base_url`` says so."""
    return _make(_CHAT, model, order)


def openai_responses(model: str, order: Order) -> Provider:
    """A model of OpenAI's, over its newer wire."""
    return _make(_RESPONSES, model, order)


def google(model: str, order: Order) -> Provider:
    """A Gemini model of Google's."""
    return _make(_GOOGLE, model, order)


def ollama(model: str, order: Order) -> Provider:
    """A model on this machine, run by Ollama."""
    return _make(_OLLAMA, model, order)


def compatible(model: str, order: Order) -> Provider:
    """A model of any server that speaks like OpenAI; ``base_url`` or `FOLDLINE_BASE_URL` says where it is."""
    return _make(_COMPATIBLE, model, order)


def _make(known: Known, model: str, order: Order) -> Provider:
    named = address_from_environment(known.url_variable, order.environ)
    url = order.base_url or (_full(named, known.suffix) if named else known.base_url)
    if not url:
        msg = f"{known.name}:{model} has no address; set {known.url_variable}, or give base_url"
        raise SettingsError(msg)
    is_own = url.rstrip("/") == known.base_url
    dialect = known.dialect() if is_own or known is not _CHAT else _compatible()
    key = order.key
    if key is None:
        needed = known.needs_key and is_own
        key = from_environment(known.key_variables, known.name, order.environ, needed=needed)
    timeouts = Timeouts() if order.timeout is None else Timeouts(stall=order.timeout, total=order.timeout)
    published = catalog.known(model, order.catalog)
    options = Options(
        effort=order.effort,
        window=published.window.tokens,
        output_cap=published.output_cap,
        takes_reasoning=published.takes_reasoning,
        timeouts=timeouts,
        heard=order.heard,
    )
    return HttpProvider(Service(known.name, url, dialect, key), model, options)


def _full(address: str, suffix: str) -> str:
    """An address from the environment in full: with a scheme, and with the version that custom leaves out."""
    address = address.rstrip("/")
    if "://" not in address:
        address = f"http://{address}"
    return address if not suffix or address.endswith(suffix) else address + suffix


SERVICES: Final = (_ANTHROPIC, _CHAT, _RESPONSES, _GOOGLE, _OLLAMA, _COMPATIBLE)
"""Every service that is known by name."""
