"""The file lists of a fold: what was modified, what was only read, where moved files are now, what is gone.

One whole path each, as a call gave it. Aborted, failed and unanswered calls modify nothing. A path a shell command
gives relative to another folder is the same file as its whole path elsewhere.
"""

import posixpath
from collections.abc import Iterator, Sequence

from foldline.core.facts import FileOps
from foldline.core.files.file_calls import touched
from foldline.core.files.file_shelf import NO_FILES, Shelf, differs_like_folder
from foldline.core.files.file_touches import Touch, is_link, is_scratch
from foldline.core.outcomes import SHELL_TOOLS, Outcome, outcomes, plain_name
from foldline.core.session import Item
from foldline.core.speech.authorship import human_text


def collect(
    items: Sequence[Item],
    previous: FileOps = NO_FILES,
    *,
    cwd: str = "",
    became: Sequence[Outcome] | None = None,
) -> FileOps:
    """The files a conversation touched, without what shell commands do to scratch files nobody speaks of.

    Args:
        items: messages in order.
        previous: the lists of an earlier fold; newer calls win.
        cwd: folder the session runs in, where that is known.
        became: the outcomes of these messages, where the caller has them.

    >>> from foldline.core.messages import Message, TextPart, ToolCallPart, ToolResultPart
    >>> call = ToolCallPart("1", "Write", {"file_path": "src/a.py", "content": "x"})
    >>> answer = ToolResultPart("1", (TextPart("written"),))
    >>> collect([Item("a", Message("assistant", (call,))), Item("b", Message("tool", (answer,)))]).modified
    ('src/a.py',)
    """
    shelf, spoken = Shelf(previous, cwd), _Spoken(items)
    opened = ""
    for outcome in outcomes(items) if became is None else became:
        found = touched(outcome.call, opened=opened, failed=outcome.state == "failed")
        opened = found.opened
        by_shell = bool(found.touches) and plain_name(outcome.call.name) in SHELL_TOOLS
        for touch in found.touches:
            if _counts(outcome, touch):
                for kept in _without_scratch(touch, cwd, spoken) if by_shell else (touch,):
                    shelf.put(kept)
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


class _Spoken:
    """The files the user names, looked up when somebody asks."""

    def __init__(self, items: Sequence[Item]) -> None:
        self._items = items
        self._text: str | None = None

    def names(self, path: str) -> bool:
        if self._text is None:
            self._text = "\n".join(filter(None, (human_text(item.message) for item in self._items)))
        name = posixpath.basename(path)
        return path in self._text or ("." in name and name in self._text)


def _without_scratch(touch: Touch, cwd: str, spoken: _Spoken) -> Iterator[Touch]:
    """What a shell command did to files that last: no scratch file that no tool wrote and no user names."""
    path, to = (posixpath.join(touch.base or "", path) if path else "" for path in (touch.path, touch.to))
    if not (touch.if_there or is_scratch(path, cwd)) or spoken.names(touch.path):
        yield touch._replace(if_there=False)
    elif touch.kind == "delete":
        yield touch._replace(if_there=True)
    elif touch.kind == "move" and not touch.known_only and not is_scratch(to, cwd):
        into = touch.into_folder or differs_like_folder(touch)
        target = posixpath.join(touch.to, posixpath.basename(path)) if into else touch.to
        yield Touch("write", target, base=touch.base)
        yield Touch("delete", touch.path, base=touch.base, if_there=True)
