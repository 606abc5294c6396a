"""Models by name, as `provider:model`. Nothing is imported before it is asked for.

Others add providers through the entry-point group `foldline.providers`: a function that takes the model's name and an
`Order` and returns a provider.
"""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Final, TypeAlias

from msgspec import Struct

from foldline.core.counting.model_facts import Catalog
from foldline.core.requests import REMOTE, Heard, Provider
from foldline.core.settings import CompactionSettings, Effort
from foldline.errors import AuthenticationError, SettingsError
from foldline.providers.keys import Key

GROUP: Final = "foldline.providers"
BUILTIN: Final = "builtin"
"""The name that asks nobody: the built-in summariser writes."""


class Order(Struct, frozen=True):
    """How a model is wanted, beside its name."""

    base_url: str = ""
    """Where the service is, instead of where it usually is."""
    key: Key | None = None
    """None takes the usual environment variable."""
    effort: Effort = "inherit"
    timeout: float | None = None
    """Seconds for one text with all its tries; None takes the usual ones."""
    environ: Mapping[str, str] | None = None
    """None for the process's own."""
    heard: Heard | None = None
    """Is told the text of an answer as it grows, where the service streams."""
    catalog: Catalog = {}
    """What the user states of models."""


Maker: TypeAlias = Callable[[str, Order], Provider]
PROVIDERS: Final[dict[str, str]] = {
    "anthropic": "foldline.providers.services.anthropic",
    "openai": "foldline.providers.services.openai",
    "openai-responses": "foldline.providers.services.openai_responses",
    "google": "foldline.providers.services.google",
    "ollama": "foldline.providers.services.ollama",
    "openai-compatible": "foldline.providers.services.compatible",
    "pydantic-ai": "foldline.providers.pydantic_ai.maker",
    "remote": "foldline.providers.remote_endpoint.maker",
}


def names() -> tuple[str, ...]:
    """Every provider that can be asked for: the known ones, then those of others."""
    return (*PROVIDERS, BUILTIN, *(point.name for point in _others() if point.name not in PROVIDERS))


def provider(  # noqa: PLR0913 - how a model is wanted, by name
    name: str,
    *,
    base_url: str = "",
    key: str | None = None,
    effort: Effort = "inherit",
    timeout: float | None = None,
    environ: Mapping[str, str] | None = None,
    heard: Heard | None = None,
    catalog: Catalog | None = None,
) -> Provider | None:
    """Somebody who writes summaries, by name; None for `builtin`, which needs nobody.

    Args:
        name: `provider:model`, such as `anthropic:claude-sonnet-4-5` or `ollama:qwen3`; behind an `@`, the address of
            the service, as in `openai-compatible:qwen3@http://127.0.0.1:8000/v1`.
        base_url: where the service is, instead of where it usually is.
        key: None takes it from the usual environment variable.
        effort: how much the model may think.
        timeout: seconds for one text with all its tries.
        environ: the environment; None for the process's own.
        heard: is told the text of an answer as it grows.
        catalog: what is true of models where it differs from what is published.

    Raises:
        SettingsError: the name is in no such form, or there is no provider of that name.
        AuthenticationError: there is no key.
        MissingExtraError: something has to be installed for it.

    >>> provider("builtin") is None
    True
    """
    who, _, model = name.strip().partition(":")
    if name.strip() == BUILTIN:
        return None
    if not who or not model:
        msg = f"{name!r} names no model; write provider:model, with one of {', '.join(names())}"
        raise SettingsError(msg)
    model, mark, address = model.partition("@http")
    given = None if key is None else Key(key)
    url = base_url or f"{mark[1:]}{address}"
    return _maker(who)(model, Order(url, given, effort, timeout, environ, heard, catalog or {}))


def providers(
    models: Sequence[str],
    *,
    effort: Effort = "inherit",
    environ: Mapping[str, str] | None = None,
    heard: Heard | None = None,
    catalog: Catalog | None = None,
) -> Provider | None:
    """The one who writes, for a list of models: the next is asked where one fails. None where nobody is to be asked.

    Raises:
        SettingsError: as `provider`; or a model stands behind `builtin`, which never fails.
    """
    if BUILTIN in models[:-1]:
        msg = f"{BUILTIN!r} never fails, so nothing behind it would be asked; put it last, or leave it out"
        raise SettingsError(msg)
    order = Order(effort=effort, environ=environ, heard=heard, catalog=catalog or {})
    found = [one for name in models if (one := _available(name, order)) is not None]
    if len(found) > 1:
        from foldline.providers.chain import Chain

        return Chain(found)
    return found[0] if found else None


def writer(
    settings: CompactionSettings,
    *,
    model: str = "",
    environ: Mapping[str, str] | None = None,
    heard: Heard | None = None,
) -> Provider | None:
    """The one who writes, as the settings say: the remote endpoint, then the models. None for the built-in summariser.

    Args:
        settings: with ``remote = "off"`` no endpoint is asked, whatever else they hold.
        model: the session's own; named to an endpoint where neither its address nor ``models`` names one.
        environ: the environment; None for the process's own.
        heard: is told the text of an answer as it grows.

    Raises:
        SettingsError: as `providers`.
    """
    endpoint, listed = settings.remote_endpoint, settings.models
    if settings.remote == "off":
        endpoint, listed = "", tuple(name for name in listed if not name.startswith(REMOTE))
    if endpoint and "#" not in endpoint:
        first = next((name for name in listed if name != BUILTIN and not name.startswith(REMOTE)), "")
        named = first.partition(":")[2].partition("@http")[0] or model
        endpoint = f"{endpoint}#{named}"
    names = (f"{REMOTE}{endpoint}", *listed) if endpoint else listed
    return providers(names, effort=settings.effort, environ=environ, heard=heard, catalog=settings.catalog)


def _available(name: str, order: Order) -> Provider | None:
    """A model of a row; one without a key says so when it is asked, and the next one is."""
    try:
        return provider(name, effort=order.effort, environ=order.environ, heard=order.heard, catalog=order.catalog)
    except AuthenticationError as error:
        from foldline.providers.unavailable import Unavailable

        return Unavailable(name, str(error))


def _maker(name: str) -> Maker:
    if name in PROVIDERS:
        home, _, attribute = PROVIDERS[name].rpartition(".")
        known: Maker = getattr(import_module(home), attribute)
        return known
    for point in _others():
        if point.name == name:
            loaded: Maker = point.load()
            return loaded
    msg = f"unknown provider {name!r}; known are {', '.join(map(repr, names()))}"
    raise SettingsError(msg)


def _others() -> Sequence[EntryPoint]:
    return tuple(entry_points(group=GROUP))
