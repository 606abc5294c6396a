"""Two folds of one session side by side, with what differs marked section by section and line by line."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from foldline.server.fold_view import FoldView, SectionText

MOST_LINES: Final = 2_000
"""Lines of two texts that are compared one by one; longer ones are shown as changed as a whole."""
LineKind: TypeAlias = Literal["same", "first", "second"]


class Line(Struct, frozen=True):
    """A line of two texts laid over one another: in both, or in one of them."""

    kind: LineKind
    text: str


class Difference(Struct, frozen=True):
    """A section in two folds."""

    id: str
    state: Literal["same", "changed", "renamed", "only_first", "only_second"]
    first_title: str
    second_title: str
    lines: tuple[Line, ...]


class Comparison(Struct, frozen=True):
    """Two folds of one session."""

    first: FoldView
    second: FoldView
    sections: tuple[Difference, ...]


def compare(first: FoldView, second: FoldView) -> Comparison:
    """Two folds side by side, with what differs marked section by section and line by line."""
    left, right = _texts(first), _texts(second)
    order = merged([one.id for one in left], [one.id for one in right])
    lefts, rights = ({one.id: one for one in side} for side in (left, right))
    return Comparison(first, second, tuple(_difference(name, lefts.get(name), rights.get(name)) for name in order))


def _texts(fold: FoldView) -> list[SectionText]:
    said = ("short", fold.short_summary), ("request", fold.request), ("open_request", fold.open_request)
    return [*(SectionText(f".{name}", "", text) for name, text in said if text), *fold.sections]


def merged(first: Sequence[str], second: Sequence[str]) -> list[str]:
    """Two rows of names as one that keeps the order of the second, and of the first where it can.

    >>> merged(["a", "b", "c"], ["a", "x", "c"])
    ['a', 'b', 'x', 'c']
    """
    row = list(second)
    at = 0
    for name in first:
        if name in row:
            at = row.index(name) + 1
        else:
            row.insert(at, name)
            at += 1
    return row


def _difference(name: str, first: SectionText | None, second: SectionText | None) -> Difference:
    if first is None or second is None:
        only = first or second
        text = only.text if only else ""
        kind: LineKind = "second" if first is None else "first"
        return Difference(
            name,
            "only_second" if first is None else "only_first",
            first.title if first else "",
            second.title if second else "",
            tuple(Line(kind, line) for line in text.split("\n")),
        )
    lines = tuple(_lines(first.text.split("\n"), second.text.split("\n")))
    is_same = first.text == second.text
    state: Literal["same", "changed", "renamed"] = "changed" if not is_same else "same"
    if is_same and first.title != second.title:
        state = "renamed"
    return Difference(name, state, first.title, second.title, lines)


def _lines(first: list[str], second: list[str]) -> Iterator[Line]:
    if len(first) + len(second) > MOST_LINES:
        yield from (Line("first", line) for line in first)
        yield from (Line("second", line) for line in second)
        return
    for kind, a, b, c, d in SequenceMatcher(None, first, second, autojunk=False).get_opcodes():
        if kind == "equal":
            yield from (Line("same", line) for line in first[a:b])
        else:
            yield from (Line("first", line) for line in first[a:b])
            yield from (Line("second", line) for line in second[c:d])
