"""The sessions that the page has opened: given as bytes, or chosen from those of this machine.

A file that was given lies under a name of the server's own making in a folder of its own, gone when the server ends;
the name it came with is only text. No request names a path: what lies on this machine is asked for by an id that the
server made.
"""

import os
import tempfile
import time
from collections.abc import AsyncIterable, Callable, Mapping
from hashlib import blake2b
from pathlib import Path
from secrets import token_bytes, token_urlsafe
from threading import Lock
from typing import Final

from foldline.core.session import Session
from foldline.errors import SeveralConversationsError, UnreadableError
from foldline.formats import discover, registry
from foldline.formats.discover import Found
from foldline.server.faults import NotThereError, RequestError
from foldline.server.fold_view import Made
from foldline.server.plan_view import Planned
from foldline.server.trying import Trying
from foldline.server.watched_counter import watched

LARGEST: Final = 200_000_000
"""Bytes of a session that is taken in."""
MOST_OPEN: Final = 8
MOST_BYTES: Final = 500_000_000
"""Bytes of all opened sessions together; the ones that were not looked at for longest are closed."""
LONGEST_OPEN: Final = 4 * 3_600.0
"""Seconds after which a session that nobody looked at is closed."""
MOST_FOLDS: Final = 12
"""Folds of a session that are remembered, to lay them side by side."""
LONGEST_NAME: Final = 200
"""Characters of a file's name that are shown."""


class Opened:
    """A session that the page has opened."""

    def __init__(self, name: str, path: Path, *, found: Found | None = None, largest: int = LARGEST) -> None:
        self.id = token_urlsafe(9)
        self.name = (
            name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME // 2]}…{name[-LONGEST_NAME // 2 + 1 :]}"
        )
        self.path = path
        self.found = found
        self.largest = largest
        self.size = 0
        self.looked_at = 0.0
        self.planned: Planned | None = None
        """The plan that was asked for last, by which the list of messages is shown."""
        self.titles: tuple[str, ...] = ()
        """The conversations of a file that holds several, until one is chosen."""
        self.folds: dict[str, Made] = {}
        self._tried: Trying | None = None

    def read(self, select: int | None = None) -> Session:
        """Read the conversation.

        Raises:
            InputError: there is none to be had; `SeveralConversationsError` where one must be chosen.
            RequestError: it is larger than what is taken in.
        """
        try:
            status = self.path.stat()
            data = self.path.read_bytes() if status.st_size <= self.largest else b""
        except OSError as error:
            msg = f"{self.name} can't be read: {error.strerror or error}"
            raise UnreadableError(msg) from error
        if status.st_size > self.largest:
            raise _too_large(self.largest)
        self.size = len(data)
        try:
            session = registry.load(data, select=select, hint=self.name)
        except SeveralConversationsError as error:
            self.titles = error.titles
            raise
        self._tried, self.planned, self.folds = Trying(session, watched(), Lock()), None, {}
        return session

    @property
    def tried(self) -> Trying:
        """What was read, to be tried on.

        Raises:
            NotThereError: nothing was, so far.
        """
        if self._tried is None:
            msg = "this file has not been read as a conversation; open it once more"
            raise NotThereError(msg)
        return self._tried

    def remember(self, made: Made) -> None:
        """Keep a fold, so that it can be looked at again, compared and saved."""
        self.folds[made.id] = made
        for old in list(self.folds)[:-MOST_FOLDS]:
            del self.folds[old]

    def fold(self, fold_id: str) -> Made:
        """The fold of that id.

        Raises:
            NotThereError: there is none (any more).
        """
        if fold_id not in self.folds:
            msg = "this fold is not kept any more; fold once more"
            raise NotThereError(msg)
        return self.folds[fold_id]


class Shelf:
    """The opened sessions of a server.

    Args:
        home: the user's home folder.
        environ: the environment; both say where the tools keep their sessions.
        clock: seconds that only grow.
        largest: bytes of a session that is taken in.
    """

    def __init__(
        self,
        home: Path | None = None,
        environ: Mapping[str, str] | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
        largest: int = LARGEST,
    ) -> None:
        self.largest = largest
        self._home = home or Path.home()
        self._environ = os.environ if environ is None else environ
        self._clock = clock
        self._secret = token_bytes(16)
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._opened: dict[str, Opened] = {}
        self._lock = Lock()
        self._found: dict[str, Found] = {}

    def close(self) -> None:
        """Forget everything, and take the files away that were given."""
        self._opened.clear()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def discover(self, limit: int) -> dict[str, Found]:
        """The newest sessions on this machine, by the ids under which they can be asked for."""
        found = discover.discover(self._home, self._environ, limit=limit)
        self._found = {self._id_of(one): one for one in found}
        return self._found

    def _id_of(self, found: Found) -> str:
        return blake2b(os.fsencode(found.path), key=self._secret, digest_size=9).hexdigest()

    def choose(self, found_id: str) -> Opened:
        """Open a session of this machine.

        Raises:
            NotThereError: no such session was listed.
        """
        found = self._found.get(found_id)
        if found is None:
            msg = "no such session was listed; look at the list again"
            raise NotThereError(msg)
        return self._put(Opened(found.path.name, found.path, found=found, largest=self.largest))

    async def receive(self, name: str, chunks: AsyncIterable[bytes]) -> Opened:
        """Take in a file as it comes.

        Raises:
            RequestError: it has more bytes than are taken.
            UnreadableError: it is empty, or can't be kept here.
        """
        path = self._place() / token_urlsafe(12)
        try:
            await _store(path, chunks, self.largest)
        except OSError as error:
            path.unlink(missing_ok=True)
            msg = f"the file can't be kept here: {error.strerror or error}"
            raise UnreadableError(msg) from error
        except BaseException:
            path.unlink(missing_ok=True)
            raise
        return self._put(Opened(name or "session", path))

    def _place(self) -> Path:
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="foldline-")
        return Path(self._folder.name)

    def get(self, opened_id: str) -> Opened:
        """The opened session of that id.

        Raises:
            NotThereError: there is none (any more).
        """
        opened = self._opened.get(opened_id)
        if opened is None:
            msg = "this session is not open any more; open it once more"
            raise NotThereError(msg)
        opened.looked_at = self._clock()
        return opened

    def session(self, opened_id: str) -> Session:
        """What was read of it.

        Raises:
            NotThereError: there is none, or it has not been read.
        """
        return self.get(opened_id).tried.session

    def drop(self, opened_id: str) -> None:
        """Close a session; the file on this machine stays as it is."""
        opened = self._opened.pop(opened_id, None)
        if opened is not None and opened.found is None:
            opened.path.unlink(missing_ok=True)

    def _put(self, opened: Opened) -> Opened:
        opened.looked_at = self._clock()
        opened.size = opened.path.stat().st_size if opened.path.exists() else 0
        with self._lock:
            self._opened[opened.id] = opened
            self._tidy(opened)
        return opened

    def _tidy(self, newest: Opened) -> None:
        """Close what is too much, what was not looked at for longest first."""
        others = sorted((one for one in self._opened.values() if one is not newest), key=lambda one: one.looked_at)
        while others and (
            len(others) >= MOST_OPEN
            or sum(one.size for one in (*others, newest)) > MOST_BYTES
            or others[0].looked_at < self._clock() - LONGEST_OPEN
        ):
            self.drop(others.pop(0).id)


async def _store(path: Path, chunks: AsyncIterable[bytes], largest: int) -> None:
    size = 0
    with path.open("xb") as sink:
        async for chunk in chunks:
            size += len(chunk)
            if size > largest:
                raise _too_large(largest)
            sink.write(chunk)


def _too_large(largest: int) -> RequestError:
    return RequestError(413, f"the file is larger than the {largest / 1e6:,.0f} MB that are taken in")
