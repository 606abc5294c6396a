import pytest

from core.tool_calls import Ran, bash, session
from foldline.core.messages import Message, TextPart, ToolCallPart, ToolResultPart
from foldline.core.outcomes import command_line, exit_status, outcomes, plain_name
from foldline.core.session import Item

REJECTED = "The user doesn't want to proceed with this tool use. The tool use was rejected."


@pytest.mark.parametrize(
    ("ran", "state"),
    [
        (bash("make"), "done"),
        (bash("make", None), "unanswered"),
        (bash("make", "boom", is_error=True), "failed"),
        (bash("make", "boom", is_error=None, exit_code=2), "failed"),
        (bash("make", "boom\n\nCommand exited with code 2", is_error=None), "failed"),
        (bash("make", "Output: boom\nExit Code: 1", is_error=False), "failed"),
        (bash("make", "all good\nExit Code: 0", is_error=False), "done"),
        (bash("make", REJECTED, is_error=True), "called_off"),
        (bash("make", "half the output\n\nCommand aborted", is_error=True), "called_off"),
        (bash("make", "aborted by user after 3.2s", is_error=None), "called_off"),
        (Ran("edit", {"path": "a"}, stop_reason="aborted"), "called_off"),
        (Ran("edit", {"path": "a"}, None, stop_reason="error"), "unanswered"),
        (Ran("get_user", {"id": "7"}, "Error: user not found", None), "failed"),
        (Ran("get_user", {"id": "7"}, '{"error_count": 0}', None), "done"),
        (Ran("read", {"path": "a.py"}, "import x\nraise ValueError('fatal: no')", None), "done"),
        (bash("pytest", "..F\nFAILED tests/test_a.py::test_b", is_error=None), "failed"),
        (bash("make", "cc a.c\na.c:1: error: expected ;", is_error=None), "failed"),
        (bash("foo", "sh: foo: command not found", is_error=None), "failed"),
        (bash("cat build.log", "step 1\nerror: it is only shown", is_error=None), "done"),
        (bash("cat build.log", "cat: build.log: No such file or directory", is_error=None), "failed"),
        (bash("python a.py", "Traceback (most recent call last):\n  x\nValueError: y", is_error=None), "failed"),
        (bash("npm i", "npm ERR! code E404", is_error=None), "failed"),
    ],
)
def test_a_call_ends_in_one_of_four_ways(ran: Ran, state: str) -> None:
    assert [outcome.state for outcome in outcomes(session(ran))] == [state]


def test_a_successful_result_that_speaks_of_an_abort_is_still_a_success() -> None:
    shown = "x" * 500 + "\nthe run was aborted by user\n" + "y" * 500
    assert outcomes(session(bash("cat log", shown, is_error=None)))[0].state == "done"


def test_a_result_whose_call_is_gone_stands_alone() -> None:
    result = ToolResultPart("lost", (TextPart("no"),), "bash", is_error=True)
    (outcome,) = outcomes([Item("a", Message("tool", (result,)))])
    assert (outcome.call.name, outcome.state, outcome.entry_id) == ("bash", "failed", "a")


def test_an_id_used_twice_pairs_each_call_with_the_result_after_it() -> None:
    call = Item("a", Message("assistant", (ToolCallPart("1", "bash", {"command": "x"}),)))
    bad = Item("b", Message("tool", (ToolResultPart("1", (TextPart("no"),), is_error=True),)))
    good = Item("c", Message("tool", (ToolResultPart("1", (TextPart("yes"),), is_error=False),)))
    assert [outcome.state for outcome in outcomes([call, bad, call, good])] == ["failed", "done"]


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("Exit code 1\nboom", 1),
        ("boom\n\nCommand exited with code 2", 2),
        ("Process exited with code 127\nOutput:\n", 127),
        ("[The command completed with exit code 0.]", 0),
        ("<returncode>3</returncode>\n<output></output>", 3),
        ("exit status 1", 1),
        ("x" * 900 + "\nexit code: 4", 4),
        ("the exit code is told elsewhere", None),
        ("", None),
    ],
)
def test_the_exit_status_is_read_from_either_end(text: str, status: int | None) -> None:
    assert exit_status(text) == status


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("Read", "read"),
        ("read_file", "readfile"),
        ("ReadFile", "readfile"),
        ("mcp__fs__write_file", "writefile"),
        ("functions.exec_command", "execcommand"),
        ("default_api:shell", "shell"),
        ("", ""),
        ("__", ""),
    ],
)
def test_a_tool_is_known_by_its_plain_name(name: str, plain: str) -> None:
    assert plain_name(name) == plain


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ("ls -l", "ls -l"),
        ({"cmd": "ls"}, "ls"),
        ({"command": ["bash", "-lc", "ls | wc"]}, "ls | wc"),
        ({"command": ["ls", "-l"]}, "ls -l"),
        ({"command": 3}, ""),
        ({}, ""),
    ],
)
def test_a_command_line_is_found_in_any_shape(arguments: object, line: str) -> None:
    assert command_line(ToolCallPart("1", "shell", arguments)) == line
