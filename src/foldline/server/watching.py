"""Tells open pages when a settings file changes, whoever changes it.

Files are looked at a few times a second while somebody listens; only a different content is news, not a newer date.
"""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

from foldline.server.source import Source, version_of_files

_PAUSE: Final = 0.4
"""Seconds between two looks."""
_HEARTBEAT: Final = 15.0
"""Seconds of silence after which a listener that is gone is found out."""


class Watch:
    """Looks after the settings files of a source; one for an app."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._is_closed = False

    def close(self) -> None:
        """End every stream of versions soon."""
        self._is_closed = True

    async def versions(self) -> AsyncIterator[str]:
        """The version now, then each that follows; an empty text where nothing happened for a while."""
        told, seen, quiet = "", None, 0.0
        while not self._is_closed:
            files = self._source.files()
            looks = [_stamp(path) for path in files]
            version = told if looks == seen else await asyncio.to_thread(version_of_files, files)
            seen = looks
            if version != told or quiet >= _HEARTBEAT:
                yield version if version != told else ""
                told, quiet = version, 0.0
            await asyncio.sleep(_PAUSE)
            quiet += _PAUSE


def _stamp(path: Path) -> tuple[str, int, int, int]:
    """How a file looks from outside; cheap."""
    try:
        status = path.stat()
    except OSError:
        return (str(path), 0, 0, 0)
    return (str(path), status.st_size, status.st_mtime_ns, status.st_ino)
