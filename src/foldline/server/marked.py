"""Which parts of a text differ from another one: the text in pieces that, joined, are it again byte for byte."""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import takewhile
from operator import eq
from typing import Final, NamedTuple

_MOST_PAIRS: Final = 250_000
"""Of lines or words that are compared with one another; the time grows with them."""


class Piece(NamedTuple):
    """A part of a text."""

    text: str
    is_changed: bool


def marked(text: str, default: str) -> tuple[Piece, ...]:
    r"""A text in pieces, those marked that the default does not have.

    Lines are compared first, and words inside those that were changed into one another.

    >>> marked("a b\nc\n", "a x\nc\n")
    (Piece(text='a ', is_changed=False), Piece(text='b', is_changed=True), Piece(text='\nc\n', is_changed=False))
    """
    return tuple(_joined(_compared(_lines(text), _lines(default), by_words=True)))


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def _words(text: str) -> list[str]:
    return re.findall(r"\s+|\w+|[^\w\s]", text)


def _compared(new: list[str], old: list[str], *, by_words: bool) -> Iterator[Piece]:
    """Pieces of the new row, empty ones too. Equal ends need no search, and what is too long for one is all changed."""
    start = _alike(new, old)
    end = _alike(new[start:][::-1], old[start:][::-1])
    middle, theirs = new[start : len(new) - end], old[start : len(old) - end]
    yield Piece("".join(new[:start]), is_changed=False)
    if len(middle) * len(theirs) > _MOST_PAIRS:
        yield Piece("".join(middle), is_changed=True)
    else:
        yield from _searched(middle, theirs, by_words=by_words)
    yield Piece("".join(new[len(new) - end :]), is_changed=False)


def _searched(new: list[str], old: list[str], *, by_words: bool) -> Iterator[Piece]:
    for tag, old_start, old_end, start, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        text = "".join(new[start:end])
        if tag == "replace" and by_words:
            yield from _compared(_words(text), _words("".join(old[old_start:old_end])), by_words=False)
        else:
            yield Piece(text, tag != "equal")


def _alike(new: list[str], old: list[str]) -> int:
    """How many at the start are the same."""
    return sum(takewhile(bool, map(eq, new, old)))


def _joined(pieces: Iterator[Piece]) -> Iterator[Piece]:
    held = Piece("", is_changed=False)
    for piece in pieces:
        if not piece.text:
            continue
        if piece.is_changed == held.is_changed or not held.text:
            held = Piece(held.text + piece.text, piece.is_changed)
        else:
            yield held
            held = piece
    if held.text:
        yield held
