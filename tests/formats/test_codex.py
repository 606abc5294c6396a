"""Codex sessions become the conversation the client had."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldline.formats import codex
from foldline.formats.peek import Peek
from formats.codex_file import (
    CALL,
    ENVIRONMENT,
    answered,
    called,
    counted,
    event,
    file,
    header,
    item,
    line,
    load,
    messages,
    output,
    said,
    thought,
    told,
    usage,
)


class TestDetection:
    @pytest.mark.parametrize(
        "lines",
        [
            [header()],
            ["broken", said("hello")],
            [{"id": "t", "timestamp": "x", "instructions": None}, {"record_type": "state"}],
            [{"id": "t", "timestamp": "x", "git": {}}, {"type": "message", "role": "user", "content": []}],
        ],
    )
    def test_a_session_is_known_by_its_lines(self, lines):
        assert codex.sniff(Peek(file(*lines)))

    @pytest.mark.parametrize(
        "lines",
        [
            [{"type": "session", "version": 3, "id": "s", "cwd": "/w"}],
            [{"id": "t", "timestamp": "x"}],
            [{"id": "t", "timestamp": "x", "name": "chat"}, {"type": "message"}],
            [{"type": "message", "role": "user", "content": []}],
        ],
    )
    def test_other_formats_are_left_to_others(self, lines):
        assert not codex.sniff(Peek(file(*lines)))


class TestInfo:
    def test_the_first_header_counts(self):
        fork = [header(base_instructions={"text": "You are brief."}), line("session_meta", id="parent", cwd="/p")]
        info = load(*fork, said("do")).info
        assert (info.id, info.cwd, info.version, info.system) == ("t1", "/w", "0.171.0", "You are brief.")

    def test_instructions_that_a_message_repeats_are_no_system_prompt(self):
        repeated = said("<user_instructions>\nuse tabs\n</user_instructions>")
        assert load(header(instructions="use tabs"), repeated).info.system == ""
        assert load(header(instructions="use tabs"), said("do")).info.system == "use tabs"

    def test_bare_items_of_old_files_are_read(self):
        old = [{"id": "t1", "timestamp": "x", "instructions": None}, {"record_type": "state"}, {"odd": 1}]
        bare = [each["payload"] for each in (ENVIRONMENT, said("do"), called("c1"), output("c1"))]
        session = load(*old, *bare, {"type": "unheard of"})
        assert [each.role for each in messages(session)] == ["user", "user", "assistant", "tool"]
        assert (session.info.id, session.info.cwd) == ("t1", "/elsewhere")

    def test_a_file_without_a_header_says_nothing(self):
        assert load(said("do")).info.cwd == ""


LINES = [
    header(),
    ENVIRONMENT,
    said("do"),
    thought("x", "sealed"),
    *CALL,
    answered("ok"),
    counted(10, 20),
    line("token_usage_record", usage=usage(5)),
    event("turn_aborted"),
    event("task_started", model_context_window=5),
    event("thread_rolled_back", num_turns=1),
    event("thread_rolled_back", num_turns=None),
    line("compacted", message="So far."),
    line("compacted", message="", replacement_history=[{"type": "compaction"}, 3, {"type": "message"}]),
    line("turn_context", model=3),
    {"type": "response_item", "payload": None},
    {"type": "message", "role": "user", "content": [5, "x"]},
    {"payload": {}},
    item("function_call"),
    item("function_call_output", output=[1]),
    item("message", role="assistant", content=None),
]


@given(st.lists(st.sampled_from(LINES), max_size=25), st.integers(0, 60))
def test_any_mixture_of_lines_is_read_and_every_line_is_in_one_entry(lines, lost):
    source = file(*lines)
    cut = source[: max(0, len(source) - lost)]
    session = codex.load(cut)
    assert session.source is cut
    assert sorted(at for entry in session.entries for at in entry.records) == list(range(len(session.records)))
    session.context()
    session.history()


def test_broken_lines_are_kept_and_named():
    session = load(header(), "broken", "[1]", said("do"))
    assert [each.line for each in session.problems] == [2, 3]
    assert told(session) == ["do"]
