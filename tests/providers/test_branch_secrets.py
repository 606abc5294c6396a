"""No secret of a branch or of a conversation that is handed over is sent, and none stays in what is written."""

import json

import pytest
from msgspec.structs import replace

from builders import Words, agent
from foldline import CompactionSettings, Status, handoff, handoff_messages, summarize_branch
from foldline.core.session import MessageEntry
from providers.test_faults import model
from providers.test_secrets import leaks, talk
from providers.wire_answers import WIRES, answer
from providers.wire_server import serving
from sample_secrets import SECRETS

TOLD = "## Goal\nShip it with these:\n" + "\n".join(SECRETS.values())
SETTINGS = CompactionSettings(effort="off", extra_context=(SECRETS["Slack token"],))


def written(kind, **more):
    source = talk()
    if kind == "handoff":
        made = handoff(source, replace(SETTINGS, focus=SECRETS["GitHub token"]), counter=Words(), **more)
        return made, made.document
    source.append(MessageEntry("on", "m0", agent("the other way")))
    source.move_to("m9")
    made = summarize_branch(source, "on", SETTINGS, counter=Words(), **more)
    return made, made.summary


@pytest.mark.parametrize("kind", ["branch", "handoff"])
@pytest.mark.parametrize("wire", WIRES)
def test_no_body_and_no_text_holds_a_secret(wire, kind):
    with serving(answer(wire, TOLD)) as server:
        instructions = {"instructions": f"Use {SECRETS['npm token']}."} if kind == "branch" else {}
        made, text = written(kind, provider=model(wire, server.url), **instructions)
    assert (made.status, made.method) == (Status.COMPACTED, "model")
    assert leaks(json.dumps([asked.body for asked in server.asked])) == []
    assert leaks(text + made.prose + repr(made.ledger) + repr(made.attempts) + made.reason) == []


@pytest.mark.parametrize("kind", ["branch", "handoff"])
def test_the_built_in_text_quotes_no_secret(kind):
    made, text = written(kind)
    assert leaks(text + repr(made.ledger)) == []


def test_no_live_request_holds_a_secret():
    messages = [
        {"role": "user", "content": f"use {SECRETS['npm token']}"},
        {"role": "assistant", "content": "\n".join(SECRETS.values())},
        {"role": "user", "content": "and now?"},
    ]
    settings = replace(SETTINGS, request_form="suffix")
    with serving(answer("openai", "## Goal\nShip.")) as server:
        asked = model("openai", server.url)
        made = handoff_messages(messages, wire="openai_chat", settings=settings, provider=asked)
    assert made.method == "model"
    assert "<conversation>" not in json.dumps(server.asked[0].body)
    assert leaks(json.dumps([asked.body for asked in server.asked])) == []
