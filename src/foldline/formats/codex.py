"""Codex sessions: `~/.codex/sessions/YYYY/MM/DD/rollout-<time>-<thread>.jsonl`, and the bare items of early 2025.

The lines stand in the order they happened, so the session is one path but where turns were rolled back. The events
repeat the items for display; only token counts, rollbacks and aborts are taken from them.
"""

from typing import Final

from foldline.core.messages import Json
from foldline.core.remote.payload import OPENAI
from foldline.core.session import CompactionEntry, Context, Info, MessageEntry, Problem, Session
from foldline.formats import codex_fold_writer, jsonl
from foldline.formats.codex_originals import Originals
from foldline.formats.codex_reader import Reader
from foldline.formats.peek import Peek
from foldline.formats.renewal import Fresh, Renewed, with_line
from foldline.wire.blocks import Object, as_object, as_text
from foldline.wire.response_items import KINDS

NAME: Final = "codex"
LABEL: Final = "Codex session"
FOLDS_IN_PLACE: Final = True
HOLDS: Final = (OPENAI,)
"""Providers whose own folds the client keeps and sends back."""

_WIRE: Final = "openai_responses"
_SNIFFED_LINES: Final = 5
_LINE_TYPES: Final = frozenset({"session_meta", "response_item", "event_msg", "turn_context", "compacted"})
_OLD_HEADER: Final = frozenset({"id", "timestamp", "instructions", "git"})


def sniff(peek: Peek) -> bool:
    """Whether this looks like a Codex session."""
    lines = peek.first_lines(_SNIFFED_LINES)
    if any(str(line.get("type")) in _LINE_TYPES and isinstance(line.get("payload"), dict) for line in lines):
        return True
    return len(lines) > 1 and _is_old_header(lines[0]) and _is_bare(lines[1])


def load(data: bytes, *, select: int | None = None) -> Session:  # noqa: ARG001 - a file is one session
    """Read a session; what cannot be read is kept and listed in `Session.problems`.

    Args:
        data: the file.
        select: not used; a file holds one session.
    """
    spans = jsonl.split(data)
    reader = Reader()
    problems: list[Problem] = []
    for record, (start, end) in enumerate(spans):
        raw = data[start:end]
        line = jsonl.decode_value(raw)
        if not isinstance(line, dict):
            problems.append(Problem(record + 1, "is no JSON object; kept as it is"))
        reader.take(record, raw, line if isinstance(line, dict) else None)
    session = Session(NAME, source=data, records=spans)
    session.problems = problems
    for entry in reader.entries():
        session.append(entry)
    session.move_to(reader.leaf_id())
    session.info = _info(reader, session)
    return session


def dump(session: Session, fold: CompactionEntry) -> bytes:
    """The file with a fold appended, so that Codex goes on from it.

    Args:
        session: as `load` gave it.
        fold: what to write; its ``timestamp`` is ISO time.

    Raises:
        WriteRefusedError: the file is of early 2025, when Codex had no folds.
    """
    return codex_fold_writer.append_fold(session, fold)


def originals(session: Session, context: Context) -> tuple[str, dict[str, tuple[Json, ...]]]:
    """The wire on which the client speaks, and what it recorded of each message of a context."""
    recorded = Originals(session, context)
    return _WIRE, {item.id: tuple(kept.item for kept in recorded.of((item,))) for item in context.items}


def renew(data: bytes, path: str, fresh: Fresh) -> Renewed:  # noqa: ARG001 - the old session is named by its id
    """The same session as a new one that says which it was forked from."""
    lines = (jsonl.decode(data, span) for span in jsonl.split(data))
    header = next((line for line in lines if isinstance(line, dict) and line.get("type") == "session_meta"), {})
    payload = as_object(header.get("payload"))
    changes: Object = {"id": fresh.id, "timestamp": fresh.time}
    if "session_id" in payload:
        changes |= {"session_id": fresh.id, "forked_from_id": payload.get("id")}
    name = f"rollout-{fresh.file_time[:19]}-{fresh.id}.jsonl"
    return Renewed(name, with_line(data, "session_meta", {"timestamp": fresh.time, "payload": changes}))


def _is_old_header(line: Object) -> bool:
    return "id" in line and "timestamp" in line and _OLD_HEADER.issuperset(line)


def _is_bare(line: Object) -> bool:
    return str(line.get("type")) in KINDS or "record_type" in line


def _info(reader: Reader, session: Session) -> Info:
    """What the first header says; a fork repeats its parent's after it."""
    header = reader.headers[0] if reader.headers else {}
    injected = [
        entry.message.text
        for entry in session.entries
        if isinstance(entry, MessageEntry) and entry.message.source == "client"
    ]
    return Info(
        id=as_text(header.get("id")),
        cwd=as_text(header.get("cwd")) or _cwd(injected),
        model=reader.model,
        version=as_text(header.get("cli_version")),
        system=_system(header, injected),
        context_window=reader.reports.window,
    )


def _system(header: Object, injected: list[str]) -> str:
    """The system prompt; the instructions of older files are left out where a message repeats them."""
    base: Json = as_object(header.get("base_instructions")).get("text")
    if isinstance(base, str):
        return base
    instructions = as_text(header.get("instructions")).strip()
    return "" if any(instructions in text for text in injected) else instructions


def _cwd(injected: list[str]) -> str:
    """The folder named in the environment message, for files whose header does not name it."""
    for text in injected:
        _, found, rest = text.partition("<cwd>")
        if found:
            return rest.partition("</cwd>")[0].strip()
    return ""
