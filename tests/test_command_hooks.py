"""Programs as hooks: what they are told, what they may answer, and every way in which they can fail."""

import asyncio
import json
import sys
import time
from pathlib import Path

import pytest

from builders import agent, items, user
from foldline.command_hooks import CommandHook, HookCommandError, event_fields
from foldline.core.hooks import AfterEvent, BeforeEvent, HookCall
from foldline.core.result import CompactionResult, Status
from foldline.hook_runs import adone

BEFORE = BeforeEvent(
    subject="compaction",
    session_id="s1",
    format="pi",
    cwd="/w",
    focus="tests",
    messages=items(user("do it"), agent("done")),
    kept=items(user("and now?")),
    tokens_before=900,
    first_kept_entry_id="k",
)
OUTCOME = CompactionResult(status=Status.COMPACTED, reason="Folded.", summary="S", tokens_before=900, tokens_after=90)
AFTER = AfterEvent(subject="compaction", session_id="s1", outcome=OUTCOME)


def python(code, *arguments, timeout=20.0):
    return CommandHook((sys.executable, "-c", code, *arguments), timeout)


def test_a_program_is_told_the_fold_as_json_and_answers_as_json():
    code = "import json, sys; print(json.dumps({'context': [json.load(sys.stdin)['focus'], *sys.argv[1:]]}))"
    assert python(code, "a b", "$HOME; ls")(BEFORE) == {"context": ["tests", "a b", "$HOME; ls"]}


def test_what_it_is_told_before():
    told = json.loads(json.dumps(event_fields(BEFORE)))
    assert told == {
        "event": "before",
        "subject": "compaction",
        "session": {"id": "s1", "format": "pi", "cwd": "/w"},
        "trigger": "manual",
        "focus": "tests",
        "messages": [
            {"id": "m0", "role": "user", "source": "human", "text": "[User]: do it"},
            {"id": "m1", "role": "assistant", "source": "agent", "text": "[Assistant]: done"},
        ],
        "kept_messages": 1,
        "previous_summary": "",
        "tokens_before": 900,
        "first_kept_entry_id": "k",
        "from_id": "",
        "to_id": "",
    }


def test_what_it_is_told_afterwards(tmp_path):
    path = tmp_path / "told.json"
    answer = python("import sys; open(sys.argv[1], 'wb').write(sys.stdin.buffer.read()); print('{}')", str(path))(AFTER)
    assert answer is None
    told = json.loads(path.read_text())
    assert (told["event"], told["subject"], told["session"]["id"]) == ("after", "compaction", "s1")
    assert (told["summary"], told["tokens_before"], told["tokens_after"]) == ("S", 900, 90)


@pytest.mark.parametrize("code", ["", "print()", "import sys; sys.stdin.read()"])
def test_no_answer_is_one(code):
    assert python(code)(BEFORE) is None


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("import sys; sys.exit('no   such\\n branch')", "it ended with status 1: no such branch"),
        ("import sys; sys.exit(3)", "it ended with status 3$"),
        ("print('done')", "it answered no JSON object"),
        ("print([1])", "it answered no JSON object"),
        ("import sys; sys.stdout.buffer.write(bytes([255]))", "it answered no JSON object"),
        ("import time; time.sleep(60)", "it took longer than 0.5 s and was ended"),
        ("print('x' * 5_000_000)", "it answered more than 4,000,000 bytes"),
        ("while True: print('x' * 100_000)", "it answered more than 4,000,000 bytes"),
    ],
)
def test_what_goes_wrong_is_told(code, message):
    started = time.monotonic()
    timeout = 0.5 if "sleep" in code else 20.0
    with pytest.raises(HookCommandError, match=message):
        python(code, timeout=timeout)(BEFORE)
    assert time.monotonic() - started < 19


@pytest.mark.parametrize("words", [("/nowhere/to/be/found",), ("a\0b",), ("/",)])
def test_a_program_that_can_not_be_run_says_so(words):
    with pytest.raises(HookCommandError, match="it can't be run"):
        CommandHook(words, 5)(BEFORE)


def test_what_a_late_program_started_is_ended_with_it(tmp_path):
    mark = tmp_path / "pid"
    child = "import time; time.sleep(60)"
    code = (
        f"import subprocess, sys, time; child = subprocess.Popen([sys.executable, '-c', {child!r}]); "
        f"open({str(mark)!r}, 'w').write(str(child.pid)); time.sleep(60)"
    )
    with pytest.raises(HookCommandError, match="took longer"):
        python(code, timeout=3.0)(BEFORE)
    pid, deadline = int(mark.read_text()), time.monotonic() + 20
    while state_of(pid) not in {"", "Z"}:
        assert time.monotonic() < deadline


def state_of(pid):
    """The letter by which Linux tells how a process is; empty where there is none."""
    stat = Path(f"/proc/{pid}/stat")
    return stat.read_text().rpartition(")")[2].split()[0] if stat.exists() else ""


def test_what_a_program_leaves_running_is_not_waited_for():
    code = "import subprocess, sys; subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(15)'])"
    started = time.monotonic()
    assert python(code)(BEFORE) is None
    assert time.monotonic() - started < 14


def test_a_hook_is_called_by_its_program():
    assert CommandHook(("notify-send", "x"), 5).name == "notify-send"


def test_a_fold_that_is_cancelled_ends_its_program(tmp_path):
    mark = tmp_path / "pid"
    code = f"import os, time; open({str(mark)!r}, 'w').write(str(os.getpid())); time.sleep(60)"
    hook = python(code, timeout=50)

    async def cancelled():
        task = asyncio.create_task(adone(HookCall(hook, BEFORE)))
        while not (mark.exists() and mark.read_text()):  # noqa: ASYNC110 - a file tells nobody
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    started = time.monotonic()
    asyncio.run(cancelled())
    assert time.monotonic() - started < 40
    assert state_of(int(mark.read_text())) in {"", "Z"}


def test_half_a_sign_in_a_session_is_told_all_the_same():
    event = BeforeEvent(subject="compaction", focus="\ud800 half")
    assert python("import json, sys; print(json.dumps({'prompt': json.load(sys.stdin)['focus'][2:]}))")(event) == {
        "prompt": "half"
    }
