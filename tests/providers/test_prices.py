import re

import pytest

from foldline.core.messages import Usage
from foldline.providers.prices import _TABLE, list_price

PROMPT = 100_000


@pytest.mark.parametrize(
    ("model", "dollars"),
    [
        ("claude-fable-5-1", 60.25),
        ("claude-fable-5", 61.0),
        ("claude-sonnet-4-5", 18.3),
        ("claude-sonnet-5", 12.2),
        ("claude-sonnet-5-5", 12.1),
        ("claude-opus-4-20250514", 91.5),
        ("claude-opus-4-1", 91.5),
        ("claude-opus-4-5", 30.5),
        ("claude-opus-5", 30.5),
        ("anthropic/claude-opus-5.5", 24.2),
        ("claude-3-5-haiku-latest", 4.88),
        ("gpt-6.1-sol", 12.1),
        ("gpt-6.1-terra", 6.05),
        ("gpt-6-luna", 0.61),
        ("gpt-5.6", 24.4),
        ("gpt-5.6-terra", 14.2),
        ("gpt-5.5", 35.5),
        ("gpt-5.4", 17.75),
        ("gpt-5.4-mini", 5.325),
        ("gpt-5-2025-08-07", 11.375),
        ("gpt-5-nano", 0.455),
        ("gpt-5.2-pro", 210.0),
        ("gpt-4o-mini", 0.825),
        ("gemini-3.8-flash", 4.575),
        ("gemini-3.1-pro-preview", 14.2),
        ("gemini-2.5-flash-lite", 0.51),
    ],
)
def test_the_list_price_of_a_million_tokens_of_each_kind(model, dollars):
    price = list_price(model)
    assert price.input + price.output + (
        price.input if price.cache_read is None else price.cache_read
    ) == pytest.approx(dollars)


@pytest.mark.parametrize(
    "model",
    [
        "house-model-7",
        "claude-opus-6",
        "claude-opus-4-9",
        "claude-haiku-6",
        "gpt-5.5-pro",
        "gpt-5.9",
        "gpt-6.2-sol",
        "gemini-4-pro",
        "",
    ],
)
def test_a_price_is_never_guessed(model):
    assert list_price(model) is None


@pytest.mark.parametrize(
    ("model", "short", "long"), [("gpt-5.4", 272_000, 272_001), ("gemini-2.5-pro", 200_000, 200_001)]
)
def test_a_long_prompt_costs_more_as_a_whole(model, short, long):
    price = list_price(model)
    before, after = (price.of(Usage(input=tokens - 10, cache_read=10, output=1_000)) for tokens in (short, long))
    assert after == pytest.approx(2 * before - 0.5 * price.output / 1_000, rel=1e-4)


def test_every_price_has_its_month():
    assert [pattern for pattern, price in _TABLE if not re.fullmatch(r"20\d\d-[01]\d", price.month)] == []
