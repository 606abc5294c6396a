"""Session files of oh-my-pi: pi's, with a title line of fixed width and more kinds of entries."""

from typing import Final

from foldline.core.messages import Json
from foldline.core.remote.payload import ANTHROPIC, OPENAI
from foldline.core.session import BranchSummaryEntry, CompactionEntry, Session
from foldline.formats import omp_payloads, pi_fold, pi_tree
from foldline.formats.peek import Peek
from foldline.formats.pi_parts import Object
from foldline.formats.renewal import Fresh, Renewed

NAME: Final = "omp"
LABEL: Final = "oh-my-pi session"
FOLDS_IN_PLACE: Final = True
HOLDS: Final = (OPENAI, ANTHROPIC)
"""Providers whose own folds the tool keeps and sends back."""

_METHOD: Final = "soft"
"""oh-my-pi's word for a summary written out as text; it knows only its own five."""
_LINES_LOOKED_AT: Final = 20
_HEADER_KEYS: Final = frozenset(
    {"title", "titleSource", "additionalDirectories", "previousSessionFiles", "providerPromptCacheKey"}
)
_KINDS: Final = frozenset(
    {
        "title_change",
        "model_usage",
        "service_tier_change",
        "ttsr_injection",
        "mode_change",
        "session_init",
        "credential_pin",
        "reset_boundary",
    }
)


def sniff(peek: Peek) -> bool:
    r"""Whether these are the lines of an oh-my-pi session: a title line, or what only oh-my-pi writes.

    >>> sniff(Peek(b'{"type":"title","v":1,"pad":" "}\n{"type":"session","id":"x"}\n'))
    True
    """
    lines = peek.first_lines(_LINES_LOOKED_AT)
    if not lines or str(lines[0].get("type")) not in {"title", "session"}:
        return False
    if lines[0]["type"] == "title":
        return "pad" in lines[0] or (len(lines) > 1 and lines[1].get("type") == "session")
    return not _HEADER_KEYS.isdisjoint(lines[0]) or any(_is_ours(line) for line in lines[1:])


def load(data: bytes, *, select: int | None = None) -> Session:  # noqa: ARG001 - a file is one session
    """Read a session without losing a byte of it.

    Args:
        data: the whole file.
        select: not used; a file holds one session.
    """
    return pi_tree.read(data, NAME)


def dump(session: Session, fold: CompactionEntry) -> bytes:
    """The file with a fold appended, so that oh-my-pi goes on from it.

    Args:
        session: as `load` gave it.
        fold: what to write; its ``timestamp`` is ISO time.
    """
    told: Object = {
        "shortSummary": fold.short_summary,
        "tokensAfter": fold.tokens_after,
        "method": _METHOD,
        "details": {
            "readFiles": list[Json](fold.read_files),
            "modifiedFiles": list[Json](fold.modified_files),
            "method": fold.method,
        },
        "fromExtension": fold.from_extension,
    }
    if fold.tokens_after is None:
        del told["tokensAfter"]
    if fold.from_extension:
        del told["method"]
    if fold.warning:
        told["warning"] = fold.warning
    if fold.payload is not None:
        told |= omp_payloads.written(fold.payload, fold.summary)
        told |= {"method": "remote", "providerReplayThroughEntryId": _last_folded(session, fold)}
    return pi_fold.append_fold(session, fold, told)


def _last_folded(session: Session, fold: CompactionEntry) -> str:
    """The entry before the kept part: what the tool sends beside the provider's fold begins behind it."""
    ids = [entry.id for entry in session.path()]
    at = ids.index(fold.first_kept_entry_id) if fold.first_kept_entry_id in ids else len(ids)
    return pi_fold.stated_id(session, ids[at - 1], linear=False) if at else ""


def dump_branch(session: Session, summary: BranchSummaryEntry) -> bytes:
    """The file with the summary of a branch that was left, so that oh-my-pi goes on behind it.

    Args:
        session: as `load` gave it.
        summary: what to write, below the entry the work goes on from; its ``timestamp`` is ISO time.
    """
    return pi_fold.append_branch_summary(session, summary, "fromExtension")


def renew(data: bytes, path: str, fresh: Fresh) -> Renewed:
    """The same session as a new one that names the file it came from."""
    return pi_fold.renew(data, path, fresh)


def _is_ours(line: Object) -> bool:
    return str(line.get("type")) in _KINDS or (line.get("type") == "model_change" and "model" in line)
