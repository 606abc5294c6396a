"""Where a fold goes: into the session file of a tool that can follow it, or into a copy."""

from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

from foldline.branches import branch_entry
from foldline.compactor import entry
from foldline.core.branch_summary import BranchSummary
from foldline.core.result import CompactionResult
from foldline.core.session import Session
from foldline.errors import WriteRefusedError
from foldline.formats import occupancy, registry, writing
from foldline.formats.renewal import Fresh


def fold_in_place(path: Path, session: Session, result: CompactionResult, data: bytes) -> str:
    """Append the fold to the tool's own file; the file as it was stays beside it.

    Raises:
        WriteRefusedError: the tool has no place for it, the file changed since it was read, or it can't be written.
    """
    module = registry.module(session.format)
    if not registry.folds_in_place(session.format):
        msg = (
            f"a {module.LABEL} can't be folded in place; only sessions of pi, oh-my-pi, Claude Code and Codex can. "
            "Give --out PATH for a folded copy, or --text to paste the summary."
        )
        raise WriteRefusedError(msg)
    with occupancy.claimed(path):
        occupancy.wait_until_quiet(path, session)
        folded = module.dump(session, entry(result, session))
        backup = writing.replace(path, folded, expected=data, keep_old=True)
    return f"{path} now holds the fold; as it was before: {backup}"


def append_branch(path: Path, session: Session, made: BranchSummary, data: bytes) -> str:
    """Append the summary of a branch to the tool's own file, which goes on behind it; the old file stays beside it.

    Raises:
        WriteRefusedError: the tool keeps no branches, the file changed since it was read, or it can't be written.
    """
    module = registry.module(session.format)
    if not registry.keeps_branches(session.format):
        msg = f"a {module.LABEL} keeps no branches; only sessions of pi and oh-my-pi do. --text prints the summary."
        raise WriteRefusedError(msg)
    with occupancy.claimed(path):
        occupancy.wait_until_quiet(path, session)
        backup = writing.replace(
            path, module.dump_branch(session, branch_entry(made, session)), expected=data, keep_old=True
        )
    place = f"behind {made.parent_id}" if made.parent_id else "before its first message"
    return f"{path} goes on {place}, with the summary of the branch; as it was before: {backup}"


def write_new_session(path: Path, session: Session, result: CompactionResult) -> str:
    """Write the folded session as a new one beside the old, which stays as it is.

    Raises:
        WriteRefusedError: the tool has no such sessions, or the folder can't be written.
    """
    module = registry.module(session.format)
    if not registry.folds_in_place(session.format):
        msg = f"a {module.LABEL} can't become a new session of a tool. Give --out PATH for a folded copy."
        raise WriteRefusedError(msg)
    now = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    fresh = Fresh(str(uuid4()), now)
    renewed = module.renew(module.dump(session, entry(result, session)), str(path.absolute()), fresh)
    made = path.absolute().parent / renewed.name
    writing.create(made, renewed.data)
    return f"{made} is the folded session, with the id {fresh.id}; {path} stays as it was"


def restore(path: Path) -> str:
    """Undo the last fold of a file; returns a sentence about it.

    Raises:
        WriteRefusedError: there is none, or the file can't be written.
    """
    with occupancy.claimed(path):
        done = writing.restore(path)
    later = f"; what was said since the fold is in {done.later}" if done.later else ""
    return f"{path} is as it was before its last fold{later}"


def write_copy(path: Path, session: Session, result: CompactionResult, wire: str | None) -> str:
    """Write the folded conversation to another file: in the session's own format, or as messages of a wire.

    Raises:
        WriteRefusedError: the file can't be written.
    """
    from foldline.folded_copy import folded_copy

    data, what = folded_copy(session, result, wire)
    if path.exists():
        writing.replace(path, data, expected=writing.stamp(path))
    else:
        writing.create(path, data)
    return f"{path} holds the folded copy ({what})"
