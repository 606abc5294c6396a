"""How large a context is, and sums over one that grows."""

import pytest

from builders import Words, agent, calls, items, result, session, thinking, user
from foldline.core.counting.context_size import RunningTotal, context_size, decision_tokens
from foldline.core.counting.sampling import BULK
from foldline.core.counting.tokens import MESSAGE_OVERHEAD, Tally
from foldline.core.messages import Usage


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


def test_a_very_long_context_says_that_it_is_measured_by_a_sample():
    totals = RunningTotal(Tally(Words()))
    totals.extend_to(items(*(user("word " * 250) for _ in range(BULK + 1))))
    assert totals.is_sampled


def test_a_context_of_common_length_is_counted_whole():
    totals = RunningTotal(Tally(Words()))
    totals.extend_to(items(*(user("a") for _ in range(100))))
    assert not totals.is_sampled
