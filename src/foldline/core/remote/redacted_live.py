"""A live request without secrets: every text of it, and nothing that its provider sealed."""

from typing import Final

from msgspec.structs import replace

from foldline.core.messages import Json, Message, Part, TextPart, ToolCallPart, ToolResultPart
from foldline.core.redaction import redact
from foldline.core.remote.live import Live
from foldline.core.session import Item

_SEALED: Final = frozenset(
    {
        "encrypted_content",
        "signature",
        "data",
        "image_url",
        "url",
        "id",
        "call_id",
        "tool_use_id",
        "tool_call_id",
        "type",
    }
)
"""Keys whose values go back as they came or not at all, or name something."""


def without_secrets(live: Live) -> Live:
    """The same request with a placeholder for each secret; what is sealed stays as it is."""
    return replace(
        live,
        head=tuple(map(_item, live.head)),
        previous=redact(live.previous),
        folded=tuple(map(_item, live.folded)),
        system=redact(live.system),
        raws={name: tuple(map(_value, raws)) for name, raws in live.raws.items()},
    )


def _item(item: Item) -> Item:
    return Item(item.id, _message(item.message))


def _message(message: Message) -> Message:
    parts = tuple(map(_part, message.parts))
    return message if parts == message.parts else replace(message, parts=parts)


def _part(part: Part) -> Part:
    match part:
        case TextPart(text=text):
            return TextPart(redact(text))
        case ToolCallPart(arguments=arguments):
            return replace(part, arguments=_value(arguments))
        case ToolResultPart(content=content):
            return replace(part, content=tuple(map(_part, content)))
    return part


def _value(value: Json) -> Json:
    """A JSON value with its texts redacted, but for what is sealed."""
    if isinstance(value, str):
        return redact(value)
    if isinstance(value, list):
        return [_value(one) for one in value]
    if isinstance(value, dict):
        return {key: one if key in _SEALED and isinstance(one, str) else _value(one) for key, one in value.items()}
    return value
