"""How large messages are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import Words, agent, calls, thinking, user
from foldline.core.counting.estimate import EstimateCounter
from foldline.core.counting.tokens import (
    CLEARED_PLACEHOLDER,
    MESSAGE_OVERHEAD,
    Tally,
    arguments_text,
    fits,
    measure,
)
from foldline.core.messages import (
    ImagePart,
    Message,
    OpaquePart,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)

ESTIMATE = EstimateCounter()


class Recorder:
    """Counts a token a character and remembers what it was asked."""

    name = "recorder"

    def __init__(self) -> None:
        self.texts: list[str] = []

    def count(self, text: str) -> int:
        self.texts.append(text)
        return len(text)

    def exact_for(self, model: str) -> bool:
        return False


def size(*parts, role="user", **more) -> int:
    """Words in the parts of a message, its frame left out."""
    return measure(Message(role, parts), Words(), **more).tokens - MESSAGE_OVERHEAD


@pytest.mark.parametrize("role", ["system", "developer", "user", "assistant", "tool"])
def test_text_counts_in_every_role(role):
    assert size(TextPart("one two three"), role=role) == 3


def test_a_message_without_parts_counts_its_frame():
    assert measure(Message("user"), Words()).tokens == MESSAGE_OVERHEAD


def test_reasoning_counts_with_its_message():
    assert size(ReasoningPart("let me think"), TextPart("yes")) == 4


def test_a_tool_call_counts_its_name_and_its_arguments():
    assert size(ToolCallPart("1", "run", {"command": "ls -l /tmp now"})) == 5


def test_a_tool_result_counts_its_text_and_its_pictures():
    assert size(ToolResultPart("1", (TextPart("two words"), ImagePart())), image_tokens=700) == 702


def test_a_cleared_result_counts_as_the_short_text_that_is_sent_for_it():
    assert size(ToolResultPart("1", (TextPart("word " * 900),), cleared=True)) == len(CLEARED_PLACEHOLDER.split())


def test_the_name_of_the_speaker_counts():
    message = Message("user", (TextPart("hello"),), speaker="Ada")
    assert measure(message, Words()).tokens == 2 + MESSAGE_OVERHEAD


@pytest.mark.parametrize("role", ["user", "developer", "tool"])
def test_a_picture_is_never_free_and_never_its_encoded_length(role):
    image = ImagePart("image/png", width=1280, height=800, size=1_600_000)
    assert size(image, role=role) == 1366


def test_ten_pictures_of_unknown_size_count_the_flat_number_each():
    assert 12_000 <= size(*[ImagePart() for _ in range(10)]) <= 15_000


def test_a_screenshot_in_a_part_nobody_knows_counts_as_a_picture():
    raw = '{"type":"image_v9","source":{"data":"' + "iVBORw0K" * 200_000 + '"}}'
    assert 1200 < size(OpaquePart("image_v9", raw)) < 1210


def test_an_unknown_part_counts_by_its_text():
    assert size(OpaquePart("citation", '{"says": "three more words"}')) == 4


def test_all_text_of_a_message_is_counted_in_one_call():
    recorder = Recorder()
    parts = (TextPart("a"), ReasoningPart("b"), ToolCallPart("1", "c", "d"), ToolResultPart("1", (TextPart("e"),)))
    measure(Message("assistant", parts), recorder)
    assert recorder.texts == ["a\nb\nc\nd\ne"]


def test_encrypted_reasoning_counts_but_not_towards_the_floor():
    message = thinking("", signature="A" * 40_000)
    whole = measure(message, ESTIMATE).tokens
    floored = measure(message, ESTIMATE).readable
    assert whole - floored > 1000
    assert floored < 50


def test_redacted_thinking_and_server_results_do_not_count_towards_the_floor():
    raw = '{"type":"redacted_thinking","data":"' + "Q2Fu" * 10_000 + '"}'
    message = Message("assistant", (OpaquePart("redacted_thinking", raw),))
    assert measure(message, ESTIMATE).tokens > 5_000
    assert measure(message, ESTIMATE).readable < 50


def test_tool_text_counts_towards_the_floor():
    message = calls("1", arguments={"command": "echo word " * 1000})
    assert measure(message, ESTIMATE).readable > 1000


def test_a_signature_that_only_proves_readable_thinking_adds_nothing():
    text = "I compare the two plans and take the second. " * 100
    assert measure(thinking(text, signature="s" * 5000), ESTIMATE).tokens == measure(thinking(text), ESTIMATE).tokens


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"id": 9007199254740993}, '{"id":9007199254740993}'),
        ({"id": 2**200}, f'{{"id":{2**200}}}'),
        ({"city": "札幌"}, '{"city":"札幌"}'),
        ("*** Begin Patch", "*** Begin Patch"),
        ({}, "{}"),
        ({"half": "\ud83d"}, '{"half":"\\ud83d"}'),
    ],
)
def test_arguments_are_written_as_they_are_sent(arguments, text):
    assert arguments_text(arguments) == text


def test_the_same_counter_gives_the_same_number_before_and_after():
    kept = [user("word " * 40), agent("word " * 10)]
    tally = Tally(Words())
    before = [tally.of(message) for message in kept]
    whole = tally.total([user("word " * 500), *kept])
    assert [tally.of(message) for message in kept] == before
    assert tally.total(kept) < whole


def test_a_message_is_counted_once():
    recorder = Recorder()
    tally = Tally(recorder)
    message = calls("1", arguments={"command": "pwd"})
    assert [tally.of(message), tally.of(message), tally.total([message])] == [tally.of(message)] * 3
    assert len(recorder.texts) == 1


def test_equal_messages_are_counted_alike():
    tally = Tally(Words())
    assert tally.of(user("a b")) == tally.of(user("a b"))


def test_a_text_that_is_no_message_is_counted_without_a_frame():
    assert Tally(Words()).text("one two") == 2


@given(st.lists(st.lists(st.text(max_size=40), max_size=4), max_size=8))
def test_remembering_never_changes_a_number(texts):
    said = [Message("user", tuple(TextPart(text) for text in parts)) for parts in texts]
    tally = Tally(ESTIMATE)
    assert tally.total(said) == tally.total(said) == sum(measure(message, ESTIMATE).tokens for message in said)


@given(st.lists(st.text(max_size=40), max_size=6))
def test_no_count_is_negative_and_no_part_is_free(texts):
    parts = tuple(TextPart(text) for text in texts)
    counts = [measure(Message("user", parts[:number]), ESTIMATE).tokens for number in range(len(parts) + 1)]
    assert counts[0] == MESSAGE_OVERHEAD
    assert counts == sorted(counts)


def test_a_small_input_fits_without_being_counted():
    recorder = Recorder()
    assert fits([user("short"), calls("1")], Tally(recorder), 10_000)
    assert recorder.texts == []


@pytest.mark.parametrize(("budget", "fitting"), [(208, True), (207, False), (0, False), (-1, False)])
def test_a_large_input_fits_by_its_count(budget, fitting):
    said = [user("wordy " * 100), user("wordy " * 100)]
    assert fits(said, Tally(Words()), budget) is fitting


def test_pictures_of_unknown_size_are_as_large_as_the_tally_says():
    assert not fits([Message("user", (ImagePart(),))], Tally(Words(), image_tokens=5_000), 4_000)


def test_nothing_fits_into_nothing():
    assert fits([], Tally(Words()), 0)


def test_counting_stops_where_the_budget_ends():
    recorder = Recorder()
    assert not fits([user("word " * 50) for _ in range(20)], Tally(recorder), 600)
    assert len(recorder.texts) < 5
