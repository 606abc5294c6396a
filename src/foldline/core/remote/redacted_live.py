"""A live request without secrets: every text of it, and nothing that its provider sealed."""

from collections.abc import Callable
from typing import Final, TypeAlias

from msgspec.structs import replace

from foldline.core.messages import Json, Message, Part, TextPart, ToolCallPart, ToolResultPart
from foldline.core.redaction import redact
from foldline.core.remote.live import Live
from foldline.core.session import Item

Clean: TypeAlias = Callable[[str], str]
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


def without_secrets(live: Live, clean: Clean = redact) -> Live:
    """The same request with a placeholder for each secret; what is sealed stays as it is.

    Args:
        live: the request.
        clean: takes the secrets out of a text.
    """
    return replace(
        live,
        head=tuple(_item(item, clean) for item in live.head),
        previous=clean(live.previous),
        folded=tuple(_item(item, clean) for item in live.folded),
        system=clean(live.system),
        raws={name: tuple(_value(raw, clean) for raw in raws) for name, raws in live.raws.items()},
    )


def _item(item: Item, clean: Clean) -> Item:
    return Item(item.id, _message(item.message, clean))


def _message(message: Message, clean: Clean) -> Message:
    parts = tuple(_part(part, clean) for part in message.parts)
    return message if parts == message.parts else replace(message, parts=parts)


def _part(part: Part, clean: Clean) -> Part:
    match part:
        case TextPart(text=text):
            return TextPart(clean(text))
        case ToolCallPart(arguments=arguments):
            return replace(part, arguments=_value(arguments, clean))
        case ToolResultPart(content=content):
            return replace(part, content=tuple(_part(one, clean) for one in content))
    return part


def _value(value: Json, clean: Clean) -> Json:
    """A JSON value with its texts redacted, but for what is sealed."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, list):
        return [_value(one, clean) for one in value]
    if isinstance(value, dict):
        return {
            name: one if name in _SEALED and isinstance(one, str) else _value(one, clean) for name, one in value.items()
        }
    return value
