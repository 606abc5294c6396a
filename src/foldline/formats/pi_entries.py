"""Entries of pi and oh-my-pi that are no plain message: the reading of one line each."""

from collections.abc import Callable
from typing import Final, TypeAlias

from foldline.core.messages import Json
from foldline.core.remote.payload import is_placeholder
from foldline.core.session import BranchSummaryEntry, CompactionEntry, Entry, MessageEntry, MetaEntry, ResetEntry
from foldline.formats import omp_payloads
from foldline.formats.pi_messages import read_message
from foldline.formats.pi_parts import Object, count_of, text_of

Records: TypeAlias = tuple[int, ...]


def read_compaction(
    name: str, parent: str | None, line: Object, records: Records, *, first_kept: str
) -> CompactionEntry:
    """An earlier fold.

    What pi's own lines have no key for (short summary, tokens after, method) stands in ``details`` where Foldline wrote
    the line.

    Args:
        name: id of the entry.
        parent: id of the entry before it.
        line: the line.
        records: where the line stands.
        first_kept: the entry the kept part starts with, under the id it has in the session.
    """
    details = _object(line.get("details"))
    is_ours, summary = "method" in details, text_of(line.get("summary"))
    kept = omp_payloads.read(_object(line.get("preserveData")), is_ours=is_ours)
    after = line.get("tokensAfter", details.get("tokensAfter"))
    return CompactionEntry(
        name,
        parent,
        summary,
        first_kept,
        short_summary=text_of(line.get("shortSummary")) or text_of(details.get("shortSummary")),
        tokens_before=count_of(line.get("tokensBefore")),
        tokens_after=count_of(after) if isinstance(after, int | float) else None,
        method=text_of(details.get("method")) or text_of(line.get("method")),
        timestamp=text_of(line.get("timestamp")),
        warning=text_of(line.get("warning")) or text_of(details.get("warning")),
        read_files=_names(details.get("readFiles")),
        modified_files=_names(details.get("modifiedFiles")),
        from_extension=_by_extension(line),
        readable=not kept.is_sealed or (kept.payload is not None and not is_placeholder(summary)),
        by_client=not is_ours,
        records=records,
        payload=kept.payload,
    )


def read_other(name: str, parent: str | None, line: Object, records: Records) -> Entry:
    """An entry of any kind but a message or a fold; what is not known is metadata.

    >>> read_other("b", "a", {"type": "label", "targetId": "a"}, (2,)).kind
    'label'
    """
    kind = text_of(line.get("type"))
    reader = _READERS.get(kind)
    return (
        MetaEntry(name, parent, kind or "unknown", records) if reader is None else reader(name, parent, line, records)
    )


def _branch_summary(name: str, parent: str | None, line: Object, records: Records) -> Entry:
    details = _object(line.get("details"))
    return BranchSummaryEntry(
        name,
        parent,
        text_of(line.get("fromId")),
        text_of(line.get("summary")),
        _names(details.get("readFiles")),
        _names(details.get("modifiedFiles")),
        text_of(line.get("timestamp")),
        records,
        from_extension=_by_extension(line),
        method=text_of(details.get("method")),
    )


def _custom_message(name: str, parent: str | None, line: Object, records: Records) -> Entry:
    message = read_message({**line, "role": "custom"}, text_of(line.get("timestamp")))
    if message is None:
        return MetaEntry(name, parent, "custom_message", records)
    return MessageEntry(name, parent, message, records)


def _reset(name: str, parent: str | None, _line: Object, records: Records) -> Entry:
    return ResetEntry(name, parent, records)


_READERS: Final[dict[str, Callable[[str, str | None, Object, Records], Entry]]] = {
    "branch_summary": _branch_summary,
    "custom_message": _custom_message,
    "reset_boundary": _reset,
}


def _by_extension(line: Object) -> bool:
    return line.get("fromHook") is True or line.get("fromExtension") is True


def _object(value: Json) -> Object:
    return value if isinstance(value, dict) else {}


def _names(value: Json) -> tuple[str, ...]:
    return tuple([name for name in value if isinstance(name, str)]) if isinstance(value, list) else ()
