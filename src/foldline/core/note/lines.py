"""A note as lines with weights, made to fit a budget: the least important goes first, headings stay.

Nothing is cut inside a line. Finished work that has to go is counted, so that the note says how much of it there is
in the original.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from msgspec import Struct

from foldline.core.note.prose import harmless

MARK_TOKENS = 2
"""Tokens of a list mark and a line break, about."""
PINNED = math.inf
"""Weight of what never gives way."""


class Line(Struct, frozen=True):
    """One line of a note and how much it matters."""

    text: str
    weight: float = 50.0
    details: tuple["Line", ...] = ()
    """Lines under it; they never outlive it."""
    counted: bool = False
    """Finished work: when it goes, it is counted as an earlier item."""


class Group(Struct):
    """Lines under one sub-heading, or under the section's own heading where that is empty."""

    lines: list[Line]
    heading: str = ""
    mark: str = ""
    """What each line begins with: `- `, `- [x] `, `1. `; a list is numbered anew from the lines that stay."""
    empty: str = ""
    """Stands in place of lines where there are none; without it an empty group is left out."""
    earlier: int = 0
    """Finished items that are no longer listed."""


class Block(Struct):
    """A section: its heading line and its groups."""

    heading: str
    groups: list[Group]
    share: float | None = None
    """Part of the whole budget it may take at most."""
    is_running: bool = False
    """Running text: no heading, no marks, what stands under a line behind it."""
    stands: bool = False
    """Its heading is written even where nothing stands under it."""


class Note(Struct):
    """A whole note, with the frame lines some templates ask for."""

    blocks: list[Block]
    earlier: str = "{}"
    """How the number of earlier items is said."""
    opening: str = ""
    closing: str = ""

    def text(self) -> str:
        """The note as it stands."""
        parts = [self.opening, *(block_text(block, self.earlier) for block in self.blocks), self.closing]
        return "\n\n".join(part for part in parts if part)


def block_text(block: Block, earlier: str) -> str:
    """A section as text; empty where it has nothing to say and its heading does not stand by itself."""
    if block.is_running:
        return "\n".join(row for group in block.groups for row in _running(group, earlier))
    rows = [block.heading]
    for group in block.groups:
        body = list(_rows(group, earlier)) or ([group.empty] if group.empty else [])
        if group.heading and body:
            rows += ["", group.heading] if len(rows) > 1 else [group.heading]
        rows += body
    return "\n".join(rows) if len(rows) > 1 or block.stands else ""


def _running(group: Group, earlier: str) -> Iterable[str]:
    if group.earlier:
        yield earlier.format(group.earlier)
    for line in group.lines:
        details = "; ".join(harmless(detail.text).rstrip(".。") for detail in line.details)
        text = line.text if line.weight == PINNED else harmless(line.text)
        between = " " if text.endswith((".", ":", "。", "：")) else ": "
        yield _as_prose(f"{text}{between}{details}." if details else text)
    if not group.lines and group.empty:
        yield group.empty


def _as_prose(text: str) -> str:
    """A line that does not look like a heading, a frame or an entry of a list."""
    return f"“{text}”" if text.startswith(("#", "[", "【", "=")) else text


def _rows(group: Group, earlier: str) -> Iterable[str]:
    if group.earlier:
        yield group.mark + earlier.format(group.earlier)
    for number, line in enumerate(group.lines, 1):
        mark = f"{number}. " if group.mark == "1. " else group.mark
        yield mark + (line.text if line.weight == PINNED else harmless(line.text))
        for detail in line.details:
            yield f"  - {harmless(detail.text)}"


def fit(note: Note, *, max_tokens: int, count: Callable[[str], int]) -> str:
    """The text of the note within a budget.

    Args:
        note: changed in place; afterwards it holds the lines that stayed.
        max_tokens: ceiling of the text, by ``count``.
        count: tokens of a text.
    """
    _rank(note.blocks)
    for block in note.blocks:
        if block.share is not None:
            _shrink([block], partial(block_text, block, note.earlier), int(block.share * max_tokens), count)
    text = _shrink(note.blocks, note.text, max_tokens, count)
    while count(text) > max_tokens and note.blocks:
        note.blocks.pop()
        text = note.text()
    return text if count(text) <= max_tokens else ""


def _rank(blocks: Sequence[Block]) -> None:
    """Give each line a weight of its own, in the order of the weights; among equals the older is the lighter."""
    groups = [group for block in blocks for group in block.groups]
    weights = [weight for group in groups for line in group.lines for weight in (line.weight, *_details(line))]
    order = sorted(range(len(weights)), key=lambda at: (weights[at], at))
    rank = {at: float(place) for place, at in enumerate(order)}
    numbers = iter(range(len(weights)))
    for group in groups:
        ranked = []
        for line in group.lines:
            own = rank[next(numbers)]
            details = tuple(Line(detail.text, rank[next(numbers)]) for detail in line.details)
            ranked.append(Line(line.text, PINNED if line.weight == PINNED else own, details, line.counted))
        group.lines = ranked


def _details(line: Line) -> Iterable[float]:
    return (detail.weight for detail in line.details)


def _shrink(blocks: Sequence[Block], text: Callable[[], str], limit: int, count: Callable[[str], int]) -> str:
    """Drop the lightest lines until the text fits or only pinned ones are left."""
    now = text()
    groups = [group for block in blocks for group in block.groups]
    while (over := count(now) - limit) > 0:
        lightest = sorted((weight, text) for group in groups for weight, text in _droppable(group))
        if not lightest:
            break
        bound = _bound(lightest, over, count)
        for group in groups:
            _drop(group, bound)
        now = text()
    return now


def _droppable(group: Group) -> Iterator[tuple[float, str]]:
    """Each text that is not pinned, with the weight at which it goes: a detail goes with its line at the latest."""
    for line in group.lines:
        for one in (line, *line.details):
            weight = min(one.weight, line.weight)
            if weight < PINNED:
                yield weight, one.text


def _bound(lightest: Iterable[tuple[float, str]], over: int, count: Callable[[str], int]) -> float:
    """The weight up to which texts must go to save so many tokens."""
    bound = 0.0
    for weight, text in lightest:
        if over <= 0 and weight > bound:
            break
        bound = weight
        over -= count(text) + MARK_TOKENS
    return bound


def _drop(group: Group, bound: float) -> None:
    """Drop what weighs no more than the bound."""
    kept: list[Line] = []
    for line in group.lines:
        if line.weight > bound:
            stays = tuple(one for one in line.details if one.weight > bound)
            kept.append(line if len(stays) == len(line.details) else Line(line.text, line.weight, stays, line.counted))
        elif line.counted:
            group.earlier += 1
    group.lines = kept


def descending(texts: Iterable[str], *, start: float, step: float = 1.0) -> list[Line]:
    """Lines whose weights fall from the first to the last.

    >>> [line.weight for line in descending(["a", "b"], start=10)]
    [10.0, 9.0]
    """
    return [Line(text, float(start - step * index)) for index, text in enumerate(texts)]
