"""Session files of pi and oh-my-pi, all versions: the reading of their lines into a tree of entries.

Whatever a line holds, reading goes on: a line that is no JSON object becomes a `MetaEntry` with a `Problem`, an id that
is missing or taken is replaced by one that the content determines. The leaf is the last entry of the file.
"""

import zlib
from typing import Final

from msgspec import UNSET, UnsetType

from foldline.core.messages import Json, Message
from foldline.core.session import Entry, Info, MessageEntry, MetaEntry, Problem, Session
from foldline.formats import jsonl
from foldline.formats.pi_entries import read_compaction, read_other
from foldline.formats.pi_messages import knows_role, read_message
from foldline.formats.pi_parts import Object, text_of
from foldline.formats.pi_usual import usual_line, usual_message

BROKEN_LINE: Final = "broken"
"""The kind of a line that could not be read."""
TREE_VERSION: Final = 2
"""From this version on entries have ids and parents; before it, they follow one another."""

_HASHED_BYTES: Final = 512
"""How much of a line goes into an id made for it; with the id before it, enough to tell lines apart."""


def read(data: bytes, format_name: str) -> Session:
    r"""The session in a file's bytes.

    Args:
        data: the whole file, untouched.
        format_name: what `Session.format` shall say.

    >>> session = read(b'{"type":"session"}\n{"type":"message","message":{"role":"user","content":"hi"}}', "pi")
    >>> [item.message.text for item in session.context().items]
    ['hi']
    """
    session = Session(format_name, source=data, records=jsonl.split(data))
    reader = _Reader(session)
    for index, (start, end) in enumerate(session.records):
        reader.read_line(index, data[start:end])
    reader.finish()
    return session


def fresh_id(content: bytes, after: str, session: Session) -> str:
    """An id of eight hexadecimal digits that no entry has; the same content at the same place gets the same one.

    Args:
        content: what the id is for.
        after: id of the entry before it.
        session: where it must be new.
    """
    number = zlib.crc32(content, zlib.crc32(after.encode()))
    while session.entry(name := f"{number:08x}") is not None:
        number = (number + 1) & 0xFFFFFFFF
    return name


class _Reader:
    """Adds one line after the other to a session."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.version = 0
        """As the header states it, or as the first entry looks where there is no header; 0 before either."""
        self.header: Object = {}
        self.slot_title = self.new_title = self.model = self.system = ""
        self.tail: str | None = None
        """The newest entry that a next one can follow."""
        self.gap: str | None = None
        """The newest broken line that no entry has been hung under."""
        self.renamed: dict[str, str] = {}
        """Repeated id -> the name of the newest entry that bears it."""
        self.counted: list[str] = []
        """The id of each readable record, as version 1 counts them; empty for a header."""

    def read_line(self, index: int, raw: bytes) -> None:
        usual = usual_line(raw)
        if usual is not None:
            self._add_message(self._place(raw, usual.id, usual.parent_id), usual_message(usual), index)
            return
        line = jsonl.decode_value(raw)
        if not isinstance(line, dict):
            self._keep_broken(index, raw, line)
        elif line.get("type") == "session":
            self._read_header(line)
        elif line.get("type") == "title":
            self.slot_title = self.slot_title or text_of(line.get("title"))
        else:
            self._read_entry(index, raw, line)

    def finish(self) -> None:
        """Set what is known only at the end: the leaf, and what the file says of itself."""
        if self.session.leaf_id != self.tail:
            self.session.move_to(self.tail)
        header = self.header
        self.session.info = Info(
            id=text_of(header.get("id")),
            title=self.slot_title or self.new_title or text_of(header.get("title")),
            cwd=text_of(header.get("cwd")),
            model=self.model or text_of(header.get("modelId")),
            version=str(self.version or 1),
            system=self.system,
        )

    def _read_header(self, line: Object) -> None:
        self.counted.append("")
        if not self.version:
            self.header = line
            version = line.get("version")
            self.version = int(version) if isinstance(version, int) and version > 0 else 1

    def _keep_broken(self, index: int, raw: bytes, value: "Json | jsonl.Broken") -> None:
        self._report(index, f"a line that is no JSON{'' if value is jsonl.BROKEN else ' object'}; kept as it is")
        before = self.gap or self.tail
        name = fresh_id(raw[:_HASHED_BYTES], before or "", self.session)
        self.session.append(MetaEntry(name, before, BROKEN_LINE, (index,)))
        if value is not jsonl.BROKEN:
            self.counted.append(name)
        self.gap = name

    def _read_entry(self, index: int, raw: bytes, line: Object) -> None:
        parent = line.get("parentId", UNSET)
        place = self._place(raw, line.get("id"), parent if isinstance(parent, str | UnsetType) else None)
        kind = line.get("type")
        if kind == "message":
            self._read_message(place, line, index)
        elif kind == "compaction":
            self._add(read_compaction(*place, line, (index,), first_kept=self._first_kept(line)))
        else:
            self._note(line)
            self._add(read_other(*place, line, (index,)))

    def _read_message(self, place: tuple[str, str | None], line: Object, index: int) -> None:
        inner = line.get("message")
        message = read_message(inner, text_of(line.get("timestamp"))) if isinstance(inner, dict) else None
        if message is not None:
            self._add_message(place, message, index)
            return
        if not isinstance(inner, dict) or not knows_role(inner):
            role = inner.get("role") if isinstance(inner, dict) else None
            self._report(index, f"a message of the unknown role {role!r}; kept out of the context")
        self._add(MetaEntry(*place, "message", (index,)))

    def _add_message(self, place: tuple[str, str | None], message: Message, index: int) -> None:
        if message.model:
            self.model = message.model
        self._add(MessageEntry(place[0], place[1], message, (index,)))

    def _add(self, entry: Entry) -> None:
        self.session.append(entry)
        self.counted.append(entry.id)
        self.tail = entry.id

    def _place(self, raw: bytes, stated: Json, parent: str | None | UnsetType) -> tuple[str, str | None]:
        """The id and the parent an entry gets."""
        if not self.version:
            self.version = 1 if parent is UNSET else TREE_VERSION
        if self.version < TREE_VERSION:
            return fresh_id(raw[:_HASHED_BYTES], self.tail or "", self.session), self.tail
        parent = self.tail if isinstance(parent, UnsetType) else self._parent(parent)
        if not isinstance(stated, str) or not stated:
            return fresh_id(raw[:_HASHED_BYTES], self.tail or "", self.session), parent
        if self.session.entry(stated) is None:
            return stated, parent
        copies = 2
        while self.session.entry(name := f"{stated}~{copies}") is not None:
            copies += 1
        self.renamed[stated] = name
        return name, parent

    def _parent(self, stated: str | None) -> str | None:
        if stated is None:
            return None
        if self.gap is not None and self.session.entry(stated) is None:
            # What it names was in all likelihood the broken line just passed. Hung there, it keeps what came before.
            gap, self.gap = self.gap, None
            return gap
        return self.renamed.get(stated, stated)

    def _first_kept(self, line: Object) -> str:
        kept = line.get("firstKeptEntryIndex")
        if isinstance(kept, int) and "firstKeptEntryId" not in line:
            return self.counted[kept] if 0 <= kept < len(self.counted) else ""
        stated = text_of(line.get("firstKeptEntryId"))
        return self.renamed.get(stated, stated)

    def _note(self, line: Object) -> None:
        """Remember what metadata says of the session as a whole."""
        kind = line.get("type")
        if kind == "model_change":
            named = text_of(line.get("model"))
            self.model = text_of(line.get("modelId")) or named.partition("/")[2] or named or self.model
        elif kind == "session_info":
            self.new_title = text_of(line.get("name")).strip()
        elif kind == "title_change":
            self.new_title = text_of(line.get("title"))
        elif kind == "session_init":
            self.system = text_of(line.get("systemPrompt"))

    def _report(self, index: int, what: str) -> None:
        row = self.session.source.count(b"\n", 0, self.session.records[index][0]) + 1
        self.session.problems.append(Problem(row, what))
