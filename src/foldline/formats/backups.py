"""What a session file was before each fold, beside it under names that no tool takes for a session.

`a.jsonl.foldline-1-<digest>.bak` is what `a.jsonl` was before its first fold; the digest is that of the file the fold
made, so that it can be told whether the conversation went on since. A backup is the old file itself, not a copy of it:
it is there at once and whole, and giving it its name back restores every byte.
"""

import os
import re
import shutil
import tempfile
from contextlib import suppress
from hashlib import blake2b
from itertools import count
from pathlib import Path
from typing import NamedTuple

from foldline.errors import WriteRefusedError


class Restored(NamedTuple):
    """A file as it was before its last fold."""

    path: Path
    later: Path | None
    """What it was until now, where the conversation had gone on since the fold."""


class _Backup(NamedTuple):
    number: int
    digest: str
    path: Path


def keep(target: Path, folded: bytes) -> Path:
    """Give a file a second name, under which it stays when another takes its place.

    Args:
        target: the file, no link.
        folded: what will take its place.

    Raises:
        OSError: the folder or the disk does not allow it; there is no half of a backup.
    """
    number = max((each.number for each in _backups(target)), default=0) + 1
    return _name_also(target, f".foldline-{number}-{_digest(folded)}.bak")


def restore(path: Path) -> Restored:
    """Undo the last fold of a file exactly; what was said since is kept beside it.

    Raises:
        WriteRefusedError: there is no fold to undo.
        OSError: the folder or the disk does not allow it; the file is as it was.
    """
    now = path.read_bytes()
    for backup in sorted(_backups(path), reverse=True):
        if backup.path.read_bytes() == now:  # a fold that was stopped before it took place
            backup.path.unlink()
            continue
        later = None if backup.digest == _digest(now) else _next_name(path, "later", now)
        backup.path.replace(path)
        return Restored(path, later)
    msg = f"{path} has no fold of Foldline's to undo: there is no {path.name}.foldline-….bak beside it"
    raise WriteRefusedError(msg)


def _backups(target: Path) -> list[_Backup]:
    pattern = re.compile(re.escape(target.name) + r"\.foldline-(\d+)-([0-9a-f]+)\.bak")
    found = ((pattern.fullmatch(each.name), each) for each in target.parent.iterdir())
    return [_Backup(int(match[1]), match[2], each) for match, each in found if match]


def _next_name(target: Path, kind: str, content: bytes) -> Path:
    for number in count(1):
        with suppress(FileExistsError):
            return _name_also(target, f".foldline-{kind}-{number}-{_digest(content)}.bak")
    raise AssertionError  # count() does not end


def _name_also(target: Path, ending: str) -> Path:
    name = target.with_name(target.name + ending)
    try:
        os.link(target, name)
    except FileExistsError:
        raise
    except (OSError, NotImplementedError):  # a file system without second names
        _copy(target, name)
    return name


def _copy(target: Path, name: Path) -> None:
    handle, temporary = tempfile.mkstemp(prefix=f".{target.name[:40]}.", suffix=".foldline-tmp", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as sink, target.open("rb") as source:
            shutil.copyfileobj(source, sink)
            sink.flush()
            os.fsync(sink.fileno())
        shutil.copystat(target, temporary)
        Path(temporary).replace(name)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _digest(content: bytes) -> str:
    return blake2b(content, digest_size=6).hexdigest()
