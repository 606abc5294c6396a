"""What a file was before a fold is there again after it is undone."""

import os
from pathlib import Path

import pytest

from foldline.errors import WriteRefusedError
from foldline.formats import backups
from foldline.formats.writing import replace, restore

OLD, NEW, NEWER = b"old\n", b"old\nfold\n", b"old\nfold\nsaid\nfold\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "session.jsonl"
    file.write_bytes(OLD)
    return file


def fold(path: Path, content: bytes) -> None:
    replace(path, content, expected=path.read_bytes(), keep_old=True)


def names(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


def test_a_fold_is_undone_byte_for_byte_and_nothing_is_left_beside(path: Path):
    written = path.stat()
    fold(path, NEW)
    assert restore(path).later is None
    assert path.read_bytes() == OLD
    assert path.stat().st_mtime_ns == written.st_mtime_ns
    assert names(path.parent) == ["session.jsonl"]


def test_what_was_said_since_the_fold_is_kept_beside(path: Path):
    fold(path, NEW)
    path.write_bytes(NEW + b"said\n")
    later = restore(path).later
    assert path.read_bytes() == OLD
    assert later is not None
    assert later.read_bytes() == NEW + b"said\n"
    assert not later.name.endswith(".jsonl")


def test_folds_are_undone_newest_first(path: Path):
    fold(path, NEW)
    path.write_bytes(NEW + b"said\n")
    fold(path, NEWER)
    restore(path)
    assert path.read_bytes() == NEW + b"said\n"
    restore(path)
    assert path.read_bytes() == OLD
    with pytest.raises(WriteRefusedError, match="no fold of Foldline's to undo"):
        restore(path)


def test_a_fold_that_never_took_place_is_passed_over(path: Path):
    fold(path, NEW)
    backups.keep(path, NEWER)
    restore(path)
    assert path.read_bytes() == OLD


def test_a_backup_is_no_session_to_a_session_browser(path: Path):
    assert not backups.keep(path, NEW).name.endswith((".jsonl", ".json", ".zst"))


def test_a_backup_of_another_session_is_not_taken(path: Path):
    other = path.with_name("other.session.jsonl")
    other.write_bytes(OLD)
    fold(other, NEW)
    with pytest.raises(WriteRefusedError):
        restore(path)


def test_a_system_without_second_names_gets_a_copy(path: Path, monkeypatch: pytest.MonkeyPatch):
    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "link", refuse)
    fold(path, NEW)
    restore(path)
    assert path.read_bytes() == OLD
    assert names(path.parent) == ["session.jsonl"]
