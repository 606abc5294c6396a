"""Gemini `generateContent` over HTTP. The key travels in a header, never in the address, which proxies and logs see."""

from typing import Final

from foldline.providers.http import Dialect
from foldline.wire import gemini_calls as wire


def headers(key: str) -> dict[str, str]:
    """The header that carries a key; none without a key."""
    return {"x-goog-api-key": key} if key else {}


def _path(model: str, stream: bool) -> str:  # noqa: FBT001 - the one shape of all wires
    return wire.path(model, stream=stream)


CONTENT: Final = Dialect(_path, headers, wire.request_body, wire.read_answer, wire.StreamReader)
