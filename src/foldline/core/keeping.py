"""How much stays word for word, and how much room the summary gets: the budgets of a fold, each with its origin."""

from typing import NamedTuple

from foldline.core.budget import RECOVERY_BAND, describe, threshold
from foldline.core.session import Context
from foldline.core.settings import CompactionSettings
from foldline.core.tokens import Anchor, Tally, anchors, prompt_tokens

LEAST_PROSE = 150
"""Tokens below which no hand-over note says anything."""
LARGEST_RATIO = 2.5
"""Reported tokens for each counted one beyond which it is not the tokenizer that differs: something unseen was sent."""
LEAST_DISTANCE = 2_000
"""Counted tokens between two reports from which their ratio means something."""


class Room(NamedTuple):
    """What the budgets depend on beside the settings."""

    tally: Tally
    window: int | None
    before_kept: int
    """Tokens that stand before the kept part whatever is folded: system prompt, tools, head."""
    before_items: int
    """Tokens of every request that are no messages of the context: system prompt, tools, the old summary."""


def keep_budget(context: Context, settings: CompactionSettings, room: Room) -> tuple[int, str]:
    """Tokens to keep word for word, and where the number comes from.

    Two things shrink it, nothing raises it: a provider that reports more tokens than are counted here, and a window
    in which the kept part would leave no room for the summary.
    """
    keep = settings.keep_recent_tokens
    origin = f"keep {keep:,} tokens"
    if settings.keep is not None:
        return keep, f"keep {describe(settings.keep)}"
    ratio = reported_ratio(context, room) if settings.adaptive_keep else 1.0
    if ratio > 1:
        keep = max(1, int(keep / ratio))
        origin += f" as the provider counts them (x{ratio:.2f}), so {keep:,} here"
    most = _most(settings, room)
    if most is not None and most < keep:
        keep = most
        origin += f", held to {keep:,} by the window of {room.window:,}"
    return keep, origin


def reported_ratio(context: Context, room: Room) -> float:
    """Tokens the provider reported for each one counted here, from 1 up.

    Two reports tell it best: what both requests held beside the messages, and no file shows, cancels out. A single
    report is believed while the ratio can be the tokenizer's.
    """
    messages = [item.message for item in context.items]
    reports = list(anchors(reversed(messages), len(messages), context.since))
    if not reports:
        return 1.0
    newest, oldest = reports[0], reports[-1]
    counted = room.tally.total(messages[oldest.index : newest.index])
    if counted >= LEAST_DISTANCE:
        return min(max(1.0, _reported(newest, oldest) / counted), LARGEST_RATIO)
    counted = room.before_items + room.tally.total(messages[: newest.index])
    ratio = prompt_tokens(newest.usage) / counted if counted else 1.0
    return ratio if 1 < ratio <= LARGEST_RATIO else 1.0


def _reported(newest: Anchor, oldest: Anchor) -> int:
    return prompt_tokens(newest.usage) - prompt_tokens(oldest.usage)


def _most(settings: CompactionSettings, room: Room) -> int | None:
    """Tokens that head and summary leave for the kept part, if the fold is to make progress."""
    if room.window is None:
        return None
    caps = summary_caps(settings, room.window)
    limit = threshold(room.window, settings).tokens
    return max(1, int(limit * RECOVERY_BAND) - room.before_kept - caps.ledger - caps.prose)


class Caps(NamedTuple):
    """Ceilings of the two parts of a summary message, in tokens."""

    ledger: int
    prose: int


def summary_caps(settings: CompactionSettings, window: int | None, folded_tokens: int | None = None) -> Caps:
    """The caps of the settings, lowered where the window is small or little is folded: a fold must shrink."""
    ledger, prose = settings.ledger_tokens, settings.prose_tokens
    if window is not None:
        limit = threshold(window, settings).tokens
        ledger, prose = min(ledger, limit // 4), min(prose, limit // 8)
    if folded_tokens is not None:
        ledger, prose = min(ledger, folded_tokens // 2), min(prose, max(LEAST_PROSE, folded_tokens // 4))
    return Caps(ledger, prose)
