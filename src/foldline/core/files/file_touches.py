"""One thing a call did to one file, as far as the call alone tells. Paths are as the call gave them."""

import re
from functools import cache
from typing import Literal, NamedTuple


class Touch(NamedTuple):
    """A file read, written, deleted or moved."""

    kind: Literal["read", "write", "delete", "move"]
    path: str
    to: str = ""
    """Where it was moved."""
    base: str | None = ""
    """Folder a relative path starts from: empty is where the session runs, None is unknown."""
    known_only: bool = False
    """The path is a pattern or a folder: it speaks only of files that are known already."""
    into_folder: bool = False
    """``to`` is certainly a folder."""
    if_there: bool = False
    """A deletion that goes well without the file, too: it proves nothing of a file nobody saw."""


def is_link(path: str) -> bool:
    """True for what is fetched and not on disk: any path with a scheme in it.

    >>> is_link("https://example.org/a.txt"), is_link("src/a.txt")
    (True, False)
    """
    return "://" in path and _scheme().search(path) is not None


def without_selector(path: str) -> str:
    """A read path without the lines or the mode it selects.

    >>> [without_selector(path) for path in ("a.py:10-20", "a.py:L5,L9-", "a.py:raw:1-5", "db.sqlite:users")]
    ['a.py', 'a.py', 'a.py', 'db.sqlite:users']
    """
    found = _selector().search(path) if ":" in path else None
    return path[: found.start()] if found and found.start() else path


def is_scratch(path: str, cwd: str = "") -> bool:
    """True for a file in a folder for temporary files, unless that is where the session works.

    Args:
        path: a whole path.
        cwd: folder the session runs in; where it is not known, only what lies right in a temporary folder is scratch.

    >>> is_scratch("/tmp/out.log"), is_scratch("/tmp/app/a.py", "/tmp/app"), is_scratch("/tmp/app/a.py", "/srv")
    (True, False, True)
    """
    found = _temporary().match(path)
    if found is None or (cwd and f"{path}/".startswith(f"{cwd.rstrip('/')}/")):
        return False
    return bool(cwd and not _temporary().match(f"{cwd}/")) or "/" not in path[found.end() :].replace("\\", "/")


@cache
def _temporary() -> re.Pattern[str]:
    return re.compile(
        r"(?:/private)?(?:/var)?/tmp/(?:tmp\.\w+/)?|(?:/private)?/var/folders/[^/]+/[^/]+/T/|/dev/shm/"
        r"|[A-Za-z]:[\\/](?:[^\\/]+[\\/]){2}AppData[\\/]Local[\\/]Temp[\\/]"
    )


@cache
def _scheme() -> re.Pattern[str]:
    return re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")


@cache
def _selector() -> re.Pattern[str]:
    lines = r"L?\d+(?:(?:-|\.\.|\+)(?:L?\d+)?)?"
    some = rf"{lines}(?:,{lines})*"
    return re.compile(rf":(?:{some}(?::(?:raw|{some}))?|raw(?::{some})?|conflicts)$")
