"""A write that is killed leaves the old file or the new one, whole, whole backups, and work for the next command."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli import killed_writes
from cli.agent_sessions import SESSIONS, write
from cli.test_writing import PLACES

KILLS = 200
"""Of folds in place, over the four tools."""
OTHER_WAYS = {
    "fold without second names": "pi",
    "restore": "codex",
    "restore of a file that grew": "claude_code",
    "new session": "claude_code",
    "copy": "omp",
}
"""Ways of writing that are the same for every tool, each with the tool whose file is written."""
LONG = 500_000
"""Characters of a line, of four that make a write long enough to be killed inside."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="forks and kills of POSIX"),
]


@pytest.fixture(scope="module")
def kills(tmp_path_factory) -> dict[tuple[str, str], list[dict[str, object]]]:
    """What each kill left, by tool and way of writing: at every call, then of folds by the clock."""
    cases = [*((tool, "fold") for tool in SESSIONS), *((tool, way) for way, tool in OTHER_WAYS.items())]
    made = {(tool, way): killed(tmp_path_factory.mktemp(tool), tool, way) for tool, way in cases}
    for tool in SESSIONS:
        folds = made[tool, "fold"]
        folds += killed(
            tmp_path_factory.mktemp(tool), tool, "fold", clock=KILLS // len(SESSIONS) - len(folds), line=LONG
        )
    return made


def killed(home: Path, tool: str, way: str, *, clock: int = 0, line: int = 1_000) -> list[dict[str, object]]:
    path = write(home / PLACES[tool], [*SESSIONS[tool](6), *({"type": "filler", "n": "x" * line},) * 4])
    command = [sys.executable, killed_writes.__file__, home, path, way, str(clock)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def test_two_hundred_folds_were_killed_while_they_wrote(kills):
    assert sum(len(kills[tool, "fold"]) for tool in SESSIONS) == KILLS


def test_every_kill_left_the_old_file_or_the_new_one_and_the_commands_get_on(kills):
    assert [(where, each) for where, many in kills.items() for each in many if each["faults"]] == []


@pytest.mark.parametrize("tool", SESSIONS)
def test_folds_were_killed_before_and_after_every_step(kills, tool):
    steps = {each["call"] for each in kills[tool, "fold"]}
    calls = {f"{event} {name}" for event in ("c_call", "c_return") for name in ("write", "fsync", "link", "replace")}
    assert calls | {"clock"} <= steps
    assert {each["is_new"] for each in kills[tool, "fold"]} == {False, True}


@pytest.mark.parametrize(("way", "tool"), OTHER_WAYS.items())
def test_every_other_way_of_writing_was_killed_at_all_its_steps(kills, way, tool):
    steps = {each["call"] for each in kills[tool, way]}
    assert {"c_call open", "c_call fsync", "c_return fsync", "c_return close"} <= steps
