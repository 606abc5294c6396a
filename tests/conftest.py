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
