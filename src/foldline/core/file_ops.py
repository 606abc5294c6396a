"""The file lists of a fold: what was modified, what was only read, where moved files are now, what is gone.

One whole path each, as a call gave it. Aborted, failed and unanswered calls modify nothing. A path a shell command
gives relative to another folder is the same file as its whole path elsewhere.
"""

from collections.abc import Iterable

from foldline.core.facts import FileOps
from foldline.core.file_calls import touched
from foldline.core.file_shelf import NO_FILES, Shelf
from foldline.core.file_touches import Touch, is_link
from foldline.core.outcomes import Outcome, outcomes
from foldline.core.session import Item


def collect(items: Iterable[Item], previous: FileOps = NO_FILES, *, cwd: str = "") -> FileOps:
    """The files a conversation touched.

    Args:
        items: messages in order.
        previous: the lists of an earlier fold; newer calls win.
        cwd: folder the session runs in, where that is known.

    >>> from foldline.core.messages import Message, TextPart, ToolCallPart, ToolResultPart
    >>> call = ToolCallPart("1", "Write", {"file_path": "src/a.py", "content": "x"})
    >>> answer = ToolResultPart("1", (TextPart("written"),))
    >>> collect([Item("a", Message("assistant", (call,))), Item("b", Message("tool", (answer,)))]).modified
    ('src/a.py',)
    """
    shelf = Shelf(previous, cwd)
    opened = ""
    for outcome in outcomes(items):
        found = touched(outcome.call, opened=opened, failed=outcome.state == "failed")
        opened = found.opened
        for touch in found.touches:
            if _counts(outcome, touch):
                shelf.put(touch)
    return shelf.lists()


def merge(earlier: FileOps, later: FileOps) -> FileOps:
    """One list out of two: what happened later wins, links are left out.

    >>> merge(FileOps(modified=("a.py",)), FileOps(read=("a.py", "b.py")))
    FileOps(modified=('a.py',), read=('b.py',), moved_from={}, deleted=frozenset())
    """
    left = set(later.moved_from.values()).difference(later.modified, later.read)
    modified = {path for path in (*earlier.modified, *later.modified) if path not in left and not is_link(path)}
    moved = {new: old for new, old in earlier.moved_from.items() if new not in left}
    moved.update({new: earlier.moved_from.get(old, old) for new, old in later.moved_from.items()})
    modified.update(new for new, old in later.moved_from.items() if old in earlier.modified)
    read = {path for path in (*earlier.read, *later.read) if path not in left and not is_link(path)} - modified
    touched_later = {*later.modified, *later.read}
    return FileOps(
        modified=tuple(sorted(modified)),
        read=tuple(sorted(read)),
        moved_from={new: old for new, old in sorted(moved.items()) if new != old and new in modified | read},
        deleted=((earlier.deleted - touched_later) | later.deleted) & (modified | read),
    )


def _counts(outcome: Outcome, touch: Touch) -> bool:
    """A read that was asked for counts unless it failed; anything else only when it was done."""
    if outcome.state == "done":
        return True
    if outcome.state == "failed":
        return touch.kind == "write"
    return touch.kind == "read" and not touch.known_only
