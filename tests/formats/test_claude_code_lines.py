"""Lines that are not what they should be."""

import json

import pytest

from formats.claude_code_file import (
    HELLO,
    HI,
    answer,
    load,
    message,
    path,
    text,
    typed,
)


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

    def test_a_line_without_an_id_gets_one_that_is_free(self):
        session = load(typed("line-2", None, "hello"), {"type": "mode", "mode": "normal", "sessionId": "s1"})
        assert [each.id for each in session.entries] == ["line-2", "line-2-2"]

    def test_broken_text_is_read_with_replacements_and_kept_as_it_is(self):
        raw = json.dumps(HELLO).encode().replace(b"hello", b"hell\xff")
        session = load(raw)
        assert message(session, "u1").text == "hell\ufffd"
        assert raw in session.source
