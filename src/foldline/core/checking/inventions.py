"""Names in a summary that stand nowhere in what it was made from: files, identifiers, commits, issues, addresses.

Only what is written as a name counts, and a name that the source holds in part is held: summaries shorten. A few are
missed rather than a true one refused.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise

_LEAST_NAME = 4
"""Characters of an identifier without a call that can be told from a word."""


def invented(text: str, source: Callable[[], str]) -> list[str]:
    """The names of a text that its source does not hold, each once, in order.

    Args:
        text: what was written.
        source: what it was made from; asked for only where there is a name to look up.

    >>> invented("Fixed `parse_line()` in src/app/main.py for #41.", lambda: "app/main.py: parse_line fails, see 41")
    []
    >>> invented("See https://evil.example/x and commit deadbee1.", lambda: "")
    ['https://evil.example/x', 'deadbee1']
    """
    names = dict(_names(text))
    if not names:
        return []
    known = source()
    return [name for name, mark in names.items() if mark not in known and name not in known]


def _names(text: str) -> Iterator[tuple[str, str]]:
    """Each name with the part of it that a source has to hold."""
    for match in _links().finditer(text):
        yield match[0].rstrip(".,;:)"), match[1]
    rest = _links().sub(" ", text)
    yield from _paths(rest)
    for match in _spans().finditer(rest):
        if _file_name().fullmatch(match[1]):
            yield match[1], match[1]
        elif (found := _identifier().fullmatch(match[1])) and (found[2] or _is_made_up_of_words(found[1])):
            yield match[1], found[1]
    for match in _commits().finditer(rest):
        if any(map(str.isdigit, match[0])) and any(map(str.isalpha, match[0])):
            yield match[0], match[0]
    for match in _issues().finditer(rest):
        yield match[0], match[1]


def _paths(text: str) -> Iterator[tuple[str, str]]:
    for match in _path().finditer(text):
        path = match[0].rstrip(".")
        yield path, path.replace("\\", "/").rpartition("/")[2]


def _is_made_up_of_words(name: str) -> bool:
    """Whether only programs write it so: with an underscore inside, or with a capital after a small letter."""
    if len(name) < _LEAST_NAME:
        return False
    return "_" in name.strip("_") or any(one.islower() and other.isupper() for one, other in pairwise(name))


@cache
def _path() -> re.Pattern[str]:
    return re.compile(r"(?<![\w/.@:\\-])(?:[A-Za-z]:[/\\])?(?:[\w.@-]+[/\\])+[\w.@-]*\w\.[A-Za-z]\w{0,7}\b")


@cache
def _spans() -> re.Pattern[str]:
    return re.compile(r"(?<!`)`([^`\n]{1,120})`(?!`)")


@cache
def _identifier() -> re.Pattern[str]:
    return re.compile(r"(?:[\w$]+(?:\.|::|->|#))*([A-Za-z_$][\w$]*)(\(\))?")


@cache
def _file_name() -> re.Pattern[str]:
    return re.compile(
        r"[\w-]+(?:\.[\w-]+)*\.(?:py|pyi|[cm]?[jt]sx?|go|rs|java|kt|rb|php|cs|cpp|hpp|[ch]|swift|md|ya?ml|toml|json|sql|sh|html|css)"
    )


@cache
def _commits() -> re.Pattern[str]:
    return re.compile(r"(?<![\w.#/-])[0-9a-f]{7,40}(?![\w/-]|\.\w)")


@cache
def _issues() -> re.Pattern[str]:
    return re.compile(r"(?<![\w&/#])#(\d{2,7})(?!\w)")


@cache
def _links() -> re.Pattern[str]:
    return re.compile(r"https?://(?:[^\s/@]+@)?([\w.-]+)(?::\d+)?[^\s<>\"'`)\]]*")
