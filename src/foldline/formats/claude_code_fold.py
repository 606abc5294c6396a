"""A fold put at the end of a Claude Code session: a boundary, its summary, and nothing of the rest changed.

Since 2.1.197 the boundary names the lines that were kept, and the client hangs them behind the summary when it reads
the file. A client that is older takes only what stands after the summary, so there the kept lines follow it once more.
"""

from collections.abc import Iterator
from hashlib import blake2b
from typing import Final
from uuid import UUID

import msgspec

from foldline.core.messages import Json
from foldline.core.session import CompactionEntry, MessageEntry, MetaEntry, Session
from foldline.core.wrapping import wrap_summary
from foldline.formats import jsonl
from foldline.formats.renewal import Fresh, Renewed
from foldline.wire.blocks import Object, as_object, as_text

NAMES_KEPT_LINES: Final = (2, 1, 197)
"""From this version on (the one that was tried) a boundary that names kept lines is understood."""

_CONTENT: Final = "Conversation compacted"
_SURROUNDINGS: Final = ("userType", "entrypoint", "cwd", "sessionId", "version", "gitBranch", "slug")
"""What every line repeats of the session, in the order the client writes it."""
_COUNTS: Final = ("input_tokens", "output_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")


def append_fold(session: Session, fold: CompactionEntry) -> bytes:
    """The file with the fold as its last lines.

    Args:
        session: as it was read.
        fold: what to write; the kept part is named by its first entry.
    """
    writer = _Writer(session, fold)
    head = session.source
    line_end = b"" if not head or head.endswith(b"\n") else b"\n"
    return head + line_end + b"".join(msgspec.json.encode(line) + b"\n" for line in writer.lines())


def renew(data: bytes, fresh: Fresh) -> Renewed:
    """The same conversation under an id of its own, which every line of it repeats."""
    lines = (jsonl.decode(data, span) for span in jsonl.split(data))
    ids = {as_text(line.get("sessionId")) for line in lines if isinstance(line, dict)} - {""}
    for name in ids:
        # Inside a text the quotes would be escaped, so this is a key wherever it stands.
        data = data.replace(_named(name), _named(fresh.id))
    return Renewed(f"{fresh.id}.jsonl", data)


def _named(session_id: str) -> bytes:
    return b'"sessionId":' + msgspec.json.encode(session_id)


class _Writer:
    def __init__(self, session: Session, fold: CompactionEntry) -> None:
        self.session = session
        self.fold = fold
        self.kept = [line for line in _kept_lines(session, fold) if as_text(line.get("uuid"))]
        self.last = _last_line(session)
        self.surroundings: Object = {key: self.last[key] for key in _SURROUNDINGS if key in self.last}
        self._names = 0

    def lines(self) -> Iterator[Object]:
        boundary, summary = self._fresh_uuid(), self._fresh_uuid()
        names = self._names_kept_lines()
        metadata = self._metadata(summary) if names else self._told()
        yield self._boundary(boundary, metadata, modern=names)
        yield self._summary(boundary, summary, modern=names)
        if not names:
            yield from self._copies(summary)

    def _names_kept_lines(self) -> bool:
        """Whether whoever wrote the file last understands a boundary that names lines."""
        numbers = as_text(self.last.get("version")).split("-")[0].split(".")
        version = tuple(int(number) for number in numbers if number.isdecimal())
        return version >= NAMES_KEPT_LINES

    def _told(self) -> Object:
        return {"trigger": "manual", "preTokens": self.fold.tokens_before}

    def _metadata(self, summary: str) -> Object:
        told: Object = {**self._told(), "durationMs": self.fold.duration_ms}
        uuids: list[Json] = [line["uuid"] for line in self.kept]
        if uuids:
            told["preservedSegment"] = {"headUuid": uuids[0], "anchorUuid": summary, "tailUuid": uuids[-1]}
            told["preservedMessages"] = {"anchorUuid": summary, "uuids": uuids, "allUuids": uuids}
        after = self.fold.tokens_after or 0
        told["postTokens"] = after
        told["cumulativeDroppedTokens"] = _dropped_before(self.session) + max(0, self.fold.tokens_before - after)
        return told

    def _boundary(self, uuid: str, metadata: Object, *, modern: bool) -> Object:
        place: Object = {"parentUuid": None, "logicalParentUuid": self.last.get("uuid"), "isSidechain": False}
        body: Object = {
            "type": "system",
            "subtype": "compact_boundary",
            "content": _CONTENT,
            "isMeta": False,
            "timestamp": self._time(),
            "uuid": uuid,
            "level": "info",
            "compactMetadata": metadata,
        }
        return {**place, **body, **self.surroundings} if modern else {**place, **self.surroundings, **body}

    def _summary(self, boundary: str, uuid: str, *, modern: bool) -> Object:
        place: Object = {"parentUuid": boundary, "isSidechain": False}
        said: Object = {"role": "user", "content": wrap_summary(self.fold.summary)}
        shown: Object = {"isVisibleInTranscriptOnly": True, "isCompactSummary": True}
        named: Object = {"uuid": uuid, "timestamp": self._time()}
        if modern:
            body: Object = {"promptId": self._fresh_uuid(), "type": "user", "message": said}
            return {**place, **body, **shown, **named, **self.surroundings}
        return {**place, **self.surroundings, "type": "user", "message": said, **shown, **named}

    def _copies(self, parent: str) -> Iterator[Object]:
        """The kept lines once more, one behind the other, under names of their own."""
        renamed: dict[str, str] = {}
        for line in self.kept:
            uuid = renamed[as_text(line["uuid"])] = self._fresh_uuid()
            copy = {**line, "parentUuid": parent, "uuid": uuid}
            if caller := renamed.get(as_text(line.get("sourceToolAssistantUUID"))):
                copy["sourceToolAssistantUUID"] = caller
            yield _without_usage(copy)
            parent = uuid

    def _fresh_uuid(self) -> str:
        """A random-looking name that follows from the fold, so that writing it twice writes the same."""
        self._names += 1
        seed = f"{self.last.get('uuid')}\n{len(self.session)}\n{self._names}\n{self.fold.summary}"
        digest = blake2b(seed.encode("utf-8", "surrogatepass"), digest_size=16).digest()
        return str(UUID(bytes=digest, version=4))

    def _time(self) -> str:
        """The client writes milliseconds, and its own search for a line's name counts on the form."""
        stamp = self.fold.timestamp
        return f"{stamp[:-1]}.000Z" if stamp.endswith("Z") and "." not in stamp else stamp


def _kept_lines(session: Session, fold: CompactionEntry) -> Iterator[Object]:
    """The lines of the kept entries and of the attachments and notices among them, in the order of the conversation."""
    context = session.context()
    ids = [item.id for item in context.items]
    if fold.first_kept_entry_id not in ids:
        return
    kept = set(ids[ids.index(fold.first_kept_entry_id) :])
    previous = context.previous
    among = set(previous.kept_entry_ids or ()) if previous is not None else set()
    begun, since = False, previous is None
    for entry in session.path():
        begun = begun or entry.id in kept
        since = since or entry is previous
        wanted = entry.id in kept if isinstance(entry, MessageEntry) else begun and (since or entry.id in among)
        if wanted and isinstance(entry, MessageEntry | MetaEntry):
            lines = (jsonl.decode_value(session.record(index)) for index in entry.records)
            yield from (line for line in lines if isinstance(line, dict) and _is_kept_kind(line))


def _is_kept_kind(line: Object) -> bool:
    """Whether the client can have a line in its context; one without content would stop it from opening the file."""
    kind = as_text(line.get("type"))
    if kind in {"user", "assistant"}:
        return isinstance(as_object(line.get("message")).get("content"), str | list)
    if kind == "attachment":
        return isinstance(line.get("attachment"), dict)
    return kind == "system" and line.get("subtype") != "microcompact_boundary"


def _last_line(session: Session) -> Object:
    """The newest line of the conversation that has a name."""
    for entry in reversed(session.path()):
        for index in reversed(entry.records):
            line = jsonl.decode_value(session.record(index))
            if isinstance(line, dict) and as_text(line.get("uuid")):
                return line
    return {}


def _dropped_before(session: Session) -> int:
    previous = session.context().previous
    line = jsonl.decode_value(session.record(previous.records[0])) if previous is not None else None
    dropped = as_object(line.get("compactMetadata")).get("cumulativeDroppedTokens") if isinstance(line, dict) else 0
    return dropped if isinstance(dropped, int) else 0


def _without_usage(line: Object) -> Object:
    """An answer without its token counts: they tell the size of a prompt that is gone."""
    message = as_object(line.get("message"))
    usage = as_object(message.get("usage"))
    if not usage:
        return line
    return {**line, "message": {**message, "usage": {**usage, **dict.fromkeys(_COUNTS, 0)}}}
