import msgspec
import pytest

from foldline.core.counting.model_facts import ModelFacts, facts_of, window_of
from foldline.core.counting.windows import Window

MINE = {"Claude.Sonnet_4.5": ModelFacts(context_window=9_000)}


@pytest.mark.parametrize("model", ["claude-sonnet-4-5", "anthropic/claude-sonnet-4.5"])
def test_facts_are_found_in_every_spelling(model):
    assert facts_of(model, MINE).context_window == 9_000
    assert window_of(model, MINE) == Window(9_000)


@pytest.mark.parametrize("model", ["claude-sonnet-4", "claude-sonnet-4-5-20250929", ""])
def test_they_hold_for_no_other_model(model):
    assert facts_of(model, MINE) == ModelFacts()
    assert facts_of(model, {"": ModelFacts(max_output=1)}) == ModelFacts()


def test_where_no_window_is_stated_the_published_one_holds():
    assert window_of("claude-sonnet-4-5", {"claude-sonnet-4-5": ModelFacts(price_in=1)}) == Window(200_000)
    assert window_of("house-model-7", {}).guessed


@pytest.mark.parametrize("table", [{"context_window": 0}, {"price_in": -1}, {"prize_in": 1}, {"max_output": "much"}])
def test_what_can_not_be_is_refused(table):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(table, ModelFacts)
