"""How much a summariser is sent and may write: budgets in the session's tokens, bounded by the summariser's own.

The window that counts here is the summariser's; the window of the model that works in the session says when to fold,
never how.
"""

from typing import Final

from foldline.core.counting.families import family
from foldline.core.counting.tokens import TokenCounter
from foldline.core.requests import Kind, Limits
from foldline.core.settings import DEFAULT_RESERVE_TOKENS, MAX_SUMMARY_TOKENS, CompactionSettings

UNKNOWN_WINDOW: Final = 200_000
"""Window of a summariser that tells none (oh-my-pi's number)."""
USED_SHARE: Final = 0.85
"""Share of a window that is planned with: counts of another model's tokens are never exact."""
SPARE_TOKENS: Final = 16_384
"""Kept free beside the text, for thinking (oh-my-pi's number); of a small window an eighth."""
LEAST_INPUT: Final = 512
"""Tokens of conversation below which no text is worth asking for."""
SHORT_TOKENS: Final = 512
"""Ceiling of the short summary (oh-my-pi's number)."""
BRANCH_TOKENS: Final = 2_048
"""What the summary of a branch may take, whatever the reserve (oh-my-pi's number)."""
_SHARES: Final[dict[Kind, float]] = {"full": 0.8, "update": 0.8, "turn_prefix": 0.5, "short": 0.2, "handoff": 0.8}
"""Part of the reserve a text may take (oh-my-pi's numbers; its hand-off has the model's own cap, which is here too)."""
_OUTPUT_SHARE: Final = 4
"""No text takes more than this part, one in so many, of a summariser's window."""


def output_tokens(kind: Kind, settings: CompactionSettings, limits: Limits) -> int:
    """The most a text may take: its share of the reserve, within what the model can write.

    The reserve is the one that is set, not the smaller one that tiny windows fold by.

    >>> [output_tokens(kind, CompactionSettings(), Limits()) for kind in ("full", "turn_prefix", "short", "branch")]
    [13107, 8192, 512, 2048]
    >>> output_tokens("full", CompactionSettings(reserve_tokens=150_000), Limits(output=8_192))
    8192
    """
    reserve = settings.reserve_tokens or DEFAULT_RESERVE_TOKENS
    share = BRANCH_TOKENS if kind == "branch" else int(_SHARES[kind] * reserve)
    return max(1, min(share, SHORT_TOKENS if kind == "short" else MAX_SUMMARY_TOKENS, *_bounds(limits)))


def most_output(limits: Limits) -> int:
    """The room that a text may get which was cut.

    >>> most_output(Limits(window=32_768)), most_output(Limits(output=4_096))
    (8192, 4096)
    """
    return min(MAX_SUMMARY_TOKENS, *_bounds(limits))


def _bounds(limits: Limits) -> tuple[int, ...]:
    by_window = (limits.window or UNKNOWN_WINDOW) // _OUTPUT_SHARE
    return (by_window,) if limits.output is None else (by_window, limits.output)


def input_tokens(limits: Limits, max_tokens: int, counter: TokenCounter, frame: int) -> int:
    """Tokens that conversation and previous summary may have together, as ``counter`` counts them.

    Args:
        limits: of the summariser.
        max_tokens: what the text may take.
        counter: counts in tokens that may not be the summariser's.
        frame: tokens of the prompt without conversation and previous summary.
    """
    window = limits.window or UNKNOWN_WINDOW
    free = int(USED_SHARE * window) - max_tokens - min(SPARE_TOKENS, window // 8)
    return max(LEAST_INPUT, int(free / _factor(limits.model, counter)) - frame)


def _factor(model: str, counter: TokenCounter) -> float:
    """Tokens of the model for a counted one, on the upper side."""
    if counter.exact_for(model):
        return 1.0
    known = family(model)
    return max(1.0, known.factor, known.wide_factor)
