"""Folds that go into the tools' own files."""

import json
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from cli.agent_sessions import SESSIONS, claude_lines, go_on, write
from foldline.compactor import load

posix_only = pytest.mark.skipif(os.name != "posix", reason="links of POSIX")


@pytest.fixture(params=SESSIONS)
def session(request, tmp_path) -> Path:
    return write(tmp_path / "work" / "session.jsonl", SESSIONS[request.param]())


def fold(run, path: Path, *more: object):
    return run("compact", path, "--keep-recent", 1500, *more)


def test_every_tool_gets_its_fold_behind_what_was_there(run, session):
    before = session.read_bytes()
    ran = fold(run, session, "--in-place")
    assert ran.code == 0
    assert session.read_bytes().startswith(before)
    context = load(session).context()
    assert context.previous is not None
    assert "please do part 0" in context.previous.summary
    assert "please do part 5" in [item.message.text for item in context.items]
    assert "please do part 1" not in [item.message.text for item in context.items]


def test_a_fold_is_undone_byte_for_byte(run, session):
    before = session.read_bytes()
    fold(run, session, "--in-place")
    assert run("restore", session).code == 0
    assert session.read_bytes() == before
    assert [each.name for each in session.parent.iterdir()] == ["session.jsonl"]
    again = run("restore", session)
    assert again.code == 1
    assert "no fold of Foldline's to undo" in again.err
    assert run("restore", session, "--json").json()["status"] == "write_refused"


def test_a_folded_file_is_folded_again_when_it_has_grown(run, session):
    fold(run, session, "--in-place")
    first = load(session).context()
    go_on(session, load(session).format)
    grown = session.read_bytes()
    assert fold(run, session, "--in-place").code == 0
    second = load(session).context()
    assert session.read_bytes().startswith(grown)
    assert second.previous.id != first.previous.id
    assert "please do part 0" in second.previous.summary
    said = [item.message.text for item in second.items]
    assert "please do part 8" in said
    assert "please do part 5" not in said
    run("restore", session)
    assert session.read_bytes() == grown


def test_a_new_session_stands_beside_the_old_one(run, session):
    before = session.read_bytes()
    ran = fold(run, session, "--new-session")
    assert ran.code == 0
    assert session.read_bytes() == before
    (made,) = (path for path in session.parent.iterdir() if path != session)
    assert made.suffix == ".jsonl"
    assert load(made).context().previous is not None
    assert load(made).info.id != load(session).info.id
    assert load(made).info.id in made.name
    assert load(made).format == load(session).format


def test_a_fold_that_keeps_part_of_what_the_last_fold_kept(run, session):
    fold(run, session, "--in-place", "--keep-recent", 6000)
    before = load(session).context()
    go_on(session, load(session).format, turns=1)
    assert fold(run, session, "--in-place", "--keep-recent", 4500).code == 0
    context = load(session).context()
    kept = [item.message for item in context.items if item.message.source != "client"]
    said = [message.text for message in kept]
    assert before.items[-1].message.text in [message.text for message in kept]
    assert said[-2].startswith("Part 6") or said[-1].startswith("Part 6")
    assert "please do part 3" not in said


def test_a_client_before_2_1_197_gets_the_kept_lines_once_more(run, tmp_path):
    session = write(tmp_path / "old.jsonl", claude_lines(version="2.1.7"))
    before = session.read_bytes()
    fold(run, session, "--in-place")
    boundary, summary, *copies = (json.loads(line) for line in session.read_bytes()[len(before) :].splitlines())
    assert set(boundary["compactMetadata"]) == {"trigger", "preTokens"}
    assert "promptId" not in summary
    parents = [summary["uuid"], *(line["uuid"] for line in copies)]
    assert [line["parentUuid"] for line in copies] == parents[:-1]
    assert copies[-1]["message"]["usage"]["cache_read_input_tokens"] == 0
    old = {json.loads(line)["uuid"] for line in before.splitlines()}
    assert old.isdisjoint(parents)
    said = [item.message.text for item in load(session).context().items]
    assert "please do part 5" in said
    assert "please do part 1" not in said


@posix_only
def test_a_link_is_refused(run, session, tmp_path):
    link = tmp_path / "latest.jsonl"
    link.symlink_to(session)
    ran = fold(run, link, "--in-place")
    assert ran.code == 1
    assert "is a link" in ran.err


FOLD_LATER = """
import sys
from pathlib import Path
from foldline.cli import writing
from foldline.compactor import compact, load
from foldline.core.settings import CompactionSettings
from foldline.errors import WriteRefusedError
path = Path(sys.argv[1])
data = path.read_bytes()
session = load(data)
result = compact(session, CompactionSettings(keep_recent_tokens=1500))
path.write_bytes(data + b"{}\\n")
try:
    writing.fold_in_place(path, session, result, data)
except WriteRefusedError as error:
    print(error)
"""


def test_a_file_that_grew_while_it_was_folded_is_left_alone(session):
    before = session.read_bytes()
    ran = subprocess.run([sys.executable, "-c", FOLD_LATER, session], capture_output=True, text=True, check=False)
    assert "changed since it was read" in ran.stdout
    assert session.read_bytes() == before + b"{}\n"
    assert [each.name for each in session.parent.iterdir()] == ["session.jsonl"]


def test_below_the_share_that_was_asked_for_nothing_is_folded(run, session):
    before = session.read_bytes()
    window = ("--window", 100_000)
    assert "No fold" in fold(run, session, *window, "--in-place", "--at", 90).out
    assert session.read_bytes() == before
    assert fold(run, session, *window, "--in-place", "--at", 1).code == 0
    assert session.read_bytes() != before


PLACES = {
    "claude_code": ".claude/projects/-w/0a0b0c0d-0000-4000-8000-000000000000.jsonl",
    "codex": ".codex/sessions/2026/01/02/rollout-2026-01-02T03-04-05-x.jsonl",
    "pi": ".pi/agent/sessions/--w--/a.jsonl",
    "omp": ".omp/agent/sessions/-w/b.jsonl",
}


@pytest.fixture
def home(tmp_path) -> Path:
    for name, place in PLACES.items():
        write(tmp_path / "home" / place, SESSIONS[name]())
    return tmp_path / "home"


@pytest.mark.parametrize("tool", ["claude-code", "codex", "pi", "omp"])
def test_the_newest_session_of_a_tool_is_found_by_its_name(run, home, tool):
    path = home / PLACES[tool.replace("-", "_")]
    before = path.read_bytes()
    assert run("compact", "--latest", tool, "--in-place", "--keep-recent", 1500).code == 0
    assert path.read_bytes() != before


def test_the_newest_session_of_this_folder_goes_before_a_newer_one_of_another(run, home, tmp_path):
    lines = [{**line, "cwd": str(tmp_path)} for line in SESSIONS["claude_code"]()]
    here = write(home / ".claude/projects/-here/1a0b0c0d-0000-4000-8000-000000000000.jsonl", lines)
    os.utime(here, (1000, 1000))
    assert run("compact", "--latest", "claude-code", "--in-place", "--keep-recent", 1500).code == 0
    assert load(here).context().previous is not None


@pytest.mark.parametrize("wrong", [["--latest", "word"], ["a.jsonl", "--latest", "pi"], ["--latest", "pi"]])
def test_a_latest_session_that_cannot_be_is_refused(run, wrong):
    with pytest.raises(click.UsageError):
        run("compact", *wrong)


@pytest.mark.parametrize("other", [["--out", "x"], ["--preview"], ["--new-session"]])
def test_a_fold_goes_to_one_place(run, session, other):
    with pytest.raises(click.UsageError, match="give one"):
        run("compact", session, "--in-place", *other)


def test_a_backup_is_no_session_to_find(run, home):
    run("compact", "--latest", "claude-code", "--in-place", "--keep-recent", 1500)
    assert len(run("find", "--json").json()["sessions"]) == 4


def test_a_list_of_messages_is_no_session_of_a_tool(run, chat_file):
    ran = run("compact", chat_file, "--keep-recent", 3000, "--new-session")
    assert ran.code == 1
    assert "can't become a new session" in ran.err
    assert json.loads(chat_file.read_text())["model"] == "m"
