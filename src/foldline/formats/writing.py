"""Files written so that nothing gets lost: the new content is complete on disk before it takes the old one's place.

A file that changed since it was read, a folder that cannot be written, a full disk: each is refused with one sentence,
and the file is as it was. The only module of the formats that touches the disk to write.
"""

import glob
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple
from uuid import uuid4

from foldline.errors import WriteRefusedError
from foldline.formats import backups

_UNFINISHED: Final = ".foldline-tmp"
_ABANDONED_SECONDS: Final = 3600


class Stamp(NamedTuple):
    """How a file looked when it was read: enough to tell that another program has written to it since."""

    size: int
    """Bytes."""
    modified: int
    """Nanoseconds since 1970."""
    inode: int


def stamp(path: Path) -> Stamp:
    """Remember how a file looks now, to be handed to `replace` later. Take it before reading.

    Raises:
        WriteRefusedError: there is no such file, or it cannot be looked at.
    """
    with refusing(path, "cannot be read"):
        status = path.stat()
    return Stamp(status.st_size, status.st_mtime_ns, status.st_ino)


def replace(path: Path, data: bytes, *, expected: bytes | Stamp, keep_old: bool = False) -> Path | None:
    """Give a file new content, all of it or none; a program that reads it meanwhile sees the old or the new one.

    A link is followed: the file it names is replaced. The mode is kept.

    Args:
        path: an existing file.
        data: the whole new content.
        expected: the content that was read, or its `stamp`; what is there now must be the same.
        keep_old: leave the old file beside the new one (`foldline.formats.backups`).

    Returns:
        The backup, when one was asked for.

    Raises:
        WriteRefusedError: the file changed, is gone, or could not be written; it is as it was.
    """
    with refusing(path, "was left as it is"):
        target = Path(os.path.realpath(path, strict=True))
        _check_writable(target)
        _sweep(target)
        fresh = _write_beside(target, data)
        with _whole_or_gone(fresh):
            _take_over(target, fresh)
            saved = backups.keep(target, data) if keep_old else None
            try:
                _check_unchanged(path, target, expected)
                fresh.replace(target)
            except BaseException:
                if saved is not None:
                    saved.unlink(missing_ok=True)
                raise
    _sync_folder(target.parent)
    return saved


def create(path: Path, data: bytes) -> None:
    """Write a new file: its name is there when all of it is on disk, and not before.

    Raises:
        WriteRefusedError: there is a file of that name, or this one could not be written.
    """
    with refusing(path, "was not written"):
        fresh = path.parent / f"{_beginning(path)}{uuid4().hex}{_UNFINISHED}"
        with _whole_or_gone(fresh):
            with fresh.open("xb") as sink:
                sink.write(data)
                _sync(sink)
            _give_name(fresh, path)
        _sync_folder(path.parent)


def restore(path: Path) -> backups.Restored:
    """Undo the last fold of a file, byte for byte.

    Raises:
        WriteRefusedError: there is none to undo, or the folder does not allow it; the file is as it was.
    """
    with refusing(path, "was left as it is"):
        done = backups.restore(path)
        _sync_folder(path.parent)
    return done


def _check_unchanged(path: Path, target: Path, expected: bytes | Stamp) -> None:
    same = target.read_bytes() == expected if isinstance(expected, bytes) else stamp(target) == expected
    if not same:
        msg = f"{path} changed since it was read, so it was left as it is; fold it again when nothing writes to it"
        raise WriteRefusedError(msg)


def _check_writable(target: Path) -> None:
    # A new file could take the place of a read-only one; its owner has said that it shall not change.
    # What its mode says holds for root too, whom the system lets write anything.
    if not is_writable(target):
        raise PermissionError


def is_writable(path: Path) -> bool:
    """Whether a file, or what is in a folder, may be changed: by its mode and by the system.

    Raises:
        OSError: there is no such file.
    """
    return bool(path.stat().st_mode & 0o222) and os.access(path, os.W_OK)


def _take_over(target: Path, fresh: Path) -> None:
    """Let the new file belong to whom the old one did, with the same mode."""
    status = target.stat()
    if hasattr(os, "chown"):
        with suppress(PermissionError):
            os.chown(fresh, status.st_uid, status.st_gid)
    shutil.copymode(target, fresh)


def _sweep(target: Path) -> None:
    """Take away what a writer left that was killed; one that is at work has changed it within the hour."""
    for left in target.parent.glob(f"{glob.escape(_beginning(target))}*{_UNFINISHED}"):
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > _ABANDONED_SECONDS:
                left.unlink()


def _beginning(target: Path) -> str:
    return f".{target.name[:40]}."


def _write_beside(target: Path, data: bytes) -> Path:
    """A finished file in the same folder, so that it can take the place of the target in one step."""
    handle, name = tempfile.mkstemp(prefix=_beginning(target), suffix=_UNFINISHED, dir=target.parent)
    fresh = Path(name)
    with _whole_or_gone(fresh), os.fdopen(handle, "wb") as sink:
        sink.write(data)
        _sync(sink)
    return fresh


@contextmanager
def _whole_or_gone(fresh: Path) -> Iterator[None]:
    """Take an unfinished file away again when what is done with it fails."""
    try:
        yield
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise


def _give_name(fresh: Path, path: Path) -> None:
    """Move a finished file to a name that nothing has yet."""
    try:
        os.link(fresh, path)
    except FileExistsError:
        raise
    except (OSError, NotImplementedError):  # a file system without second names: the name is taken first
        path.open("xb").close()
        fresh.replace(path)
    else:
        fresh.unlink()


def _sync(sink: BinaryIO) -> None:
    sink.flush()
    os.fsync(sink.fileno())


def _sync_folder(folder: Path) -> None:
    """Make the new name survive a power cut too; a file system that cannot do that has still the whole file."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def refusing(path: Path, outcome: str) -> Iterator[None]:
    """Turn what the system reports into one sentence."""
    try:
        yield
    except FileNotFoundError:
        msg = f"{path} does not exist (any more); nothing was written"
        raise WriteRefusedError(msg) from None
    except PermissionError:
        msg = (
            f"{path} {outcome}: no permission; change the mode of the file or of its folder, or write a copy elsewhere"
        )
        raise WriteRefusedError(msg) from None
    except OSError as error:
        msg = f"{path} {outcome}: {(error.strerror or str(error)).lower()}"
        raise WriteRefusedError(msg) from None
