"""The files of a conversation while its history is followed: which path means which file, and what became of it.

A file is known by its whole path as far as that can be told; it is shown under the name a call gave it.
"""

import posixpath
from fnmatch import fnmatchcase

from foldline.core.facts import FileOps
from foldline.core.files.file_touches import Touch, is_link

NO_FILES = FileOps()


class _File:
    """One file and its state."""

    __slots__ = ("deleted", "modified", "name", "was")

    def __init__(self, name: str, *, modified: bool = False, was: str = "", deleted: bool = False) -> None:
        self.name = name
        self.modified = modified
        self.was = was
        self.deleted = deleted


class Shelf:
    """Takes touches in order and tells the lists they leave behind.

    >>> shelf = Shelf()
    >>> shelf.put(Touch("write", "/repo/a.py"))
    >>> shelf.put(Touch("move", "a.py", "b.py", base="/repo"))
    >>> shelf.lists().moved_from
    {'/repo/b.py': '/repo/a.py'}
    """

    def __init__(self, previous: FileOps = NO_FILES, cwd: str = "") -> None:
        self._cwd = cwd
        self._files: dict[str, _File] = {}
        for names, modified in ((previous.read, False), (previous.modified, True)):
            for name in names:
                if not is_link(name):
                    was, deleted = previous.moved_from.get(name, ""), name in previous.deleted
                    self._files[self._key(name, "")] = _File(name, modified=modified, was=was, deleted=deleted)
        self._names = {posixpath.normpath(file.name) for file in self._files.values()}

    def put(self, touch: Touch) -> None:
        """Take one touch into account."""
        if touch.kind == "delete":
            self._delete(touch)
        elif touch.kind == "move":
            self._move(touch)
        else:
            self._use(touch)

    def lists(self) -> FileOps:
        """The lists as they stand now, sorted."""
        files = sorted(self._files.values(), key=lambda file: file.name)
        modified = {file.name: None for file in files if file.modified}
        return FileOps(
            modified=tuple(modified),
            read=tuple(dict.fromkeys(file.name for file in files if file.name not in modified)),
            moved_from={file.name: file.was for file in files if file.was},
            deleted=frozenset(file.name for file in files if file.deleted),
        )

    def _use(self, touch: Touch) -> None:
        if touch.known_only:
            for key in self._known(touch):
                self._files[key].modified |= touch.kind == "write"
            return
        key = self._find(touch.path, touch.base) or self._key(touch.path, touch.base)
        if not key:
            return
        file = self._files.get(key) or self._add(key, touch.path)
        if _is_whole(touch.path) and not _is_whole(file.name):
            file.name = touch.path
            self._files[self._key(touch.path, None)] = self._files.pop(key)
        file.modified |= touch.kind == "write"
        file.deleted = False

    def _delete(self, touch: Touch) -> None:
        known = self._known(touch)
        for key in known:
            self._files[key].deleted = True
        key = self._key(touch.path, touch.base)
        if key and not (known or touch.known_only or touch.if_there):
            file = self._add(key, touch.path)
            file.modified = file.deleted = True

    def _move(self, touch: Touch) -> None:
        sources = self._known(touch)
        base = _base_shown(touch, sources[0]) if len(sources) == 1 else touch.base
        source, target = self._key(touch.path, base), self._key(touch.to, base)
        if not target:
            return
        into = touch.into_folder or self._holds_files(target) or differs_like_folder(touch)
        for key in sources:
            rest = _rest(key, source, pattern=touch.known_only, into=into)
            self._rename(key, target + rest, posixpath.normpath(touch.to) + rest)
        if not sources and not into and not touch.known_only and "." in posixpath.basename(touch.path):
            file = self._files.get(target) or self._add(target, touch.to)
            file.modified, file.was, file.deleted = True, touch.path, False

    def _add(self, key: str, name: str) -> _File:
        """A new file under the name a call gave it, or its whole path where another file has that name."""
        name = key if posixpath.normpath(name) in self._names else name
        self._names.add(posixpath.normpath(name))
        self._files[key] = _File(name)
        return self._files[key]

    def _rename(self, key: str, target: str, given: str) -> None:
        file = self._files.pop(key)
        was = file.was or file.name
        replaced = self._files.get(target)
        if replaced is not None:
            file.modified |= replaced.modified
            file.name = replaced.name
        else:
            taken = given in self._names or (_is_whole(file.name) and _is_whole(target))
            file.name = target if taken else given
        file.was = "" if was == file.name else was
        file.deleted = False
        self._names.add(posixpath.normpath(file.name))
        self._files[target] = file

    def _key(self, path: str, base: str | None) -> str:
        """The whole path as far as it is known; empty when its folder is not."""
        path = path.replace("\\", "/")
        if _is_whole(path):
            return posixpath.normpath(path)
        if base is None:
            return ""
        folder = base if _is_whole(base) else posixpath.join(self._cwd, base)
        return posixpath.normpath(posixpath.join(folder, path))

    def _find(self, path: str, base: str | None) -> str:
        """The known file a path means, also where only its end was given and fits one file."""
        key = self._key(path, base) or posixpath.normpath(path)
        if key in self._files:
            return key
        if _is_whole(key):
            fitting = [known for known in self._files if "/" in known and key.endswith("/" + known)]
        else:
            end = "/" + key
            fitting = [known for known in self._files if known.endswith(end)] if "/" in key else []
        return fitting[0] if len(fitting) == 1 else ""

    def _known(self, touch: Touch) -> list[str]:
        """The known files a path, a folder or a pattern means."""
        if found := self._find(touch.path, touch.base):
            return [found]
        key = self._key(touch.path, touch.base)
        inside = [known for known in self._files if key and known.startswith(key + "/")]
        if inside or not touch.known_only:
            return inside
        pattern = key.split("/")
        return [known for known in self._files if _fits(known.split("/"), pattern)]

    def _holds_files(self, key: str) -> bool:
        return any(known.startswith(key + "/") for known in self._files)


def _rest(key: str, source: str, *, pattern: bool, into: bool) -> str:
    """What stands after the target in the new path of a moved file.

    A file or a folder that keeps its name inside the target adds that name; one that takes the target's name adds
    only what lies below it; a pattern moves each file by its own name.
    """
    if pattern:
        return "/" + posixpath.basename(key)
    below = key[len(source) :]
    return f"/{posixpath.basename(source)}{below}" if into else below


def _base_shown(touch: Touch, known: str) -> str | None:
    """The folder a move starts from: as given, or as the one known file with that end shows it."""
    end = "/" + posixpath.normpath(touch.path)
    return known[: -len(end)] or "/" if not _is_whole(touch.path) and known.endswith(end) else touch.base


def _is_whole(path: str) -> bool:
    return path.startswith(("/", "~")) or path[1:3] in {":/", ":\\"}


def differs_like_folder(touch: Touch) -> bool:
    """``mv notes.md docs``: a file with a suffix goes into something without one."""
    return "." in posixpath.basename(touch.path) and "." not in posixpath.basename(touch.to)


def _fits(path: list[str], pattern: list[str]) -> bool:
    return len(path) == len(pattern) and all(map(fnmatchcase, path, pattern))
