"""The lines of a Codex session, one after another, made into entries.

An answer's items come in on several lines, and its usage before or after them: it stays open for both until the end.
"""

from collections import Counter
from hashlib import blake2b

from msgspec import Struct
from msgspec.structs import replace

from foldline.core.messages import Json, Usage
from foldline.core.session import CompactionEntry, Entry, MessageEntry, MetaEntry
from foldline.formats.codex_fold import Place, read_fold
from foldline.formats.codex_usage import Reports
from foldline.wire.blocks import Object, as_object, as_text
from foldline.wire.response_items import KINDS, UNSENT, Answer, is_answer, read_answer, read_said


class _Open(Struct):
    """The entry of an answer that may still change."""

    id: str
    parent_id: str | None
    records: list[int]
    answer: Answer

    def closed(self) -> MessageEntry:
        return MessageEntry(self.id, self.parent_id, self.answer.message(), tuple(self.records))


class Reader:
    """Takes lines in file order; `entries` are what they became, `path` is the way to the newest."""

    def __init__(self) -> None:
        self.reports = Reports()
        self.headers: list[Object] = []
        self.model = ""
        self._slots: list[Entry | _Open] = []
        self._path: list[int] = []
        """Indices into the slots."""
        self._names: Counter[str] = Counter()
        self._open: _Open | None = None
        """The answer that further items go on with."""
        self._last: _Open | None = None
        """The newest answer of this turn."""
        self._fold: int | None = None
        """Slot of a fold whose new size is not stated yet."""
        self._early: Usage | None = None
        """A report that came before its answer."""
        self._abort_next = False

    def entries(self) -> list[Entry]:
        """All entries, in file order."""
        return [slot.closed() if isinstance(slot, _Open) else slot for slot in self._slots]

    def leaf_id(self) -> str | None:
        """Id of the entry the conversation ends in."""
        return self._slots[self._path[-1]].id if self._path else None

    def take(self, record: int, raw: bytes, line: Object | None) -> None:
        """Read one line; None is one that is no JSON object."""
        name = self._name(raw)
        kind, payload = unwrap(line) if line is not None else ("unreadable", {})
        timestamp = as_text(line.get("timestamp")) if line is not None else ""
        if kind == "response_item" and str(payload.get("type")) not in UNSENT:
            self._item(payload, Place(name, self.leaf_id(), record, timestamp))
            return
        if kind == "compacted":
            self._compacted(payload, Place(name, self.leaf_id(), record, timestamp))
            return
        if kind == "event_msg":
            self._event(payload)
            kind = f"event_msg:{as_text(payload.get('type'))}"
        elif kind == "session_meta":
            self.headers.append(payload)
        elif kind == "turn_context":
            self.model = as_text(payload.get("model")) or self.model
        elif kind == "token_usage_record":
            self._report(self.reports.record(payload), as_text(payload.get("response_id")))
        self._add(MetaEntry(name, self.leaf_id(), kind, (record,)))

    def _name(self, raw: bytes) -> str:
        """An id from the content of a line; a repeated line gets a number."""
        name = blake2b(raw, digest_size=8).hexdigest()
        self._names[name] += 1
        return name if self._names[name] == 1 else f"{name}-{self._names[name]}"

    def _add(self, slot: Entry | _Open) -> None:
        self._path.append(len(self._slots))
        self._slots.append(slot)

    def _item(self, item: Object, place: Place) -> None:
        if not is_answer(item):
            message = read_said(item, place.timestamp)
            self._open = None
            if message.source == "human":
                self._last, self._early, self._abort_next = None, None, False
            self._add(MessageEntry(place.id, place.parent_id, message, (place.record,)))
            return
        if self._open is None:
            answer = Answer(timestamp=place.timestamp, model=self.model, usage=self._early, aborted=self._abort_next)
            self._early, self._abort_next = None, False
            self._open = self._last = _Open(place.id, place.parent_id, [], answer)
            self._add(self._open)
        self._open.records.append(place.record)
        self._open.answer.parts += read_answer(item)

    def _compacted(self, payload: Object, place: Place) -> None:
        self._open = self._last = self._early = None
        self._abort_next = False
        before = (slot for at in self._path if isinstance(slot := self._slots[at], MessageEntry))
        self._fold = len(self._slots)
        self._add(read_fold(payload, place, before, self.reports.context))
        self.reports.context = 0

    def _event(self, payload: Object) -> None:
        match payload.get("type"):
            case "token_count":
                self._report(self.reports.count(payload))
            case "task_started":
                self._open = None
                self.reports.see_window(payload.get("model_context_window"))
            case "turn_aborted":
                if self._early is not None:
                    self._abort_next = True
                elif self._last is not None:
                    self._last.answer.aborted = True
            case "thread_rolled_back":
                self._roll_back(payload.get("num_turns"))

    def _report(self, usage: Usage | None, response_id: str = "") -> None:
        """Give a report to the answer it is about; the next one where the last has its own."""
        if usage is None:
            self._state_size()
            return
        self._open = self._fold = None
        if self._last is not None and self._last.answer.usage is None:
            self._last.answer.usage = usage
            self._last.answer.response_id = response_id
        elif not response_id:
            self._early = usage

    def _state_size(self) -> None:
        """A count that is no report states the size of the context a fold has made."""
        at, size = self._fold, self.reports.context
        if at is not None and size and isinstance(fold := self._slots[at], CompactionEntry):
            self._slots[at] = replace(fold, tokens_after=size)
            self._fold = None

    def _roll_back(self, turns: Json) -> None:
        """Go back to before the user's last turns."""
        if not isinstance(turns, int) or turns <= 0:
            return
        self._open = self._last = self._early = None
        for at in range(len(self._path) - 1, -1, -1):
            slot = self._slots[self._path[at]]
            if isinstance(slot, MessageEntry) and slot.message.source == "human":
                turns -= 1
                if turns == 0:
                    del self._path[at:]
                    return
        self._path.clear()


def unwrap(line: Object) -> tuple[str, Object]:
    """The type and payload of a line; in 2025 the items stood bare, after a header without a type."""
    kind, payload = line.get("type"), line.get("payload")
    if isinstance(kind, str) and isinstance(payload, dict):
        return kind, payload
    if isinstance(kind, str):
        return ("response_item", line) if kind in KINDS else (kind, {})
    if "id" in line and "timestamp" in line:
        return "session_meta", line
    return as_text(line.get("record_type")) or "unknown", as_object(payload)
