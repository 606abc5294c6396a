"""A file that somebody else is at work on is left alone."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from foldline.core.messages import Message, TextPart
from foldline.core.session import MessageEntry, Session
from foldline.errors import WriteRefusedError
from foldline.formats.occupancy import claimed, wait_until_quiet, writers

linux_only = pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs /proc")
HOLD = "import sys; file = open(sys.argv[1], sys.argv[2]); print('open', flush=True); sys.stdin.read()"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "session.jsonl"
    file.write_bytes(b"{}\n")
    return file


def holder(path: Path, mode: str) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-c", HOLD, str(path), mode]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"open\n"
    return process


@linux_only
def test_a_program_that_writes_to_the_file_is_named(path: Path):
    with holder(path, "a") as process:
        with pytest.raises(WriteRefusedError, match=rf"open for writing in .*{process.pid}"), claimed(path):
            pass
        process.communicate()
    with claimed(path):
        assert list(writers(path)) == []


@linux_only
def test_a_program_that_only_reads_it_is_in_nobodys_way(path: Path):
    with holder(path, "r") as process:
        with claimed(path):
            pass
        process.communicate()


def test_two_folds_at_once_are_refused_and_the_first_goes_on(path: Path):
    with claimed(path), pytest.raises(WriteRefusedError, match="by another process"), claimed(path):
        pass
    with claimed(path):
        pass


def test_a_link_is_refused_and_the_file_behind_it_named(path: Path, tmp_path: Path):
    link = tmp_path / "latest"
    link.symlink_to(path)
    with pytest.raises(WriteRefusedError, match=r"is a link.*session\.jsonl"), claimed(link):
        pass


def test_a_missing_file_is_one_sentence(tmp_path: Path):
    with pytest.raises(WriteRefusedError, match="no such file"), claimed(tmp_path / "gone"):
        pass


def session(said: float) -> Session:
    made = Session("pi")
    stamp = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(said))
    made.append(MessageEntry("a", None, Message("user", (TextPart("hello"),), timestamp=stamp)))
    return made


def waited(path: Path, made: Session) -> float:
    started = time.monotonic()
    wait_until_quiet(path, made, seconds=0.2)
    return time.monotonic() - started


def test_a_conversation_that_is_going_on_is_waited_for(path: Path):
    assert waited(path, session(time.time())) > 0.1


@pytest.mark.parametrize(("said", "written"), [(0, 0), (3600, 0), (3600, 3600), (0, 3600)])
def test_a_copy_and_an_old_file_are_not_waited_for(path: Path, said: int, written: int):
    now = time.time()
    os.utime(path, (now, now - written))
    if said or written:
        assert waited(path, session(now - said)) < 0.1
    else:
        assert waited(path, Session("pi")) < 0.1
