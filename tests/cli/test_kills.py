"""A fold that is killed while it writes leaves the old file or the new one, whole, and whole backups."""

import json
import os
import subprocess
import sys

import pytest

from cli.agent_sessions import SESSIONS, write

KILLS = 200

SCRIPT = """
import json, os, signal, sys, time
from pathlib import Path
from foldline.cli import writing
from foldline.compactor import compact, entry, load
from foldline.core.settings import CompactionSettings
from foldline.formats import registry

path, kills = Path(sys.argv[1]), int(sys.argv[2])
old = path.read_bytes()
session = load(old)
result = compact(session, CompactionSettings(keep_recent_tokens=1500))
new = registry.module(session.format).dump(session, entry(result, session))
started = time.perf_counter()
writing.fold_in_place(path, session, result, old)
whole = time.perf_counter() - started
seen = {"old": 0, "new": 0, "else": 0, "broken backups": 0, "killed": 0}
for number in range(kills):
    for each in path.parent.iterdir():
        if each != path:
            each.unlink()
    path.unlink()
    path.write_bytes(old)
    child = os.fork()
    if child == 0:
        try:
            writing.fold_in_place(path, session, result, old)
        finally:
            os._exit(0)
    time.sleep(whole * 2.5 * number / kills)
    os.kill(child, signal.SIGKILL)
    seen["killed"] += os.WIFSIGNALED(os.waitpid(child, 0)[1])
    now = path.read_bytes()
    seen["old" if now == old else "new" if now == new else "else"] += 1
    seen["broken backups"] += any(each.read_bytes() != old for each in path.parent.glob("*.bak"))
    seen["else"] += len(list(path.parent.glob("*.jsonl"))) != 1
    if now == new:
        writing.restore(path)
        seen["else"] += path.read_bytes() != old
print(json.dumps(seen))
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="forks and kills of POSIX")
def test_two_hundred_kills_leave_the_old_file_or_the_new_one(tmp_path):
    counts = []
    for name, make in SESSIONS.items():
        path = write(tmp_path / name / "session.jsonl", [*make(6), *({"type": "filler", "n": "x" * 500_000},) * 4])
        command = [sys.executable, "-c", SCRIPT, str(path), str(KILLS // len(SESSIONS))]
        ran = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
        counts.append(json.loads(ran.stdout))
    assert sum(each["old"] + each["new"] for each in counts) == KILLS
    assert [each["else"] + each["broken backups"] for each in counts] == [0] * len(SESSIONS)
    assert sum(each["killed"] for each in counts) > KILLS // 2
