"""Choosing a cut: among the legal ones, the one that keeps the longest newest part within the budget.

The newest group is always kept, even where it alone is over the budget; nothing else is.
"""

from collections.abc import Callable
from typing import NamedTuple

from foldline.core.cut_rules import Layout, is_turn_start, legal_cuts


class CutPoint(NamedTuple):
    """Where a conversation is cut: ``messages[at:]`` is kept."""

    at: int
    kept_tokens: int
    turn_start: int
    """Start of the turn the cut falls into; equal to ``at`` where it starts one."""
    next_at: int
    """The next legal cut, one group earlier, that was over the budget; -1 where there is none."""
    next_tokens: int
    """What that one would have kept."""

    @property
    def is_split_turn(self) -> bool:
        """Whether the cut falls inside a turn, whose beginning is then summarised apart."""
        return self.turn_start < self.at


def choose(
    layout: Layout, size: Callable[[int], int], over: Callable[[int, int], bool], *, legal: bytearray | None = None
) -> CutPoint | None:
    """The oldest legal cut whose kept part fits; the newest legal cut where none fits.

    Args:
        layout: the conversation.
        size: tokens of the message at an index; asked only for what is kept and one group more.
        over: whether a kept part (tokens, first index) is over the budget.
        legal: the legal cuts, where they are known already.

    Returns:
        None where no cut is legal.
    """
    allowed = legal_cuts(layout) if legal is None else legal
    kept = 0
    best, best_tokens = -1, 0
    for index in range(len(layout.messages) - 1, layout.head - 1, -1):
        kept += size(index)
        if not allowed[index]:
            continue
        if best >= 0 and over(kept, index):
            return CutPoint(best, best_tokens, turn_start(layout, best), index, kept)
        best, best_tokens = index, kept
        if over(kept, index):
            earlier = _earlier(layout, allowed, size, index, kept)
            return CutPoint(best, best_tokens, turn_start(layout, best), *earlier)
    return CutPoint(best, best_tokens, turn_start(layout, best), -1, 0) if best >= 0 else None


def _earlier(layout: Layout, allowed: bytearray, size: Callable[[int], int], index: int, kept: int) -> tuple[int, int]:
    for earlier in range(index - 1, layout.head - 1, -1):
        kept += size(earlier)
        if allowed[earlier]:
            return earlier, kept
    return -1, 0


def turn_start(layout: Layout, index: int) -> int:
    """The start of the turn that the message at ``index`` belongs to; ``index`` itself where none starts before."""
    for at in range(index, layout.head - 1, -1):
        if is_turn_start(layout.messages[at]):
            return at
    return index
