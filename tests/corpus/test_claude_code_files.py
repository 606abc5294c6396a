"""Real Claude Code sessions, against a plain count of their lines."""

import json
from collections import Counter
from pathlib import Path

import pytest

from conftest import corpus_path
from foldline.core.session import CompactionEntry, MessageEntry, Session
from foldline.formats import claude_code
from foldline.formats.peek import Peek

FILES = sorted((corpus_path() / "claude-code").rglob("*.jsonl"))
REAL = [path for path in FILES if path.name.startswith(("cc-", "agentcmd", "generated", "agent-"))]
NAMES = [path.name for path in FILES]


@pytest.fixture(params=FILES, ids=NAMES)
def path(request) -> Path:
    return request.param


@pytest.fixture(params=REAL, ids=[path.name for path in REAL])
def real(request) -> Path:
    return request.param


def read(path: Path) -> Session:
    return claude_code.load(path.read_bytes())


def plain(path: Path) -> list[dict]:
    """The lines that are JSON objects, each uuid once."""
    lines: dict[object, dict] = {}
    for number, raw in enumerate(path.read_bytes().split(b"\n")):
        try:
            line = json.loads(raw)
        except ValueError:
            continue
        if isinstance(line, dict):
            lines.setdefault(line.get("uuid") or number, line)
    return [line for line in lines.values() if isinstance(line.get("message"), dict)]


def test_a_file_is_known_and_every_line_is_in_one_entry(path):
    session = read(path)
    assert claude_code.sniff(Peek(path.read_bytes()))
    assert session.source == path.read_bytes()
    assert sorted(at for entry in session.entries for at in entry.records) == list(range(len(session.records)))


def test_there_are_as_many_messages_as_a_plain_count_says(real):
    lines = plain(real)
    summaries = sum(bool(line.get("isCompactSummary")) for line in lines)
    entries = [entry for entry in read(real).entries if isinstance(entry, MessageEntry)]
    found = Counter(entry.message.role for entry in entries)
    assert found["user"] == sum(line["type"] == "user" for line in lines) - summaries
    assert found["assistant"] == len({line["message"]["id"] for line in lines if line["type"] == "assistant"})
    assert sum(isinstance(entry, CompactionEntry) for entry in read(real).entries) == summaries


def test_every_block_of_an_answer_is_a_part(real):
    blocks = [block for line in plain(real) if line["type"] == "assistant" for block in line["message"]["content"]]
    entries = [entry for entry in read(real).entries if isinstance(entry, MessageEntry)]
    assert sum(len(each.message.parts) for each in entries if each.message.role == "assistant") == len(blocks)


@pytest.mark.parametrize("reach", ["context", "history"])
def test_every_result_stands_behind_its_call_and_answers_it_once(real, reach):
    session = read(real)
    items = session.history() if reach == "history" else session.context().items
    calls: set[str] = set()
    answered: Counter[str] = Counter()
    for item in items:
        calls.update(call.id for call in item.message.calls)
        assert all(result.call_id in calls for result in item.message.results)
        answered.update(result.call_id for result in item.message.results)
    assert set(answered.values()) <= {1}
    assert len(calls - set(answered)) <= 1, "only a call that was interrupted has no result"


def test_a_folded_context_starts_with_the_newest_summary(real):
    summaries = [line["message"]["content"] for line in plain(real) if line.get("isCompactSummary")]
    previous = read(real).context().previous
    assert (previous.summary if previous else None) == (summaries[-1] if summaries else None)


def test_the_history_reaches_back_over_every_fold(real):
    session = read(real)
    folds = [entry for entry in session.entries if isinstance(entry, CompactionEntry)]
    assert [entry for entry in session.path() if isinstance(entry, CompactionEntry)] == folds


def test_a_picture_has_its_pixels(corpus):
    session = read(corpus / "claude-code" / "agentcmd-tool-result-image.jsonl")
    (picture,) = [part for item in session.history() for result in item.message.results for part in result.content]
    assert (picture.width, picture.height) == (1, 1)
