"""Live requests made from real sessions: lists that the services would take."""

import pytest

from foldline import CompactionSettings, Status, load, plan
from foldline.live_requests import live_request
from foldline.wire import anthropic_messages, openai_responses
from foldline.wire.anthropic_native import live_messages
from foldline.wire.native_items import input_items

SESSIONS = [
    "claude-code/cc-647-assistant.jsonl",
    "claude-code/cc-microcompact.jsonl",
    "codex/rollout-823-lines.jsonl",
    "codex/rollout-image.jsonl",
    "openai-chat/tau-airline-long-2.json",
    "pi/before-compaction.jsonl",
]


@pytest.mark.parametrize("name", SESSIONS)
def test_a_real_session_becomes_a_request_that_both_vendors_take(corpus, name):
    session = load(corpus / name)
    made = plan(session, CompactionSettings(keep_recent_tokens=1_000))
    assert made.status is Status.COMPACTED
    live = live_request(session, session.context(), made)
    assert openai_responses.check(input_items(live)) == []
    assert anthropic_messages.check(live_messages(live)) == []


def test_items_of_a_real_client_go_as_it_recorded_them(corpus):
    session = load(corpus / "codex/rollout-823-lines.jsonl")
    live = live_request(session, session.context(), plan(session, CompactionSettings(keep_recent_tokens=1_000)))
    sealed = [item for item in input_items(live) if item["type"] == "reasoning"]
    assert sealed
    assert all("summary" in item and "status" not in item for item in sealed)
