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


@cache
def _scheme() -> re.Pattern[str]:
    return re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")


@cache
def _selector() -> re.Pattern[str]:
    lines = r"L?\d+(?:(?:-|\.\.|\+)(?:L?\d+)?)?"
    some = rf"{lines}(?:,{lines})*"
    return re.compile(rf":(?:{some}(?::(?:raw|{some}))?|raw(?::{some})?|conflicts)$")
