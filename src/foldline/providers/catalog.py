"""What is known of models that write summaries: window, the most they write, and what they cost.

Published numbers as of November 2026; resellers may differ, so what the user states wins. What is only guessed is
marked, and a price (`foldline.providers.prices`) is never guessed.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from foldline.core.counting.families import family
from foldline.core.counting.model_facts import Catalog, ModelFacts, facts_of, window_of
from foldline.core.counting.windows import Window, plain_name, window
from foldline.core.messages import Usage
from foldline.core.result import Attempt
from foldline.providers.prices import Price, list_price


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
    (r"claude-(opus-4-[6-9](?!\d)|([a-z]+-)?[5-9](?!\d))", 128_000),
    (r"claude-(opus-4(-[01])?(?!-\d(?!\d)))", 32_000),
    (r"claude-(3-7|[a-z]+-4)", 64_000),
    (r"claude-3-5", 8_192),
    (r"claude-([a-z]+-)?[1-3]|claude-instant", 4_096),
    (r"gpt-5(-\d)?-chat", 16_384),
    (r"gpt-[56](?!\d)", 128_000),
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


def known(model: str, catalog: Catalog | None = None) -> Known:
    """What is known of a model, by its name in any spelling.

    Args:
        model: its name.
        catalog: what the user states of models.

    >>> known("claude-sonnet-4-5").output_cap, known("house-model-7").window.guessed
    (64000, True)
    """
    published = _published(model)
    facts = facts_of(model, catalog or {})
    if facts == ModelFacts():
        return published
    return Known(
        window=window_of(model, catalog or {}),
        output_cap=facts.max_output or published.output_cap,
        price=_stated(facts, published.price),
        takes_reasoning=published.takes_reasoning,
    )


@lru_cache(maxsize=256)
def _published(model: str) -> Known:
    name = plain_name(model)
    cap = next((cap for pattern, cap in _OUTPUT_CAPS if re.search(rf"(?:^|-){pattern}", name)), None)
    return Known(window(model), cap, list_price(model), takes_reasoning=family(model).name not in _KEEPS_REASONING)


def _stated(facts: ModelFacts, published: Price | None) -> Price | None:
    """The price with what the user states of it; None where input or output has none from anybody."""
    stated = (facts.price_in, facts.price_out, facts.price_cached, facts.price_cache_write)
    if all(price is None for price in stated):
        return published
    if published is not None:
        names = ("input", "output", "cache_read", "cache_write")
        said = {name: price for name, price in zip(names, stated, strict=True) if price is not None}
        return replace(published, **said, long=None, month="")
    if facts.price_in is None or facts.price_out is None:
        return None
    return Price(facts.price_in, facts.price_out, facts.price_cached, facts.price_cache_write)


def cost(model: str, usage: Usage, catalog: Catalog | None = None) -> float | None:
    """What an answer cost, in US dollars at list price; None where the price is not known.

    >>> cost("claude-sonnet-4-5", Usage(input=1_000_000, output=100_000)), cost("house-model-7", Usage(input=1))
    (4.5, None)
    """
    price = known(model, catalog).price
    return None if price is None else price.of(usage)


def cost_of(attempts: Iterable[Attempt], catalog: Catalog | None = None) -> float | None:
    """What the calls of a fold cost, in US dollars; None where nobody was paid or a price is not known.

    >>> cost_of([])
    """
    told = [(attempt.summariser, attempt.usage) for attempt in attempts if attempt.usage is not None]
    costs = [cost(name.partition(":")[2], usage, catalog) for name, usage in told]
    return None if not told or None in costs else sum(one for one in costs if one is not None)


def month_of(attempts: Iterable[Attempt], catalog: Catalog | None = None) -> str:
    """The month of the oldest list price by which `cost_of` counts; empty where it counts by none.

    >>> month_of([])
    ''
    """
    asked = (attempt.summariser.partition(":")[2] for attempt in attempts if attempt.usage is not None)
    prices = (known(model, catalog).price for model in asked)
    return min((price.month for price in prices if price is not None and price.month), default="")
