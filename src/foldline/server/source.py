"""Where the page's settings come from: the same layers as everywhere, and a version that tells whether they changed."""

import os
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request

from foldline import config
from foldline.config.layers import Config
from foldline.config.sources import project_file, user_file


class Source(NamedTuple):
    """The settings of the user who runs the server, in the folder it runs in."""

    flags: Mapping[str, object]
    """What holds as long as the server runs."""

    def load(self) -> Config:
        """The settings as they are now."""
        return config.load(flags=self.flags)

    def files(self) -> tuple[Path, ...]:
        """The files that settings come from; the user's own also where it is not there."""
        project = project_file(Path.cwd())
        return (user_file(os.environ), *([project] if project else []))

    def version(self) -> str:
        """A text that differs as soon as a settings file holds anything else."""
        return version_of_files(self.files())


def source_of(request: Request) -> Source:
    """The app's source of settings."""
    source: Source = request.app.state.source
    return source


def version_of_files(paths: Iterable[Path]) -> str:
    """The version of some files, by what they hold."""
    made = blake2b(digest_size=12)
    for path in paths:
        content = _content(path)
        made.update(f"{path}\0{len(content)}\0".encode("utf-8", "surrogatepass"))
        made.update(content)
    return made.hexdigest()


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""
