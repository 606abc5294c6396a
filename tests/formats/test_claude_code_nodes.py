"""The lines of one answer, one fold, become one node."""

import pytest

from foldline.core.messages import ReasoningPart, TextPart, ToolCallPart
from foldline.core.session import MessageEntry
from formats.claude_code_file import (
    HELLO,
    HI,
    answer,
    call,
    load,
    message,
    path,
    progress,
    result,
    text,
    typed,
)


class TestAnswers:
    SPLIT = (
        HELLO,
        answer("a1", "u1", "m1", {"type": "thinking", "thinking": "hm", "signature": "sig"}),
        {"type": "file-history-snapshot", "messageId": "a2"},
        answer("a2", "a1", "m1", text("let me look"), output=7),
        answer("a3", "a2", "m1", call("c1", command="ls"), output=40, stop_reason="tool_use"),
    )

    def test_the_lines_of_one_answer_are_one_message(self):
        session = load(*self.SPLIT)
        entry = session.entry("a1")
        assert isinstance(entry, MessageEntry)
        assert entry.records == (1, 3, 4)
        assert entry.message.parts == (
            ReasoningPart("hm", "sig"),
            TextPart("let me look"),
            ToolCallPart("c1", "Bash", {"command": "ls"}),
        )

    def test_usage_counts_once_and_the_last_line_ends_the_answer(self):
        said = message(load(*self.SPLIT), "a1")
        assert said.usage is not None
        assert (said.usage.input, said.usage.output, said.usage.cache_read) == (3, 40, 100)
        assert (said.stop_reason, said.model, said.response_id, said.source) == ("tool_use", "opus", "m1", "agent")

    def test_blocks_of_one_answer_meet_across_results_of_its_first_calls(self):
        session = load(
            HELLO,
            answer("a1", "u1", "m1", call("c1")),
            result("r1", "a1", "c1"),
            answer("a2", "r1", "m1", call("c2")),
            result("r2", "a2", "c2"),
            answer("a3", "r2", "m2", text("both done")),
        )
        assert path(session) == ["u1", "a1", "r1", "r2", "a3"]
        assert [each.id for each in message(session, "a1").calls] == ["c1", "c2"]

    def test_a_copy_of_an_answer_in_another_branch_is_an_answer_of_its_own(self):
        session = load(
            HELLO,
            answer("a1", "u1", "m1", text("one")),
            answer("a2", "a1", "m1", call("c1")),
            typed("u9", None, "hello", sessionId="s2"),
            answer("b1", "u9", "m1", text("one"), sessionId="s2"),
            answer("b2", "b1", "m1", call("c1"), sessionId="s2"),
        )
        assert path(session) == ["u9", "b1"]
        assert len(message(session, "a1").parts) == len(message(session, "b1").parts) == 2

    def test_an_id_that_comes_back_after_other_words_is_another_answer(self):
        session = load(HELLO, HI, typed("u2", "a1", "again"), answer("a2", "u2", "m1", text("hi again")))
        assert path(session) == ["u1", "a1", "u2", "a2"]

    def test_an_id_that_comes_back_under_another_root_is_another_answer(self):
        session = load(HELLO, HI, progress("p1", None), answer("a2", "p1", "m1", text("hi again")))
        assert path(session) == ["p1", "a2"]

    def test_an_answer_is_put_together_without_pointers(self):
        lines = [HELLO, answer("a1", "", "m1", text("hi")), answer("a2", "", "m1", text("there"))]
        bare = [{key: value for key, value in each.items() if key != "parentUuid"} for each in lines]
        assert message(load(*bare), "a1").text == "hi\nthere"

    def test_a_loop_of_pointers_between_two_blocks_ends(self):
        loop = [progress("p1", "p2"), progress("p2", "p1")]
        session = load(HELLO, HI, *loop, answer("a2", "p2", "m1", text("there")))
        assert message(session, "a2").text == "there"

    def test_a_call_repeated_in_every_line_of_an_answer_is_made_once(self):
        session = load(HELLO, answer("a1", "u1", "m1", call("c1")), answer("a2", "a1", "m1", call("c1"), call("c2")))
        assert [each.id for each in message(session, "a1").calls] == ["c1", "c2"]

    @pytest.mark.parametrize(
        ("more", "stop"),
        [
            ({"stop_reason": "end_turn"}, "stop"),
            ({"stop_reason": "max_tokens"}, "length"),
            ({"stop_reason": "something new"}, ""),
            ({"stop_reason": "end_turn", "isApiErrorMessage": True}, "error"),
            ({"stop_reason": "stop_sequence", "model": "<synthetic>"}, "error"),
        ],
    )
    def test_how_an_answer_ended(self, more, stop):
        assert message(load(HELLO, answer("a1", "u1", "m1", text("x"), **more)), "a1").stop_reason == stop

    def test_an_answer_the_client_made_up_has_no_usage_and_names_no_model(self):
        made_up = answer("a1", "u1", "m1", text("API error"), model="<synthetic>")
        made_up["message"]["usage"] = {"input_tokens": 0, "output_tokens": 0}
        session = load(HELLO, made_up)
        assert message(session, "a1").usage is None
        assert session.info.model == ""
