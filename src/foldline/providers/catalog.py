"""What is known of models that write summaries: window, the most they write, and what they cost.

Published numbers as of 2026; resellers may differ, so what the user states wins. What is only guessed is marked, and
a price is never guessed.
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from msgspec import Struct

from foldline.core.counting.families import family
from foldline.core.counting.windows import Window, plain_name, window
from foldline.core.messages import Usage
from foldline.core.result import Attempt

_MILLION: Final = 1_000_000


class Price(Struct, frozen=True):
    """US dollars for a million tokens."""

    input: float
    output: float
    cache_read: float | None = None
    """None where cached input costs what other input does, or nobody says."""
    cache_write: float | None = None


class Known(Struct, frozen=True):
    """What is known of a model."""

    window: Window
    output_cap: int | None = None
    """The most tokens it writes in one answer, thinking included; None where nobody knows."""
    price: Price | None = None
    """None where nobody knows."""
    takes_reasoning: bool = True
    """False where it refuses texts that repeat a model's reasoning: Claude does, whoever serves it."""


_KEEPS_REASONING: Final = frozenset({"claude-3", "claude-4.7"})
"""Families of `foldline.core.counting.families`."""
_OUTPUT_CAPS: Final[tuple[tuple[str, int], ...]] = (
    (r"claude-([a-z]+-)?(4-[6-9](?!\d)|[5-9](?!\d))", 64_000),
    (r"claude-(opus-4(-1)?(?!-\d(?!\d)))", 32_000),
    (r"claude-(3-7|[a-z]+-4)", 64_000),
    (r"claude-3-5", 8_192),
    (r"claude-([a-z]+-)?[1-3]|claude-instant", 4_096),
    (r"gpt-5(-\d)?-chat", 16_384),
    (r"gpt-5", 128_000),
    (r"gpt-4-1", 32_768),
    (r"gpt-4o|chatgpt-4o", 16_384),
    (r"gpt-4-turbo|gpt-4-\d+-preview|gpt-3-?5", 4_096),
    (r"gpt-4(?!\d)", 8_192),
    (r"o1-preview", 32_768),
    (r"o1-mini", 65_536),
    (r"o[134](?![a-z0-9])", 100_000),
    (r"gemini-(2-5|[3-9])", 65_536),
    (r"gemini-(2-0|1-5)", 8_192),
    (r"deepseek-chat", 8_192),
)
"""Pattern of a `plain_name` -> the most it writes; the first that fits counts."""
_PRICES: Final[tuple[tuple[str, Price], ...]] = (
    (r"claude-opus-4-[5-8](?!\d)", Price(5, 25, 0.5, 6.25)),
    (r"claude-(opus-4|3-opus)", Price(15, 75, 1.5, 18.75)),
    (r"claude-(sonnet-4|3-[57]-sonnet|3-sonnet)", Price(3, 15, 0.3, 3.75)),
    (r"claude-haiku-4-5", Price(1, 5, 0.1, 1.25)),
    (r"claude-3-5-haiku", Price(0.8, 4, 0.08, 1)),
    (r"claude-3-haiku", Price(0.25, 1.25, 0.03, 0.3)),
    (r"gpt-5-2-pro", Price(21, 168)),
    (r"gpt-5-pro", Price(15, 120)),
    (r"gpt-5-2(?!-(mini|nano))(?!\d)", Price(1.75, 14, 0.175)),
    (r"gpt-5-nano", Price(0.05, 0.4, 0.005)),
    (r"gpt-5(-1-codex)?-mini", Price(0.25, 2, 0.025)),
    (r"gpt-5(-1)?(?!-\d(?!\d))", Price(1.25, 10, 0.125)),
    (r"gpt-4-1-nano", Price(0.1, 0.4, 0.025)),
    (r"gpt-4-1-mini", Price(0.4, 1.6, 0.1)),
    (r"gpt-4-1(?!\d)", Price(2, 8, 0.5)),
    (r"gpt-4o-mini", Price(0.15, 0.6, 0.075)),
    (r"gpt-4o(?!-(audio|realtime))", Price(2.5, 10, 1.25)),
    (r"o[34]-mini", Price(1.1, 4.4, 0.275)),
    (r"o3(?!-(pro|deep))(?![a-z0-9])", Price(2, 8, 0.5)),
    (r"gemini-3(-\d)?-pro", Price(2, 12, 0.2)),
    (r"gemini-2-5-pro", Price(1.25, 10, 0.125)),
    (r"gemini-2-5-flash-lite", Price(0.1, 0.4, 0.01)),
    (r"gemini-2-5-flash", Price(0.3, 2.5, 0.03)),
    (r"gemini-2-0-flash-lite", Price(0.075, 0.3)),
    (r"gemini-2-0-flash", Price(0.1, 0.4, 0.025)),
)
"""The vendors' own list prices for short prompts; the first that fits counts."""


def known(model: str, overrides: Mapping[str, Known] | None = None) -> Known:
    """What is known of a model, by its name in any spelling.

    Args:
        model: its name.
        overrides: what the user says of models, by name.

    >>> known("claude-sonnet-4-5").output_cap, known("house-model-7").window.guessed
    (64000, True)
    """
    if overrides and model in overrides:
        return overrides[model]
    return _published(model)


@lru_cache(maxsize=256)
def _published(model: str) -> Known:
    name = plain_name(model)
    cap = next((cap for pattern, cap in _OUTPUT_CAPS if re.search(rf"(?:^|-){pattern}", name)), None)
    price = next((price for pattern, price in _PRICES if re.search(rf"(?:^|-){pattern}", name)), None)
    return Known(window(model), cap, price, takes_reasoning=family(model).name not in _KEEPS_REASONING)


def cost(model: str, usage: Usage, overrides: Mapping[str, Known] | None = None) -> float | None:
    """What an answer cost, in US dollars at list price; None where the price is not known.

    >>> cost("claude-sonnet-4-5", Usage(input=1_000_000, output=100_000)), cost("house-model-7", Usage(input=1))
    (4.5, None)
    """
    price = known(model, overrides).price
    if price is None:
        return None
    read = price.input if price.cache_read is None else price.cache_read
    write = price.input if price.cache_write is None else price.cache_write
    return (
        usage.input * price.input + usage.output * price.output + usage.cache_read * read + usage.cache_write * write
    ) / _MILLION


def cost_of(attempts: Iterable[Attempt]) -> float | None:
    """What the calls of a fold cost, in US dollars; None where nobody was paid or a price is not known.

    >>> cost_of([])
    """
    told = [(attempt.summariser, attempt.usage) for attempt in attempts if attempt.usage is not None]
    costs = [cost(name.partition(":")[2], usage) for name, usage in told]
    return None if not told or None in costs else sum(one for one in costs if one is not None)
