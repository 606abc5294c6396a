"""Session files of pi: JSON lines, a header first, entries that form a tree."""

from typing import Final

from foldline.core.messages import Json
from foldline.core.session import BranchSummaryEntry, CompactionEntry, Session
from foldline.formats import omp, pi_fold, pi_tree
from foldline.formats.peek import Peek
from foldline.formats.pi_messages import knows_role
from foldline.formats.pi_parts import Object
from foldline.formats.renewal import Fresh, Renewed

NAME: Final = "pi"
LABEL: Final = "pi session"
FOLDS_IN_PLACE: Final = True

_LINES_LOOKED_AT: Final = 5


def sniff(peek: Peek) -> bool:
    r"""Whether these are the lines of a pi session, be its header broken.

    >>> sniff(Peek(b'{"type":"session","version":3,"id":"x","cwd":"/"}\n'))
    True
    """
    lines = peek.first_lines(_LINES_LOOKED_AT)
    return any(_is_header(line) or _is_message(line) for line in lines) and not omp.sniff(peek)


def load(data: bytes, *, select: int | None = None) -> Session:  # noqa: ARG001 - a file is one session
    """Read a session without losing a byte of it.

    Args:
        data: the whole file.
        select: not used; a file holds one session.
    """
    return pi_tree.read(data, NAME)


def dump(session: Session, fold: CompactionEntry) -> bytes:
    """The file with a fold appended, so that pi goes on from it.

    Args:
        session: as `load` gave it.
        fold: what to write; its ``timestamp`` is ISO time.
    """
    details: Object = {
        "readFiles": list[Json](fold.read_files),
        "modifiedFiles": list[Json](fold.modified_files),
        "shortSummary": fold.short_summary,
        "tokensAfter": fold.tokens_after,
        "method": fold.method,
    }
    if fold.warning:
        details["warning"] = fold.warning
    # Were this true, pi would not carry the file lists into its own next summary.
    return pi_fold.append_fold(session, fold, {"details": details, "fromHook": fold.from_extension})


def dump_branch(session: Session, summary: BranchSummaryEntry) -> bytes:
    """The file with the summary of a branch that was left, so that pi goes on behind it.

    Args:
        session: as `load` gave it.
        summary: what to write, below the entry the work goes on from; its ``timestamp`` is ISO time.
    """
    return pi_fold.append_branch_summary(session, summary, "fromHook")


def renew(data: bytes, path: str, fresh: Fresh) -> Renewed:
    """The same session as a new one that names the file it came from."""
    return pi_fold.renew(data, path, fresh)


def _is_header(line: Object) -> bool:
    return line.get("type") == "session" and (isinstance(line.get("cwd"), str) or isinstance(line.get("id"), str))


def _is_message(line: Object) -> bool:
    message = line.get("message")
    return line.get("type") == "message" and isinstance(message, dict) and knows_role(message)
