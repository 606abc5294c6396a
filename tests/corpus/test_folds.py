"""Every conversation of the samples, folded at many places: valid for both wires, within its budget, nothing lost."""

from itertools import pairwise
from pathlib import Path

from conftest import corpus_path
from foldline.compactor import compact, load
from foldline.core.messages import TextPart
from foldline.core.result import Status
from foldline.core.settings import CompactionSettings
from foldline.core.speech.authorship import human_text
from foldline.errors import InputError, SeveralConversationsError
from foldline.message_lists import codec

FOLDERS = ("pi", "omp", "claude-code", "codex", "openai-chat", "anthropic-messages")
KEEPS = [2_000 * step for step in range(1, 31)]
LONG = 60_000
"""Bytes above which a file counts as a long session."""


def files(corpus: Path) -> list[Path]:
    return sorted(p for folder in FOLDERS for p in (corpus / folder).rglob("*") if p.suffix in {".json", ".jsonl"})


def pytest_generate_tests(metafunc):
    found = files(corpus_path()) if corpus_path().is_dir() else []
    if "path" in metafunc.fixturenames:
        metafunc.parametrize("path", found, ids=lambda path: path.name)
    if "long_path" in metafunc.fixturenames:
        metafunc.parametrize("long_path", [p for p in found if p.stat().st_size > LONG], ids=lambda path: path.name)


def sessions(path: Path):
    try:
        return [load(path)]
    except SeveralConversationsError as several:
        return [load(path, select=number) for number in range(1, min(len(several.titles), 3) + 1)]
    except InputError:
        return []


def test_the_bytes_of_a_file_are_kept(path):
    data = path.read_bytes()
    for session in sessions(path):
        assert session.source == data
        spans = sorted(session.records)
        assert all(0 <= start < end <= len(data) for start, end in spans)
        assert all(before[1] <= after[0] for before, after in pairwise(spans))


def test_folds_of_long_sessions_are_valid_for_both_wires_at_every_budget(long_path):
    for session in sessions(long_path):
        for keep in KEEPS:
            check_fold(session, keep)


def check_fold(session, keep):
    settings = CompactionSettings(keep_recent_tokens=keep)
    result = compact(session, settings)
    assert result.reason
    if result.status is not Status.COMPACTED:
        return
    assert result.summary.strip()
    assert result.tokens_after < result.tokens_before
    caps = settings.ledger_tokens + settings.prose_tokens
    fixed = result.tokens_after - result.kept_tokens
    assert result.kept_tokens <= keep or result.clamped
    assert fixed <= caps + head_tokens(session, result) or result.warnings
    for wire in ("openai_chat", "anthropic_messages"):
        listed = codec(wire).encode(result.messages)
        assert codec(wire).check(listed) == []
    typed = [(item.id, human_text(item.message).strip()) for item in session.context().items]
    newest_id, newest = next(((i, text) for i, text in reversed(typed) if text), ("", ""))
    shown = "\n".join(part.text for message in result.messages for part in message.parts if isinstance(part, TextPart))
    assert newest in shown or newest_id in {record.entry_id for record in result.clamped}


def head_tokens(session, result):
    from foldline.surroundings import measured

    tally = measured(session, CompactionSettings())
    system = sum(tally.text(text) for text in (session.info.system, session.info.tools_json) if text)
    return system + tally.total(item.message for item in result.head)
