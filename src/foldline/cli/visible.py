"""Signs that steer a terminal, made visible: what a session holds is shown, and never moves a cursor or turns text."""

from functools import cache

from rich.text import Text
from rich.tree import Tree

_PICTURES = 0x2400
"""Where the pictures of the control characters begin."""
_DIRECTIONS = (*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0x061C)


def visible(text: str) -> str:
    r"""The text, each steering sign replaced by one that is seen.

    >>> visible("a\x1b[31mb")
    'a␛[31mb'
    """
    return text if text.isprintable() else text.translate(_signs())


def harmless(line: Text | Tree) -> Text | Tree:
    """A line for a terminal with its steering signs made visible; styles stay where they are."""
    if isinstance(line, Text):
        line.plain = visible(line.plain)
        return line
    for branch in line.children:
        if isinstance(branch.label, Text):
            harmless(branch.label)
        harmless(branch)
    return line


@cache
def _signs() -> dict[int, str]:
    signs = {code: chr(_PICTURES + code) for code in range(0x20) if chr(code) not in "\n\t"}
    others = (*range(0x80, 0xA0), *_DIRECTIONS, *range(0xD800, 0xE000))
    return {**signs, 0x7F: "\u2421", **dict.fromkeys(others, "\ufffd")}
