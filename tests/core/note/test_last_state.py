import pytest

from core.sample_sessions import CODING, agent, call, result
from foldline.core.facts import Ledger
from foldline.core.note.brief import brief
from foldline.core.note.commands import Commit
from foldline.core.note.earlier_note import EarlierNote
from foldline.core.note.last_state import commit_text, files_text, state_lines
from foldline.core.note.phrases import ENGLISH


def state(items, **earlier):
    return [line.text for line in state_lines(brief(items, (), Ledger(), ENGLISH, EarlierNote({}, **earlier)))]


def run(number: str, command: str, output: str = "", *, exit_code: int | None = 0):
    return agent(f"a{number}", "", call(number, "bash", command=command)), result(
        f"r{number}", number, output, exit_code=exit_code
    )


EDIT = (agent("e", "", call("e1", "edit", path="src/a.py")), result("er", "e1", "ok"))
COMMIT = run("c", "git commit -m x", "[main 1a2b3c4] Fix it")


def test_a_session_without_commands_has_no_state():
    assert state(()) == []


def test_branch_commit_and_what_was_changed_since():
    assert state(CODING)[0] == (
        "Repository: branch `fix-import`, last commit 4be91d7 “Read CRLF files in the importer”, "
        "changed since: `src/billing/cli.py`"
    )


def test_nothing_changed_since_and_pushed():
    assert state((*COMMIT, *run("p", "git push"))) == [
        "Repository: branch `main`, last commit 1a2b3c4 “Fix it”, pushed, no edits since"
    ]


@pytest.mark.parametrize(
    ("output", "exit_code", "said"),
    [
        ("3 passed in 0.1s", 0, "passed, “3 passed in 0.1s”"),
        ("1 failed in 0.1s", 1, "failed, “1 failed in 0.1s”"),
        ("", 0, "passed"),
        ("Found 2 errors.", 0, "“Found 2 errors.”"),
    ],
)
def test_the_last_run_of_the_tests_is_told_by_flag_and_line(output, exit_code, said):
    assert state(run("1", "make test", output, exit_code=exit_code)) == [f"Last run of `make test`: {said}"]


def test_a_run_nobody_answered_has_an_unknown_outcome():
    assert state(run("1", "make test")[:1]) == ["Last run of `make test`: outcome unknown"]


def test_a_run_before_the_last_edit_is_stale():
    assert state((*run("1", "make test"), *EDIT))[0].endswith("(files were changed after this run)")
    assert not state((*EDIT, *run("1", "make test")))[0].endswith("(files were changed after this run)")


def test_commands_that_worked_more_than_once_are_worth_knowing():
    runs = [one for number in "123" for one in run(number, "npm run dev")]
    looks = [one for number in "456" for one in run(number, "ls -l")]
    failed = [one for number in "789" for one in run(number, "npm start", exit_code=1)]
    assert state((*runs, *looks, *failed)) == ["Commands that worked here: `npm run dev`"]


def test_an_earlier_state_holds_until_there_is_a_newer_one():
    earlier = {
        "repository": "branch `x`, no edits since",
        "runs": {"make test": "passed", "make lint": "failed (files were changed after this run)", "ls": "passed"},
        "commands": "`make`",
    }
    assert state((), **earlier) == [
        "Repository: branch `x`, no edits since",
        "Last run of `make test`: passed",
        "Last run of `make lint`: failed (files were changed after this run)",
        "Commands that worked here: `make`",
    ]
    assert state(EDIT, **earlier) == [
        "Repository: branch `x`, changed since: `src/a.py`",
        "Last run of `make test`: passed (files were changed after this run)",
        "Last run of `make lint`: failed (files were changed after this run)",
        "Commands that worked here: `make`",
    ]
    assert state((*COMMIT, *run("1", "make test", exit_code=1)), **earlier)[:2] == [
        "Repository: branch `main`, last commit 1a2b3c4 “Fix it”, no edits since",
        "Last run of `make test`: failed",
    ]


def test_many_files_are_named_in_part():
    known = brief((), (), Ledger(), ENGLISH, EarlierNote({}))
    edits = {f"{name}.py": 1 for name in "abcdefgh"} | {"a.py": 3}
    assert files_text(known, edits) == "`a.py` (3), `b.py`, `c.py`, `d.py`, `e.py`, `f.py` and 2 more"


def test_a_commit_without_a_hash_is_its_subject():
    assert commit_text(Commit("Fix it")) == "“Fix it”"
