"""Folds that Codex made: a `compacted` line replaces everything before it.

Since late 2025 the line holds the whole new history; before, the client rebuilt it from the first messages, the newest
words of the user and the summary. A provider's own fold is a payload only it can read.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from foldline.core.remote.payload import OPENAI, Payload, is_placeholder
from foldline.core.session import CompactionEntry, MessageEntry
from foldline.core.wrapping import unwrap_summary
from foldline.wire.blocks import Object, as_text, json_text
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
    summary = ours or said
    has_history = isinstance(payload.get("replacement_history"), list)
    sealed, _ = _split(payload)
    groups = groups_without_summary(payload)
    messages = tuple(message for group in groups for message in read_history(group, place.timestamp))
    readable = not sealed or (bool(said) and not is_placeholder(summary))
    return CompactionEntry(
        place.id,
        place.parent_id,
        summary if said or not sealed else as_text(sealed[-1].get("encrypted_content")),
        kept_entry_ids=None if has_history else tuple(_recent_words(list(before))),
        replacement=messages if has_history else None,
        tokens_before=tokens_before,
        method="remote" if sealed else "",
        timestamp=place.timestamp,
        readable=readable,
        by_client=ours is None,
        records=(place.record,),
        payload=Payload(OPENAI, tuple(map(json_text, sealed))) if sealed else None,
    )


def _split(payload: Object) -> tuple[list[Object], list[Object]]:
    """The items of a fold's history that stand for what its provider folded, and the others.

    Before the sealed item stand the words that the fold kept of both sides; what the client put there is none of it.
    """
    history = payload.get("replacement_history")
    items = [item for item in history if isinstance(item, dict)] if isinstance(history, list) else []
    newest = max((at for at, item in enumerate(items) if _is_sealed(item)), default=-1)
    sealed = [item for item in items[: newest + 1] if _is_sealed(item) or _is_talk(item)]
    others = [item for item in items[: newest + 1] if not (_is_sealed(item) or _is_talk(item))]
    return sealed, [*others, *items[newest + 1 :]]


def _is_sealed(item: Object) -> bool:
    return str(item.get("type")) in COMPACTIONS


def _is_talk(item: Object) -> bool:
    if item.get("type") != "message":
        return False
    return item.get("role") == "assistant" or read_said(item, "").source == "human"


def groups_without_summary(payload: Object) -> list[list[Object]]:
    """The items of each message in a fold's history, but for the summary and what only the provider can read."""
    groups = list(grouped(_split(payload)[1]))
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
