import pytest

from foldline.core.counting.model_facts import ModelFacts
from foldline.core.counting.windows import Window
from foldline.core.messages import Usage
from foldline.core.result import Attempt
from foldline.providers.catalog import cost, cost_of, known


@pytest.mark.parametrize(
    ("model", "cap"),
    [
        ("claude-opus-4-1-20250805", 32_000),
        ("claude-opus-4-20250514", 32_000),
        ("claude-opus-4-5", 64_000),
        ("claude-opus-4-7", 128_000),
        ("claude-opus-5", 128_000),
        ("claude-sonnet-5-5", 128_000),
        ("claude-sonnet-4-20250514", 64_000),
        ("claude-haiku-4-5", 64_000),
        ("claude-3-5-sonnet-latest", 8_192),
        ("claude-3-haiku-20240307", 4_096),
        ("gpt-5-mini", 128_000),
        ("gpt-6.1-terra", 128_000),
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


def test_what_the_user_states_goes_before_what_is_published_field_by_field():
    mine = {"GPT.5": ModelFacts(context_window=10_000, price_out=2)}
    stated = known("openai/gpt-5", mine)
    assert stated.window == Window(10_000)
    assert (stated.output_cap, stated.price.input, stated.price.output) == (128_000, 1.25, 2)
    assert known("gpt-5-mini", mine) == known("gpt-5-mini")


def test_a_price_that_is_stated_knows_no_tiers():
    stated = known("gemini-2.5-pro", {"gemini-2.5-pro": ModelFacts(price_in=1)})
    assert stated.price.long is None


@pytest.mark.parametrize(
    ("facts", "dollars"),
    [
        (ModelFacts(price_in=1, price_out=2, price_cached=0.5, price_cache_write=4), 7.5),
        (ModelFacts(price_in=1, price_out=2), 5.0),
        (ModelFacts(price_in=1), None),
        (ModelFacts(max_output=9), None),
    ],
)
def test_an_unknown_model_has_a_price_when_input_and_output_are_stated(facts, dollars):
    million = Usage(input=1_000_000, output=1_000_000, cache_read=1_000_000, cache_write=1_000_000)
    assert cost("house-model-7", million, {"house-model-7": facts}) == dollars


def test_a_guess_is_marked_and_a_price_is_never_guessed():
    assert known("house-model-7").window.guessed
    assert known("house-model-7").price is None
    assert not known("claude-sonnet-4-5").window.guessed


def test_a_fold_costs_what_its_calls_cost_failed_ones_too():
    used = Usage(input=1_000_000)
    asked = [
        Attempt("full", "anthropic:claude-sonnet-4-5", "empty", used),
        Attempt("full", "anthropic:claude-sonnet-4-5", "accepted", used),
        Attempt("short", "anthropic:claude-sonnet-4-5", "status 529"),
    ]
    assert cost_of(asked) == 6
    assert cost_of([*asked, Attempt("short", "ollama:house-model-7", "accepted", used)]) is None
    assert (
        cost_of([*asked, Attempt("short", "ollama:q", "accepted", used)], {"q": ModelFacts(price_in=0, price_out=0)})
        == 6
    )
