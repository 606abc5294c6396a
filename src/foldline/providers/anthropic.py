"""Anthropic Messages over HTTP."""

from typing import Final

from foldline.providers.http import Dialect
from foldline.providers.openai_chat import at
from foldline.wire import anthropic_calls as wire


def headers(key: str) -> dict[str, str]:
    """The headers that carry a key and name the version of the wire."""
    return {"anthropic-version": wire.VERSION} | ({"x-api-key": key} if key else {})


MESSAGES: Final = Dialect(at("/messages"), headers, wire.request_body, wire.read_answer, wire.StreamReader)
