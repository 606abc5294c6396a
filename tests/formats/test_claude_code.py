"""Claude Code sessions become the conversation the client had."""

import base64
import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldline.core.messages import ImagePart, Message, OpaquePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from foldline.core.session import CompactionEntry, MessageEntry, MetaEntry, Session
from foldline.core.wrapping import wrap_summary
from foldline.formats import claude_code
from foldline.formats.peek import Peek
from formats.claude_code_file import (
    answer,
    attached,
    boundary,
    call,
    file,
    line,
    progress,
    result,
    summary,
    text,
    typed,
)

GIF = base64.b64encode(b"GIF89a" + (640).to_bytes(2, "little") + (480).to_bytes(2, "little") + b"\0\0\0;").decode()


def load(*lines) -> Session:
    return claude_code.load(file(*lines))


def path(session: Session) -> list[str]:
    return [each.id for each in session.path()]


def told(session: Session) -> list[str]:
    return [item.id for item in session.context().items]


def message(session: Session, entry_id: str) -> Message:
    entry = session.entry(entry_id)
    assert isinstance(entry, MessageEntry)
    return entry.message


def fold(session: Session) -> CompactionEntry:
    previous = session.context().previous
    assert previous is not None
    return previous


HELLO, HI = typed("u1", None, "hello"), answer("a1", "u1", "m1", text("hi"))


class TestDetection:
    @pytest.mark.parametrize(
        "first",
        [
            HELLO,
            progress("p1", None),
            {"type": "summary", "summary": "Tidying", "leafUuid": "x"},
            {"type": "queue-operation", "operation": "enqueue", "sessionId": "s1"},
            {"type": "file-history-snapshot", "sessionId": "s1", "messageId": "x"},
        ],
    )
    def test_a_session_is_known_by_its_lines(self, first):
        assert claude_code.sniff(Peek(file(first)))

    @pytest.mark.parametrize(
        "other",
        [
            {"type": "session", "version": 3, "id": "s", "cwd": "/w"},
            {"type": "session_meta", "payload": {"id": "t"}},
            {"sessionId": "s", "projectHash": "h", "startTime": "t"},
            {"role": "user", "content": "hello"},
            {"uuid": "c", "name": "chat", "chat_messages": []},
        ],
    )
    def test_other_formats_are_left_to_others(self, other):
        assert not claude_code.sniff(Peek(file(other)))


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


class TestTree:
    def test_all_results_of_parallel_calls_are_on_the_path_in_file_order(self):
        session = load(
            HELLO,
            answer("a1", "u1", "m1", call("c1")),
            answer("a2", "a1", "m1", call("c2")),
            answer("a3", "a2", "m1", call("c3")),
            result("r3", "a3", "c3"),
            progress("p1", "a1"),
            result("r1", "a1", "c1"),
            result("r2", "a2", "c2"),
            answer("a4", "r1", "m2", text("done")),
        )
        assert [each for each in path(session) if each != "p1"] == ["u1", "a1", "r3", "r1", "r2", "a4"]

    def test_a_result_that_came_after_the_next_message_still_stands_with_its_call(self):
        session = load(
            HELLO,
            answer("a1", "u1", "m1", call("c1")),
            answer("a2", "a1", "m1", call("c2")),
            result("r1", "a1", "c1"),
            typed("u2", "r1", "and then?"),
            result("r2", "a2", "c2"),
            answer("a3", "u2", "m2", text("then this")),
        )
        assert path(session) == ["u1", "a1", "r1", "r2", "u2", "a3"]

    def test_a_second_answer_to_the_same_call_is_beside_the_first(self):
        lines = [HELLO, answer("a1", "u1", "m1", call("c1")), result("r1", "a1", "c1", "old")]
        session = load(*lines, result("r2", "a1", "c1", "new"))
        assert path(session) == ["u1", "a1", "r2"]

    def test_what_a_skill_injects_between_two_results_stays(self):
        session = load(
            HELLO,
            answer("a1", "u1", "m1", call("c1", "Skill")),
            answer("a2", "a1", "m1", call("c2")),
            result("r1", "a1", "c1"),
            typed("k1", "r1", "Base directory for this skill: /s", isMeta=True, sourceToolUseID="c1"),
            result("r2", "a2", "c2"),
            answer("a3", "r2", "m2", text("done")),
        )
        assert path(session) == ["u1", "a1", "r1", "k1", "r2", "a3"]
        assert message(session, "k1").source == "client"

    def test_an_edited_prompt_leaves_its_first_version_beside_the_path(self):
        session = load(
            HELLO, HI, typed("u2", "a1", "do it"), answer("a2", "u2", "m2", text("ok")), typed("u3", "a1", "don't")
        )
        assert path(session) == ["u1", "a1", "u3"]
        assert message(session, "u2").text == "do it"

    def test_pointers_lead_through_events_and_attachments(self):
        session = load(
            HELLO,
            progress("p1", "u1"),
            line("system", "y1", "p1", subtype="turn_duration"),
            attached("t1", "y1", "skill_listing", content="- a skill"),
            answer("a1", "t1", "m1", text("hi")),
        )
        assert told(session) == ["u1", "a1"]

    def test_the_leaf_is_the_newest_message_and_the_events_put_behind_it(self):
        session = load(
            HELLO, HI, line("system", "y1", "a1", subtype="turn_duration"), attached("t1", "y1", "skill_listing")
        )
        assert session.leaf_id == "t1"

    def test_a_late_report_of_an_older_step_does_not_move_the_leaf(self):
        session = load(HELLO, HI, progress("p1", "u1"), progress("p2", "a1"))
        assert session.leaf_id == "a1"

    def test_a_pointer_to_a_lost_line_goes_on_from_the_line_before(self):
        session = load(HELLO, HI, typed("u2", "lost", "more"))
        assert path(session) == ["u1", "a1", "u2"]
        assert [(each.line, "'lost'" in each.what) for each in session.problems] == [(3, True)]

    def test_a_pointer_into_another_session_starts_the_conversation(self):
        session = load(HELLO, HI, typed("u2", "elsewhere", "more", sessionId="s2"))
        assert path(session) == ["u2"]
        assert session.info.id == "s2"

    def test_a_first_line_with_its_parent_in_another_file_is_no_problem(self):
        assert load(typed("u1", "elsewhere", "hello"), HI).problems == []

    def test_a_cleared_context_starts_anew(self):
        session = load(HELLO, HI, progress("p1", None), typed("u2", "p1", "something else"))
        assert told(session) == ["u2"]

    def test_sidechains_of_old_versions_are_beside_the_path(self):
        side = {"isSidechain": True}
        session = load(
            HELLO,
            answer("a1", "u1", "m1", call("c1", "Task")),
            typed("x1", None, "search", **side),
            answer("y1", "x1", "m9", text("found"), **side),
            result("r1", "a1", "c1"),
            answer("y2", "y1", "m10", text("and more"), **side),
        )
        assert path(session) == ["u1", "a1", "r1"]
        assert message(session, "y1").text == "found"

    def test_a_file_of_a_sub_agent_is_a_conversation_of_its_own(self):
        side = {"isSidechain": True, "agentId": "g1"}
        session = load(typed("x1", None, "search", **side), answer("y1", "x1", "m1", text("found"), **side))
        assert path(session) == ["x1", "y1"]

    def test_a_repeated_line_counts_once(self):
        session = load(HELLO, HI, HELLO, typed("u2", "a1", "more"))
        assert path(session) == ["u1", "a1", "u2"]
        assert isinstance(session.entry("line-3"), MetaEntry)

    @pytest.mark.parametrize("parent", [{"parentUuid": None}, {}])
    def test_lines_without_any_pointer_stand_one_after_the_other(self, parent):
        bare = [
            {"type": each["type"], "uuid": each["uuid"], "message": each["message"], **parent} for each in (HELLO, HI)
        ]
        assert path(load(*bare)) == ["u1", "a1"]

    def test_messages_without_an_id_are_read_too(self):
        bare = [{"type": each["type"], "sessionId": "s1", "message": each["message"]} for each in (HELLO, HI)]
        assert path(load(*bare)) == ["line-1", "line-2"]


class TestFolds:
    LONG = (HELLO, HI, typed("u2", "a1", "go on"), answer("a2", "u2", "m2", text("going on")))

    def test_the_context_starts_with_the_summary(self):
        session = load(
            *self.LONG,
            boundary("b1", "a2", postTokens=700),
            summary("s1", "b1", "So far: hi."),
            typed("u3", "s1", "next"),
        )
        assert told(session) == ["u3"]
        entry = fold(session)
        assert (entry.id, entry.summary, entry.records) == ("b1", "So far: hi.", (4, 5))
        assert (entry.tokens_before, entry.tokens_after, entry.method) == (9000, 700, "auto")

    def test_the_history_reaches_what_was_folded(self):
        session = load(*self.LONG, boundary("b1", "a2"), summary("s1", "b1", "So far."), typed("u3", "s1", "next"))
        assert [item.id for item in session.history()] == ["u1", "a1", "u2", "a2", "u3"]

    def test_a_fold_whose_predecessor_is_lost_covers_the_lines_before_it(self):
        session = load(*self.LONG, boundary("b1", "lost"), summary("s1", "b1", "So far."))
        assert path(session) == ["u1", "a1", "u2", "a2", "b1"]

    @pytest.mark.parametrize(
        "kept",
        [
            {"preservedMessages": {"anchorUuid": "s1", "uuids": ["u2", "a2"], "allUuids": ["u2", "a2"]}},
            {"preservedSegment": {"headUuid": "u2", "anchorUuid": "s1", "tailUuid": "a2"}},
        ],
    )
    @pytest.mark.parametrize("goes_on_from", ["s1", "a2"])
    def test_kept_messages_stand_between_the_summary_and_what_follows(self, kept, goes_on_from):
        session = load(
            *self.LONG, boundary("b1", "a2", **kept), summary("s1", "b1", "So far."), typed("u3", goes_on_from, "next")
        )
        assert told(session) == ["u2", "a2", "u3"]
        assert fold(session).id == "b1"

    def test_a_kept_line_keeps_the_whole_answer_it_is_a_block_of(self):
        split = [answer("a3", "a2", "m3", text("one")), answer("a4", "a3", "m3", text("two"))]
        kept = {"preservedMessages": {"uuids": ["a4"]}}
        session = load(*self.LONG, *split, boundary("b1", "a4", **kept), summary("s1", "b1", "So far."))
        assert told(session) == ["a3"]

    def test_a_boundary_without_a_summary_folds_nothing(self):
        session = load(*self.LONG, boundary("b1", "a2"), typed("u3", "b1", "next"))
        assert session.context().previous is None
        assert told(session) == ["u1", "a1", "u2", "a2", "u3"]

    def test_a_summary_without_a_boundary_is_a_fold(self):
        session = load(*self.LONG, summary("s1", None, "So far."), typed("u3", "s1", "next"))
        assert told(session) == ["u3"]
        assert (fold(session).summary, fold(session).tokens_after) == ("So far.", None)
        assert len(session.history()) == 5

    def test_only_the_newest_fold_counts(self):
        session = load(
            *self.LONG,
            boundary("b1", "a2"),
            summary("s1", "b1", "One."),
            typed("u3", "s1", "next"),
            boundary("b2", "u3"),
            progress("p1", "b2"),
            summary("s2", "p1", "Two."),
        )
        assert fold(session).summary == "Two."
        assert told(session) == []
        assert len(session.history()) == 5

    def test_a_summary_this_library_wrote_is_unwrapped(self):
        session = load(*self.LONG, boundary("b1", "a2"), summary("s1", "b1", wrap_summary("Done.")))
        assert fold(session).summary == "Done."

    def test_results_cleared_by_the_client_are_marked_and_kept(self):
        cleared = line(
            "system", "y1", "a2", subtype="microcompact_boundary", microcompactMetadata={"compactedToolIds": ["c1"]}
        )
        lines = [
            HELLO,
            answer("a1", "u1", "m1", call("c1"), call("c2")),
            result("r1", "a1", "c1", "long"),
            result("r2", "a1", "c2"),
            answer("a2", "r2", "m2", text("ok")),
        ]
        session = load(*lines, cleared, typed("u2", "y1", "next"))
        assert [each.cleared for each in message(session, "r1").results + message(session, "r2").results] == [
            True,
            False,
        ]
        assert message(session, "r1").results[0].text == "long"

    def test_a_clearing_on_an_abandoned_branch_clears_nothing(self):
        cleared = line(
            "system", "y1", "r1", subtype="microcompact_boundary", microcompactMetadata={"compactedToolIds": ["c1"]}
        )
        lines = [
            HELLO,
            answer("a1", "u1", "m1", call("c1")),
            result("r1", "a1", "c1"),
            answer("a2", "r1", "m2", text("ok")),
        ]
        aside = typed("u2", "a2", "aside"), {**cleared, "parentUuid": "u2"}
        session = load(*lines, *aside, typed("u3", "a2", "next"))
        assert not message(session, "r1").results[0].cleared


class TestAuthors:
    @pytest.mark.parametrize(
        ("content", "more", "source"),
        [
            ("fix it", {}, "human"),
            ([text("fix it")], {}, "human"),
            ("fix it", {"origin": {"kind": "human"}}, "human"),
            ("fix it", {"origin": {"kind": "task-notification"}}, "client"),
            ("Continue from where you left off.", {"isMeta": True}, "client"),
            ("<local-command-stdout>ok</local-command-stdout>", {}, "client"),
            ("<local-command-caveat>mind</local-command-caveat>", {}, "client"),
            ("<command-name>/review</command-name>\n<command-args></command-args>", {}, "client"),
            ("<command-name>/review</command-name>\n<command-args>the parser</command-args>", {}, "human"),
            ("[Request interrupted by user for tool use]", {}, "client"),
            ("  ", {}, "client"),
            ([{"type": "image", "source": {"type": "base64", "media_type": "image/gif", "data": GIF}}], {}, "human"),
            ([{"type": "tool_result", "tool_use_id": "c1", "content": "ok"}], {}, "tool"),
            ([{"type": "tool_result", "tool_use_id": "c1"}, text("and stop")], {}, "human"),
            ([{"type": "tool_result", "tool_use_id": "c1"}, text("<system-reminder>x</system-reminder>")], {}, "tool"),
        ],
    )
    def test_who_wrote_a_message_under_the_users_role(self, content, more, source):
        assert message(load(typed("u1", None, content, **more)), "u1").source == source

    def test_a_prompt_typed_while_the_model_worked_is_the_users(self):
        session = load(
            HELLO,
            answer("a1", "u1", "m1", call("c1")),
            result("r1", "a1", "c1"),
            attached(
                "t1", "r1", "queued_command", prompt="also the docs", commandMode="prompt", origin={"kind": "human"}
            ),
            answer("a2", "t1", "m2", text("yes")),
        )
        assert told(session) == ["u1", "a1", "r1", "t1", "a2"]
        assert (message(session, "t1").source, message(session, "t1").text) == ("human", "also the docs")

    @pytest.mark.parametrize(
        "more", [{"commandMode": "task-notification"}, {"isMeta": True}, {"origin": {"kind": "peer"}}]
    )
    def test_a_queued_notice_is_the_clients(self, more):
        session = load(HELLO, HI, attached("t1", "a1", "queued_command", prompt="job 3 is done", **more))
        assert message(session, "t1").source == "client"

    def test_a_queue_is_not_part_of_the_context(self):
        session = load(
            HELLO, HI, {"type": "queue-operation", "operation": "enqueue", "content": "later", "sessionId": "s1"}
        )
        assert told(session) == ["u1", "a1"]

    @pytest.mark.parametrize(
        ("kind", "more"),
        [
            ("file", {"filename": "/w/a.py", "content": {"type": "text", "file": {"content": "x = 1"}}}),
            ("nested_memory", {"path": "/w/CLAUDE.md", "content": {"content": "x = 1"}}),
            ("edited_text_file", {"filename": "/w/a.py", "snippet": "x = 1"}),
            ("hook_additional_context", {"hookName": "PreToolUse", "content": ["x = 1"]}),
        ],
    )
    def test_attached_text_the_model_saw_is_a_message_of_the_client(self, kind, more):
        session = load(HELLO, attached("t1", "u1", kind, **more), answer("a1", "t1", "m1", text("I see")))
        assert told(session) == ["u1", "t1", "a1"]
        assert message(session, "t1").source == "client"
        assert "x = 1" in message(session, "t1").text


class TestResults:
    def told(self, *content, **more) -> ToolResultPart:
        lines = [HELLO, answer("a1", "u1", "m1", call("c1")), result("r1", "a1", "c1", *content, **more)]
        return message(load(*lines), "r1").results[0]

    def test_text_and_pictures_of_a_result(self):
        picture = {"type": "image", "source": {"type": "base64", "media_type": "image/gif", "data": GIF}}
        part = self.told([text("seen"), picture, {"type": "tool_reference", "tool_name": "Grep"}])
        assert part.content[:2] == (TextPart("seen"), ImagePart("image/gif", 640, 480, 14))
        assert isinstance(part.content[2], OpaquePart)

    @pytest.mark.parametrize(
        ("content", "more", "is_error", "exit_code"),
        [
            ("fine", {}, None, None),
            ("fine", {"is_error": False}, False, None),
            ("Exit code 2\nno such file", {"is_error": True}, True, 2),
            ("Exit code 2\nno such file", {}, None, None),
            ("Exit code two", {"is_error": True}, True, None),
            ([text("Exit code 127\n")], {"is_error": True}, True, 127),
            ("", {"toolUseResult": {"stdout": "", "interrupted": True}}, True, None),
            ("ok", {"toolUseResult": {"stdout": "ok", "interrupted": False}, "is_error": False}, False, None),
            ("ok", {"toolUseResult": {"exitCode": 3}}, None, 3),
            ("ok", {"toolUseResult": ["a", {"b": 1}]}, None, None),
            ("ok", {"toolUseResult": "Error: no"}, None, None),
        ],
    )
    def test_how_a_tool_ended(self, content, more, is_error, exit_code):
        part = self.told(content, **more)
        assert (part.is_error, part.exit_code) == (is_error, exit_code)

    def test_an_unknown_block_is_kept_as_it_came(self):
        block = {"type": "server_tool_use", "id": "v1", "name": "web_search", "input": {"query": "x"}}
        (part,) = message(load(HELLO, answer("a1", "u1", "m1", block)), "a1").parts
        assert isinstance(part, OpaquePart)
        assert (part.kind, json.loads(part.raw)) == ("server_tool_use", block)


class TestInfo:
    def test_the_newest_line_says_where_the_session_is(self):
        session = load(HELLO, HI, typed("u2", "a1", "more", cwd="/elsewhere", version="2.2.0"))
        info = session.info
        assert (info.id, info.cwd, info.version, info.model) == ("s1", "/elsewhere", "2.2.0", "opus")

    @pytest.mark.parametrize(
        ("lines", "title"),
        [
            ([{"type": "summary", "summary": "Greeting", "leafUuid": "a1"}], "Greeting"),
            ([{"type": "summary", "summary": "Another file's", "leafUuid": "zz"}], ""),
            (
                [
                    {"type": "ai-title", "aiTitle": "Made", "sessionId": "s1"},
                    {"type": "custom-title", "customTitle": "Mine"},
                ],
                "Mine",
            ),
        ],
    )
    def test_the_title_is_the_users_or_that_of_this_very_conversation(self, lines, title):
        assert load(*lines, HELLO, HI).info.title == title


class TestDamage:
    def test_broken_lines_are_kept_and_named(self):
        session = load(HELLO, '{"type": "user", "uui', "[1]", HI)
        assert path(session) == ["u1", "a1"]
        assert [each.line for each in session.problems] == [2, 3]
        assert [session.record(at) for at in range(4)][1:3] == [b'{"type": "user", "uui', b"[1]"]

    @pytest.mark.parametrize(
        "change",
        [
            {"isSidechain": "no"},
            {"timestamp": 5},
            {"toolUseResult": {"interrupted": "x"}},
            {"origin": 3, "attachment": 4, "version": 5},
            {"compactMetadata": [1], "microcompactMetadata": "x"},
        ],
    )
    def test_a_field_of_the_wrong_type_costs_only_that_field(self, change):
        assert message(load({**HELLO, **change}), "u1").text == "hello"

    def test_a_message_with_a_field_of_the_wrong_type_is_still_read(self):
        odd = answer("a1", "u1", "m1", text("hi"))
        odd["message"] |= {"id": 7, "usage": {"input_tokens": "x", "output_tokens": 3}}
        said = message(load(HELLO, odd), "a1")
        assert said.text == "hi"
        assert said.usage is not None

    def test_broken_text_is_read_with_replacements_and_kept_as_it_is(self):
        raw = json.dumps(HELLO).encode().replace(b"hello", b"hell\xff")
        session = load(raw)
        assert message(session, "u1").text == "hell\ufffd"
        assert raw in session.source


LINES = [
    HELLO,
    HI,
    answer("a2", "a1", "m1", call("c1")),
    answer("a3", "a2", "m1", call("c2")),
    result("r2", "a3", "c2"),
    result("r1", "a2", "c1", toolUseResult={"interrupted": False}),
    progress("p1", "a2"),
    attached("t1", "r1", "queued_command", prompt="wait"),
    answer("a4", "t1", "m2", text("ok")),
    line("system", "y1", "a4", subtype="microcompact_boundary", microcompactMetadata={"compactedToolIds": ["c1", 5]}),
    boundary("b1", "a4", preservedMessages={"uuids": ["a4", 3]}, preservedSegment={"headUuid": "a1", "tailUuid": "a4"}),
    summary("s1", "b1", "So far."),
    typed("u2", "s1", "next", isSidechain=True),
    typed("u3", "gone", [1, None, "x", {"type": "tool_result"}]),
    typed("u4", "u5", "loop"),
    typed("u5", "u4", "loop"),
    {"type": "summary", "summary": "x", "leafUuid": "a4"},
    {"type": "assistant", "message": {"content": None}},
    {"type": "user", "uuid": "u6", "message": "no object"},
]


@given(st.lists(st.sampled_from(LINES), max_size=25), st.randoms(use_true_random=False))
def test_any_mixture_of_lines_is_read_and_every_line_is_in_one_entry(lines, chance: random.Random):
    source = file(*lines)
    cut = source[: len(source) - chance.randrange(60)] if lines else source
    session = claude_code.load(cut)
    assert session.source is cut
    assert sorted(at for entry in session.entries for at in entry.records) == list(range(len(session.records)))
    session.context()
    session.history()


@given(st.permutations(LINES[:9]))
def test_shuffled_lines_keep_every_answer_whole_on_its_path(lines):
    session = claude_code.load(file(*lines))
    answers = [entry for entry in session.entries if isinstance(entry, MessageEntry) and entry.message.calls]
    assert sum(len(entry.message.calls) for entry in answers) == 2
