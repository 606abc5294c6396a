"""Reads of a file whose text a later read shows again: a summariser is told that they happened, not what they showed.

A later read supersedes an earlier one of the same lines, and a read of the whole file any of it. What failed, was
blanked by the client or is told nowhere supersedes nothing.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from foldline.core.counting.tokens import arguments_text
from foldline.core.files.file_calls import READERS, path_of
from foldline.core.files.file_touches import without_selector
from foldline.core.messages import Json, Message, ToolCallPart, ToolResultPart
from foldline.core.outcomes import plain_name
from foldline.core.session import Item


def superseded(items: Iterable[Item]) -> frozenset[str]:
    """Ids of the calls whose results are shown again later.

    >>> from foldline.core.messages import TextPart
    >>> def read(name): return (
    ...     Message("assistant", (ToolCallPart(name, "read", {"path": "a.py"}),)),
    ...     Message("tool", (ToolResultPart(name, (TextPart("x = 1"),)),)),
    ... )
    >>> superseded([Item("", message) for message in (*read("1"), *read("2"))])
    frozenset({'1'})
    """
    waiting: dict[str, tuple[str, str]] = {}
    shown: dict[str, dict[str, str]] = {}
    found: set[str] = set()
    for item in items:
        for part in item.message.parts:
            if isinstance(part, ToolCallPart) and (key := _read(part)):
                waiting[part.id] = key
            elif isinstance(part, ToolResultPart) and part.call_id in waiting and _shows(part):
                path, lines = waiting.pop(part.call_id)
                earlier = shown.setdefault(path, {})
                found |= set(earlier.values()) if not lines else {earlier[lines]} if lines in earlier else set()
                if not lines:
                    earlier.clear()
                earlier[lines] = part.call_id
    return frozenset(found)


def without_superseded(items: Iterable[Item], call_ids: frozenset[str]) -> tuple[Item, ...]:
    """Messages with these results blanked."""
    if not call_ids:
        return tuple(items)
    return tuple(Item(item.id, _blanked(item.message, call_ids)) for item in items)


def _blanked(message: Message, call_ids: frozenset[str]) -> Message:
    if not any(result.call_id in call_ids for result in message.results):
        return message
    parts = (
        replace(part, cleared=True) if isinstance(part, ToolResultPart) and part.call_id in call_ids else part
        for part in message.parts
    )
    return replace(message, parts=tuple(parts))


def _read(call: ToolCallPart) -> tuple[str, str] | None:
    """The file that a call reads, and which lines of it; empty for all of them."""
    path = path_of(call)
    if not path or isinstance(call.arguments, str) or plain_name(call.name) not in READERS:
        return None
    bare = without_selector(path)
    others: dict[str, Json] = {
        key: value for key, value in call.arguments.items() if value is not None and value != path
    }
    lines = path[len(bare) :] + (arguments_text(others) if others else "")
    return bare, lines


def _shows(result: ToolResultPart) -> bool:
    return not result.is_error and not result.cleared and bool(result.content)
