"""Fixtures shared by the suite."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).parent.parent
# How long an example takes depends on what else the machine does; a time limit would fail by chance.
settings.register_profile("foldline", deadline=None)
settings.load_profile("foldline")


def corpus_path() -> Path:
    """Where the sample transcripts are, if they are anywhere."""
    return (ROOT / os.environ.get("FOLDLINE_CORPUS", "../shared/corpus")).resolve()


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of sample transcripts; tests that need it are skipped where it is absent."""
    path = corpus_path()
    if not path.is_dir():
        pytest.skip(f"no sample transcripts at {path}; set FOLDLINE_CORPUS to run this test")
    return path


@pytest.fixture
def settings_files(monkeypatch, tmp_path):
    """The user's file and the project's, neither of them there yet; the project is the current folder."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    user, project = tmp_path / "config" / "settings.toml", tmp_path / "work" / "foldline.toml"
    user.parent.mkdir()
    project.parent.mkdir()
    monkeypatch.setenv("FOLDLINE_SETTINGS", str(user))
    monkeypatch.chdir(project.parent)
    return user, project
