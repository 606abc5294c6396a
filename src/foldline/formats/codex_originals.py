"""The items a Codex session holds for each message of its context, as they stand in the file.

A message of the newest fold's own history has its items there; any other has them on lines of their own.
"""

from collections.abc import Iterator
from typing import NamedTuple

from foldline.core.messages import Json
from foldline.core.session import CompactionEntry, Context, Item, MessageEntry, Session
from foldline.formats import jsonl
from foldline.formats.codex_fold import groups_without_summary
from foldline.formats.codex_reader import unwrap
from foldline.wire.blocks import Object, as_object


class Kept(NamedTuple):
    """An item of the new history, and what the client noted about it beside it."""

    item: Object
    metadata: Object


def new_history(session: Session, fold: CompactionEntry) -> tuple[list[Kept], list[Kept]]:
    """What the client put before the conversation, and what is kept of it."""
    context = session.context(fold.payload.provider if fold.payload else "")
    items = context.items
    ids = [item.id for item in items]
    at = ids.index(fold.first_kept_entry_id) if fold.first_kept_entry_id in ids else len(ids)
    leading = next((index for index, item in enumerate(items[:at]) if item.message.source != "client"), at)
    originals = Originals(session, context)
    return originals.of(items[:leading]), originals.of(items[at:])


class Originals:
    """The items that messages of the context were read from."""

    def __init__(self, session: Session, context: Context) -> None:
        self.session = session
        self._rewritten: dict[str, list[Kept]] = {}
        previous = context.previous
        if previous is not None and previous.replacement is not None:
            line = jsonl.decode_value(session.record(previous.records[0]))
            payload = unwrap(line)[1] if isinstance(line, dict) else {}
            noted = {id(item): each for item, each in _noted(payload)}
            for number, group in enumerate(groups_without_summary(payload)):
                self._rewritten[f"{previous.id}:{number}"] = [Kept(item, noted.get(id(item), {})) for item in group]

    def of(self, items: tuple[Item, ...]) -> list[Kept]:
        """The items of messages, in their order."""
        return [kept for item in items for kept in self._rewritten.get(item.id) or self._recorded(item.id)]

    def _recorded(self, entry_id: str) -> Iterator[Kept]:
        entry = self.session.entry(entry_id)
        for index in entry.records if isinstance(entry, MessageEntry) else ():
            line = jsonl.decode_value(self.session.record(index))
            if isinstance(line, dict):
                yield Kept(unwrap(line)[1], as_object(line.get("metadata")))


def _noted(payload: Object) -> Iterator[tuple[Json, Object]]:
    history, notes = listed(payload.get("replacement_history")), listed(payload.get("replacement_history_metadata"))
    if len(history) == len(notes):
        yield from zip(history, map(as_object, notes), strict=True)


def listed(value: Json) -> list[Json]:
    """The values of a list; of anything else none."""
    return list(value) if isinstance(value, list) else []
