"""A session: an append-only tree of entries over the bytes they came from.

Nothing here changes or drops an entry. A fold is one more entry; what a model sees is computed from the
path that leads to the leaf (`Session.context`).
"""

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from foldline.core.messages import CompactionSummaryMessage, Json, Message, TextPart
from foldline.core.remote.payload import Payload


class MessageEntry(Struct, frozen=True, gc=False, tag="message"):
    """A message at its place in the tree."""

    id: str
    parent_id: str | None
    message: Message
    records: tuple[int, ...] = ()
    """Indices into `Session.records` of the originals this message was read from."""


class CompactionEntry(Struct, frozen=True, gc=False, tag="compaction"):
    """An earlier fold, by Foldline or by the tool that wrote the file."""

    id: str
    parent_id: str | None
    summary: str
    first_kept_entry_id: str = ""
    """The kept part starts here; unknown or empty keeps nothing from before this entry."""
    kept_entry_ids: tuple[str, ...] | None = None
    """The kept entries by name, where the tool lists them instead of naming the first."""
    replacement: tuple[Message, ...] | None = None
    """The messages that take the place of everything before, where the tool writes them out."""
    short_summary: str = ""
    tokens_before: int = 0
    tokens_after: int | None = None
    method: str = ""
    timestamp: str = ""
    warning: str = ""
    read_files: tuple[str, ...] = ()
    modified_files: tuple[str, ...] = ()
    from_extension: bool = False
    duration_ms: int = 0
    """Milliseconds the fold took; 0 where nobody measured it."""
    readable: bool = True
    """False when the summary is a payload that only its provider can read."""
    by_client: bool = False
    """The client's own model wrote it, which may repeat what a message told it to: no ledger in it is believed."""
    records: tuple[int, ...] = ()
    payload: Payload | None = None
    """What its provider made and can read; it leads the context that this provider is sent."""

    def as_message(self) -> CompactionSummaryMessage:
        """The fold as the message that a context shows for it."""
        return CompactionSummaryMessage(
            summary=self.summary,
            short_summary=self.short_summary,
            tokens_before=self.tokens_before,
            tokens_after=self.tokens_after,
            method=self.method,
            timestamp=self.timestamp,
            warning=self.warning,
        )


class BranchSummaryEntry(Struct, frozen=True, gc=False, tag="branch_summary"):
    """The summary of a branch that was left; part of the context as a user message."""

    id: str
    parent_id: str | None
    from_id: str
    summary: str
    read_files: tuple[str, ...] = ()
    modified_files: tuple[str, ...] = ()
    timestamp: str = ""
    records: tuple[int, ...] = ()
    from_extension: bool = False
    method: str = ""
    """How Foldline made it; empty where a tool did, whose model may repeat whatever it read."""


class ResetEntry(Struct, frozen=True, gc=False, tag="reset"):
    """The user cleared the context here: nothing before it is summarised or kept."""

    id: str
    parent_id: str | None
    records: tuple[int, ...] = ()


class MetaEntry(Struct, frozen=True, gc=False, tag="meta"):
    """Anything that is no part of the context: labels, model changes, progress, broken lines."""

    id: str
    parent_id: str | None
    kind: str
    records: tuple[int, ...] = ()


Entry: TypeAlias = MessageEntry | CompactionEntry | BranchSummaryEntry | ResetEntry | MetaEntry


class Item(NamedTuple):
    """A message of the context with the id of its entry."""

    id: str
    message: Message


class Context(NamedTuple):
    """What a model would be sent: the newest summary, if any, then the messages that stand word for word."""

    previous: CompactionEntry | None
    items: tuple[Item, ...]
    since: int = 0
    """Index of the first item after the fold: token usage reported before it describes a prompt that is gone."""

    def summary_message(self) -> CompactionSummaryMessage | None:
        """The newest fold as the message that opens this context."""
        return None if self.previous is None else self.previous.as_message()


class Problem(NamedTuple):
    """Something in the input that could not be read as what it should be, and was kept as it is."""

    line: int
    """1-based line of a JSONL file, or 1-based position in a list."""
    what: str


class Info(Struct, frozen=True, gc=False):
    """What a file says of itself beside its messages; empty where it says nothing."""

    id: str = ""
    title: str = ""
    cwd: str = ""
    model: str = ""
    version: str = ""
    system: str = ""
    """The system prompt, where the format keeps it beside the messages."""
    context_window: int = 0
    tools_json: str = ""
    """The tool definitions as JSON text, where the file holds them: they are sent, so they count."""
    pending_calls: frozenset[str] = frozenset()
    """Ids of calls the format itself says are waiting for an answer (an approval, a running tool)."""


class Session:
    """An append-only conversation tree.

    >>> from foldline.core.messages import Message, TextPart
    >>> session = Session("list")
    >>> session.append(MessageEntry("a", None, Message("user", (TextPart("hello"),))))
    >>> [item.id for item in session.context().items]
    ['a']
    """

    def __init__(
        self,
        format: str,  # noqa: A002 - the field's word for it
        *,
        source: bytes = b"",
        records: list[tuple[int, int]] | None = None,
        info: Info | None = None,
    ) -> None:
        self.format = format
        self.source = source
        self.records = records if records is not None else []
        """(start, end) byte offsets into ``source`` of each original record."""
        self.info = info or Info()
        self.problems: list[Problem] = []
        self.objects: dict[str, tuple[Json, ...]] = {}
        """What a message came as, by the id of its entry, where the caller handed in objects and no file."""
        self.reader = ""
        """Provider whose own folds the context may lead with, because every request of this session goes there."""
        self.holds_payload = False
        """One of its folds, on whichever branch, is one that only its provider can read."""
        self.entries: list[Entry] = []
        self.leaf_id: str | None = None
        self._by_id: dict[str, int] = {}
        self._path: list[Entry] | None = []
        self._live: tuple[Context, list[Item]] | None = None

    def __len__(self) -> int:
        return len(self.entries)

    def append(self, entry: Entry) -> None:
        """Add an entry and make it the leaf.

        Raises:
            ValueError: the id exists already; an id names one entry.
        """
        if entry.id in self._by_id:
            msg = f"entry id {entry.id!r} is already in the session; give the new entry an id of its own"
            raise ValueError(msg)
        if self._path is not None and entry.parent_id == self.leaf_id:
            self._path.append(entry)
            self._grow_context(entry)
        else:
            self._path = self._live = None
        if isinstance(entry, CompactionEntry) and entry.payload is not None:
            self.holds_payload = True
        self._by_id[entry.id] = len(self.entries)
        self.entries.append(entry)
        self.leaf_id = entry.id

    def move_to(self, entry_id: str | None) -> None:
        """Make another entry the leaf; None is the place before the first entry."""
        if entry_id is not None and entry_id not in self._by_id:
            msg = f"no entry {entry_id!r} in the session"
            raise ValueError(msg)
        self.leaf_id = entry_id
        self._path = self._live = None

    def entry(self, entry_id: str) -> Entry | None:
        """The entry of that id, if there is one."""
        index = self._by_id.get(entry_id)
        return None if index is None else self.entries[index]

    def record(self, index: int) -> bytes:
        """The original bytes of a record."""
        start, end = self.records[index]
        return self.source[start:end]

    def path(self) -> list[Entry]:
        """The entries from the root to the leaf, oldest first. A parent that is missing, or a cycle, ends it."""
        if self._path is None:
            self._path = self.path_to(self.leaf_id)
        return self._path

    def path_to(self, entry_id: str | None) -> list[Entry]:
        """The path that would be the session's if this entry were the leaf; empty for None."""
        return list(self._walk(entry_id))[::-1]

    def _walk(self, at: str | None) -> Iterator[Entry]:
        seen: set[str] = set()
        while at is not None and at not in seen:
            seen.add(at)
            entry = self.entry(at)
            if entry is None:
                return
            yield entry
            at = entry.parent_id

    def context(self, reader: str = "") -> Context:
        """What a model would be sent now. Cheap to ask after each message: it grows with the path.

        Args:
            reader: the provider that is sent it; its own folds then count, which for anybody else are expanded to what
                they cover.
        """
        if reader and reader != self.reader:
            return effective_context(self.path(), reader)
        if self._live is None:
            context = effective_context(self.path(), self.reader)
            self._live = (context, list(context.items))
        context, items = self._live
        if len(context.items) != len(items):
            context = context._replace(items=tuple(items))
            self._live = (context, items)
        return context

    def _grow_context(self, entry: Entry) -> None:
        if isinstance(entry, CompactionEntry | ResetEntry):
            self._live = None
        elif self._live is not None and (item := as_item(entry)) is not None:
            self._live[1].append(item)

    def history(self) -> list[Item]:
        """Every message on the path since the last reset, those that folds cover included."""
        items: list[Item] = []
        for entry in self.path():
            if isinstance(entry, ResetEntry):
                items.clear()
            elif (item := as_item(entry)) is not None:
                items.append(item)
        return items

    def branches(self) -> tuple[BranchSummaryEntry, ...]:
        """The summaries of branches on the path since the last reset, oldest first."""
        found: list[BranchSummaryEntry] = []
        for entry in self.path():
            if isinstance(entry, ResetEntry):
                found.clear()
            elif isinstance(entry, BranchSummaryEntry):
                found.append(entry)
        return tuple(found)


def as_item(entry: Entry) -> Item | None:
    """The message an entry puts into the context, if it puts one."""
    if isinstance(entry, MessageEntry):
        return Item(entry.id, entry.message)
    if isinstance(entry, BranchSummaryEntry) and entry.summary:
        part = TextPart(wrap_branch_summary(entry.summary))
        return Item(entry.id, Message("user", (part,), source="summary", timestamp=entry.timestamp))
    return None


def wrap_branch_summary(summary: str) -> str:
    """A branch summary as a model reads it."""
    return f"Summary of a branch of this conversation that was explored and left:\n<summary>\n{summary}\n</summary>"


def effective_context(path: list[Entry], reader: str = "") -> Context:
    """The context of a path: the newest fold, what it kept, and what came after it.

    A reset newer than the newest fold wins over it; only the newest fold counts, because each one covers those
    before it. A fold that only its provider can read counts for that ``reader`` alone: for anybody else the originals
    it covers, which are still on the path, take its place.
    """
    start = 0
    fold: CompactionEntry | None = None
    fold_at = -1
    for index in range(len(path) - 1, -1, -1):
        entry = path[index]
        if isinstance(entry, ResetEntry):
            start = index + 1
            break
        if isinstance(entry, CompactionEntry) and fold is None and _is_readable(entry, reader):
            fold, fold_at = entry if _is_sealed_for(entry, reader) else replace(entry, payload=None), index
    if fold is None:
        return Context(None, tuple(_items(path[start:])))
    kept = tuple(_kept(fold, path[start:fold_at]))
    return Context(fold, (*kept, *_items(path[fold_at + 1 :])), len(kept))


def _is_sealed_for(entry: CompactionEntry, reader: str) -> bool:
    return entry.payload is None or entry.payload.provider == reader


def _is_readable(entry: CompactionEntry, reader: str) -> bool:
    return entry.readable or (entry.payload is not None and entry.payload.provider == reader)


def _items(entries: list[Entry]) -> Iterator[Item]:
    return (item for entry in entries if (item := as_item(entry)) is not None)


def _kept(fold: CompactionEntry, before: list[Entry]) -> Iterator[Item]:
    if fold.replacement is not None:
        return (Item(f"{fold.id}:{number}", message) for number, message in enumerate(fold.replacement))
    if fold.kept_entry_ids is not None:
        wanted = set(fold.kept_entry_ids)
        return _items([entry for entry in before if entry.id in wanted])
    for index, entry in enumerate(before):
        if entry.id == fold.first_kept_entry_id:
            return _items(before[index:])
    return iter(())
