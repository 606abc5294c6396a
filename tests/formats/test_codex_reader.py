"""Items become answers; turns can be aborted and rolled back."""

import base64
import json
from hashlib import blake2b

import pytest

from foldline.core.messages import ImagePart, OpaquePart, ReasoningPart, TextPart, ToolCallPart
from foldline.core.session import MessageEntry
from foldline.formats import codex
from formats.codex_file import (
    CALL,
    ENVIRONMENT,
    answered,
    answers,
    called,
    counted,
    event,
    file,
    header,
    item,
    line,
    load,
    output,
    said,
    thought,
    told,
    usage,
)

GIF = base64.b64encode(b"GIF89a" + (640).to_bytes(2, "little") + (480).to_bytes(2, "little") + b"\0\0\0;").decode()


class TestAnswers:
    def test_the_items_of_one_answer_are_one_message(self):
        session = load(
            header(), said("list"), thought("plan", "sealed"), answered("listing"), called("c1"), called("c2")
        )
        entry = session.entries[-1]
        assert isinstance(entry, MessageEntry)
        assert entry.records == (2, 3, 4, 5)
        assert entry.message.parts == (
            ReasoningPart("plan", "sealed"),
            TextPart("listing"),
            ToolCallPart("c1", "shell", {"command": ["ls"]}),
            ToolCallPart("c2", "shell", {"command": ["ls"]}),
        )
        assert (entry.message.stop_reason, entry.message.source) == ("tool_use", "agent")

    @pytest.mark.parametrize(
        "between",
        [
            output("c1"),
            said("wait"),
            event("task_started"),
            counted(100, 100),
            line("token_usage_record", usage=usage(9)),
        ],
    )
    def test_an_answer_ends_where_something_else_begins(self, between):
        assert len(answers(load(said("list"), called("c1"), between, answered("done")))) == 2

    @pytest.mark.parametrize("between", [event("agent_reasoning", text="x"), event("token_count", info=None), "broken"])
    def test_an_answer_goes_on_across_what_only_repeats_it(self, between):
        assert len(answers(load(said("list"), thought("plan"), between, called("c1")))) == 1

    @pytest.mark.parametrize(
        ("call", "part"),
        [
            (called("c1", arguments="not json"), ToolCallPart("c1", "shell", "not json")),
            (
                item("custom_tool_call", call_id="c1", name="apply_patch", input="*** x"),
                ToolCallPart("c1", "apply_patch", "*** x"),
            ),
            (
                item("local_shell_call", call_id="c1", action={"type": "exec"}),
                ToolCallPart("c1", "local_shell", {"type": "exec"}),
            ),
            (item("local_shell_call", id="c1", call_id=None, action={}), ToolCallPart("c1", "local_shell", {})),
            (
                item("tool_search_call", call_id="c1", arguments={"query": "x"}),
                ToolCallPart("c1", "tool_search", {"query": "x"}),
            ),
            (item("image_generation_call", result=GIF), ImagePart("", 640, 480, 14)),
        ],
    )
    def test_calls_of_every_kind(self, call, part):
        (answer,) = answers(load(said("do"), call))
        assert answer.parts == (part,)

    @pytest.mark.parametrize("kind", ["web_search_call", "tool_search_call", "brand_new", "compaction"])
    def test_an_item_nobody_answers_is_kept_as_it_came(self, kind):
        (answer,) = answers(load(said("do"), item(kind, action={"query": "x"})))
        (part,) = answer.parts
        assert isinstance(part, OpaquePart)
        assert (part.kind, json.loads(part.raw)["action"]) == (kind, {"query": "x"})

    def test_the_model_is_that_of_the_turn(self):
        session = load(
            line("turn_context", model="old"),
            said("do"),
            answered("ok"),
            line("turn_context", model="new"),
            said("more"),
            answered("ok"),
        )
        assert [each.model for each in answers(session)] == ["old", "new"]
        assert session.info.model == "new"


class TestTurns:
    def test_an_aborted_turn_marks_its_newest_answer(self):
        session = load(said("do"), *CALL, answered("let me"), event("turn_aborted"), said("stop"), answered("ok"))
        assert [each.stop_reason for each in answers(session)] == ["tool_use", "aborted", "stop"]

    def test_an_abort_that_came_before_its_items_marks_them(self):
        session = load(
            said("do"), *CALL, counted(9, 9), counted(20, 29), event("turn_aborted"), called("c2"), said("stop")
        )
        assert [each.stop_reason for each in answers(session)] == ["tool_use", "aborted"]

    def test_the_notice_of_an_abort_may_stand_before_it(self):
        session = load(said("do"), answered("let me"), said("<turn_aborted>\n</turn_aborted>"), event("turn_aborted"))
        assert [each.stop_reason for each in answers(session)] == ["aborted"]

    def test_an_abort_before_any_answer_marks_nothing(self):
        session = load(said("do"), event("turn_aborted"), said("else"), answered("ok"))
        assert [each.stop_reason for each in answers(session)] == ["stop"]

    @pytest.mark.parametrize(
        ("turns", "left"),
        [(1, ["one", "1"]), (2, []), (7, []), (0, ["one", "1", "two", "2"]), ("x", ["one", "1", "two", "2"])],
    )
    def test_a_rollback_drops_turns_from_the_path(self, turns, left):
        turn_two = [said("two"), answered("2")]
        session = load(said("one"), answered("1"), *turn_two, event("thread_rolled_back", num_turns=turns), said("new"))
        assert told(session) == [*left, "new"]
        assert len(session.entries) == 6

    def test_what_the_client_injected_is_no_turn(self):
        session = load(said("one"), said("two"), ENVIRONMENT, event("thread_rolled_back", num_turns=1), said("new"))
        assert told(session) == ["one", "new"]


class TestIds:
    def test_an_id_is_the_hash_of_the_line_it_begins_with(self):
        source = file(said("do"), answered("a"), answered("b"))
        first, second = codex.load(source).entries
        lines = source.splitlines()
        assert first.id == blake2b(lines[0], digest_size=8).hexdigest()
        assert second.id == blake2b(lines[1], digest_size=8).hexdigest()

    def test_repeated_lines_are_numbered(self):
        names = [each.id for each in load(said("do"), said("do"), said("do")).entries]
        assert names[1:] == [f"{names[0]}-2", f"{names[0]}-3"]
