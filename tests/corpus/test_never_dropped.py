"""What must never be dropped, on real sessions: rules, pins, the open request, modified files, what the user gave."""

from pathlib import Path

from conftest import corpus_path
from foldline.compactor import compact, load
from foldline.core.messages import TextPart
from foldline.core.result import Status
from foldline.core.session import MessageEntry, Session
from foldline.core.settings import CompactionSettings
from foldline.core.speech.asks import open_request
from foldline.core.speech.authorship import is_human
from foldline.counters import best_counter

SESSIONS = (
    "pi/before-compaction.jsonl",
    "pi/v3-tree.jsonl",
    "claude-code/cc-v2.0.76.jsonl",
    "claude-code/cc-647-assistant.jsonl",
    "claude-code/cc-3-compactions.jsonl",
    "claude-code/cc-broken-lines.jsonl",
    "claude-code/cc-summaries-2-compactions.jsonl",
    "claude-code/cc-microcompact.jsonl",
    "codex/rollout-823-lines.jsonl",
    "codex/rollout-209-lines.jsonl",
    "openai-chat/tau-airline-long-2.json",
)
PIN = "Answer in French."
AFTER = 6
"""Messages of the agent that follow a question before the fold."""
MOST = 8
"""Questions of one session that are tried."""


def pytest_generate_tests(metafunc):
    found = [corpus_path() / name for name in SESSIONS] if corpus_path().is_dir() else []
    metafunc.parametrize("path", found, ids=lambda path: path.name)


def flat(items) -> Session:
    made = Session("list")
    for number, item in enumerate(items):
        made.append(MessageEntry(f"{number}", made.leaf_id, item.message))
    return made


def shown(result) -> str:
    texts = (part.text for message in result.messages for part in message.parts if isinstance(part, TextPart))
    return "\n".join(texts)


def test_what_must_survive_is_in_the_folded_context(path: Path):
    session = flat(load(path).history())
    result = compact(session, CompactionSettings(pins=(PIN,), adaptive_keep=False))
    if result.status is not Status.COMPACTED:
        result = compact(session, CompactionSettings(pins=(PIN,), keep_recent_tokens=2_000, adaptive_keep=False))
    assert result.status is Status.COMPACTED
    text = shown(result)
    assert PIN in text
    assert all(rule.text in text for rule in result.ledger.rules)
    assert all(name in result.summary for name in result.ledger.files.modified)
    assert all(value.text in text for value in result.ledger.values if value.by_user)
    assert result.open_request in text
    assert best_counter(1).count(result.summary_message.summary) <= 6_000 or result.warnings


def test_an_open_request_stands_word_for_word_wherever_the_fold_comes(path: Path):
    items = load(path).history()
    asked = [index for index, item in enumerate(items) if is_human(item.message) and index > AFTER]
    for index in asked[-MOST:]:
        cut = items[: index + 1 + AFTER]
        wanted = open_request(cut)
        for keep in (0, 3_000):
            result = compact(flat(cut), CompactionSettings(keep_recent_tokens=keep, adaptive_keep=False))
            if wanted is not None and result.status is Status.COMPACTED:
                assert wanted.text == result.open_request
                assert wanted.text in shown(result) or any(c.entry_id for c in result.clamped)
