"""Where a fold goes: into the session file of a tool that can follow it, or into a copy."""

from pathlib import Path
from types import ModuleType

from foldline.compactor import entry
from foldline.core.result import CompactionResult
from foldline.core.session import Session
from foldline.errors import WriteRefusedError
from foldline.formats import occupancy, registry, writing


def fold_in_place(path: Path, session: Session, result: CompactionResult, data: bytes) -> str:
    """Append the fold to the tool's own file; the file as it was stays beside it.

    Raises:
        WriteRefusedError: the tool has no place for it, the file changed since it was read, or it can't be written.
    """
    module = registry.module(session.format)
    if not _takes_folds(module):
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
    module = registry.module(session.format)
    if wire is None and _takes_folds(module):
        data, what = module.dump(session, entry(result, session)), module.LABEL
    else:
        from foldline.cli.messages import as_document

        data, what = as_document(session, result, wire)
    if path.exists():
        writing.replace(path, data, expected=writing.stamp(path))
    else:
        writing.create(path, data)
    return f"{path} holds the folded copy ({what})"


def _takes_folds(module: ModuleType) -> bool:
    """Whether a tool's file takes a fold as one more entry; formats of others need not say."""
    return bool(getattr(module, "FOLDS_IN_PLACE", False))
