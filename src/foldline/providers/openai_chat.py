"""OpenAI Chat Completions over HTTP: OpenAI itself, and every server that speaks like it."""

from collections.abc import Callable
from functools import partial
from typing import Final

from foldline.providers.http import Dialect
from foldline.wire import openai_chat_calls as wire
from foldline.wire import suffixed


def bearer(key: str) -> dict[str, str]:
    """The header that carries a key; none without a key."""
    return {"authorization": f"Bearer {key}"} if key else {}


def at(address: str) -> Callable[[str, bool], str]:
    """An address that is the same for every model."""
    return lambda _model, _stream: address


_PATH: Final = at("/chat/completions")
_CAP: Final = "max_completion_tokens"
COMPATIBLE: Final = Dialect(
    _PATH,
    bearer,
    wire.request_body,
    wire.read_answer,
    wire.StreamReader,
    suffix=Dialect(_PATH, bearer, suffixed.chat_body, wire.read_answer, wire.StreamReader),
    wire="openai_chat",
)
"""As the many servers that copied it speak it."""
OFFICIAL: Final = Dialect(
    _PATH,
    bearer,
    partial(wire.request_body, cap_field=_CAP),
    wire.read_answer,
    wire.StreamReader,
    suffix=Dialect(_PATH, bearer, partial(suffixed.chat_body, cap_field=_CAP), wire.read_answer, wire.StreamReader),
    wire="openai_chat",
)
"""As OpenAI speaks it: models that think refuse `max_tokens` there."""
