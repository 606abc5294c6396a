"""Factors between tokenizers: by name, and by what providers report."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import Words, agent, items, user
from foldline.core.counting.context_size import RunningTotal
from foldline.core.counting.families import LARGEST_FACTOR, LEAST_FACTOR, Family, calibrate, family
from foldline.core.counting.tokens import MESSAGE_OVERHEAD, Tally
from foldline.core.messages import Usage

TALLY = Tally(Words())
CLAUDE = family("claude-sonnet-4-5")
UNKNOWN = family("house-model-7")
UNSEEN = 18_000
"""Tokens of a system prompt and tools that no file shows."""


def conversation(factor: float, *, turns: int = 6, words: int = 1_000, unseen: int = UNSEEN, **more):
    """Turns whose reports say that a counted token is ``factor`` of the model's, beside the unseen part."""
    said, counted = [], 0
    for turn in range(turns):
        said += [user("word " * words)]
        counted += words + MESSAGE_OVERHEAD
        prompt = unseen + round(counted * factor)
        said += [agent("fine", usage=Usage(input=prompt, output=5), response_id=f"r{turn}", **more)]
        counted += 1 + MESSAGE_OVERHEAD
    return items(*said)


@pytest.mark.parametrize(
    ("model", "name"),
    [
        ("gpt-4o", "o200k"),
        ("gpt-4.1-nano", "o200k"),
        ("openai/gpt-5.2-codex", "o200k"),
        ("o4-mini", "o200k"),
        ("chatgpt-4o-latest", "o200k"),
        ("gpt-4-turbo", "cl100k"),
        ("gpt-3.5-turbo-0125", "cl100k"),
        ("claude-3-haiku-20240307", "claude-3"),
        ("claude-opus-4-6", "claude-3"),
        ("claude-opus-4-20250514", "claude-3"),
        ("sonnet", "claude-3"),
        ("claude-opus-4.7", "claude-4.7"),
        ("anthropic/claude-sonnet-5", "claude-4.7"),
        ("claude-fable-5", "claude-4.7"),
        ("gemini-3-pro-preview", "gemini"),
        ("qwen3.5-9b", "qwen3.5"),
        ("qwen2.5-coder:32b", "qwen"),
        ("deepseek-r1-distill-llama-70b", "deepseek"),
        ("codellama:7b", "llama"),
        ("mixtral-8x7b", "mistral"),
        ("MiniMax-M2", "minimax"),
        ("phi-4", "unknown"),
        ("", "unknown"),
    ],
)
def test_a_model_belongs_to_a_family_by_its_name(model, name):
    assert family(model).name == name


def test_newer_claude_models_need_more_tokens_than_older_ones():
    assert 1.15 <= CLAUDE.factor < family("claude-opus-4-8").factor <= 1.65


def test_nothing_is_assumed_about_an_unknown_model():
    assert (UNKNOWN.factor, UNKNOWN.encoding) == (1.0, "")


@pytest.mark.parametrize("factor", [0.8, 1.0, 1.4, 2.9])
def test_the_factor_is_learned_from_what_the_provider_reports(factor):
    learned = calibrate(conversation(factor), TALLY, UNKNOWN)
    assert learned.source == "usage"
    assert learned.factor == pytest.approx(factor, abs=0.02)


def test_a_tokenizer_four_times_as_dense_is_held_to_the_largest_factor():
    assert calibrate(conversation(4.0), TALLY, UNKNOWN).factor == LARGEST_FACTOR


def test_a_request_shrunk_on_its_way_is_held_to_the_least_factor():
    assert calibrate(conversation(0.1), TALLY, UNKNOWN).factor == LEAST_FACTOR


def test_one_false_report_does_not_move_the_factor():
    said = list(conversation(1.4))
    said[7] = said[7]._replace(message=agent("fine", usage=Usage(input=900_000)))
    assert calibrate(tuple(said), TALLY, UNKNOWN).factor == pytest.approx(1.4, abs=0.05)


def test_only_the_newest_reports_are_looked_at():
    old, new = conversation(2.5, turns=12), conversation(1.4, turns=12)
    assert calibrate((*old, *new), TALLY, UNKNOWN).factor == pytest.approx(1.4, abs=0.02)


def test_an_answer_in_several_messages_reports_once():
    first, rest = conversation(1.4)[:-1], agent("fine", usage=Usage(input=18_000 + 8_453, output=5), response_id="r5")
    said = (*first, *items(rest, rest, rest))
    assert calibrate(said, TALLY, UNKNOWN).factor == pytest.approx(1.4, abs=0.02)


def test_reports_of_another_family_say_nothing():
    assert calibrate(conversation(1.0, model="gpt-5"), TALLY, CLAUDE) == (CLAUDE.factor, "family")


def test_reports_of_the_same_family_count_whatever_the_exact_model():
    assert calibrate(conversation(1.3, model="claude-opus-4-1"), TALLY, CLAUDE).source == "usage"


def test_reports_from_before_the_newest_fold_say_nothing():
    said = conversation(1.4)
    assert calibrate(said, TALLY, UNKNOWN, since=len(said)) == (1.0, "")


def test_a_single_report_is_not_believed_while_the_unseen_part_may_dominate_it():
    assert calibrate(conversation(1.4, turns=1), TALLY, CLAUDE).source == "family"


def test_a_single_report_is_believed_where_the_fixed_part_is_known():
    said = conversation(1.4, turns=1, words=3_000, unseen=1_400)
    assert calibrate(said, TALLY, CLAUDE, fixed=1_000).factor == pytest.approx(1.4, abs=0.01)


def test_a_single_report_is_believed_where_much_was_said_before_it():
    said = conversation(1.4, turns=1, words=30_000, unseen=0)
    assert calibrate(said, TALLY, UNKNOWN).factor == pytest.approx(1.4, abs=0.01)


def test_reports_close_together_are_not_compared():
    assert calibrate(conversation(1.4, words=20), TALLY, CLAUDE).source == "family"


@pytest.mark.parametrize(("text", "factor"), [("数据库连接超时" * 50, 1.41), ("the database is late " * 50, 1.25)])
def test_without_reports_the_script_decides(text, factor):
    assert calibrate(items(user(text)), TALLY, CLAUDE) == (factor, "family")


def test_without_reports_mixed_text_lies_between():
    assert 1.25 < calibrate(items(user("数据库" * 50), user("the database " * 30)), TALLY, CLAUDE).factor < 1.41


def test_nothing_said_leaves_the_factor_of_the_family():
    assert calibrate((), RunningTotal(TALLY), CLAUDE) == (CLAUDE.factor, "family")


@given(st.lists(st.tuples(st.integers(0, 3_000), st.integers(0, 500_000)), max_size=6), st.integers(0, 30_000))
def test_the_factor_stays_within_its_bounds_whatever_is_reported(turns, fixed):
    said = [m for words, prompt in turns for m in (user("w " * words), agent("ok", usage=Usage(input=prompt)))]
    known = Family("unknown")
    assert LEAST_FACTOR <= calibrate(items(*said), TALLY, known, fixed=fixed).factor <= LARGEST_FACTOR
