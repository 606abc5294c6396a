import pytest

from builders import Words
from foldline.core.requests import Limits
from foldline.core.settings import CompactionSettings
from foldline.core.summariser_room import LEAST_INPUT, input_tokens, most_output, output_tokens

KINDS = ("full", "update", "turn_prefix", "short", "branch")


class Exact(Words):
    def exact_for(self, model):
        return True


@pytest.mark.parametrize(
    ("reserve", "output", "caps"),
    [
        (None, None, (13_107, 13_107, 8_192, 512, 2_048)),
        (150_000, None, (16_384, 16_384, 16_384, 512, 2_048)),
        (10_000, None, (8_000, 8_000, 5_000, 512, 2_048)),
        (2_000, None, (1_600, 1_600, 1_000, 400, 2_048)),
        (150_000, 4_096, (4_096, 4_096, 4_096, 512, 2_048)),
        (150_000, 300, (300, 300, 300, 300, 300)),
    ],
)
def test_the_room_of_a_text_comes_from_the_raw_reserve_within_what_the_model_writes(reserve, output, caps):
    settings = CompactionSettings(reserve_tokens=reserve, context_window=1_000)
    assert tuple(output_tokens(kind, settings, Limits(output=output)) for kind in KINDS) == caps


def test_no_text_takes_most_of_a_small_window():
    assert output_tokens("full", CompactionSettings(), Limits(window=8_192)) == 2_048
    assert most_output(Limits(window=8_192)) == 2_048


def test_prompt_text_and_thinking_fit_the_window_together():
    room = input_tokens(Limits(window=200_000), 13_107, Words(), 1_000)
    assert room == 170_000 - 13_107 - 16_384 - 1_000
    assert room + 13_107 + 16_384 + 1_000 < 200_000


def test_an_unknown_window_is_taken_for_a_large_one():
    assert input_tokens(Limits(), 0, Words(), 0) == input_tokens(Limits(window=200_000), 0, Words(), 0)


@pytest.mark.parametrize("window", [1, 500, 3_000])
def test_a_tiny_window_leaves_a_little_to_tell(window):
    assert input_tokens(Limits(window=window), 1_000, Words(), 1_000) == LEAST_INPUT


def test_a_model_with_more_tokens_for_a_word_is_sent_fewer_words():
    told = input_tokens(Limits(window=200_000, model="claude-opus-4-8"), 0, Words(), 0)
    assert told < input_tokens(Limits(window=200_000), 0, Words(), 0) / 1.5
    assert input_tokens(Limits(window=200_000, model="claude-opus-4-8"), 0, Exact(), 0) > told
