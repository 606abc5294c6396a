"""Which files a patch touches: the V4A form agents use and unified diffs. Only headers are read, never hunks."""

import re
from collections.abc import Iterator
from functools import cache

from foldline.core.files.file_touches import Touch


def touches(text: str) -> list[Touch]:
    r"""What a patch does to files, in its own order.

    >>> [touch.path for touch in touches("*** Begin Patch\n*** Delete File: a.txt\n*** End Patch")]
    ['a.txt']
    """
    found = _v4a(text) if "*** Begin Patch" in text else _unified(text)
    return list(found)


def _v4a(text: str) -> Iterator[Touch]:
    path = ""
    for header in _v4a_header().finditer(text):
        action, name = header[1], header[2].strip()
        if action == "Move to:":
            if path:
                yield Touch("move", path, name)
            continue
        path = name
        yield Touch("delete" if action == "Delete File:" else "write", name)


def _unified(text: str) -> Iterator[Touch]:
    for header in _unified_header().finditer(text):
        if header["source"] is not None:
            yield Touch("move", header["source"], header["target"])
            continue
        old, new = _without_prefixes(header["old"].rstrip(), header["new"].rstrip())
        if new == "/dev/null":
            yield Touch("delete", old)
        else:
            yield Touch("write", new)


def _without_prefixes(old: str, new: str) -> tuple[str, str]:
    """Cut the ``a/`` and ``b/`` that git writes, when both sides have them."""
    if (old.startswith("a/") or old == "/dev/null") and (new.startswith("b/") or new == "/dev/null"):
        return old.removeprefix("a/"), new.removeprefix("b/")
    return old, new


@cache
def _v4a_header() -> re.Pattern[str]:
    return re.compile(r"^\*\*\* (Add File:|Update File:|Delete File:|Move to:) ([^\n]+)", re.MULTILINE)


@cache
def _unified_header() -> re.Pattern[str]:
    return re.compile(
        r"^(?:rename from (?P<source>[^\n]+)\nrename to (?P<target>[^\n]+)"
        r"|--- (?P<old>[^\t\n]+)[^\n]*\n\+\+\+ (?P<new>[^\t\n]+)[^\n]*(?=\n@@|\s*\Z))",
        re.MULTILINE,
    )
