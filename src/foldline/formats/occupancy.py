"""Who else is at work on a session file: another fold, a program that has it open for writing, one that just wrote.

Each is refused with one sentence before anything is written. What cannot be found out (another system, another user's
processes) is left to the last comparison with what was read, which `foldline.formats.writing` makes in any case.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from foldline.core.session import CompactionEntry, Entry, MessageEntry, Session
from foldline.errors import WriteRefusedError

QUIET_SECONDS: Final = 2.0
"""How long a file of a conversation that is going on must be left alone; clients write several times a second."""
GOING_ON_SECONDS: Final = 60.0
"""Between the newest message and the newest write of a file in use; a copy of an old file is written far later."""

_PROCESSES: Final = Path("/proc")


@contextmanager
def claimed(path: Path) -> Iterator[None]:
    """Hold a session file for oneself while it is written; given back when the process ends, however it ends.

    Raises:
        WriteRefusedError: it is a link, another fold holds it, or a program has it open for writing.
    """
    if path.is_symlink():
        msg = f"{path} is a link, so it was left as it is; fold the file it leads to: {os.path.realpath(path)}"
        raise WriteRefusedError(msg)
    try:
        handle = os.open(path, os.O_RDONLY)
    except OSError as error:
        msg = f"{path} was left as it is: {(error.strerror or str(error)).lower()}"
        raise WriteRefusedError(msg) from None
    try:
        _lock(handle, path)
        for process, name in writers(path):
            msg = (
                f"{path} is open for writing in {name} (process {process}), so it was left as it is; "
                "close that program first, then fold again"
            )
            raise WriteRefusedError(msg)
        yield
    finally:
        os.close(handle)


def wait_until_quiet(path: Path, session: Session, *, seconds: float = QUIET_SECONDS) -> None:
    """Wait out the last write to a conversation that is going on; returns at once for any other file.

    Args:
        path: the file.
        session: what was read of it.
        seconds: how long it must have been left alone.
    """
    with suppress(OSError):
        written = path.stat().st_mtime
        rest = seconds - (time.time() - written)
        if 0 < rest <= seconds and abs(written - _newest(session)) < GOING_ON_SECONDS:
            time.sleep(rest)


def writers(path: Path) -> Iterator[tuple[int, str]]:
    """Id and name of each other process that has a file open for writing, where the system tells."""
    target = os.path.realpath(path)
    with suppress(OSError):
        for folder in _PROCESSES.iterdir():
            if folder.name.isdecimal() and int(folder.name) != os.getpid() and _writes(folder, target):
                name = ""
                with suppress(OSError):
                    name = (folder / "comm").read_text().strip()
                yield int(folder.name), name or "a program"


def _writes(process: Path, target: str) -> bool:
    # A process may end, and a handle be closed, between two looks at it.
    with suppress(OSError, ValueError):
        for handle in (process / "fd").iterdir():
            with suppress(OSError):
                if str(handle.readlink()) == target and _is_for_writing(process / "fdinfo" / handle.name):
                    return True
    return False


def _is_for_writing(details: Path) -> bool:
    for line in details.read_text().splitlines():
        name, _, value = line.partition(":")
        if name == "flags":
            return int(value.strip(), 8) & os.O_ACCMODE != os.O_RDONLY
    return False


def _lock(handle: int, path: Path) -> None:
    try:
        import fcntl
    except ImportError:
        return  # a system without such locks still has the comparison with what was read
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        msg = f"{path} is being folded or restored by another process, so it was left as it is; try again after that"
        raise WriteRefusedError(msg) from None
    except OSError:
        return  # a file system without locks


def _newest(session: Session) -> float:
    """Seconds since 1970 of the newest message; 0 where none tells its time."""
    for entry in reversed(session.entries):
        with suppress(ValueError):
            return datetime.fromisoformat(_time_of(entry)).timestamp()
    return 0.0


def _time_of(entry: Entry) -> str:
    if isinstance(entry, MessageEntry):
        return entry.message.timestamp
    return entry.timestamp if isinstance(entry, CompactionEntry) else ""
