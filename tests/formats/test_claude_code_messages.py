"""Folds and messages: what is kept, and who wrote it."""

import base64

import pytest

from foldline.core.session import MetaEntry
from foldline.core.wrapping import wrap_summary
from formats.claude_code_file import (
    HELLO,
    HI,
    answer,
    attached,
    boundary,
    call,
    fold,
    line,
    load,
    message,
    path,
    progress,
    result,
    summary,
    text,
    told,
    typed,
)

GIF = base64.b64encode(b"GIF89a" + (640).to_bytes(2, "little") + (480).to_bytes(2, "little") + b"\0\0\0;").decode()


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

    @pytest.mark.parametrize(
        "segment", [{"headUuid": "gone", "tailUuid": "a2"}, {"headUuid": "u2", "tailUuid": "gone"}]
    )
    def test_a_kept_segment_that_is_not_in_the_file_keeps_nothing(self, segment):
        session = load(*self.LONG, boundary("b1", "a2", preservedSegment=segment), summary("s1", "b1", "So far."))
        assert told(session) == []

    def test_a_summary_below_another_message_is_a_fold_of_its_own(self):
        session = load(*self.LONG, typed("u3", "a2", "/compact"), summary("s1", "u3", "So far."))
        assert path(session) == ["u1", "a1", "u2", "a2", "u3", "s1"]
        assert fold(session).id == "s1"

    def test_a_loop_of_pointers_above_a_summary_ends(self):
        loop = [progress("p1", "p2"), progress("p2", "p1")]
        session = load(*self.LONG, *loop, boundary("b1", "a2"), summary("s1", "p2", "So far."))
        assert fold(session).records == (6, 7)

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
            (text("fix it"), {}, "human"),
            (7, {}, "client"),
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

    @pytest.mark.parametrize("content", [{"type": "image"}, 7, None, [[[[[["too deep"]]]]]]])
    def test_an_attachment_without_text_is_no_message(self, content):
        session = load(HELLO, attached("t1", "u1", "file", filename="/w/a.bin", content=content))
        assert isinstance(session.entry("t1"), MetaEntry)
