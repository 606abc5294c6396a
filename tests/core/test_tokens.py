"""How large messages and contexts are."""

import gc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import Words, agent, calls, items, result, session, thinking, user
from foldline.core.estimate import EstimateCounter
from foldline.core.messages import (
    ImagePart,
    Message,
    OpaquePart,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    Usage,
)
from foldline.core.tokens import (
    CLEARED_PLACEHOLDER,
    MESSAGE_OVERHEAD,
    Anchor,
    RunningTotal,
    Tally,
    arguments_text,
    context_size,
    context_tokens,
    count_message,
    decision_tokens,
    fits,
    has_context_usage,
    last_usage,
    prompt_tokens,
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
    return count_message(Message(role, parts), Words(), **more) - MESSAGE_OVERHEAD


@pytest.mark.parametrize("role", ["system", "developer", "user", "assistant", "tool"])
def test_text_counts_in_every_role(role):
    assert size(TextPart("one two three"), role=role) == 3


def test_a_message_without_parts_counts_its_frame():
    assert count_message(Message("user"), Words()) == MESSAGE_OVERHEAD


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
    assert count_message(message, Words()) == 2 + MESSAGE_OVERHEAD


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
    count_message(Message("assistant", parts), recorder)
    assert recorder.texts == ["a\nb\nc\nd\ne"]


def test_encrypted_reasoning_counts_but_not_towards_the_floor():
    message = thinking("", signature="A" * 40_000)
    whole = count_message(message, ESTIMATE)
    floored = count_message(message, ESTIMATE, opaque=False)
    assert whole - floored > 1000
    assert floored < 50


def test_redacted_thinking_and_server_results_do_not_count_towards_the_floor():
    raw = '{"type":"redacted_thinking","data":"' + "Q2Fu" * 10_000 + '"}'
    message = Message("assistant", (OpaquePart("redacted_thinking", raw),))
    assert count_message(message, ESTIMATE) > 5_000
    assert count_message(message, ESTIMATE, opaque=False) < 50


def test_tool_text_counts_towards_the_floor():
    message = calls("1", arguments={"command": "echo word " * 1000})
    assert count_message(message, ESTIMATE, opaque=False) > 1000


def test_a_signature_that_only_proves_readable_thinking_adds_nothing():
    text = "I compare the two plans and take the second. " * 100
    assert count_message(thinking(text, signature="s" * 5000), ESTIMATE) == count_message(thinking(text), ESTIMATE)


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


@pytest.mark.parametrize(
    ("usage", "context", "prompt", "usable"),
    [
        (Usage(input=1000, output=500, cache_read=200, cache_write=100), 1800, 1300, True),
        (Usage(), 0, 0, False),
        (Usage(context_tokens=120_000), 120_000, 120_000, True),
        (Usage(context_tokens=0), 0, 0, False),
        (Usage(context_tokens=0, output=29), 0, 0, False),
        (Usage(context_tokens=-5), 0, 0, False),
        (Usage(output=29), 29, 29, False),
        (Usage(output=29, total=120_000), 120_000, 120_000, True),
        (Usage(total=120_000), 120_000, 120_000, True),
        (Usage(cache_read=70_000, output=10), 70_010, 70_000, True),
        (Usage(input=50_000, output=100, total=65_100, orchestration=15_000), 50_100, 50_000, True),
        (Usage(input=10, orchestration=500), 0, 10, True),
    ],
)
def test_what_a_report_says_of_the_context(usage, context, prompt, usable):
    assert context_tokens(usage) == context
    assert prompt_tokens(usage) == prompt
    assert has_context_usage(usage) is usable


@pytest.mark.parametrize("stop", ["aborted", "error"])
def test_the_last_report_is_not_taken_from_an_answer_that_broke_off(stop):
    said = [agent(usage=Usage(input=100)), agent(usage=Usage(input=300), stop_reason=stop)]
    assert last_usage(said) == Anchor(0, Usage(input=100))


@pytest.mark.parametrize(
    "said",
    [
        [],
        [user()],
        [agent(usage=Usage(output=29))],
        [agent(usage=Usage(input=5), stop_reason="error")],
        [Message("user", usage=Usage(input=9))],
    ],
    ids=["nothing", "no report", "answer only", "error", "not an answer"],
)
def test_there_may_be_no_report_to_build_on(said):
    assert last_usage(said) is None


def test_reports_older_than_the_newest_fold_describe_a_prompt_that_is_gone():
    said = [user(), agent(usage=Usage(input=190_000)), user()]
    assert last_usage(said, since=2) is None
    assert last_usage(said, since=1) == Anchor(1, Usage(input=190_000))


@pytest.mark.parametrize(
    ("reported", "floor", "decided"), [(20_000, 90_000, 90_000), (85_000, 80_000, 85_000), (-5, -10, 0), (-5, 100, 100)]
)
def test_the_larger_number_decides_and_is_never_below_zero(reported, floor, decided):
    assert decision_tokens(reported, floor) == decided


def test_what_came_after_the_last_report_is_counted_on_top_of_it():
    said = items(user(), agent(usage=Usage(input=50_000, output=500)), user("three more words"))
    sized = context_size(said, Tally(Words()), fixed=9_000)
    assert sized.anchor_tokens == 50_500
    assert sized.counted_after == 3 + MESSAGE_OVERHEAD
    assert sized.tokens == 50_500 + 3 + MESSAGE_OVERHEAD
    assert sized.index == 1


def test_only_the_newest_prompt_counts_and_not_the_sum_of_all():
    said = items(*[agent(usage=Usage(input=40_000 + step)) for step in range(5)])
    assert context_size(said, Tally(Words())).tokens == 40_004


def test_without_a_report_everything_is_counted_with_the_fixed_part():
    said = items(user("one two"), agent("three"))
    sized = context_size(said, Tally(Words()), fixed=1_000)
    assert sized.tokens == sized.counted_after == 1_003 + 2 * MESSAGE_OVERHEAD
    assert (sized.anchor_tokens, sized.index) == (0, None)


def test_right_after_a_fold_the_old_report_does_not_ask_for_another():
    kept = (user(), agent(usage=Usage(input=190_000)))
    after = items(*kept, user("and now"))
    assert context_size(after, Tally(Words()), since=2).tokens < 100


def test_a_report_that_a_shrunk_request_deflated_is_floored_by_the_count():
    said = items(user("word " * 90_000), agent(usage=Usage(input=20_000)))
    assert context_size(said, Tally(Words())).tokens > 90_000


def test_opaque_reasoning_does_not_raise_a_report():
    said = items(thinking("", signature="A" * 400_000), agent(usage=Usage(input=20_000)))
    assert context_size(said, Tally(Words())).tokens == 20_000


def test_dense_text_is_large_because_the_report_says_so():
    dense = "QmFzZTY0" * 10_000
    said = items(result("1", dense), agent(usage=Usage(input=60_000)), user())
    assert context_size(said, Tally(Words())).tokens >= 60_000


def test_the_factor_of_the_model_applies_to_what_is_counted_and_not_to_what_is_reported():
    said = items(agent(usage=Usage(input=1_000)), user("word " * 96))
    assert context_size(said, Tally(Words()), factor=1.5).tokens == 1_000 + 150
    assert context_size(items(user("word " * 96)), Tally(Words()), factor=1.5).tokens == 150


def test_results_between_the_parts_of_one_answer_came_after_its_request():
    shared = Usage(input=10_000)
    said = items(
        agent("earlier", response_id="r0"),
        user(),
        calls("a", usage=shared, response_id="r1"),
        result("a", "word " * 50),
        calls("b", usage=shared, response_id="r1"),
        result("b", "word " * 30),
    )
    sized = context_size(said, Tally(Words()))
    assert (sized.index, sized.counted_after) == (4, 80 + 2 * MESSAGE_OVERHEAD)


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


def test_a_message_that_is_gone_is_forgotten():
    tally = Tally(Words())
    for number in range(100):
        tally.of(user(f"{number} " * number))
    gc.collect()
    assert not tally._known


def test_a_text_that_is_no_message_is_counted_without_a_frame():
    assert Tally(Words()).text("one two") == 2


@given(st.lists(st.lists(st.text(max_size=40), max_size=4), max_size=8))
def test_remembering_never_changes_a_number(texts):
    said = [Message("user", tuple(TextPart(text) for text in parts)) for parts in texts]
    tally = Tally(ESTIMATE)
    assert tally.total(said) == tally.total(said) == sum(count_message(message, ESTIMATE) for message in said)


@given(st.lists(st.text(max_size=40), max_size=6))
def test_no_count_is_negative_and_no_part_is_free(texts):
    parts = tuple(TextPart(text) for text in texts)
    counts = [count_message(Message("user", parts[:number]), ESTIMATE) for number in range(len(parts) + 1)]
    assert counts[0] == MESSAGE_OVERHEAD
    assert counts == sorted(counts)


def test_after_one_more_message_only_that_message_is_counted():
    recorder = Recorder()
    totals = RunningTotal(Tally(recorder))
    grown = session(*[user(str(number)) for number in range(50)])
    totals.extend_to(grown.context().items)
    recorder.texts.clear()
    said = (*grown.context().items, items(user("one more"))[0])
    assert totals.extend_to(said) == totals.tally.total(item.message for item in said)
    assert recorder.texts == ["one more"]


def test_the_sum_of_any_start_is_known():
    said = items(user("one"), thinking("", signature="A" * 9_000), agent("two three"))
    totals = RunningTotal(Tally(Words()))
    totals.extend_to(said)
    for count in range(len(said) + 1):
        assert totals.upto(count) == totals.tally.total(item.message for item in said[:count])
        assert totals.readable_upto(count) == sum(totals.tally.size(item.message).readable for item in said[:count])


@pytest.mark.parametrize(
    "other",
    [
        items(user("a"), user("X"), user("c"), user("d")),
        items(user("a"), user("b")),
        items(user("a")),
        items(user("X"), user("b"), user("c"), user("d")),
        items(user("a"), user("b"), user("X"), user("d")),
        (),
    ],
    ids=["middle changed", "shorter", "one left", "start changed", "end changed", "empty"],
)
def test_another_list_is_summed_anew(other):
    totals = RunningTotal(Tally(Words()))
    totals.extend_to(items(user("a"), user("b"), user("c")))
    assert totals.extend_to(other) == totals.tally.total(item.message for item in other)
    assert totals.upto(0) == 0


def test_a_list_made_afresh_goes_on_where_it_is_the_same():
    recorder = Recorder()
    totals = RunningTotal(Tally(recorder))
    totals.extend_to(items(user("a"), user("b")))
    recorder.texts.clear()
    totals.extend_to(items(user("a"), user("b"), user("c")))
    assert recorder.texts == ["c"]


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
