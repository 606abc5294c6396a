"""Real message lists: every one is read whole and rejoined to the byte."""

import pytest

from foldline.core.session import MessageEntry
from foldline.errors import SeveralConversationsError
from foldline.formats import jsonl, registry
from foldline.wire import anthropic_messages, openai_chat

WIRES = {"openai_chat": openai_chat, "anthropic_messages": anthropic_messages}


def conversations(data):
    """The conversations of a file; of a data set the first, the last and one between."""
    try:
        return [registry.load(data)]
    except SeveralConversationsError as several:
        count = len(several.titles)
        return [registry.load(data, select=number) for number in sorted({1, count // 2 + 1, count})]


@pytest.fixture(scope="module", params=["openai-chat", "anthropic-messages"])
def sessions(request, corpus):
    files = sorted(path for path in (corpus / request.param).rglob("*") if path.is_file())
    assert files
    found = [session for path in files for session in conversations(path.read_bytes())]
    assert {session.format for session in found} == {request.param.replace("-", "_")}
    return found


def test_an_untouched_list_is_rejoined_to_the_byte(sessions):
    for session in sessions:
        mine = [session.record(entry.records[0]) for entry in session.entries]
        assert registry.module(session.format).dump(session, mine) == session.source


def test_every_record_is_a_message(sessions):
    for session in sessions:
        assert all(isinstance(entry, MessageEntry) and entry.message.parts for entry in session.entries)
        assert session.problems == []


@pytest.mark.parametrize("wire", WIRES.values(), ids=WIRES)
def test_every_list_can_be_sent_over_either_wire(sessions, wire):
    for session in sessions:
        messages = [item.message for item in session.context().items]
        assert wire.check(wire.encode(messages)) == []


def test_the_lists_of_real_clients_have_no_fault(sessions):
    for session in sessions:
        raws = [jsonl.decode_value(session.record(entry.records[0])) for entry in session.entries]
        assert WIRES[session.format].check(raws) == []
