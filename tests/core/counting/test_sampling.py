"""The sizes of very many messages at once."""

import pytest

from builders import Words, agent, calls, result, thinking, user
from foldline.core.counting.sampling import BULK, NEWEST, counted_share, is_sampled, sizes
from foldline.core.counting.tokens import Tally
from foldline.core.messages import ImagePart, Message


def conversation(messages):
    """Words in texts, calls and results of very different lengths, as in a real session."""
    made = []
    for number in range(messages // 4):
        made.append(user("word " * (1 + number % 7)))
        made.append(calls(f"c{number}"))
        made.append(result(f"c{number}", "word " * (1 + number * number % 900)))
        made.append(agent("word " * (1 + number % 60)))
    return made


def test_the_sum_of_a_sample_is_within_a_hundredth():
    many = conversation(BULK + 8_000)
    exact = Tally(Words()).total(many)
    assert sum(size.tokens for size in sizes(many, Tally(Words()))) == pytest.approx(exact, rel=0.01)


def test_the_newest_messages_are_counted_however_many_there_are():
    many = conversation(BULK + 8_000)
    assert sizes(many, Tally(Words()))[-NEWEST:] == [Tally(Words()).size(message) for message in many[-NEWEST:]]


def test_a_common_number_of_messages_is_counted_whole():
    some = conversation(400)
    assert sizes(some, Tally(Words())) == [Tally(Words()).size(message) for message in some]


def test_parts_that_are_no_text_have_a_size_in_a_sample_too():
    odd = [Message("user", (ImagePart("image/png", 1000, 1000),)), thinking("hm " * 50), Message("assistant", ())]
    many = odd * (BULK // 2)
    exact = Tally(Words()).total(many)
    assert sum(size.tokens for size in sizes(many, Tally(Words()))) == pytest.approx(exact, rel=0.05)


@pytest.mark.parametrize(("messages", "sampled"), [(0, False), (BULK, False), (BULK + 1, True)])
def test_only_very_many_messages_are_sampled(messages, sampled):
    assert is_sampled(messages) is sampled
    assert (counted_share(messages) < 1) is sampled
