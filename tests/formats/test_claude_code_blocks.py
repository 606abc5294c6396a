"""Results, and how their tools ended."""

import base64
import json

import pytest

from foldline.core.messages import ImagePart, OpaquePart, TextPart, ToolResultPart
from formats.claude_code_file import (
    HELLO,
    answer,
    call,
    load,
    message,
    result,
    text,
)

GIF = base64.b64encode(b"GIF89a" + (640).to_bytes(2, "little") + (480).to_bytes(2, "little") + b"\0\0\0;").decode()


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
            ("File does not exist.", {"is_error": True}, True, None),
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
