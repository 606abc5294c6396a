"""The blocks inside a message of pi or oh-my-pi, and the plain values they are made of."""

from typing import TypeAlias

import msgspec

from foldline.core.counting.image_size import image_from_base64
from foldline.core.messages import (
    ImagePart,
    Json,
    OpaquePart,
    Part,
    ReasoningPart,
    ResultContent,
    TextPart,
    ToolCallPart,
)

Object: TypeAlias = dict[str, Json]


def text_of(value: Json) -> str:
    """The value if it is text, else nothing.

    >>> text_of("a"), text_of(None)
    ('a', '')
    """
    return value if isinstance(value, str) else ""


def count_of(value: Json) -> int:
    """The value as a count, 0 where it is none.

    >>> count_of(12), count_of("12"), count_of(None)
    (12, 0, 0)
    """
    if isinstance(value, float):
        return int(value) if abs(value) < 1e15 else 0  # noqa: PLR2004 - beyond it, or not finite: no count
    return value if isinstance(value, int) else 0


def parts_of(content: Json) -> tuple[Part, ...]:
    """The parts of a message, whatever stands under ``content``.

    >>> parts_of([{"type": "text", "text": "a"}, {"type": "chart"}])
    (TextPart(text='a'), OpaquePart(kind='chart', raw='{"type":"chart"}'))
    """
    if isinstance(content, list):
        return tuple([_part(block) for block in content])
    return result_parts_of(content)


def result_parts_of(content: Json) -> tuple[ResultContent, ...]:
    """The parts of a tool's answer.

    >>> result_parts_of("done"), result_parts_of(None)
    ((TextPart(text='done'),), ())
    """
    if isinstance(content, list):
        return tuple([_result_part(block) for block in content])
    if isinstance(content, str):
        return (TextPart(content),) if content else ()
    return () if content is None else (_opaque("", content),)


def _part(block: Json) -> Part:
    if isinstance(block, dict):
        kind = block.get("type")
        if kind == "thinking":
            return ReasoningPart(text_of(block.get("thinking")), text_of(block.get("thinkingSignature")))
        if kind == "toolCall":
            return ToolCallPart(text_of(block.get("id")), text_of(block.get("name")), _arguments(block))
    return _result_part(block)


def _result_part(block: Json) -> ResultContent:
    if isinstance(block, str):
        return TextPart(block)
    if not isinstance(block, dict):
        return _opaque("", block)
    kind = block.get("type")
    if kind == "text" and isinstance(text := block.get("text"), str):
        return TextPart(text)
    if kind == "image" and isinstance(block.get("data"), str):
        return image_of(block)
    return _opaque(text_of(kind), block)


def image_of(block: Object) -> ImagePart:
    """A picture, by its measures.

    >>> image_of({"data": "blob:sha256:ab", "mimeType": "image/png"}).url
    'blob:sha256:ab'
    """
    media_type, content = text_of(block.get("mimeType")), text_of(block.get("data"))
    if content.startswith("blob:"):
        # oh-my-pi moves big pictures into a folder of its own and leaves this name.
        return ImagePart(media_type, url=content)
    return image_from_base64(content, media_type)


def _arguments(call: Object) -> Object | str:
    arguments = call.get("arguments")
    if isinstance(arguments, dict | str):
        return arguments
    return "" if arguments is None else _json_text(arguments)


def _opaque(kind: str, value: Json) -> OpaquePart:
    return OpaquePart(kind, _json_text(value))


def _json_text(value: Json) -> str:
    return msgspec.json.encode(value).decode()
