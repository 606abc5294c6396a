"""Claude Code sessions become the conversation the client had."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldline.core.session import MessageEntry
from foldline.formats import claude_code
from foldline.formats.peek import Peek
from formats.claude_code_file import (
    HELLO,
    HI,
    answer,
    attached,
    boundary,
    call,
    file,
    line,
    load,
    progress,
    result,
    summary,
    text,
    typed,
)


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


@given(st.lists(st.sampled_from(LINES), max_size=25), st.integers(0, 60))
def test_any_mixture_of_lines_is_read_and_every_line_is_in_one_entry(lines, lost):
    source = file(*lines)
    cut = source[: max(0, len(source) - lost)]
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
