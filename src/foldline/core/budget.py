"""When to fold: the threshold, and the decision with the origin of every number.

The threshold rules are oh-my-pi's (fixed tokens, else percent, else the window less a reserve of at least 15 %), the
message count is Operit's (user messages only, at or above), clauses are any number of further reasons.
"""

from math import isfinite
from typing import NamedTuple

from msgspec import Struct

from foldline.core.settings import DEFAULT_RESERVE_TOKENS, Clause, CompactionSettings, conditions

RESERVE_SHARE = 0.15
"""Share of the window that is always kept free, where the window allows it (oh-my-pi)."""
RECOVERY_BAND = 0.8
"""An automatic fold made progress when the context ends at or under this share of the threshold (oh-my-pi)."""
MAX_STRIKES = 2
"""Ineffective passes in a row after which automatic folding stops."""
MAX_FOLDS_PER_TURN = 3
"""Automatic folds within one user turn after which the user is asked."""


class Threshold(NamedTuple):
    """The number of tokens above which a conversation is folded, and where it comes from."""

    tokens: int
    why: str


def budget_reserve(window: int, reserve_tokens: int | None = None) -> int:
    """Tokens to keep free in a window.

    An unset reserve falls back to 15 % on a window it would fill; one that was set is obeyed while it is possible.

    >>> budget_reserve(200_000), budget_reserve(19_000), budget_reserve(19_000, 16_384)
    (30000, 2850, 16384)
    """
    proportional = max(1, int(window * RESERVE_SHARE))
    effective = max(int(window * RESERVE_SHARE), DEFAULT_RESERVE_TOKENS if reserve_tokens is None else reserve_tokens)
    fills_the_window = effective >= window or (reserve_tokens is None and effective >= window - proportional)
    return proportional if fills_the_window else effective


def threshold(window: int, settings: CompactionSettings) -> Threshold:
    """The token count above which to fold in a window of so many tokens.

    >>> threshold(200_000, CompactionSettings())
    Threshold(tokens=170000, why='window 200,000 less a reserve of 30,000 (15 % of the window)')
    """
    if settings.threshold_tokens is not None:
        clamped = max(1, min(settings.threshold_tokens, window - 1))
        limit = "" if clamped == settings.threshold_tokens else f", held inside the window of {window:,}"
        return Threshold(clamped, f"threshold_tokens {settings.threshold_tokens:,}{limit}")
    percent = settings.threshold_percent
    if percent is not None and isfinite(percent):
        return Threshold(int(window * percent / 100), f"threshold_percent {percent:g} of a window of {window:,}")
    reserve = budget_reserve(window, settings.reserve_tokens)
    tokens = max(0, min(window - 1, window - reserve))
    origin = _reserve_origin(reserve, settings)
    return Threshold(tokens, f"window {window:,} less a reserve of {reserve:,} ({origin})")


def _reserve_origin(reserve: int, settings: CompactionSettings) -> str:
    if reserve == settings.reserve_tokens:
        return "reserve_tokens"
    if reserve == DEFAULT_RESERVE_TOKENS:
        return "the default"
    return f"{RESERVE_SHARE * 100:.0f} % of the window"


class Measures(NamedTuple):
    """What a trigger or a keep budget can be measured in."""

    tokens: int
    messages: int
    user_messages: int
    """Messages a human typed since the newest fold."""


class Decision(Struct, frozen=True):
    """Whether to fold now, and why; `explain` says where every number came from."""

    fold: bool
    reason: str
    tokens: int = 0
    threshold: int = 0
    origins: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self.fold

    def explain(self) -> str:
        """The decision in plain lines: the reason first, then the origin of each number."""
        return "\n".join((self.reason, *(f"- {origin}" for origin in self.origins)))


def decide(measures: Measures, window: int | None, settings: CompactionSettings, origins: tuple[str, ...]) -> Decision:
    """Whether the settings ask for a fold at these measures (strictly above the threshold; clauses at or above)."""
    limit = _limit(window, settings)
    fold, reason = _verdict(measures, window, settings, limit)
    if limit is not None:
        origins = (*origins, f"threshold {limit.tokens:,}: {limit.why}")
    at = limit.tokens if limit else 0
    return Decision(fold=fold, reason=reason, tokens=measures.tokens, threshold=at, origins=origins)


def _limit(window: int | None, settings: CompactionSettings) -> Threshold | None:
    if window is not None:
        return threshold(window, settings)
    if settings.threshold_tokens is not None:
        return Threshold(settings.threshold_tokens, f"threshold_tokens {settings.threshold_tokens:,}")
    return None


def _verdict(
    measures: Measures, window: int | None, settings: CompactionSettings, limit: Threshold | None
) -> tuple[bool, str]:
    if not settings.enabled:
        return False, "No fold: automatic folding is switched off (enabled = false)."
    if limit is not None and measures.tokens > limit.tokens:
        return True, f"Fold: {measures.tokens:,} tokens are above the threshold of {limit.tokens:,}."
    for clause in settings.triggers:
        if holds(clause, measures, window):
            return True, f"Fold: {describe(clause)} is reached."
    if limit is None and not settings.triggers:
        return False, "No fold: the context window is unknown; set context_window, threshold_tokens or a trigger."
    rest = f" of {limit.tokens:,}." if limit else "; no trigger is reached."
    return False, f"No fold: {measures.tokens:,} tokens{rest}"


def holds(clause: Clause, measures: Measures, window: int | None) -> bool:
    """Whether every condition of a clause is reached. A fraction of an unknown window never is.

    >>> holds((("tokens", 10), ("messages", 2)), Measures(12, 1, 1), None)
    False
    """
    return all(_reached(kind, amount, measures, window) for kind, amount in conditions(clause))


def _reached(kind: str, amount: float, measures: Measures, window: int | None) -> bool:
    if kind == "tokens":
        return measures.tokens >= amount
    if kind == "messages":
        return measures.messages >= amount
    if kind == "user_messages":
        return measures.user_messages >= amount
    return window is not None and measures.tokens >= amount * window


def describe(clause: Clause) -> str:
    """A clause in words.

    >>> describe((("fraction", 0.7), ("user_messages", 16)))
    '70 % of the window and 16 user messages'
    """
    words = {"tokens": "tokens", "messages": "messages", "user_messages": "user messages"}
    return " and ".join(
        f"{amount * 100:g} % of the window" if kind == "fraction" else f"{amount:,g} {words[kind]}"
        for kind, amount in conditions(clause)
    )


def exceeds(keep: Clause, kept: Measures, window: int | None) -> bool:
    """Whether a kept part is over any of the measures of a keep clause."""
    return any(_over(kind, amount, kept, window) for kind, amount in conditions(keep))


def _over(kind: str, amount: float, kept: Measures, window: int | None) -> bool:
    if kind == "tokens":
        return kept.tokens > amount
    if kind == "messages":
        return kept.messages > amount
    if kind == "user_messages":
        return kept.user_messages > amount
    return window is not None and kept.tokens > amount * window
