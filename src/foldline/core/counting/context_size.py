"""How large a context is: the number a provider reported is the anchor, and only what came after it is counted."""

import math
from array import array
from collections.abc import Iterator, Sequence
from itertools import accumulate

from msgspec import Struct

from foldline.core.counting import sampling
from foldline.core.counting.tokens import Tally
from foldline.core.counting.usage import Anchor, context_tokens, is_report
from foldline.core.session import Item


class RunningTotal:
    """Sums over a growing context: after one more message only that message is counted.

    Any other list than a longer one of the same start is recognised, and the sums are made anew. A session hands out
    the same `Item` objects as it grows, so their identity is enough; items made afresh are compared one by one.
    """

    def __init__(self, tally: Tally) -> None:
        self.tally = tally
        self._items: tuple[Item, ...] = ()
        self._tokens = array("q", (0,))
        self._readable = array("q", (0,))
        self._reports: list[int] = []
        self.is_sampled = False
        """Some sizes come from a sample; their sum is within about a hundredth."""

    def extend_to(self, items: Sequence[Item]) -> int:
        """Take in ``items``, the whole context as it is now; return its tokens."""
        items = tuple(items)
        known = len(self._items)
        if not self._continued_by(items):
            known = 0
            del self._tokens[1:], self._readable[1:], self._reports[:]
            self.is_sampled = False
        fresh = items[known:]
        self._reports += [index for index, item in enumerate(fresh, known) if _has_report(item)]
        sizes = sampling.sizes([item.message for item in fresh], self.tally)
        self.is_sampled = self.is_sampled or sizes.sampled
        _add(self._tokens, sizes.tokens)
        _add(self._readable, sizes.readable)
        self._items = items
        return self._tokens[-1]

    def _continued_by(self, items: tuple[Item, ...]) -> bool:
        known = len(self._items)
        if known == 0 or known > len(items):
            return known == 0
        if items[0] is self._items[0] and items[known - 1] is self._items[-1]:
            return True
        return items[:known] == self._items

    def upto(self, count: int) -> int:
        """Tokens of the first ``count`` items."""
        return self._tokens[count]

    def readable_upto(self, count: int) -> int:
        """The same without opaque tokens."""
        return self._readable[count]

    def anchors(self, since: int = 0) -> Iterator[Anchor]:
        """The reports that can be trusted, newest first; those before item ``since`` describe a prompt that is gone."""
        for index in reversed(self._reports):
            usage = self._items[index].message.usage
            if index < since or usage is None:
                return
            yield Anchor(index, usage)


def _has_report(item: Item) -> bool:
    return item.message.usage is not None and is_report(item.message)


def _add(sums: "array[int]", values: list[int]) -> None:
    """Continue running sums by as many values."""
    sums.extend(accumulate(values, initial=sums.pop()))


class ContextSize(Struct, frozen=True):
    """How large the context is, and where the number comes from."""

    tokens: int
    """The number to decide by."""
    anchor_tokens: int
    """Reported by the provider; 0 without a report."""
    counted_after: int
    """Counted for what came after the report; for everything without one."""
    index: int | None
    """Index of the message with the report."""


def context_size(
    items: Sequence[Item], tally: "Tally | RunningTotal", *, fixed: int = 0, since: int = 0, factor: float = 1.0
) -> ContextSize:
    """The size of a context: what the provider reported last, and the count of what came after it.

    Args:
        items: the context, oldest first.
        tally: counts; a `RunningTotal` makes repeated calls on a growing context fast.
        fixed: counted tokens of the parts that are no messages: system prompt, tool definitions, a summary.
        since: index of the first item after the newest fold.
        factor: true tokens of the model for each counted one.
    """
    running = tally if isinstance(tally, RunningTotal) else RunningTotal(tally)
    total = running.extend_to(items)
    floor = fixed + running.readable_upto(len(items))
    anchor = next(running.anchors(since), None)
    if anchor is None:
        counted = math.ceil((fixed + total) * factor)
        return ContextSize(decision_tokens(counted, floor), 0, counted, None)
    after = total - running.upto(anchor.index + 1) + _answered_within(items, anchor.index, running.tally)
    counted = math.ceil(after * factor)
    reported = context_tokens(anchor.usage)
    return ContextSize(decision_tokens(reported + counted, floor), reported, counted, anchor.index)


def decision_tokens(reported: int, floor: int) -> int:
    """The number a fold is decided by: the larger one, because either can be too small.

    A request that was shrunk on its way deflates the report; opaque reasoning must not inflate the ``floor``.

    >>> decision_tokens(20_000, 90_000), decision_tokens(-5, -10)
    (90000, 0)
    """
    return max(reported, floor, 0)


def _answered_within(items: Sequence[Item], index: int, tally: Tally) -> int:
    """Tokens of results that stand between the parts of one answer: its request did not hold them yet."""
    response_id = items[index].message.response_id
    inside = pending = 0
    for position in range(index - 1, -1, -1) if response_id else ():
        message = items[position].message
        if message.role != "assistant":
            pending += tally.of(message)
        elif message.response_id == response_id:
            inside, pending = inside + pending, 0
        else:
            break
    return inside
