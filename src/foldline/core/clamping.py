"""Shortening what alone is larger than the budget: head, a mark, tail. The original stays in the session.

Only text that a person or a tool produced is shortened, the largest first and no more than needed. Reasoning and the
arguments of calls are never touched, and neither is text in a message with signed reasoning.
"""

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from foldline.core.counting.tokens import Tally
from foldline.core.graphemes import border
from foldline.core.messages import Message, Part, ReasoningPart, TextPart, ToolResultPart
from foldline.core.result import Clamped
from foldline.core.session import Item

HEAD_SHARE = 0.6
"""Of what is left of a text, this share is its beginning: it says what the text is."""
LEAST_TOKENS = 40
"""A text is not cut below this: head, mark and tail would say nothing."""


class _Spot(NamedTuple):
    """A text that may be shortened: item, part, content of the part (or -1), and its tokens."""

    item: int
    part: int
    inner: int
    tokens: int
    text: str


def clamp_to(items: tuple[Item, ...], budget: int, tally: Tally) -> tuple[tuple[Item, ...], tuple[Clamped, ...]]:
    """Shorten the largest texts of ``items`` until they fit ``budget`` tokens, as far as that is allowed.

    Returns:
        The items to send, and a record of each one that was shortened, or that is over the budget and may not be.
    """
    spots = sorted(_spots(items, tally), key=lambda spot: -spot.tokens)
    total = tally.total(item.message for item in items)
    changed = dict(enumerate(items))
    for cap in _caps(spots, total, budget):
        changed = dict(enumerate(items))
        for spot in spots:
            if spot.tokens > cap:
                changed[spot.item] = _shortened(changed[spot.item], spot, cap, tally)
        if tally.total(item.message for item in changed.values()) <= budget:
            break
    result = tuple(changed.values())
    left = tally.total(item.message for item in result)
    return result, _records(items, result, max(0, left - budget), total - budget, tally)


def _caps(spots: list[_Spot], total: int, budget: int) -> Iterator[int]:
    """Sizes to cut the largest texts to: what a fair share leaves, then smaller while the count says so."""
    rest = total - sum(spot.tokens for spot in spots)
    room = budget - rest
    cap = 0
    for index, spot in enumerate(sorted(spots, key=lambda spot: spot.tokens)):
        share = room // (len(spots) - index)
        if spot.tokens > share:
            cap = share
            break
        room -= spot.tokens
    cap = max(cap, LEAST_TOKENS)
    while cap > LEAST_TOKENS:
        yield cap
        cap = int(cap * 0.85)
    yield LEAST_TOKENS


def _spots(items: tuple[Item, ...], tally: Tally) -> Iterator[_Spot]:
    for number, item in enumerate(items):
        signed = any(isinstance(part, ReasoningPart) and part.signature for part in item.message.parts)
        for at, part in enumerate(item.message.parts):
            if isinstance(part, TextPart) and not signed:
                yield _Spot(number, at, -1, tally.text(part.text), part.text)
            elif isinstance(part, ToolResultPart) and not part.cleared:
                for inner, content in enumerate(part.content):
                    if isinstance(content, TextPart):
                        yield _Spot(number, at, inner, tally.text(content.text), content.text)


def _shortened(item: Item, spot: _Spot, cap: int, tally: Tally) -> Item:
    text = TextPart(head_and_tail(spot.text, cap, tally, handle=item.id))
    old = item.message.parts[spot.part]
    new: Part = text
    if isinstance(old, ToolResultPart):
        content = (*old.content[: spot.inner], text, *old.content[spot.inner + 1 :])
        new = msgspec.structs.replace(old, content=content)
    parts = (*item.message.parts[: spot.part], new, *item.message.parts[spot.part + 1 :])
    return Item(item.id, msgspec.structs.replace(item.message, parts=parts))


def head_and_tail(text: str, tokens: int, tally: Tally, *, handle: str) -> str:
    """The beginning and the end of a text in about ``tokens`` tokens, with a mark that says how to find the rest."""
    whole = tally.text(text)
    if whole <= tokens:
        return text
    mark = f"\n[... {whole:,} tokens in all, shortened to fit; the whole text is in the session, entry {handle} ...]\n"
    room = max(tokens - tally.text(mark), 2)
    size = max(2, int(len(text) * room / whole))
    while True:
        head = border(text, int(size * HEAD_SHARE))
        tail = border(text, len(text) - (size - int(size * HEAD_SHARE)))
        short = f"{text[:head]}{mark}{text[tail:]}"
        if size <= 2 or tally.text(short) <= tokens:  # noqa: PLR2004 - nothing is left to take away
            return short
        size = int(size * 0.9)


def _records(
    before: tuple[Item, ...], after: tuple[Item, ...], over: int, excess: int, tally: Tally
) -> tuple[Clamped, ...]:
    records = [
        Clamped(old.id, tally.of(old.message), tally.of(new.message), over)
        for old, new in zip(before, after, strict=True)
        if old.message is not new.message
    ]
    if not records and excess > 0:
        largest: Message = max((item.message for item in before), key=tally.of)
        name = next(item.id for item in before if item.message is largest)
        records = [Clamped(name, tally.of(largest), tally.of(largest), over)]
    return tuple(records)
