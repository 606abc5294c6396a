"""The estimate against a real tokenizer, on the texts of sample transcripts."""

import json
import statistics
from collections.abc import Iterator
from pathlib import Path

import pytest

from foldline.core.counting.estimate import EstimateCounter
from foldline.counters import counter

SHORTEST = 300
LONGEST = 20_000
PER_FILE = 40
FORMATS = ("claude-code", "codex", "pi", "gemini", "chatgpt-export", "sillytavern", "swe-agent", "openai-chat")


def strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner)


def documents(path: Path) -> Iterator[object]:
    text = path.read_text(encoding="utf-8", errors="replace")
    for piece in text.splitlines() if path.suffix == ".jsonl" else [text]:
        try:
            yield json.loads(piece)
        except ValueError:
            continue


def texts(folder: Path) -> list[str]:
    found = []
    for path in sorted(path for path in folder.rglob("*") if path.suffix in {".json", ".jsonl", ".traj"}):
        long = (text for document in documents(path) for text in strings(document) if len(text) >= SHORTEST)
        found += [text[:LONGEST] for text, _ in zip(long, range(PER_FILE), strict=False)]
    return found


@pytest.mark.parametrize("name", FORMATS)
def test_texts_of_transcripts_are_estimated_within_ten_per_cent(corpus, name):
    pytest.importorskip("rs_bpe")
    exact, estimate = counter("rs-bpe"), EstimateCounter()
    found = texts(corpus / name)
    errors = [abs(estimate.count(text) / exact.count(text) - 1) for text in found]
    assert len(errors) >= 10
    assert statistics.median(errors) < 0.10
    assert sum(map(estimate.count, found)) == pytest.approx(sum(map(exact.count, found)), rel=0.12)
