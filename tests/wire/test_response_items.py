"""Items of the Responses format: who wrote them, what a tool answered."""

import base64

import pytest

from foldline.core.messages import ImagePart, OpaquePart, ToolResultPart
from formats.codex_file import (
    ENVIRONMENT,
    called,
    item,
    load,
    messages,
    output,
    said,
)

GIF = base64.b64encode(b"GIF89a" + (640).to_bytes(2, "little") + (480).to_bytes(2, "little") + b"\0\0\0;").decode()


class TestAuthors:
    @pytest.mark.parametrize(
        ("message", "role", "source"),
        [
            (said("fix it"), "user", "human"),
            (
                said("# Context from my IDE setup:\n\n## Open tabs:\n- a.py\n\n## My request for Codex:\nfix it\n"),
                "user",
                "human",
            ),
            (ENVIRONMENT, "user", "client"),
            (said("<user_instructions>\nuse tabs\n</user_instructions>"), "user", "client"),
            (said("# AGENTS.md instructions for /w\n\n<INSTRUCTIONS>\nuse tabs\n</INSTRUCTIONS>"), "user", "client"),
            (said("<turn_aborted>\n  <reason>x</reason>\n</turn_aborted>"), "user", "client"),
            (said("<skill>\nhow to\n</skill>"), "user", "client"),
            (said("<permissions instructions>\nx", role="developer"), "developer", "client"),
            (said("be brief", role="system"), "system", "client"),
            (
                item("agent_message", author="/root", content=[{"type": "input_text", "text": "found it"}]),
                "user",
                "client",
            ),
        ],
    )
    def test_who_wrote_a_message(self, message, role, source):
        (read,) = messages(load(message))
        assert (read.role, read.source) == (role, source)

    def test_a_picture_is_measured_and_the_users(self):
        picture = {"type": "input_image", "image_url": f"data:image/gif;base64,{GIF}"}
        (read,) = messages(load(item("message", role="user", content=[picture])))
        assert read.parts == (ImagePart("image/gif", 640, 480, 14),)
        assert read.source == "human"


class TestResults:
    @pytest.mark.parametrize(
        ("value", "text", "exit_code", "is_error"),
        [
            ("plain", "plain", None, None),
            ('{"output":"no such file","metadata":{"exit_code":2,"duration_seconds":0.1}}', "no such file", 2, None),
            ('{"output":"data of the program itself"}', '{"output":"data of the program itself"}', None, None),
            (
                "Exit code: 1\nWall time: 0.1 seconds\nOutput:\nno",
                "Exit code: 1\nWall time: 0.1 seconds\nOutput:\nno",
                1,
                None,
            ),
            (
                "Chunk ID: ab\nProcess exited with code 0\nOutput:\nyes",
                "Chunk ID: ab\nProcess exited with code 0\nOutput:\nyes",
                0,
                None,
            ),
            ("Wall time: 1 s\nOutput:\nExit code: 9", "Wall time: 1 s\nOutput:\nExit code: 9", None, None),
            ("Exit code: many", "Exit code: many", None, None),
            ("I saw Exit code: 3", "I saw Exit code: 3", None, None),
            ([{"type": "input_text", "text": "Exit code: 4\nOutput:\n"}], "Exit code: 4\nOutput:\n", 4, None),
            ({"content": "no", "success": False}, "no", None, True),
            (None, "", None, None),
        ],
    )
    def test_what_a_tool_answered(self, value, text, exit_code, is_error):
        result = messages(load(called("c1"), output("c1", value)))[1]
        assert (result.role, result.source) == ("tool", "tool")
        (part,) = result.results
        assert (part.call_id, part.text, part.exit_code, part.is_error) == ("c1", text, exit_code, is_error)

    def test_tools_that_were_found_are_the_result_of_the_search(self):
        found = item("tool_search_output", call_id="c1", tools=[{"name": "grep"}])
        (part,) = messages(load(item("tool_search_call", call_id="c1"), found))[1].results
        assert isinstance(part.content[0], OpaquePart)

    def test_a_block_that_no_result_may_hold_is_kept_as_it_came(self):
        (part,) = messages(load(called("c1"), output("c1", [{"type": "tool_use", "id": "x", "name": "y"}])))[1].results
        assert isinstance(part, ToolResultPart)
        assert isinstance(part.content[0], OpaquePart)
