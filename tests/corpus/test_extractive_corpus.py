"""The built-in summariser on real sessions: cut at several places, carried through rounds."""

import re

import pytest
from msgspec.structs import replace

from foldline.compactor import load
from foldline.core.checking.inventions import invented
from foldline.core.counting.estimate import EstimateCounter
from foldline.core.extractive import Material, short_summary, summarise, summarise_prefix
from foldline.core.ledger import collection as ledger
from foldline.core.note.earlier_note import read
from foldline.core.profiles.summary_text import parse_sections
from foldline.core.profiles.templates import load as template_of
from foldline.core.settings import CompactionSettings
from foldline.core.transcript import transcript

SESSIONS = (
    "pi/before-compaction.jsonl",
    "pi/v3-tree.jsonl",
    "claude-code/cc-3-compactions.jsonl",
    "claude-code/cc-647-assistant.jsonl",
    "claude-code/cc-v2.0.76.jsonl",
    "claude-code/cc-microcompact.jsonl",
    "codex/rollout-823-lines.jsonl",
    "codex/rollout-209-lines.jsonl",
    "openai-chat/tau-airline-long-0.json",
    "openai-chat/tau-airline-long-1.json",
)
CUTS = (0.4, 0.8, 1.0)
PROSE_TOKENS = 2_000
HANDOFF = template_of("handoff", "en")
CONVERSATION = template_of("conversation", "zh")
count = EstimateCounter().count


@pytest.fixture(scope="module", params=SESSIONS, ids=lambda path: path.rpartition("/")[2])
def items(request, corpus):
    return load(corpus / request.param).history()


@pytest.fixture(scope="module")
def folds(items):
    """What a fold at each cut is made of."""
    return {share: material(items, int(len(items) * share)) for share in CUTS}


def material(items, cut, previous="", start=0):
    kept = frozenset(item.id for item in items[cut:])
    facts = ledger.collect(ledger.Sources(items, kept), CompactionSettings(), count)
    asked = facts.open_request
    return Material(
        tuple(items[start:cut]),
        HANDOFF,
        previous=previous,
        upcoming=tuple(items[cut:]),
        ledger=facts,
        critical_open_request=asked is not None and asked.entry_id not in kept,
    )


@pytest.mark.parametrize("share", CUTS)
@pytest.mark.parametrize("template", [HANDOFF, CONVERSATION], ids=["handoff", "conversation"])
def test_a_note_is_complete_within_its_budget_and_names_no_file_of_its_own(items, folds, share, template):
    made = replace(folds[share], template=template)
    text = summarise(made, max_tokens=PROSE_TOKENS, count=count)
    assert count(text) <= PROSE_TOKENS
    order = [section.id for section in template.sections]
    found = parse_sections(text, template).found
    assert list(found) == [name for name in order if name in found]
    assert invented(text, lambda: transcript(item.message for item in items)) == []
    assert text.count("```") % 2 == 0


@pytest.mark.parametrize("share", CUTS)
def test_the_open_request_stands_exactly_unless_it_is_in_the_kept_part(folds, share):
    made = folds[share]
    text = summarise(made, max_tokens=PROSE_TOKENS, count=count)
    wanted = made.ledger.open_request.text if made.critical_open_request else ""
    assert wanted in text


@pytest.mark.parametrize("share", CUTS)
def test_a_begun_turn_keeps_its_budget(folds, share):
    text = summarise_prefix(folds[share], max_tokens=800, count=count)
    assert count(text) <= 800
    assert text.startswith("## ")


@pytest.mark.parametrize("share", CUTS)
def test_the_short_summary_is_two_or_three_sentences_without_checks_or_questions(folds, share):
    made = folds[share]
    text = short_summary(made.items, made.ledger, language="en")
    assert 1 <= len(re.findall(r"[.!。！](?=\s|$)", text)) <= 4
    assert "?" not in text
    assert not re.search(r"\btests? (?:pass|fail)|\blint\b", text)


def test_ten_rounds_stay_readable_and_lose_no_finished_item_uncounted(items):
    text, start, finished = "", 0, 0
    for number in range(1, 11):
        end = len(items) * number // 10
        cut = max(start, end - 20)
        text = summarise(material(items[:end], cut, previous=text, start=start), max_tokens=PROSE_TOKENS, count=count)
        start = cut
        assert count(text) <= PROSE_TOKENS
        assert text.count("## Goal") == 1
        note = read(text, HANDOFF)
        total = len(note.entries("done")) + note.earlier_items
        assert total >= finished
        finished = total
