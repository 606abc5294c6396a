"""Every answer gets the report that is about it."""

import pytest

from formats.codex_file import (
    CALL,
    answered,
    answers,
    called,
    counted,
    event,
    line,
    load,
    output,
    said,
    thought,
    usage,
)


class TestUsage:
    def test_a_report_before_its_answer_is_given_to_it(self):
        """As Codex wrote until late 2025: the count, then the items."""
        session = load(said("do"), counted(100, 100), thought("x"), *CALL, counted(150, 250), answered("ok"))
        assert [each.usage and each.usage.total for each in answers(session)] == [100, 150]

    def test_a_report_after_its_answer_is_given_to_it(self):
        session = load(said("do"), called("c1"), output("c1"), counted(100, 100), answered("ok"), counted(150, 250))
        assert [each.usage and each.usage.total for each in answers(session)] == [100, 150]

    def test_cached_tokens_are_no_new_input(self):
        record = line("token_usage_record", response_id="r1", usage=usage(100, cache_write_input_tokens=20))
        (answer,) = answers(load(said("do"), answered("ok"), record))
        assert answer.usage is not None
        assert (answer.usage.input, answer.usage.cache_read, answer.usage.cache_write, answer.usage.output) == (
            65,
            5,
            20,
            10,
        )
        assert answer.response_id == "r1"

    def test_counts_that_repeat_a_record_are_no_reports(self):
        record = line("token_usage_record", usage=usage(100), thread_token_usage={"total_tokens": 500})
        session = load(said("do"), *CALL, record, counted(100, 400), answered("ok"))
        assert [each.usage and each.usage.total for each in answers(session)] == [100, None]

    def test_a_record_of_a_request_without_items_is_given_to_no_answer(self):
        records = [line("token_usage_record", response_id=each, usage=usage(100)) for each in ("r1", "r2")]
        session = load(said("do"), *CALL, *records, answered("ok"))
        assert [each.response_id for each in answers(session)] == ["r1", ""]

    def test_a_repeated_count_is_no_report(self):
        session = load(said("do"), *CALL, counted(100, 100), counted(100, 100), answered("ok"))
        assert [each.usage and each.usage.total for each in answers(session)] == [100, None]

    def test_a_report_does_not_reach_over_a_turn(self):
        session = load(said("do"), counted(100, 100), said("no, this"), answered("ok"))
        assert answers(session)[0].usage is None

    @pytest.mark.parametrize("count", [event("token_count"), event("token_count", info=None), counted(0, 0)])
    def test_a_count_may_be_empty(self, count):
        assert answers(load(said("do"), answered("ok"), count))[0].usage is None

    def test_the_window_is_the_last_one_stated(self):
        lines = [event("task_started", model_context_window=200), counted(1, 1, model_context_window=300)]
        assert load(*lines).info.context_window == 300
