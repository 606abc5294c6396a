"""How much stays word for word, and how much room the summary gets: the budgets of a fold, each with its origin."""

from typing import NamedTuple

from foldline.core.budget import RECOVERY_BAND, describe, threshold
from foldline.core.settings import CompactionSettings

LEAST_PROSE = 150
"""Tokens below which no hand-over note says anything."""


class Room(NamedTuple):
    """What the budgets depend on beside the settings."""

    window: int | None = None
    before_kept: int = 0
    """Tokens that stand before the kept part whatever is folded: system prompt, tools, head."""
    ratio: float = 1.0
    """Tokens the provider reported for each one counted here; 1 where it reported none."""


def keep_budget(settings: CompactionSettings, room: Room) -> tuple[int, str]:
    """Tokens to keep word for word, and where the number comes from.

    Two things shrink it, nothing raises it: a provider that reports more tokens than are counted here, and a window
    in which the kept part would leave no room for the summary.
    """
    keep = settings.keep_recent_tokens
    origin = f"keep {keep:,} tokens"
    if settings.keep is not None:
        return keep, f"keep {describe(settings.keep)}"
    if settings.adaptive_keep and room.ratio > 1:
        keep = max(1, int(keep / room.ratio))
        origin += f" as the provider counts them (x{room.ratio:.2f}), so {keep:,} here"
    most = _most(settings, room)
    if most is not None and most < keep:
        keep = most
        origin += f", held to {keep:,} by the window of {room.window:,}"
    return keep, origin


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
