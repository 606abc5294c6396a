import pytest

from foldline.core.counting.windows import Window
from foldline.core.messages import Usage
from foldline.providers.catalog import Known, Price, cost, known


@pytest.mark.parametrize(
    ("model", "cap"),
    [
        ("claude-opus-4-1-20250805", 32_000),
        ("claude-opus-4-20250514", 32_000),
        ("claude-opus-4-5", 64_000),
        ("claude-sonnet-4-20250514", 64_000),
        ("claude-haiku-4-5", 64_000),
        ("claude-3-5-sonnet-latest", 8_192),
        ("claude-3-haiku-20240307", 4_096),
        ("gpt-5-mini", 128_000),
        ("gpt-5-chat-latest", 16_384),
        ("gpt-4.1", 32_768),
        ("gpt-4o-2024-08-06", 16_384),
        ("gpt-4-0613", 8_192),
        ("o3-mini", 100_000),
        ("openai/gpt-4o", 16_384),
        ("models/gemini-2.5-pro", 65_536),
        ("gemini-1.5-flash", 8_192),
        ("house-model-7", None),
    ],
)
def test_what_a_model_can_write(model, cap):
    assert known(model).output_cap == cap


@pytest.mark.parametrize(
    ("model", "dollars"),
    [
        ("claude-sonnet-4-5", 18.3),
        ("claude-opus-4-1", 91.5),
        ("claude-opus-4-5", 30.5),
        ("claude-3-5-haiku-latest", 4.88),
        ("gpt-5-2025-08-07", 11.375),
        ("gpt-5-nano", 0.455),
        ("gpt-4o-mini", 0.825),
        ("gemini-2.5-flash-lite", 0.51),
        ("gpt-5.2-pro", 210.0),
        ("house-model-7", None),
    ],
)
def test_what_an_answer_costs(model, dollars):
    million = Usage(input=1_000_000, output=1_000_000, cache_read=1_000_000)
    found = cost(model, million)
    assert found == (None if dollars is None else pytest.approx(dollars))


def test_what_the_user_says_goes_before_what_is_known():
    mine = Known(Window(10_000), 500, Price(1, 2))
    assert known("gpt-5", {"gpt-5": mine}) is mine
    assert cost("gpt-5", Usage(output=1_000_000), {"gpt-5": mine}) == 2


def test_a_guess_is_marked_and_a_price_is_never_guessed():
    assert known("house-model-7").window.guessed
    assert known("house-model-7").price is None
    assert not known("claude-sonnet-4-5").window.guessed
