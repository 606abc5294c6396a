"""Which parts of a text differ from another one: the text in pieces that, joined, are it again byte for byte."""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import NamedTuple


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
    for tag, old_start, old_end, start, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        text = "".join(new[start:end])
        if tag == "replace" and by_words:
            yield from _compared(_words(text), _words("".join(old[old_start:old_end])), by_words=False)
        elif text:
            yield Piece(text, tag != "equal")


def _joined(pieces: Iterator[Piece]) -> Iterator[Piece]:
    held = Piece("", is_changed=False)
    for piece in pieces:
        if piece.is_changed == held.is_changed or not held.text:
            held = Piece(held.text + piece.text, piece.is_changed)
        else:
            yield held
            held = piece
    if held.text:
        yield held
