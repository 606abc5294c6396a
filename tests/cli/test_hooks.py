"""Hooks of `foldline compact` and `foldline branch`: the user's own programs, and nobody else's."""

import json
import shlex
import sys
from pathlib import Path

import pytest
from click import UsageError

from foldline import load
from formats.pi_lines import answered, file, header, said


def program(tmp_path, name, code):
    path = tmp_path / name
    path.write_text(code)
    return shlex.join((sys.executable, str(path)))


@pytest.fixture
def replaces(tmp_path):
    return program(tmp_path, "replaces.py", 'print(\'{"summary": "Mine, word for word."}\')')


@pytest.fixture
def notes(tmp_path):
    """A program that writes down what it is told, and the file it writes to."""
    mark = tmp_path / "told.json"
    code = f"import sys; open({str(mark)!r}, 'ab').write(sys.stdin.buffer.read() + b'\\n')"
    return program(tmp_path, "notes.py", code), mark


def settings_file(tmp_path, **tables):
    path = tmp_path / "config" / "foldline" / "settings.toml"
    path.parent.mkdir(parents=True)
    path.write_text(
        "keep_recent_tokens = 3000\n[hooks]\n"
        + "".join(f"{name} = {json.dumps(value)}\n" for name, value in tables.items())
    )


def test_a_program_may_write_the_summary_and_it_is_one_of_an_extension(run, pi_file, replaces):
    made = run("compact", pi_file, "--keep-recent", 3000, "--before-hook", replaces, "--in-place")
    assert made.code == 0
    line = json.loads(pi_file.read_bytes().splitlines()[-1])
    assert (line["type"], line["summary"], line["fromHook"]) == ("compaction", "Mine, word for word.", True)
    assert load(pi_file).context().previous.from_extension


def test_a_program_may_stop_the_fold_and_the_file_is_as_it_was(run, pi_file, tmp_path, notes):
    before = pi_file.read_bytes()
    stop = program(tmp_path, "stop.py", 'print(\'{"cancel": "the build is running"}\')')
    options = ("--before-hook", stop, "--after-hook", notes[0], "--in-place", "--json")
    made = run("compact", pi_file, "--keep-recent", 3000, *options)
    assert made.code == 1
    assert (made.json()["status"], made.json()["reason"]) == ("cancelled", "Cancelled: the build is running.")
    assert pi_file.read_bytes() == before
    assert not notes[1].exists()


def test_programs_of_the_settings_file_take_part_and_are_told(run, pi_file, tmp_path, notes):
    words = shlex.split(notes[0])
    settings_file(tmp_path, before=[words], after=[words])
    made = run("compact", pi_file, "--keep-recent", 3000, "--focus", "the tests", "--json").json()
    before, after = map(json.loads, notes[1].read_bytes().splitlines())
    assert (before["event"], before["focus"], before["session"]["format"]) == ("before", "the tests", "pi")
    assert (after["event"], after["summary"]) == ("after", made["summary"])


@pytest.mark.parametrize("option", ["--no-hooks", "--preview"])
def test_they_can_be_left_out_and_a_preview_runs_none(run, pi_file, tmp_path, notes, option):
    words = shlex.split(notes[0])
    settings_file(tmp_path, before=[words], after=[words])
    assert run("compact", pi_file, "--keep-recent", 3000, option).code == 0
    assert not notes[1].exists()


def test_the_prompts_are_shown_without_running_anything(run, pi_file, tmp_path, notes):
    settings_file(tmp_path, before=[shlex.split(notes[0])], after=[shlex.split(notes[0])])
    assert run("prompt", pi_file).code == 0
    assert not notes[1].exists()


def test_a_project_can_not_have_a_program_run(run, pi_file, tmp_path, notes):
    words = json.dumps(shlex.split(notes[0]))
    Path(tmp_path / "foldline.toml").write_text(f"[hooks]\nbefore = [{words}]\nafter = [{words}]\n")
    made = run("compact", pi_file, "--keep-recent", 3000, "--json")
    assert made.json()["status"] == "compacted"
    assert "the hooks of a project are not run" in made.json()["warnings"][0]
    assert "notes.py" in made.err
    assert not notes[1].exists()


def test_a_program_that_fails_is_told_of_and_the_fold_goes_on(run, pi_file, tmp_path):
    fails = program(tmp_path, "fails.py", "import sys; sys.exit('no database')")
    made = run("compact", pi_file, "--keep-recent", 3000, "--before-hook", fails, "--after-hook", "/nowhere/at/all")
    assert made.code == 0
    told = " ".join(made.out.split())
    assert "failed before it: HookCommandError: it ended with status 1: no database; it went on without" in told
    assert "hook /nowhere/at/all failed afterwards: HookCommandError: it can't be run" in told


def test_no_shell_reads_a_command(run, pi_file, tmp_path, notes):
    made = run("compact", pi_file, "--keep-recent", 3000, "--after-hook", f"{notes[0]} ; touch {tmp_path}/shell")
    assert made.code == 0
    assert notes[1].exists()
    assert not (tmp_path / "shell").exists()


@pytest.mark.parametrize(("command", "message"), [("echo 'x", "can't be read"), (" ", "a hook has no command")])
def test_a_command_that_is_none_is_wrong_use(run, pi_file, command, message):
    with pytest.raises(UsageError, match=message):
        run("compact", pi_file, "--before-hook", command)


def test_a_branch_that_is_left_asks_them_too(run, tmp_path, replaces, notes):
    path = tmp_path / "tree.jsonl"
    lines = (said("a", None, "begin"), answered("b", "a", "one way"), answered("c", "a", "another way"))
    path.write_bytes(file(header(cwd=str(tmp_path)), *lines))
    options = ("--before-hook", replaces, "--after-hook", notes[0], "--in-place")
    assert run("branch", path, "--to", "b", *options).code == 0
    line = json.loads(path.read_bytes().splitlines()[-1])
    assert (line["type"], line["summary"], line["fromHook"]) == ("branch_summary", "Mine, word for word.", True)
    (told,) = map(json.loads, notes[1].read_bytes().splitlines())
    assert (told["subject"], told["parent_id"]) == ("branch", "b")
    notes[1].unlink()
    assert run("branch", path, "--to", "c", "--after-hook", notes[0], "--preview").code == 0
    assert not notes[1].exists()


def test_what_is_run_is_listed_with_the_settings(run, tmp_path):
    settings_file(tmp_path, before=[["python3", "my check.py"]], after=[["notify-send", "folded"]])
    assert run("config").out.splitlines()[-2:] == [
        "runs before each fold: python3 'my check.py'",
        "runs after each fold: notify-send folded",
    ]
    assert run("config", "--json").json()["hooks"] == {
        "before": [["python3", "my check.py"]],
        "after": [["notify-send", "folded"]],
        "timeout": 30.0,
    }


def test_a_file_that_a_hook_has_written_to_is_left_as_it_is(run, pi_file, tmp_path):
    line = json.dumps({"type": "label", "id": "ffffffff", "parentId": None, "targetId": "x", "label": "new"})
    writes = program(tmp_path, "writes.py", f"open({str(pi_file)!r}, 'a').write({line!r} + chr(10))")
    made = run("compact", pi_file, "--keep-recent", 3000, "--before-hook", writes, "--in-place", "--json")
    assert made.code == 1
    assert made.json()["status"] == "write_refused"
    assert "changed since it was read" in made.json()["reason"]
    assert pi_file.read_text().endswith(line + "\n")
