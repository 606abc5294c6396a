"""Writes in children that are killed on the way, and what each of them leaves; a program that `test_kills` runs.

A profile hook sees every call into the system that a write makes, so a child can be killed before and after each of
them; between them, inside a long write or sync, it is killed by the clock.
"""

import errno
import json
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import NamedTuple

from click.testing import CliRunner

from foldline.cli import writing
from foldline.cli.main import cli
from foldline.compactor import compact, entry, load
from foldline.core.settings import CompactionSettings
from foldline.formats import registry

SYSTEM_CALLS = frozenset({"open", "fsync", "close", "link", "replace", "rename", "unlink", "chmod", "chown"})
FILE_CALLS = frozenset({"write", "flush", "__exit__"})
MOST_TRIES = 60
"""Timed children for each kill that is wanted: on a busy machine many are done before their time."""


class Case(NamedTuple):
    """A session, what its fold makes of it, and one way of writing that."""

    path: Path
    old: bytes
    new: bytes
    """What stands there where the file is not the old one."""
    act: Callable[[Path], object]
    prepare: Callable[[Path], None]
    """Brings the files to where the write starts."""


class Seen(NamedTuple):
    """What a kill left, and at which call it fell."""

    call: str
    is_new: bool
    faults: tuple[str, ...]


def case(path: Path, way: str) -> Case:
    old = path.read_bytes()
    session = load(old)
    result = compact(session, CompactionSettings(keep_recent_tokens=1500))
    new = registry.module(session.format).dump(session, entry(result, session))
    copy = path.with_name("copy.txt")
    grown = new + b'{"type":"filler"}\n'

    def fold(file: Path) -> None:
        writing.fold_in_place(file, session, result, old)

    def fold_without_second_names(file: Path) -> None:
        sys.addaudithook(no_links)
        fold(file)

    acts: dict[str, Callable[[Path], object]] = {
        "fold": fold,
        "fold without second names": fold_without_second_names,
        "restore": writing.restore,
        "restore of a file that grew": writing.restore,
        "new session": lambda file: writing.write_new_session(file, session, result),
        "copy": lambda file: writing.write_copy(copy, session, result, None),
    }

    def prepare(file: Path) -> None:
        for each in file.parent.iterdir():
            each.unlink()
        file.write_bytes(old)
        if way.startswith("restore"):
            fold(file)
        if way == "restore of a file that grew":
            file.write_bytes(grown)
        if way == "copy":
            copy.write_bytes(old)

    return Case(path, old, grown if way == "restore of a file that grew" else new, acts[way], prepare)


def no_links(event: str, arguments: object) -> None:
    """A file system without second names for files."""
    if event == "os.link":
        raise OSError(errno.EPERM, "no links here")


def hook(at: int, pipe: int) -> Callable[[object, str, object], None]:
    """Kills this process at a call of a write, by its number; 0 never. Tells the parent when the first one comes."""
    seen = 0

    def watch(frame: object, event: str, called: object) -> None:
        nonlocal seen
        if event not in {"c_call", "c_return"}:
            return
        name, owner = called.__name__, called.__self__
        wanted = FILE_CALLS if type(owner).__name__ == "BufferedWriter" else SYSTEM_CALLS if owner is POSIX else ()
        if name not in wanted:
            return
        seen += 1
        if seen == 1:
            os.write(pipe, b"b")
        if seen == at:
            os.write(pipe, f"{event} {name}".encode())
            os.kill(os.getpid(), signal.SIGKILL)

    return watch


DONE = b"."
POSIX = sys.modules[os.open.__module__]


class Child:
    """One write in a process of its own."""

    def __init__(self, one: Case, at: int = 0) -> None:
        one.prepare(one.path)
        self.read, write = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            try:
                sys.setprofile(hook(at, write))
                one.act(one.path)
                sys.setprofile(None)
                os.write(write, DONE)
            except BaseException:  # noqa: BLE001 - the child must not go on as a second parent
                traceback.print_exc()
            finally:
                os._exit(0)
        os.close(write)

    def begins(self) -> None:
        """Wait until it makes its first call."""
        os.read(self.read, 1)

    def ends(self) -> str | None:
        """Wait until it is no more: what it told last where it was killed while it wrote, else None."""
        status = os.waitpid(self.pid, 0)[1]
        told = os.read(self.read, 100).decode().removeprefix("b")
        os.close(self.read)
        is_killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
        return told if is_killed and not told.endswith(DONE.decode()) else None


def at_every_call(one: Case) -> Iterator[Seen]:
    """Kill before and after each call, from the first to the last."""
    for at in count(1):
        call = Child(one, at).ends()
        if call is None:
            return
        yield judged(one, call)


def by_the_clock(one: Case, wanted: int) -> Iterator[Seen]:
    """Kill at moments spread over the time that the write takes here and now."""
    span, killed = measured(one), 0
    for tried in range(MOST_TRIES * wanted):
        if killed == wanted:
            return
        child = Child(one)
        child.begins()
        until = time.perf_counter() + span * (tried * 0.618034 % 1)
        while time.perf_counter() < until:
            pass
        os.kill(child.pid, signal.SIGKILL)
        if child.ends() is None:
            span *= 0.95
            continue
        killed += 1
        yield judged(one, "clock")


def measured(one: Case) -> float:
    spans = []
    for _ in range(5):
        child = Child(one)
        child.begins()
        started = time.perf_counter()
        child.ends()
        spans.append(time.perf_counter() - started)
    return sorted(spans)[2]


def judged(one: Case, call: str) -> Seen:
    """What stands there after a kill, and whether the commands get on with it."""
    faults = []
    now = one.path.read_bytes()
    if now not in {one.old, one.new}:
        faults.append("the file is neither the old nor the new one")
    for each in one.path.parent.iterdir():
        content = each.read_bytes()
        if each.suffix in {".bak", ".txt"} and content not in {one.old, one.new}:
            faults.append(f"{each.name} is not whole")
        if each.suffix == ".jsonl" and each != one.path and load(content).context().previous is None:
            faults.append(f"{each.name} is no folded session")
    return Seen(call, now == one.new, (*faults, *after(one)))


def after(one: Case) -> Iterator[str]:
    """Faults of the commands that come next, tried once for each kind of remains."""
    folder = one.path.parent
    before = one.path.read_bytes()
    kind = (
        before == one.new,
        *sorted(each.name.replace("foldline-tmp", "").split("-")[0] for each in folder.iterdir()),
    )
    if (one.path, kind) in TRIED:
        return
    TRIED.add((one.path, kind))
    sessions = json.loads(run("find", "--json").stdout)["sessions"]
    if len(sessions) != len(list(folder.glob("*.jsonl"))):
        yield f"find lists {len(sessions)} sessions"
    if before == one.new and run("restore", str(one.path)).exit_code:
        yield "restore refuses"
    if one.path.read_bytes() != one.old:
        yield "restore does not give the old file"
    if run("compact", str(one.path), "--in-place", "--keep-recent", "1500").exit_code:
        yield "compact refuses"
    if load(one.path).context().previous is None:
        yield "compact does not fold"
    if run("restore", str(one.path)).exit_code or one.path.read_bytes() != one.old:
        yield "the fold after it is not undone"


TRIED: set[tuple[object, ...]] = set()


def run(*arguments: str):
    return CliRunner().invoke(cli, arguments, standalone_mode=False)


def main(home: str, file: str, way: str, clock: str) -> None:
    os.environ.pop("XDG_CONFIG_HOME", None)
    os.environ["HOME"] = home
    one = case(Path(file), way)
    seen = by_the_clock(one, int(clock)) if int(clock) else at_every_call(one)
    sys.stdout.write(json.dumps([each._asdict() for each in seen]))


if __name__ == "__main__":
    main(*sys.argv[1:])
