"""The sessions on a machine, with how full they are."""

import os

import pytest

from cli.agent_sessions import SESSIONS, write
from cli.test_writing import PLACES


@pytest.fixture
def home(tmp_path):
    for age, (name, place) in enumerate(PLACES.items()):
        path = write(tmp_path / "home" / place, SESSIONS[name]())
        os.utime(path, (10_000 - age, 10_000 - age))
    return tmp_path / "home"


def test_nothing_to_find_is_said(run):
    assert "No such sessions" in run("find").out
    assert run("find", "--json").json() == {"sessions": []}


def test_sessions_come_newest_first_with_tokens_and_share(run, home):
    found = run("find", "--json").json()["sessions"]
    assert [one["tool"] for one in found] == ["claude-code", "codex", "pi", "omp"]
    assert all(one["tokens"] > 3000 and one["size"] > 10_000 for one in found)
    with_window = [one for one in found if one["window"]]
    assert with_window
    assert all(one["share"] == pytest.approx(one["tokens"] / one["window"], abs=1e-4) for one in with_window)


def test_they_can_be_narrowed_to_a_tool_and_to_a_project(run, home):
    assert [one["tool"] for one in run("find", "--json", "--tool", "codex").json()["sessions"]] == ["codex"]
    assert len(run("find", "--json", "--project", "/w").json()["sessions"]) == 4
    assert run("find", "--json", "--project", "/elsewhere").json()["sessions"] == []
    assert len(run("find", "--json", "--limit", 2).json()["sessions"]) == 2


def test_they_are_listed_by_project_with_their_paths(run, home):
    out = run("find").out
    assert out.splitlines()[0] == "/w"
    assert str(home / PLACES["codex"]) in out
    assert "tokens" in out


def test_a_session_that_breaks_off_is_listed(run, home):
    path = home / PLACES["pi"]
    path.write_bytes(path.read_bytes()[:2000] + b'{"broken')
    assert len(run("find", "--json").json()["sessions"]) == 4
