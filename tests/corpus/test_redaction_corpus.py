"""On real sessions nearly nothing is taken for a secret that is none."""

import json
from pathlib import Path

import pytest

from foldline.core.redaction import find_secrets

LARGEST = 4_000_000
ONE_IN = 10_000
GENUINE = ('{"password": "', "project_token")
"""What stands before the passwords that tools made up in the samples, and before a project's key in its source."""


def strings(value):
    waiting = [value]
    while waiting:
        match waiting.pop():
            case str() as text:
                yield text
            case dict() as fields:
                waiting += fields.values()
            case list() as items:
                waiting += items


def values(path):
    data = path.read_text(errors="replace")
    for line in data.splitlines() if path.suffix == ".jsonl" else [data]:
        try:
            yield json.loads(line)
        except ValueError:
            yield line


def texts(root: Path):
    """Every text of the samples once; pictures and other encoded files have no spaces."""
    files = sorted(path for path in root.rglob("*.json*") if path.is_file() and path.stat().st_size < LARGEST)
    seen = {text for path in files for value in values(path) for text in strings(value) if len(text) > 20}
    return [text for text in seen if len(text) < 20_000 or " " in text[:20_000]]


@pytest.mark.slow
def test_false_alarms_are_rarer_than_one_in_ten_thousand_lines(corpus):
    lines, alarms = 0, []
    for text in texts(corpus):
        lines += text.count("\n") + 1
        for found in find_secrets(text):
            before = text[max(0, found.start - 40) : found.start]
            if not any(mark in before for mark in GENUINE):
                alarms.append((found.kind, before, text[found.start : found.end][:60]))
    assert len(alarms) * ONE_IN < lines, alarms
