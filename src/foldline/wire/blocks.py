"""Reads the blocks inside a message's content: text, pictures, thinking, tool calls and results of several vendors.

A block of an unknown kind, or without the shape of its kind, becomes an `OpaquePart`; nothing raises.
"""

import json
from collections.abc import Callable
from typing import Final, TypeAlias

import msgspec

from foldline.core.counting.image_size import image_from_base64, image_from_url
from foldline.core.messages import (
    ImagePart,
    Json,
    OpaquePart,
    Part,
    ReasoningPart,
    ResultContent,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)

Object: TypeAlias = dict[str, Json]


class UnnamedCalls:
    """Gives ids to calls that came without one, and finds them again for results that came without one."""

    def __init__(self) -> None:
        self._count = 0
        self._open: list[tuple[str, str]] = []

    def call(self, name: str) -> str:
        """An id for a call of that tool."""
        self._count += 1
        call_id = f"unnamed-{self._count}"
        self._open.append((name, call_id))
        return call_id

    def result(self, name: str) -> str:
        """The id of the oldest open call that a result of that tool can answer; empty when there is none."""
        for index, (called, call_id) in enumerate(self._open):
            if name in {"", called}:
                del self._open[index]
                return call_id
        return ""


def read_content(content: Json, unnamed: UnnamedCalls) -> list[Part]:
    """The parts of a message's content, which may be a string, a list, one block, or nothing.

    >>> read_content([{"type": "text", "text": "hi"}, {"type": "sticker"}], UnnamedCalls())
    [TextPart(text='hi'), OpaquePart(kind='sticker', raw='{"type":"sticker"}')]
    """
    if isinstance(content, str):
        return [TextPart(content)] if content else []
    return [part for item in _items(content) if (part := _block(item, unnamed)) != _SILENCE]


def read_call(call_id: Json, name: Json, arguments: Json, unnamed: UnnamedCalls) -> ToolCallPart:
    """A tool call, whatever its fields hold."""
    name = as_text(name)
    return ToolCallPart(as_id(call_id) or unnamed.call(name), name, read_arguments(arguments))


def read_arguments(value: Json) -> dict[str, Json] | str:
    """The arguments of a call as an object where they are one; else the text they came as.

    >>> read_arguments('{"path": "a.py"}'), read_arguments('{"path": '), read_arguments(None)
    ({'path': 'a.py'}, '{"path": ', '')
    """
    if isinstance(value, dict):
        return value
    if not isinstance(value, str):
        return "" if value is None else json_text(value)
    if not value.lstrip().startswith("{"):
        return value
    try:
        arguments: Json = _decoder.decode(value)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        return value
    return arguments if isinstance(arguments, dict) else value


def opaque(kind: Json, value: Json) -> OpaquePart:
    """A part of a kind nobody here knows."""
    return OpaquePart(as_text(kind), json_text(value))


def json_text(value: Json) -> str:
    """A decoded value as compact JSON text, whatever strings are in it; empty when it is nested too deeply to write."""
    try:
        return msgspec.json.encode(value).decode()
    except UnicodeEncodeError:  # a lone surrogate
        return json.dumps(value, separators=(",", ":"))
    except RecursionError:
        return ""


def as_text(value: Json) -> str:
    """The value if it is text; else nothing."""
    return value if isinstance(value, str) else ""


def as_id(value: Json) -> str:
    """The value as an id if it can be one; else nothing."""
    return str(value) if isinstance(value, (str, int)) else ""


def as_object(value: Json) -> Object:
    """The value if it is an object; else an empty one."""
    return value if isinstance(value, dict) else {}


_SILENCE: Final = TextPart("")
_decoder: Final = msgspec.json.Decoder()


def _items(content: Json) -> list[Json]:
    if isinstance(content, list):
        return content
    return [] if content is None else [content]


def _block(item: Json, unnamed: UnnamedCalls) -> Part:
    if isinstance(item, dict):
        kind = item.get("type")
        if isinstance(kind, str) and (read := _BLOCKS.get(kind)) is not None:
            return read(item, unnamed) or opaque(kind, item)
    return _plain(item)


def _plain(item: Json) -> ResultContent:
    """A block that may stand inside a tool result as well."""
    if isinstance(item, str):
        return TextPart(item)
    if not isinstance(item, dict):
        return opaque("content", item)
    kind = item.get("type", "text")
    read = _PLAIN_BLOCKS.get(kind) if isinstance(kind, str) else None
    return (read and read(item)) or opaque(kind, item)


def _said(block: Object) -> TextPart | None:
    for key in ("text", "value", "refusal"):
        if isinstance(text := block.get(key), str):
            return TextPart(text)
    return None


def _image(block: Object) -> ImagePart | None:
    if isinstance(source := block.get("source"), dict):
        return _image_source(source)
    for key in ("image_url", "image", "url", "value"):
        link = block.get(key)
        link = link.get("url") if isinstance(link, dict) else link
        if isinstance(link, str):
            return image_from_url(link)
    data = block.get("data")
    return image_from_base64(data, as_text(block.get("mimeType"))) if isinstance(data, str) else None


def _image_source(source: Object) -> ImagePart | None:
    media_type = as_text(source.get("media_type"))
    if isinstance(data := source.get("data"), str):
        return image_from_base64(data, media_type)
    if isinstance(url := source.get("url"), str):
        return image_from_url(url)
    return ImagePart(media_type) if "file_id" in source else None


def _thinking(block: Object, _unnamed: UnnamedCalls) -> Part | None:
    for key in ("thinking", "text", "value", "reasoning"):
        if isinstance(text := block.get(key), str):
            return ReasoningPart(text, as_text(block.get("signature")))
    return None


def _redacted_thinking(block: Object, _unnamed: UnnamedCalls) -> Part | None:
    data = block.get("data")
    return ReasoningPart("", data) if isinstance(data, str) else None


def _tool_use(block: Object, unnamed: UnnamedCalls) -> Part:
    return read_call(block.get("id"), block.get("name"), block.get("input"), unnamed)


def _tool_call(block: Object, unnamed: UnnamedCalls) -> Part:
    said = as_object(read_arguments(block.get("value"))) or block
    return read_call(block.get("id"), said.get("name"), said.get("args", said.get("arguments")), unnamed)


def _tool_result(block: Object, unnamed: UnnamedCalls) -> Part:
    name = as_text(block.get("name"))
    failed = block.get("is_error")
    return ToolResultPart(
        as_id(block.get("tool_use_id")) or unnamed.result(name),
        tuple(part for item in _items(block.get("content")) if (part := _plain(item)) != _SILENCE),
        name,
        is_error=failed if isinstance(failed, bool) else None,
    )


_PLAIN_BLOCKS: Final[dict[str, Callable[[Object], ResultContent | None]]] = {
    "text": _said,
    "input_text": _said,
    "output_text": _said,
    "refusal": _said,
    "image": _image,
    "image_url": _image,
    "input_image": _image,
}
_BLOCKS: Final[dict[str, Callable[[Object, UnnamedCalls], Part | None]]] = {
    "thinking": _thinking,
    "reasoning": _thinking,
    "redacted_thinking": _redacted_thinking,
    "tool_use": _tool_use,
    "tool_call": _tool_call,
    "tool_result": _tool_result,
}
"""Readers by kind, as `_PLAIN_BLOCKS`; None from one means that the block has not the shape of its kind."""
