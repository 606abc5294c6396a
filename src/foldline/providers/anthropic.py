"""Anthropic Messages over HTTP."""

from typing import Final

from foldline.core.remote.payload import ANTHROPIC
from foldline.providers.http import Dialect, Native
from foldline.providers.openai_chat import at
from foldline.wire import anthropic_calls as wire
from foldline.wire import anthropic_native as native
from foldline.wire import suffixed


def headers(key: str) -> dict[str, str]:
    """The headers that carry a key and name the version of the wire."""
    return {"anthropic-version": wire.VERSION} | ({"x-api-key": key} if key else {})


_NATIVE: Final = Dialect(
    at("/messages"),
    lambda key: {**headers(key), "anthropic-beta": native.BETA},
    native.request_body,
    native.read_answer,
    native.StreamReader,
)
MESSAGES: Final = Dialect(
    at("/messages"),
    headers,
    wire.request_body,
    wire.read_answer,
    wire.StreamReader,
    native=Native(ANTHROPIC, (_NATIVE,), native.knows),
    suffix=Dialect(at("/messages"), headers, suffixed.anthropic_body, wire.read_answer, wire.StreamReader),
    wire="anthropic_messages",
)
