import json
from pathlib import Path

import pytest

from cli.conftest import pi_lines
from foldline.compactor import compact, load
from foldline.core.settings import CompactionSettings
from foldline.server.copies import download
from foldline.server.opened import Opened

SESSION = load("".join(json.dumps(line) + "\n" for line in pi_lines()).encode())
FOLD = compact(SESSION, CompactionSettings(keep_recent_tokens=2000))


@pytest.mark.parametrize(
    ("name", "copy"),
    [
        ("one.jsonl", "one.folded.jsonl"),
        ("one", "one.folded.json"),
        ("../../etc/passwd", "passwd.folded.json"),
        ("a b\u202e<script>.jsonl", "a-b-script.folded.jsonl"),
        (".jsonl", "session.folded.jsonl"),
        ("x.not an ending", "x.folded.json"),
        ("会话.jsonl", "会话.folded.jsonl"),
        ("a" * 500 + ".jsonl", "a" * 80 + ".folded.jsonl"),
    ],
)
def test_a_copy_has_a_name_that_any_system_takes(name, copy):
    assert download(Opened(name, Path("x")), SESSION, FOLD).name == copy
