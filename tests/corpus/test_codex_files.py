"""Real Codex sessions, against a plain count of their lines."""

import json
from collections import Counter
from pathlib import Path

import pytest

from conftest import corpus_path
from foldline.core.session import CompactionEntry, MessageEntry, Session
from foldline.formats import codex
from foldline.formats.peek import Peek

FILES = sorted((corpus_path() / "codex").rglob("*.jsonl"))
ROLLOUTS = [path for path in FILES if path.name.startswith("rollout-")]


@pytest.fixture(params=FILES, ids=[path.name for path in FILES])
def path(request) -> Path:
    return request.param


def read(path: Path) -> Session:
    return codex.load(path.read_bytes())


def payloads(path: Path, kind: str) -> list[dict]:
    lines = [json.loads(raw) for raw in path.read_bytes().splitlines()]
    return [line["payload"] for line in lines if line["type"] == kind]


def test_a_file_is_known_and_every_line_is_in_one_entry(path):
    session = read(path)
    assert codex.sniff(Peek(path.read_bytes()))
    assert session.source == path.read_bytes()
    assert sorted(at for entry in session.entries for at in entry.records) == list(range(len(session.records)))


def test_every_item_is_in_a_message(path):
    items = payloads(path, "response_item")
    said = [item for item in items if item["type"] == "message" and item["role"] != "assistant"]
    outputs = [item for item in items if item["type"].endswith("_output")]
    entries = [entry.message for entry in read(path).entries if isinstance(entry, MessageEntry)]
    roles = Counter(message.role for message in entries)
    assert roles["user"] + roles["developer"] == len(said)
    assert roles["tool"] == len(outputs)
    parts = sum(len(message.parts) for message in entries if message.role == "assistant")
    assert parts == len(items) - len(said) - len(outputs)


def test_every_call_has_its_result_behind_it(path):
    history = [item.message for item in read(path).history()]
    calls = [call.id for message in history for call in message.calls]
    assert [result.call_id for message in history for result in message.results] == calls


@pytest.mark.parametrize("rollout", ROLLOUTS, ids=[path.name for path in ROLLOUTS])
def test_every_request_is_counted_once(rollout):
    counts = [payload["info"] for payload in payloads(rollout, "event_msg") if payload["type"] == "token_count"]
    usages = [item.message.usage for item in read(rollout).history() if item.message.role == "assistant"]
    assert sum(usage.total for usage in usages if usage) == counts[-1]["total_token_usage"]["total_tokens"]
    assert None not in usages


@pytest.mark.parametrize(
    ("name", "readable", "tokens_after"),
    [("generated-0.171-local-compaction", True, 6081), ("generated-0.171-remote-compaction", False, 5948)],
)
def test_a_fold_stands_in_place_of_what_it_folded(corpus, name, readable, tokens_after):
    path = corpus / "codex" / f"{name}.jsonl"
    session = read(path)
    (fold,) = (entry for entry in session.path() if isinstance(entry, CompactionEntry))
    assert (session.context().previous is fold) is readable
    assert (fold.readable, fold.tokens_after) == (readable, tokens_after)
    assert fold.summary
    history = payloads(path, "compacted")[0]["replacement_history"]
    kept_by_provider = len(fold.payload.items) if fold.payload else 1
    assert len(fold.replacement or ()) == len(history) - kept_by_provider
    path_after = session.path()[session.path().index(fold) + 1 :]
    after = [entry.message.role for entry in path_after if isinstance(entry, MessageEntry)]
    assert after[:3] == ["assistant", "tool", "assistant"]
