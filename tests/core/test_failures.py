import time

import pytest

from core.tool_calls import Ran, bash, session, user
from foldline.core.facts import Failure
from foldline.core.failures import MAX_LINE, collect, target_of
from foldline.core.messages import Json, ToolCallPart
from foldline.core.outcomes import outcomes

TRACEBACK = (
    'Traceback (most recent call last):\n  File "a.py", line 3, in <module>\n    main()\n'
    "  File \"a.py\", line 1, in main\n    raise KeyError('x')\nKeyError: 'x'\n\nCommand exited with code 1"
)


@pytest.mark.parametrize(
    ("ran", "line"),
    [
        (bash("python a.py", TRACEBACK, is_error=True), "KeyError: 'x'"),
        (bash("npm run check", "\n> app@1 check\n> tsc\n\nsrc/a.ts(2,5): error TS2305: no member 'x'.", is_error=True),
         "src/a.ts(2,5): error TS2305: no member 'x'."),
        (bash("go build", "Exit code 1\n# example.org/app\ncmd/main.go:7:2: undefined: run", is_error=True),
         "cmd/main.go:7:2: undefined: run"),
        (bash("go test", "=== RUN   TestA\n--- FAIL: TestA (0.01s)\nFAIL\nFAIL\texample.org/app\t0.1s", is_error=True),
         "--- FAIL: TestA (0.01s)"),
        (bash("pytest", "F.\nE   AssertionError: 1 != 2\nFAILED tests/test_a.py::test_b", exit_code=1),
         "E   AssertionError: 1 != 2"),
        (bash("cargo build", "   Compiling a\nerror[E0308]: mismatched types\n --> src/a.rs:1", is_error=True),
         "error[E0308]: mismatched types"),
        (bash("npm i", "npm error code E404\nnpm error 404 Not Found - left-pad", is_error=True),
         "npm error 404 Not Found - left-pad"),
        (bash("git push", "To origin\nfatal: unable to access", is_error=True), "fatal: unable to access"),
        (bash("node a.js", "node:internal/x:1\n  throw err;\n\nError: Cannot find module 'a'\n    at f", is_error=True),
         "Error: Cannot find module 'a'"),
        (bash("foo", "zsh: command not found: foo\nsh: foo: command not found", is_error=True),
         "zsh: command not found: foo"),
        (bash("sh a", "failed in sandbox: denied, exit code: 2, stdout: , stderr: sh: 1: syntax error", is_error=True),
         "sh: 1: syntax error"),
        (bash("make", "Exit code 2", is_error=True), "Exit code 2"),
        (bash("make", "", exit_code=2), "exit code 2"),
        (bash("make", "[lint] $ run\nall is fine\nor so it said", is_error=True), "all is fine"),
        (Ran("Edit", {"file_path": "a"}, "<tool_use_error>String to replace not found in file.\nString: error: x"
             "</tool_use_error>", is_error=True), "String to replace not found in file."),
        (Ran("WebFetch", {"url": "https://x.org"}, "Request failed with status code 404", is_error=True),
         "Request failed with status code 404"),
        (Ran("get_user", {"id": "7"}, "Error: user not found", None), "Error: user not found"),
    ],
)  # fmt: skip
def test_the_line_that_says_what_went_wrong_is_quoted(ran: Ran, line: str) -> None:
    assert [failure.text for failure in collect(session(ran))] == [line]


@pytest.mark.parametrize(
    "ran",
    [
        bash("make", "ok"),
        bash("make", "Command aborted", is_error=True),
        bash("rm -rf /", "The user doesn't want to proceed with this tool use.", is_error=True),
        bash("grep -n x a.py", "(no output)\n\nCommand exited with code 1", is_error=True),
        bash("cd src && rg x", "", exit_code=1),
        bash("rg x", "failed in sandbox, exit code: 1, stdout: , stderr: ", is_error=True),
        bash("cat a | grep x", "Exit code 1", is_error=True),
        bash("diff a b", "", exit_code=1),
        bash("make", None),
        bash("cat a.log", "12:00 error: shown, not raised", is_error=None),
    ],
)
def test_what_was_called_off_or_found_nothing_is_no_error(ran: Ran) -> None:
    assert collect(session(ran)) == ()


@pytest.mark.parametrize(
    ("first", "later"),
    [
        ("npm test", "npm test"),
        ("npm test 2>&1 | tail -20", "npm test"),
        ("cd /r && npm test", "npm test 2>&1 | grep -v ok | head -5"),
        ("npm  test", "npm test"),
        ("pytest -q tests/test_store.py", "pytest -q tests/test_store.py tests/test_parse.py"),
        ("pytest -q --tb=line tests/test_app.py", "python -m pytest tests/test_app.py"),
        ("pytest -q --tb line tests/test_app.py::test_x", "pytest tests"),
        ("npx tsgo --noEmit 2>&1 | head -80", "npx tsgo --noEmit 2>&1 | head -60"),
        ("npx tsgo --noEmit 2>&1 | head -80", "cd web && npx tsgo --noEmit | grep src/a"),
        ("CI=1 npm test", "cd /r && npm run test > out.txt 2>&1"),
        ("# run it\nset -e\ncd /r\nmake all", "make all"),
        ("go test ./store", "go vet ./... && go test ./..."),
        ("git add -A && git commit -m 'a b'", "git add -A && git commit -m 'c'"),
        ("curl -sS -m 5 https://x.org/a", "curl -X POST https://x.org/a"),
        ("time ruff check src/a.py", "ruff check src"),
    ],
)
def test_an_error_is_resolved_when_the_same_command_succeeds_later(first: str, later: str) -> None:
    (failure,) = collect(session(bash(first, "error: no", is_error=True), bash(later)))
    assert failure.resolved is True


@pytest.mark.parametrize(
    "later",
    [
        bash("npm run build"),
        bash("npm test -- --only x"),
        Ran("shell", {"command": "npm test"}),
        bash("npm test", None),
        bash("npm test 2>&1 | tail -5", "Tests: 1 failed, 3 passed"),
        bash("npm test; echo done", "src/a.ts(2,5): error TS2305: no member 'x'."),
        bash("npm test || true", "npm error code 1\nError: x"),
        bash("echo npm test"),
        bash("npm test | grep -i error", "Error: no such thing"),
    ],
)
def test_another_command_another_tool_or_no_answer_resolves_nothing(later: Ran) -> None:
    (failure,) = collect(session(bash("npm test", "error: no", is_error=True), later))
    assert failure.resolved is False


def test_a_search_for_errors_that_finds_none_is_a_success() -> None:
    bad = bash("npx tsgo --noEmit", "a.ts(2,5): error TS2305: no", is_error=True)
    clean = bash("npx tsgo --noEmit 2>&1 | grep error", "(no output)\n\nCommand exited with code 1", is_error=True)
    assert [failure.resolved for failure in collect(session(bad, clean))] == [True]
    other = bash("npx tsgo --noEmit 2>&1 | grep -v error", "", is_error=True)
    assert [failure.resolved for failure in collect(session(bad, other))] == [False]


def test_a_success_settles_only_what_it_covers() -> None:
    items = session(
        bash("pytest tests/test_a.py", "E   assert 1", exit_code=1),
        bash("pytest tests/test_b.py", "E   assert 2", exit_code=1),
        bash("pytest tests/test_b.py tests/test_c.py"),
    )
    assert [failure.resolved for failure in collect(items)] == [False, True]
    assert [failure.resolved for failure in collect([*items, *session(bash("pytest"))])] == [True, True]


def test_outcomes_may_be_handed_in() -> None:
    items = session(bash("make", "error: no", is_error=True))
    assert collect(items, became=outcomes(items)) == collect(items)


def test_an_edit_is_resolved_by_a_later_edit_of_the_same_file() -> None:
    bad = Ran("edit", {"path": "a.py", "oldText": "x"}, "not found", is_error=True)
    other = Ran("edit", {"path": "b.py", "oldText": "x"}, "not found", is_error=True)
    good = Ran("edit", {"path": "a.py", "oldText": "y"})
    assert [(failure.target, failure.resolved) for failure in collect(session(bad, other, good))] == [
        ("a.py", True),
        ("b.py", False),
    ]


def test_an_error_that_comes_again_is_open_again_and_stands_once() -> None:
    bad, good = bash("make", "error: no", is_error=True), bash("make")
    assert [(f.entry_id, f.resolved) for f in collect(session(bad, good, bad))] == [("r3", False)]
    assert [(f.entry_id, f.resolved) for f in collect(session(bad, bad, good))] == [("r2", True)]


def test_two_errors_of_one_command_stand_in_their_order() -> None:
    items = session(bash("make", "error: a", is_error=True), bash("make", "error: b", is_error=True))
    assert [failure.text for failure in collect(items)] == ["error: a", "error: b"]


def test_an_error_of_an_earlier_fold_is_resolved_by_a_new_success() -> None:
    before = (
        Failure("error: no", "bash", "make", "old"),
        Failure("error: x", "bash", "ls", "old"),
        Failure("error: y", "bash", "make", "old", resolved=True),
    )
    assert [failure.resolved for failure in collect(session(bash("make")), before)] == [True, False, True]


@pytest.mark.parametrize(
    ("name", "arguments", "target"),
    [
        ("bash", {"command": "make\n  test"}, "make"),
        ("bash", {"command": "# all of it\ncd src\nmake"}, "make"),
        ("bash", {"command": "cd src"}, "cd src"),
        ("bash", {"command": "x" * 900}, "x" * 200),
        ("Grep", {"pattern": "x", "path": "src"}, "src"),
        ("WebFetch", {"url": "https://x.org", "prompt": "y"}, "https://x.org"),
        ("get_user", {"id": "7"}, "7"),
        ("think", {}, ""),
        ("calculate", "1 + 1", ""),
    ],
)
def test_the_target_is_what_the_call_was_about(name: str, arguments: dict[str, Json] | str, target: str) -> None:
    assert target_of(ToolCallPart("1", name, arguments)) == target


def test_a_quoted_line_is_bounded() -> None:
    (failure,) = collect(session(bash("make", "error: " + "x" * 5_000, is_error=True)))
    assert len(failure.text) == MAX_LINE


def test_the_line_is_part_of_the_output() -> None:
    output = "step\n" * 9_000 + "a.c:1:2: error: expected ;\n" + "step\n" * 900
    (failure,) = collect(session(bash("make", output, is_error=True)))
    assert failure.text in output


def test_what_people_say_is_no_error() -> None:
    assert collect([user("u", "Error: it fails\nTraceback (most recent call last):")]) == ()


def test_large_outputs_cost_little() -> None:
    items = session(*(bash(f"make {n}", "error in words, " * 20_000, is_error=True) for n in range(20)))
    started = time.perf_counter()
    collect(items)
    assert time.perf_counter() - started < 2
