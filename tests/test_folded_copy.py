import json

import pytest

from cli.conftest import pi_lines, words
from foldline.compactor import compact, load
from foldline.core.settings import CompactionSettings
from foldline.folded_copy import as_list, folded_copy

SETTINGS = CompactionSettings(keep_recent_tokens=1000)
PI = "".join(json.dumps(line) + "\n" for line in pi_lines()).encode()


def chat():
    messages = [{"role": "system", "content": "be brief"}]
    for turn in range(6):
        messages.append({"role": "user", "content": f"please do part {turn}"})
        messages.append({"role": "assistant", "content": f"Part {turn}: {words(700)}", "y_key": turn})
    return json.dumps({"model": "m", "messages": messages}).encode()


def test_a_tools_session_is_copied_in_its_own_format_and_reads_back_folded():
    session = load(PI)
    result = compact(session, SETTINGS)
    data, what = folded_copy(session, result)
    assert what == "pi session"
    assert load(data).context().previous.summary == result.summary
    assert data.startswith(PI)


def test_a_request_keeps_what_stands_beside_its_messages():
    session = load(chat())
    data, _ = folded_copy(session, compact(session, SETTINGS))
    document = json.loads(data)
    assert document["model"] == "m"
    assert document["messages"][0] == {"role": "system", "content": "be brief"}
    assert document["messages"][-1]["y_key"] == 5


@pytest.mark.parametrize("wire", ["openai_chat", "anthropic_messages"])
def test_any_session_can_be_had_as_messages_of_a_wire(wire):
    session = load(PI)
    data, what = folded_copy(session, compact(session, SETTINGS), wire)
    assert what == f"{wire} messages"
    assert {message["role"] for message in json.loads(data)} == {"user", "assistant"}


def test_what_was_not_folded_is_given_as_it_is():
    session = load(chat())
    assert len(as_list(session, compact(session), None)) == 13
