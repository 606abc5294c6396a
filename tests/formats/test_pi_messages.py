"""One message of each role, and who wrote it."""

import pytest

from foldline.core.messages import ImagePart, Message, TextPart, ToolResultPart, Usage
from foldline.formats.pi_messages import iso_time, knows_role, read_message

NOON = "2026-01-01T12:00:00.000Z"


def read(**message) -> Message:
    result = read_message(message, NOON)
    assert result is not None
    return result


@pytest.mark.parametrize(
    ("marks", "source"),
    [
        ({}, "human"),
        ({"attribution": "user"}, "human"),
        ({"attribution": "user", "steering": True}, "human"),
        ({"attribution": "agent"}, "agent"),
        ({"synthetic": True, "attribution": "agent"}, "client"),
    ],
)
def test_a_user_message_is_the_humans_unless_it_says_otherwise(marks, source):
    assert read(role="user", content="hi", **marks) == Message("user", (TextPart("hi"),), source, timestamp=NOON)


def test_an_answer_keeps_model_usage_reason_and_id():
    message = read(
        role="assistant",
        content=[{"type": "text", "text": "done"}],
        model="m-1",
        provider="p",
        usage={"input": 10, "output": 2, "cacheRead": 3, "cacheWrite": 4, "totalTokens": 19, "cost": {"total": 0.1}},
        stopReason="toolUse",
        responseId="r1",
    )
    assert message == Message(
        "assistant", (TextPart("done"),), "agent", "", NOON, "m-1", Usage(10, 2, 3, 4, 19), "tool_use", "r1"
    )


def test_usage_tells_the_context_and_the_calls_beside_it():
    usage = read(
        role="assistant",
        content=[],
        usage={"contextTokens": 90, "totalTokens": 120, "orchestration": {"input": 20, "output": 5, "cacheRead": 5}},
    ).usage
    assert usage == Usage(total=120, context_tokens=90, orchestration=30)


@pytest.mark.parametrize(
    ("stated", "reason"),
    [
        ("stop", "stop"),
        ("length", "length"),
        ("error", "error"),
        ("aborted", "aborted"),
        ("new", ""),
        (None, ""),
        ([], ""),
    ],
)
def test_an_answer_that_was_broken_off_is_there_and_says_so(stated, reason):
    assert read(role="assistant", content=None, stopReason=stated, errorMessage="no").stop_reason == reason


def test_a_tool_result_names_its_call():
    message = read(
        role="toolResult",
        toolCallId="c1",
        toolName="bash",
        content=[{"type": "text", "text": "no such file"}],
        details={"exitCode": 2},
        isError=True,
    )
    result = ToolResultPart("c1", (TextPart("no such file"),), "bash", is_error=True, exit_code=2)
    assert message == Message("tool", (result,), "tool", timestamp=NOON)


@pytest.mark.parametrize(
    ("marks", "useless"),
    [({"useless": True}, True), ({"useless": True, "isError": True}, False), ({"useless": "yes"}, False), ({}, False)],
)
def test_a_result_that_tells_nothing_says_so_unless_it_is_an_error(marks, useless):
    (result,) = read(role="toolResult", toolCallId="c1", content="no matches", **marks).results
    assert result.useless is useless


@pytest.mark.parametrize("details", [None, "diff", [1], {"exitCode": "2"}, {"exitCode": None}])
def test_a_result_without_an_exit_code_has_none(details):
    (result,) = read(role="toolResult", content="", details=details, isError=None).results
    assert (result.exit_code, result.is_error) == (None, None)


@pytest.mark.parametrize(
    ("more", "text"),
    [
        ({"output": "a\nb"}, "$ ls\na\nb"),
        ({"output": ""}, "$ ls\n(no output)"),
        ({"output": "no", "exitCode": 2}, "$ ls\nno\n[exit code 2]"),
        ({"output": "no", "exitCode": 0}, "$ ls\nno"),
        ({"output": "no", "cancelled": True, "exitCode": 137}, "$ ls\nno\n[cancelled]"),
        ({"output": "a", "truncated": True, "fullOutputPath": "/t/x"}, "$ ls\na\n[output cut; the whole is in /t/x]"),
        ({"output": "a", "truncated": True}, "$ ls\na\n[output cut]"),
    ],
)
def test_a_command_the_user_ran_is_one_message_of_a_tool(more, text):
    message = read(role="bashExecution", command="ls", **more)
    assert message == Message("user", (TextPart(text),), "tool", timestamp=NOON)


def test_a_command_may_have_drawn_pictures():
    images = [{"type": "image", "data": "R0lGODlhIANYAgAAADs=", "mimeType": "image/gif"}]
    assert isinstance(read(role="bashExecution", command="plot", images=images).parts[1], ImagePart)


def test_python_the_user_ran_shows_code_and_output():
    message = read(role="pythonExecution", code="1 + 1", output="2")
    assert (message.text, message.source) == ("python:\n1 + 1\n\noutput:\n2", "tool")


@pytest.mark.parametrize("role", ["bashExecution", "pythonExecution"])
def test_what_was_run_outside_the_context_is_no_message(role):
    assert read_message({"role": role, "excludeFromContext": True}, NOON) is None
    assert knows_role({"role": role})


@pytest.mark.parametrize("role", ["custom", "hookMessage"])
def test_what_an_extension_injects_is_the_clients(role):
    assert read(role=role, content="CI is red") == Message("user", (TextPart("CI is red"),), "client", timestamp=NOON)


def test_a_prompt_of_a_peer_was_typed_by_a_human():
    assert read(role="custom", customType="collab-prompt", attribution="user", content="stop").source == "human"


@pytest.mark.parametrize(("marks", "source"), [({}, "client"), ({"attribution": "agent"}, "agent")])
def test_a_developer_message_keeps_its_role(marks, source):
    message = read(role="developer", content="go on", **marks)
    assert (message.role, message.source) == ("developer", source)


def test_mentioned_files_come_whole():
    files = [{"path": "a.md", "content": "x"}, {"path": "b.gif", "image": {"data": "R0lGODlhIANYAgAAADs="}}, "odd"]
    message = read(role="fileMention", files=files)
    assert message.parts == (
        TextPart('<file path="a.md">\nx\n</file>'),
        TextPart('<file path="b.gif">\n\n</file>'),
        ImagePart("", 800, 600, 14),
    )
    assert message.source == "client"


@pytest.mark.parametrize("role", ["branchSummary", "compactionSummary"])
def test_a_summary_among_the_messages_is_known_as_one(role):
    message = read(role=role, summary="We tried A.")
    assert message.source == "summary"
    assert "We tried A." in message.text


@pytest.mark.parametrize("role", ["oracle", "", None, 3, ["user"], {}])
def test_an_unknown_role_is_no_message(role):
    assert read_message({"role": role, "content": "x"}, NOON) is None
    assert not knows_role({"role": role})


@pytest.mark.parametrize(
    ("milliseconds", "time"),
    [(1767268800000, NOON), (0, ""), (-5, ""), (10**30, ""), (float("nan"), ""), ("now", ""), (None, "")],
)
def test_the_messages_own_time_is_a_fallback(milliseconds, time):
    assert iso_time(milliseconds) == time
    message = read_message({"role": "user", "content": "x", "timestamp": milliseconds}, "")
    assert message is not None
    assert message.timestamp == time
