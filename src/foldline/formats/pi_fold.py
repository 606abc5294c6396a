"""A fold, or the summary of a branch, put at the end of a pi or oh-my-pi session file: one line more, no other changed.

Only what the tool could not follow is completed first, as it does itself on opening: a file of version 1 gets ids,
parents and the version, a line of a later version without an id gets one. What stood there stays as it stood.
"""

from collections.abc import Iterator
from typing import Final

import msgspec

from foldline.core.messages import Json
from foldline.core.session import BranchSummaryEntry, CompactionEntry, Entry, MetaEntry, Session
from foldline.formats import jsonl
from foldline.formats.pi_parts import Object, text_of
from foldline.formats.pi_tree import BROKEN_LINE, TREE_VERSION, fresh_id
from foldline.formats.renewal import Fresh, Renewed, with_line

_VERSION: Final = 3
"""What a file of version 1 becomes; the version pi 0.73 and oh-my-pi 18 write."""


def append_fold(session: Session, fold: CompactionEntry, told: Object) -> bytes:
    """The file with the fold as its last line.

    Args:
        session: as it was read; its leaf may have been moved.
        fold: what to write. Without a parent it hangs below the leaf; without an id, or with one that the file has
            already, it gets one that follows from its content. The kept part must be named by its first entry.
        told: the keys of the line that pi and oh-my-pi do not share.
    """
    linear = int(session.info.version) < TREE_VERSION
    parent = fold.parent_id or session.leaf_id
    body: Object = {
        "parentId": parent and stated_id(session, parent, linear=linear),
        "timestamp": fold.timestamp,
        "summary": fold.summary,
        "firstKeptEntryId": stated_id(session, _first_kept(session, fold.first_kept_entry_id), linear=linear),
        "tokensBefore": fold.tokens_before,
        **told,
    }
    return _with_last_line(session, fold, body)


def append_branch_summary(session: Session, summary: BranchSummaryEntry, mark: str) -> bytes:
    """The file with the summary of a branch as its last line: the tool goes on from there.

    Args:
        session: as it was read.
        summary: what to write. Without a parent it stands before the first entry; its id is as that of a fold.
        mark: the tool's key for what an extension wrote.
    """
    linear = int(session.info.version) < TREE_VERSION
    parent = summary.parent_id and stated_id(session, summary.parent_id, linear=linear)
    body: Object = {
        "parentId": parent,
        "timestamp": summary.timestamp,
        "fromId": parent or "root",
        "summary": summary.summary,
        "details": {
            "readFiles": list[Json](summary.read_files),
            "modifiedFiles": list[Json](summary.modified_files),
            "method": summary.method,
        },
        mark: summary.from_extension,
    }
    return _with_last_line(session, summary, body)


def _with_last_line(session: Session, entry: CompactionEntry | BranchSummaryEntry, body: Object) -> bytes:
    """The file with a line for an entry behind its own; the line begins with kind and id."""
    linear = int(session.info.version) < TREE_VERSION
    bearer = session.entry(entry.id)
    unusable = not entry.id or (bearer is not None and bool(bearer.records))
    name = fresh_id(msgspec.json.encode(body), entry.parent_id or session.leaf_id or "", session)
    line = {"type": entry.__struct_config__.tag, "id": name if unusable else entry.id, **body}
    head = b"".join(_linear_file(session) if linear else _tree_file(session))
    line_end = b"" if not head or head.endswith(b"\n") else b"\n"
    return b"".join((head, line_end, msgspec.json.encode(line), b"\n"))


def renew(data: bytes, path: str, fresh: Fresh) -> Renewed:
    """The same session under a header of its own.

    Args:
        data: the file.
        path: where it is, for the new header to name.
        fresh: the new id and time.
    """
    changes: Object = {"id": fresh.id, "timestamp": fresh.time, "parentSession": path}
    return Renewed(f"{fresh.file_time}_{fresh.id}.jsonl", with_line(data, "session", changes))


def _first_kept(session: Session, entry_id: str) -> str:
    """The first kept entry that the tool can reach: its path ends at a broken line, ours goes on."""
    path = session.path()
    at = next((index for index, entry in enumerate(path) if entry.id == entry_id), None)
    if at is None:
        return ""
    gap = max((index for index in range(at, len(path)) if _is_broken(path[index])), default=at - 1)
    return path[gap + 1].id if gap + 1 < len(path) else ""


def _is_broken(entry: Entry) -> bool:
    return isinstance(entry, MetaEntry) and entry.kind == BROKEN_LINE


def stated_id(session: Session, entry_id: str, *, linear: bool) -> str:
    """The id by which the file names an entry, which is not ours where several lines have the same one."""
    entry = session.entry(entry_id)
    if linear or entry is None or not entry.records:
        return entry_id
    line = jsonl.decode_value(session.record(entry.records[0]))
    return (text_of(line.get("id")) if isinstance(line, dict) else "") or entry_id


def _tree_file(session: Session) -> Iterator[bytes]:
    """The file in pieces, lines without an id completed."""
    at = 0
    for entry in session.entries:
        if not entry.records or _is_broken(entry) or _states_an_id(raw := session.record(entry.records[0])):
            continue
        start, end = session.records[entry.records[0]]
        yield session.source[at:start]
        yield _named(raw, entry)
        at = end
    yield session.source[at:]


def _named(raw: bytes, entry: Entry) -> bytes:
    line = jsonl.decode_value(raw)
    if not isinstance(line, dict):
        return raw
    return _completed(
        raw, line, {"id": entry.id} if "parentId" in line else {"id": entry.id, "parentId": entry.parent_id}
    )


class _Stated(msgspec.Struct):
    id: str = ""


_stated: Final = msgspec.json.Decoder(_Stated)


def _states_an_id(raw: bytes) -> bool:
    try:
        return bool(_stated.decode(raw).id)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        line = jsonl.decode_value(raw)
        return isinstance(line, dict) and bool(text_of(line.get("id")))


def _linear_file(session: Session) -> Iterator[bytes]:
    """The file of version 1 in pieces, brought to the present version."""
    entries = {entry.records[0]: entry for entry in session.entries if entry.records}
    at = 0
    for index, (start, end) in enumerate(session.records):
        yield session.source[at:start]
        yield _present_line(session.source[start:end], entries.get(index))
        at = end
    yield session.source[at:]


def _present_line(raw: bytes, entry: Entry | None) -> bytes:
    line = jsonl.decode_value(raw)
    if not isinstance(line, dict):
        return raw
    if entry is None:
        return _completed(raw, line, {"version": _VERSION}) if line.get("type") == "session" else raw
    added: Object = {"id": entry.id, "parentId": entry.parent_id}
    dropped: tuple[str, ...] = ()
    if isinstance(entry, CompactionEntry) and "firstKeptEntryIndex" in line:
        dropped = ("firstKeptEntryIndex",)
        if entry.first_kept_entry_id:
            added["firstKeptEntryId"] = entry.first_kept_entry_id
    message = line.get("message")
    if isinstance(message, dict) and message.get("role") == "hookMessage":
        added["message"] = {**message, "role": "custom"}
    return _completed(raw, line, added, dropped)


def _completed(raw: bytes, line: Object, added: Object, dropped: tuple[str, ...] = ()) -> bytes:
    """The line with keys added at its end; written anew only where a key was there already or has to go."""
    if line and line.keys().isdisjoint((*added, *dropped)):
        return raw.rstrip()[:-1] + b"," + msgspec.json.encode(added)[1:]
    kept = {key: value for key, value in line.items() if key not in dropped}
    return msgspec.json.encode({**kept, **added})
