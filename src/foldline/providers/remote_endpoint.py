"""A service of somebody's own that writes summaries, known by its address alone.

What it says is checked like any model's text. The small form carries no key; that of chat completions carries one where
`FOLDLINE_REMOTE_API_KEY` holds one, and no other service's.
"""

from collections.abc import Callable
from functools import partial
from typing import Final
from urllib.parse import urldefrag, urlsplit

from foldline.core.requests import Provider
from foldline.providers.http import Dialect, HttpProvider, Options, Service, Timeouts
from foldline.providers.keys import Key, from_environment
from foldline.providers.openai_chat import at, bearer
from foldline.providers.registry import Order
from foldline.wire import openai_chat_calls as chat
from foldline.wire import remote_summary as wire
from foldline.wire.blocks import Object
from foldline.wire.whole_answers import WholeAnswer

KEY_VARIABLE: Final = "FOLDLINE_REMOTE_API_KEY"


def maker(address: str, order: Order) -> Provider:
    """Whoever answers at an address; `#model` behind it names the model to ask for, where the form can say it."""
    url, model = urldefrag(order.base_url or address)
    timeouts = Timeouts() if order.timeout is None else Timeouts(stall=order.timeout, total=order.timeout)
    options = Options(effort=order.effort, stream=False, timeouts=timeouts, heard=order.heard)
    key = Key()
    if wire.is_chat(url):
        key = order.key or from_environment((KEY_VARIABLE,), "the endpoint", order.environ, needed=False)
    return HttpProvider(Service("remote", url, _dialect(url, model), key), _shown(url), options)


def _dialect(url: str, model: str) -> Dialect:
    path = at("/" if urlsplit(url).path.endswith("/") else "")
    if wire.is_chat(url):
        return Dialect(path, bearer, _for(model), chat.read_answer, partial(WholeAnswer, chat.read_answer))
    return Dialect(path, lambda _key: {}, wire.request_body, wire.read_answer, partial(WholeAnswer, wire.read_answer))


def _for(model: str) -> Callable[..., Object]:
    """The body for that model; the provider's own name of it is the address."""
    return lambda request, _address, **how: wire.chat_body(request, model, **how)


def _shown(url: str) -> str:
    """An address as results may tell it: no name, password or query, where secrets stand."""
    parts = urlsplit(url)
    port = f":{parts.port}" if parts.port else ""
    return f"{parts.hostname or ''}{port}{parts.path}"
