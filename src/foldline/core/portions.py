"""A conversation larger than a summariser takes at once, told to it portion by portion.

Each text but the first carries on the one before, and the last is the result. A portion that is turned away for its
length is halved from what was really sent. Every message is in some portion, if not whole; the number of portions is
bounded, and only the text of the portion at hand is ever made.
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import NamedTuple

from msgspec import Struct

from foldline.core.drafts import Asker, Asking, Draft, Text, Wanted, ask
from foldline.core.result import Attempt
from foldline.core.session import Item
from foldline.core.transcript import clip_middle

MOST_PORTIONS = 400
"""Beyond these the messages are shortened, so that all of them still come up."""
LEAST_PORTION = 1_024
"""Tokens below which a portion is not halved any more (oh-my-pi's number)."""
_GAP = 2
"""Tokens of the blank line between two messages, at most."""
_LEAST_CUT = 50
"""Tokens from which on a message is cut in its middle, with a note that says so; a shorter one just ends."""
_MARGIN = 1.2
"""What labels may add to the counted size of messages."""


class Portion(NamedTuple):
    """What one request tells."""

    conversation: str
    previous: str
    items: tuple[Item, ...]


class Story(Struct, frozen=True):
    """Messages to be told to a summariser, and how."""

    items: tuple[Item, ...]
    size: int
    """Tokens of the messages as they stand in the session; what is told of them is seldom more."""
    tell: Callable[[Sequence[Item]], str]
    draft: Callable[[Portion], Draft]
    room: int
    """Tokens for messages and previous summary together."""
    frame: int
    """Tokens of the rest of a prompt."""
    count: Callable[[str], int]
    previous: str = ""
    most_portions: int = MOST_PORTIONS


def in_portions(story: Story, builtin: Callable[[], str], finish: Callable[[str, int], str] | None = None) -> Wanted:
    """A text about all of a story, whatever its length.

    Args:
        story: what it is about.
        builtin: writes it without a model.
        finish: the same from a text about the first so many messages, where a model gave up at the next ones.
    """
    return Wanted(lambda asker: _fold(story, asker), builtin, finish)


def in_one(story: Story, builtin: Callable[[], str]) -> Wanted:
    """A text from a single request: where not all fits, from the first message and the newest ones."""
    return Wanted(lambda asker: _once(story, asker), builtin)


def newest_that_fit(story: Story, room: int) -> int:
    """Index of the first of the newest messages that fit beside the very first one; 0 where all do."""
    if story.size * _MARGIN <= room:
        return 0
    sums = _sums(story)
    if sums[-1] <= room:
        return 0
    left = room - min(sums[1], room // 2)
    return next((at for at in range(1, len(story.items)) if sums[-1] - sums[at] <= left), len(story.items) - 1)


def _sums(story: Story) -> list[int]:
    """Tokens told before each message, and of all of them; no text is kept."""
    sizes = (story.count(story.tell((item,))) + _GAP for item in story.items)
    return list(accumulate(sizes, initial=0))


def fit(text: str, most: int, count: Callable[[str], int]) -> str:
    """Text of at most so many tokens, cut in its middle where it is longer.

    >>> len(fit("word " * 1000, 50, lambda text: len(text.split())).split()) <= 50
    True
    """
    shown, size = text, count(text)
    for _ in range(4):
        if size <= most:
            return shown
        shown = clip_middle(text, int(0.95 * len(shown) * most / size))
        size = count(shown)
    return shown if size <= most else clip_middle(text, most // 4)


def _fold(story: Story, asker: Asker) -> Asking:
    room, at, told = story.room, 0, 0
    carried = fit(story.previous, room // 2, story.count)
    sums = [] if story.size * _MARGIN <= room - story.count(carried) else _sums(story)
    by: dict[str, None] = {}
    attempts: list[Attempt] = []
    while True:
        carried = fit(carried, room // 2, story.count)
        free = room - story.count(carried)
        portion = _next(story, sums, at, free, story.most_portions - told)._replace(previous=carried)
        text = yield from ask(story.draft(portion), asker)
        attempts += text.attempts
        if text.text is not None:
            carried, at, told = text.text, at + len(portion.items), told + 1
            by[text.by] = None
            if at >= len(story.items):
                return Text(carried, ", ".join(by), tuple(attempts))
            continue
        room = _halved(story, room, portion)
        if not text.overflow or room < LEAST_PORTION:
            return Text(None, ", ".join(by), tuple(attempts), text.overflow, carried, at)
        sums = sums or _sums(story)


def _halved(story: Story, room: int, portion: Portion) -> int:
    """The room after a portion was turned away: half of the prompt that was really sent, less what is in each."""
    sent = story.count(portion.conversation) + story.count(portion.previous)
    return (min(room, sent) + story.frame) // 2 - story.frame


def _next(story: Story, sums: Sequence[int], at: int, room: int, left: int) -> Portion:
    """The messages from an index on that fit, one at the least; all are shortened alike where too many are left."""
    if not sums:
        return Portion(story.tell(story.items), "", story.items)
    squeeze = max(1.0, (sums[-1] - sums[at]) / (room * max(1, left)))
    end = max(at + 1, bisect_right(sums, sums[at] + int(room * squeeze) + 1) - 1)
    items, used = story.items[at:end], sums[end] - sums[at]
    if used <= room:
        return Portion(story.tell(items), "", items)
    texts = (_shortened(story.tell((item,)), room / used, story.count) for item in items)
    return Portion("\n\n".join(filter(None, texts)), "", items)


def _shortened(text: str, share: float, count: Callable[[str], int]) -> str:
    most = int(share * count(text))
    return fit(text, most, count) if most >= _LEAST_CUT else text[: int(share * len(text))].rstrip()


def _once(story: Story, asker: Asker) -> Asking:
    room = story.room
    attempts: list[Attempt] = []
    while True:
        previous = fit(story.previous, room // 2, story.count)
        told = _newest(story, room - story.count(previous))
        portion = Portion(told, previous, story.items)
        text = yield from ask(story.draft(portion), asker)
        attempts += text.attempts
        room = _halved(story, room, portion)
        if text.text is not None or not text.overflow or room < LEAST_PORTION:
            return Text(text.text, text.by, tuple(attempts), text.overflow)


def _newest(story: Story, room: int) -> str:
    at = newest_that_fit(story, room)
    if not at:
        whole = story.tell(story.items)
        return whole if story.size * _MARGIN <= room else fit(whole, room, story.count)
    first = fit(story.tell(story.items[:1]), room // 2, story.count)
    rest = fit(story.tell(story.items[at:]), max(1, room - story.count(first)), story.count)
    return f"{first}\n\n{rest}"
