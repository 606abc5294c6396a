"""The sizes of very many messages at once."""

import pytest

from builders import Words, agent, calls, result, thinking, user
from foldline.core.counting.sampling import BULK, Sizes, sizes
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


def exact(messages):
    return [Tally(Words()).of(message) for message in messages]


def test_the_sum_of_a_sample_is_within_a_hundredth():
    many = conversation(BULK + 8_000)
    found = sizes(many, Tally(Words()))
    assert found.sampled
    assert sum(found.tokens) == pytest.approx(sum(exact(many)), rel=0.01)


def test_what_a_large_window_can_hold_is_counted_however_many_messages_there_are():
    many = conversation(BULK + 8_000)
    assert sizes(many, Tally(Words())).tokens[-3_000:] == exact(many[-3_000:])


def test_many_short_messages_are_counted_whole():
    many = [user("good morning")] * (BULK + 1)
    found = sizes(many, Tally(Words()))
    assert not found.sampled
    assert found.tokens == exact(many)


def test_a_common_number_of_messages_is_counted_whole():
    some = conversation(400)
    assert sizes(some, Tally(Words())) == Sizes(exact(some), exact(some), sampled=False)


def test_parts_that_are_no_text_have_a_size_in_a_sample_too():
    odd = [Message("user", (ImagePart("image/png", 1000, 1000),)), thinking("hm " * 500), Message("assistant", ())]
    many = odd * (BULK // 2)
    assert sum(sizes(many, Tally(Words())).tokens) == pytest.approx(sum(exact(many)), rel=0.05)
