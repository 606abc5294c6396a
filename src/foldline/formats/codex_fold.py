"""Folds that Codex made: a `compacted` line replaces everything before it.

Since late 2025 the line holds the whole new history; before, the client rebuilt it from the first messages, the newest
words of the user and the summary. A provider's own fold is a payload only it can read.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from foldline.core.messages import Json
from foldline.core.session import CompactionEntry, MessageEntry
from foldline.core.wrapping import unwrap_summary
from foldline.wire.blocks import Object, as_text
from foldline.wire.response_items import COMPACTIONS, grouped, read_history, read_said

KEPT_WORDS: Final = 80_000
"""Bytes of the user's newest words that a fold without a history keeps: Codex's 20,000 tokens at 4 bytes each."""


class Place(NamedTuple):
    """Where a fold stands."""

    id: str
    parent_id: str | None
    record: int
    timestamp: str


def read_fold(payload: Object, place: Place, before: Iterable[MessageEntry], tokens_before: int) -> CompactionEntry:
    """The fold of a `compacted` line; ``before`` gives what was said to the model on the path to it."""
    said = as_text(payload.get("message"))
    ours = unwrap_summary(said)
    history = payload.get("replacement_history")
    items = history if isinstance(history, list) else None
    sealed = next((item for item in reversed(items or ()) if _is_sealed(item)), None)
    groups = groups_without_summary(payload)
    messages = tuple(message for group in groups for message in read_history(group, place.timestamp))
    readable = bool(said) or sealed is None
    payload_text = as_text(sealed.get("encrypted_content")) if isinstance(sealed, dict) else ""
    return CompactionEntry(
        place.id,
        place.parent_id,
        (ours or said) if readable else payload_text,
        kept_entry_ids=tuple(_recent_words(list(before))) if items is None else None,
        replacement=None if items is None else messages,
        tokens_before=tokens_before,
        method="" if readable else "remote",
        timestamp=place.timestamp,
        readable=readable,
        by_client=ours is None,
        records=(place.record,),
    )


def _is_sealed(item: Json) -> bool:
    return isinstance(item, dict) and str(item.get("type")) in COMPACTIONS


def groups_without_summary(payload: Object) -> list[list[Object]]:
    """The items of each message in a fold's history, but for the summary and what only the provider can read."""
    history = payload.get("replacement_history")
    items = [item for item in history if not _is_sealed(item)] if isinstance(history, list) else []
    groups = list(grouped(items))
    said = as_text(payload.get("message"))
    for at in range(len(groups) - 1, -1, -1):
        item = groups[at][0]
        if said and item.get("role") == "user" and said in read_said(item, "").text:
            del groups[at]
            break
    return groups


def _recent_words(path: Sequence[MessageEntry]) -> Iterator[str]:
    """Ids of the messages that stand before the first turn, and of the user's newest ones as far as they fit."""
    for entry in path:
        if entry.message.source != "client":
            break
        yield entry.id
    room = KEPT_WORDS
    for entry in reversed(path):
        if entry.message.source == "human":
            room -= len(entry.message.text.encode())
            if room < 0:
                return
            yield entry.id
