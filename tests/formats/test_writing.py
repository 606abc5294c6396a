"""Files keep all they hold, whatever happens while they are written."""

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from foldline.errors import WriteRefusedError
from foldline.formats.writing import Stamp, create, replace, restore, stamp

OLD = b'{"type":"session"}\n'
NEW = OLD + b'{"type":"compaction"}\n'

posix_only = pytest.mark.skipif(os.name != "posix", reason="modes, links and limits of POSIX")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "session.jsonl"
    file.write_bytes(OLD)
    return file


def names(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


def run(code: str, *arguments: object, **options: object) -> "subprocess.CompletedProcess[str]":
    """Run Python text apart from this process."""
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.run(command, check=False, capture_output=True, text=True, timeout=60, **options)


def test_the_new_content_takes_the_place_of_the_old_and_nothing_else_is_left(path: Path):
    assert replace(path, NEW, expected=OLD) is None
    assert path.read_bytes() == NEW
    assert names(path.parent) == ["session.jsonl"]


def test_a_stamp_will_do_instead_of_the_content(path: Path):
    replace(path, NEW, expected=stamp(path))
    assert path.read_bytes() == NEW


def test_the_old_content_is_kept_when_asked_for(path: Path):
    saved = replace(path, NEW, expected=OLD, keep_old=True)
    assert saved is not None
    assert saved.parent == path.parent
    assert saved.read_bytes() == OLD


def test_a_file_that_grew_since_it_was_read_is_left_alone(path: Path):
    seen = stamp(path)
    path.write_bytes(OLD + b"{}\n")
    with pytest.raises(WriteRefusedError, match="changed since it was read"):
        replace(path, NEW, expected=seen, keep_old=True)
    with pytest.raises(WriteRefusedError, match="changed since it was read"):
        replace(path, NEW, expected=OLD, keep_old=True)
    assert path.read_bytes() == OLD + b"{}\n"
    assert names(path.parent) == ["session.jsonl"]


def test_a_file_that_was_replaced_by_its_twin_counts_as_changed(path: Path):
    seen = stamp(path)
    twin = path.with_name("twin")
    twin.write_bytes(OLD)
    os.utime(twin, ns=(seen.modified, seen.modified))
    twin.replace(path)
    with pytest.raises(WriteRefusedError):
        replace(path, NEW, expected=seen)


@pytest.mark.parametrize("attempt", [stamp, restore, lambda path: replace(path, NEW, expected=Stamp(0, 0, 0))])
def test_a_missing_file_is_refused_and_not_made(tmp_path: Path, attempt):
    with pytest.raises(WriteRefusedError, match="does not exist"):
        attempt(tmp_path / "gone.jsonl")
    assert names(tmp_path) == []


def test_a_folder_in_place_of_a_file_is_refused(tmp_path: Path):
    with pytest.raises(WriteRefusedError, match=r"was left as it is"):
        replace(tmp_path, NEW, expected=OLD)


@posix_only
def test_a_link_is_followed_and_stays_a_link(path: Path, tmp_path: Path):
    elsewhere = tmp_path / "links"
    elsewhere.mkdir()
    link = elsewhere / "latest.jsonl"
    link.symlink_to(path)
    saved = replace(link, NEW, expected=stamp(link), keep_old=True)
    assert link.is_symlink()
    assert path.read_bytes() == NEW
    assert saved is not None
    assert saved.parent == path.parent.resolve()
    assert names(elsewhere) == ["latest.jsonl"]


@posix_only
def test_a_link_that_leads_nowhere_or_in_a_circle_is_refused(tmp_path: Path):
    nowhere, circle = tmp_path / "nowhere", tmp_path / "circle"
    nowhere.symlink_to(tmp_path / "gone")
    circle.symlink_to(circle)
    for link in (nowhere, circle):
        with pytest.raises(WriteRefusedError):
            replace(link, NEW, expected=OLD)


@posix_only
@pytest.mark.parametrize("mode", [0o600, 0o644, 0o664])
def test_the_mode_is_kept(path: Path, mode: int):
    path.chmod(mode)
    saved = replace(path, NEW, expected=OLD, keep_old=True)
    assert path.stat().st_mode & 0o777 == mode
    assert saved is not None
    assert saved.stat().st_mode & 0o777 == mode


def test_a_new_file_is_written_and_an_old_one_is_not_touched(path: Path):
    create(path.with_name("copy"), NEW)
    with pytest.raises(WriteRefusedError, match="was not written: file exists"):
        create(path, NEW)
    assert path.with_name("copy").read_bytes() == NEW
    assert path.read_bytes() == OLD


@pytest.mark.parametrize("name", ["no/such/folder", "."])
def test_where_a_new_file_cannot_be_is_said(tmp_path: Path, name: str):
    with pytest.raises(WriteRefusedError):
        create(tmp_path / name, NEW)


def test_a_name_as_long_as_names_may_be_can_be_written(tmp_path: Path):
    path = tmp_path / ("\N{CJK UNIFIED IDEOGRAPH-4E00}" * 83 + ".jsonl")
    path.write_bytes(OLD)
    replace(path, NEW, expected=OLD)
    assert path.read_bytes() == NEW


FULL_DISK = """
import resource, sys
from pathlib import Path
from foldline.errors import WriteRefusedError
from foldline.formats.writing import create, replace
path = Path(sys.argv[1])
old = path.read_bytes()
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
for attempt in (
    lambda: replace(path, old + b"x" * 200_000, expected=old, keep_old=True),
    lambda: create(path.with_name("copy"), b"x" * 200_000),
):
    try:
        attempt()
    except WriteRefusedError as error:
        print(error)
"""


@posix_only
def test_no_room_for_the_new_content_leaves_the_old_and_no_half_file(path: Path):
    outcome = run(FULL_DISK, path)
    assert [line.removeprefix(f"{path.parent}{os.sep}") for line in outcome.stdout.splitlines()] == [
        "session.jsonl was left as it is: file too large",
        "copy was not written: file too large",
    ]
    assert path.read_bytes() == OLD
    assert names(path.parent) == ["session.jsonl"]


NO_PERMISSION = """
import os, sys
from pathlib import Path
from foldline.errors import WriteRefusedError
from foldline.formats.writing import replace
path = Path(sys.argv[1])
if os.geteuid() == 0:
    os.setegid(65534)
    os.seteuid(65534)
try:
    replace(path, b"new", expected=path.read_bytes(), keep_old=True)
except WriteRefusedError as error:
    print(error)
"""


@posix_only
@pytest.mark.parametrize(("file_mode", "folder_mode"), [(0o644, 0o555), (0o444, 0o755)])
def test_a_read_only_folder_or_file_is_refused(file_mode: int, folder_mode: int):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "session.jsonl"
        path.write_bytes(OLD)
        path.chmod(file_mode)
        folder.chmod(folder_mode)
        outcome = run(NO_PERMISSION, path)
        folder.chmod(0o700)
        assert "no permission" in outcome.stdout
        assert path.read_bytes() == OLD
        assert names(folder) == ["session.jsonl"]


FOREVER = """
import sys
from pathlib import Path
from foldline.formats.writing import replace
path = Path(sys.argv[1])
versions = [b"a" * 3_000_000, b"b" * 3_000_000]
print("ready", flush=True)
while True:
    for old, new in (versions, versions[::-1]):
        replace(path, new, expected=old)
"""


@posix_only
def test_a_writer_that_is_killed_leaves_the_whole_old_or_the_whole_new(path: Path):
    path.write_bytes(b"a" * 3_000_000)
    for _ in range(3):
        with subprocess.Popen([sys.executable, "-c", FOREVER, path], stdout=subprocess.PIPE) as writer:
            assert writer.stdout is not None
            writer.stdout.readline()
            seen = {path.read_bytes()[::1_000_000] for _ in range(20)}
            writer.send_signal(signal.SIGKILL)
        assert seen <= {b"aaa", b"bbb"}
        assert path.read_bytes() in {b"a" * 3_000_000, b"b" * 3_000_000}
        path.write_bytes(b"a" * 3_000_000)
