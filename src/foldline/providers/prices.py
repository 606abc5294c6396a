"""What models cost: the vendors' own list prices, each with the month it was published or last confirmed.

Tables and the rule that reads them, no more. Resellers, batches and subscriptions differ; what the user states wins,
and a price that is not in the table is not known, never guessed.
"""

import re
from functools import lru_cache
from typing import Final

from msgspec import Struct

from foldline.core.counting.windows import plain_name
from foldline.core.messages import Usage

_MILLION: Final = 1_000_000


class Long(Struct, frozen=True):
    """What a long prompt makes of a price; it holds for the whole request."""

    above: int
    """Tokens of a prompt, cached ones too."""
    input: float
    """Times the price of input."""
    output: float


class Price(Struct, frozen=True):
    """US dollars for a million tokens."""

    input: float
    output: float
    cache_read: float | None = None
    """None where cached input costs what other input does, or nobody says."""
    cache_write: float | None = None
    """Of the shortest time a cache is kept; None as above."""
    long: Long | None = None
    month: str = ""
    """Since when, or until when, it is known to hold; empty for what the user states."""

    def of(self, usage: Usage) -> float:
        """What one answer costs, in US dollars.

        >>> Price(2, 10, 0.5).of(Usage(input=500_000, output=100_000, cache_read=200_000))
        2.1
        """
        read = self.input if self.cache_read is None else self.cache_read
        write = self.input if self.cache_write is None else self.cache_write
        prompt = usage.input * self.input + usage.cache_read * read + usage.cache_write * write
        answer = usage.output * self.output
        tokens = usage.input + usage.cache_read + usage.cache_write
        if self.long is not None and tokens > self.long.above:
            prompt, answer = prompt * self.long.input, answer * self.long.output
        return (prompt + answer) / _MILLION


_GPT: Final = Long(272_000, 2, 1.5)
_GEMINI_PRO: Final = Long(200_000, 2, 1.5)
_TABLE: Final[tuple[tuple[str, Price], ...]] = (
    (r"claude-(fable|mythos)-5-1(?!\d)", Price(10, 50, 0.25, 12.5, month="2026-10")),
    (r"claude-(fable|mythos)-5(?!-\d(?!\d))", Price(10, 50, 1, 12.5, month="2026-10")),
    (r"claude-opus-5-5(?!\d)", Price(4, 20, 0.2, 5, month="2026-10")),
    (r"claude-opus-(4-[5-8](?!\d)|5(?!-\d(?!\d)))", Price(5, 25, 0.5, 6.25, month="2026-10")),
    (r"claude-(opus-4(-[01](?!\d)|(?!-\d(?!\d)))|3-opus)", Price(15, 75, 1.5, 18.75, month="2026-10")),
    (r"claude-sonnet-5-5(?!\d)", Price(2, 10, 0.1, 2.5, month="2026-10")),
    (r"claude-sonnet-5(?!-\d(?!\d))", Price(2, 10, 0.2, 2.5, month="2026-10")),
    (r"claude-(sonnet-4|3-[57]-sonnet|3-sonnet)", Price(3, 15, 0.3, 3.75, month="2026-10")),
    (r"claude-haiku-5-5(?!\d)", Price(0.1, 0.5, 0.01, 0.125, Long(100_000, 5, 5), "2026-10")),
    (r"claude-haiku-4-5", Price(1, 5, 0.1, 1.25, month="2026-10")),
    (r"claude-3-5-haiku", Price(0.8, 4, 0.08, 1, month="2026-10")),
    (r"claude-3-haiku", Price(0.25, 1.25, 0.03, 0.3, month="2026-02")),
    (r"gpt-6-1-sol", Price(2, 10, 0.1, 2.5, _GPT, "2026-10")),
    (r"gpt-6-1-terra", Price(1, 5, 0.05, 1.25, _GPT, "2026-10")),
    (r"gpt-6-sol", Price(2, 10, 0.2, 2.5, _GPT, "2026-09")),
    (r"gpt-6-luna", Price(0.1, 0.5, 0.01, 0.125, _GPT, "2026-09")),
    (r"gpt-6-astra", Price(10, 50, 1, None, _GPT, "2026-09")),
    (r"gpt-5-6-terra", Price(2, 12, 0.2, 2.5, _GPT, "2026-07")),
    (r"gpt-5-6-luna", Price(0.2, 1.2, 0.02, 0.25, _GPT, "2026-07")),
    (r"gpt-5-6(-sol|(?!-[a-z]))", Price(4, 20, 0.4, 5, _GPT, "2026-08")),
    (r"gpt-5-5(?!-[a-z])(?!\d)", Price(5, 30, 0.5, None, _GPT, "2026-08")),
    (r"gpt-5-4-mini", Price(0.75, 4.5, 0.075, month="2026-08")),
    (r"gpt-5-4-nano", Price(0.2, 1.25, 0.02, month="2026-08")),
    (r"gpt-5-4(?!-[a-z])(?!\d)", Price(2.5, 15, 0.25, None, _GPT, "2026-08")),
    (r"gpt-5-3-codex(?!-[a-z])", Price(1.75, 14, 0.175, month="2026-08")),
    (r"gpt-5-2-pro", Price(21, 168, month="2025-12")),
    (r"gpt-5-pro", Price(15, 120, month="2025-10")),
    (r"gpt-5-2(?!-(mini|nano))(?!\d)", Price(1.75, 14, 0.175, month="2026-06")),
    (r"gpt-5-nano", Price(0.05, 0.4, 0.005, month="2025-08")),
    (r"gpt-5(-1-codex)?-mini", Price(0.25, 2, 0.025, month="2026-08")),
    (r"gpt-5(-1)?(?!-\d(?!\d))", Price(1.25, 10, 0.125, month="2025-11")),
    (r"gpt-4-1-nano", Price(0.1, 0.4, 0.025, month="2025-04")),
    (r"gpt-4-1-mini", Price(0.4, 1.6, 0.1, month="2025-04")),
    (r"gpt-4-1(?!\d)", Price(2, 8, 0.5, month="2026-06")),
    (r"gpt-4o-mini", Price(0.15, 0.6, 0.075, month="2024-10")),
    (r"gpt-4o(?!-(audio|realtime))", Price(2.5, 10, 1.25, month="2024-10")),
    (r"o[34]-mini", Price(1.1, 4.4, 0.275, month="2025-04")),
    (r"o3(?!-(pro|deep))(?![a-z0-9])", Price(2, 8, 0.5, month="2025-06")),
    (r"gemini-3-[678]-flash(?!-[a-z])", Price(0.75, 3.75, 0.075, month="2026-10")),
    (r"gemini-3-5-flash-lite", Price(0.3, 2.5, month="2026-10")),
    (r"gemini-3-5-flash", Price(1.5, 9, 0.15, month="2026-10")),
    (r"gemini-3(-1)?-pro", Price(2, 12, 0.2, None, _GEMINI_PRO, "2026-10")),
    (r"gemini-2-5-pro", Price(1.25, 10, 0.125, None, _GEMINI_PRO, "2026-10")),
    (r"gemini-2-5-flash-lite", Price(0.1, 0.4, 0.01, month="2026-10")),
    (r"gemini-2-5-flash", Price(0.3, 2.5, 0.03, month="2026-10")),
    (r"gemini-2-0-flash-lite", Price(0.075, 0.3, month="2025-02")),
    (r"gemini-2-0-flash", Price(0.1, 0.4, 0.025, month="2025-02")),
)
"""Pattern of a `plain_name` -> price; the first that fits counts: the special before the general."""


@lru_cache(maxsize=256)
def list_price(model: str) -> Price | None:
    """The list price of a model, by its name in any spelling; None where nobody knows.

    >>> list_price("claude-sonnet-4-5").input, list_price("house-model-7")
    (3, None)
    """
    name = plain_name(model)
    return next((price for pattern, price in _TABLE if re.search(rf"(?:^|-){pattern}", name)), None)
