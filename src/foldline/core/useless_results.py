"""Results that their own tool calls useless, taken out of what a summariser reads, together with their calls.

An error tells something whatever its tool says, so it stays; what else stood in a message stays as it was.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from foldline.core.messages import Message, ReasoningPart, ToolCallPart, ToolResultPart
from foldline.core.session import Item


def without_useless(items: Iterable[Item]) -> tuple[Item, ...]:
    """Messages without the results that tell nothing; a message of which nothing is left is left out.

    >>> from foldline.core.messages import TextPart
    >>> found = ToolResultPart("c1", (TextPart("no matches"),), useless=True)
    >>> without_useless([Item("r", Message("tool", (found,), "tool"))])
    ()
    """
    items = tuple(items)
    useless = frozenset(
        result.call_id for item in items for result in item.message.results if result.useless and not result.is_error
    )
    if not useless:
        return items
    kept = ((item, _without(item.message, useless)) for item in items)
    return tuple(Item(item.id, message) for item, message in kept if message is not None)


def _without(message: Message, call_ids: frozenset[str]) -> Message | None:
    parts = tuple(
        part
        for part in message.parts
        if not (isinstance(part, ToolCallPart) and part.id in call_ids)
        and not (isinstance(part, ToolResultPart) and part.call_id in call_ids)
    )
    if len(parts) == len(message.parts):
        return message
    return replace(message, parts=parts) if any(not isinstance(part, ReasoningPart) for part in parts) else None
