"""Texts that only quote, and summaries that others made with models of the same sessions: what is true passes."""

import pytest

from foldline import CompactionSettings, compact, load, wording
from foldline.core.checking.inventions import invented
from foldline.core.checking.languages import language_fault
from foldline.core.checking.replies import reply_fault
from foldline.core.checks import Expected, fault
from foldline.core.counting.estimate import EstimateCounter
from foldline.core.profiles.summary_text import TURN_CONTEXT
from foldline.core.requests import SummaryReply
from foldline.core.session import CompactionEntry, MessageEntry
from foldline.core.transcript import transcript

SESSIONS = (
    "pi/before-compaction.jsonl",
    "pi/v3-tree.jsonl",
    "claude-code/cc-3-compactions.jsonl",
    "claude-code/cc-647-assistant.jsonl",
    "claude-code/cc-v2.0.76.jsonl",
    "codex/rollout-823-lines.jsonl",
    "codex/rollout-209-lines.jsonl",
    "openai-chat/tau-airline-long-0.json",
)
COUNTER = EstimateCounter()


def told(messages, *more):
    return "\n".join((transcript(messages, result_chars=10**9), *more))


@pytest.mark.parametrize("profile", ["handoff", "conversation"])
@pytest.mark.parametrize("path", SESSIONS)
def test_no_text_of_the_built_in_summariser_is_refused(corpus, path, profile):
    session = load(corpus / path)
    settings = CompactionSettings(profile=profile, keep_recent_tokens=2_000, dialogue_review=False)
    made = compact(session, settings, counter=COUNTER)
    before = session.context().previous
    files = made.ledger.files
    source = told([item.message for item in session.history()], *files.modified, *files.read)
    source += before.summary if before else ""
    template, wanted = wording.template_of(session, settings), wording.wanted_language_for(session)
    history, _, prefix = made.prose.partition(TURN_CONTEXT)
    texts = {"full": history, "turn_prefix": prefix, "short": made.short_summary}
    for kind, text in texts.items():
        if text and not text.startswith("No prior history"):
            expected = Expected(kind, template, 0, lambda: source, COUNTER.count, wanted)
            assert fault(SummaryReply(text), expected) == "", kind


@pytest.mark.parametrize("path", SESSIONS)
def test_no_summary_by_a_model_of_others_is_taken_for_an_invention_or_a_reply(corpus, path):
    session = load(corpus / path)
    wanted, messages = wording.wanted_language_for(session), []
    for entry in session.path():
        if isinstance(entry, MessageEntry):
            messages.append(entry.message)
        elif isinstance(entry, CompactionEntry):
            source = told(messages)
            assert invented(entry.summary, lambda source=source: source) == []
            assert language_fault(entry.summary, wanted) == reply_fault(entry.summary.strip()) == ""
