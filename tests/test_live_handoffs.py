"""A hand-off behind the live request: the same system prompt, tools and messages, and the wish for a document last."""

import asyncio
import json

import pytest
from msgspec.structs import replace

from foldline import CompactionSettings, ahandoff_messages, handoff_messages
from providers.test_faults import model
from providers.wire_answers import MODELS, Answer, answer
from providers.wire_server import serving

GOOD = "## Goal\nShip the parser."
SUFFIX = CompactionSettings(request_form="suffix", effort="off")
WIRES = {"openai_chat": "openai", "anthropic_messages": "anthropic", "openai_responses": "openai-responses"}
TOOLS = {
    "openai_chat": [{"type": "function", "function": {"name": "bash", "parameters": {"type": "object"}}}],
    "anthropic_messages": [{"name": "bash", "input_schema": {"type": "object"}}],
    "openai_responses": [{"type": "function", "name": "bash", "parameters": {"type": "object"}}],
}


def item(role, kind, text):
    return {"type": "message", "role": role, "content": [{"type": kind, "text": text}]}


MESSAGES = {
    "openai_chat": [
        {"role": "user", "content": "Build the parser. Never push.", "x_key": 1},
        {"role": "assistant", "content": "Built."},
        {"role": "user", "content": "And the tests?"},
    ],
    "anthropic_messages": [
        {"role": "user", "content": "Build the parser. Never push."},
        {"role": "assistant", "content": [{"type": "text", "text": "Built."}]},
        {"role": "user", "content": "And the tests?"},
    ],
    "openai_responses": [
        {
            "type": "message",
            "role": "user",
            "content": [{"type": "input_text", "text": "Build the parser. Never push."}],
        },
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Built."}]},
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "And the tests?"}]},
    ],
}
NO_TOOL = {
    "openai_chat": "none",
    "anthropic_messages": {"type": "none"},
    "openai_responses": "none",
}
ANY_TOOL = {"openai_chat": "auto", "anthropic_messages": {"type": "auto"}, "openai_responses": "auto"}


def plainly(wire, url, **more):
    settings = more.pop("settings", SUFFIX)
    return handoff_messages(
        MESSAGES[wire],
        wire=wire,
        system="You are a coder.",
        tools=TOOLS[wire],
        settings=settings,
        provider=model(WIRES[wire], url),
        **more,
    )


def on_a_loop(wire, url, **more):
    settings = more.pop("settings", SUFFIX)
    return asyncio.run(
        ahandoff_messages(
            MESSAGES[wire],
            wire=wire,
            system="You are a coder.",
            tools=TOOLS[wire],
            settings=settings,
            provider=model(WIRES[wire], url),
            **more,
        )
    )


def said(wire, body):
    return body["input" if wire == "openai_responses" else "messages"]


@pytest.mark.parametrize("hand", [plainly, on_a_loop])
@pytest.mark.parametrize("wire", WIRES)
def test_the_wish_is_the_last_message_and_everything_before_it_is_as_it_was_sent(wire, hand):
    with serving(answer(WIRES[wire], GOOD)) as server:
        made = hand(wire, server.url, focus="the tests")
    (asked,) = server.asked
    body = asked.body
    assert made.document.startswith(GOOD)
    assert made.method == "model"
    *before, last = said(wire, body)
    assert before[-3:] == MESSAGES[wire]
    assert last["role"] == "user"
    assert "Write a hand-over document" in json.dumps(last)
    assert "Additional focus: the tests" in json.dumps(last)
    assert body["tools"] == TOOLS[wire]
    assert body["tool_choice"] == NO_TOOL[wire]
    assert "You are a coder." in json.dumps(body)
    assert "<conversation>" not in json.dumps(body)


@pytest.mark.parametrize("wire", WIRES)
def test_a_service_that_knows_auto_alone_is_asked_with_auto(wire):
    refusal = refused(WIRES[wire], "tool_choice 'none' is not supported by this model, only 'auto'")
    with serving(refusal, answer(WIRES[wire], GOOD)) as server:
        made = plainly(wire, server.url)
    first, second = server.asked
    assert first.body["tool_choice"] == NO_TOOL[wire]
    assert second.body["tool_choice"] == ANY_TOOL[wire]
    assert {**first.body, "tool_choice": ""} == {**second.body, "tool_choice": ""}
    assert made.document.startswith(GOOD)


@pytest.mark.parametrize("wire", WIRES)
def test_after_any_other_refusal_the_live_form_is_not_asked_again(wire):
    with serving(refused(WIRES[wire], "messages.3: something else"), answer(WIRES[wire], GOOD)) as server:
        made = plainly(wire, server.url)
    first, second = server.asked
    assert "tool_choice" in first.body
    assert "tools" not in second.body
    assert "<conversation>" in json.dumps(second.body)
    assert made.document.startswith(GOOD)


@pytest.mark.parametrize("wire", WIRES)
def test_without_the_setting_it_is_a_request_of_its_own(wire):
    with serving(answer(WIRES[wire], GOOD)) as server:
        plainly(wire, server.url, settings=CompactionSettings(effort="off"))
    (asked,) = server.asked
    assert "tools" not in asked.body
    assert "<conversation>" in json.dumps(asked.body)


def test_a_conversation_that_does_not_fit_is_told_portion_by_portion():
    long = [{"role": "user", "content": f"turn {number} " + "word " * 3_000} for number in range(60)]
    with serving(answer("openai", GOOD)) as server:
        asks = model("openai", server.url)
        made = handoff_messages(long, wire="openai_chat", settings=SUFFIX, provider=Small(asks, 32_000))
    assert made.method == "model"
    assert len(server.asked) > 1
    assert all("<conversation>" in json.dumps(one.body) for one in server.asked)


class Small:
    """A model of a small window."""

    def __init__(self, model, window):
        self.name, self._model = model.name, model
        self.limits = replace(model.limits, window=window)

    def summarize(self, request):
        return self._model.summarize(request)


def test_a_text_in_several_blocks_is_one():
    blocks = [{"type": "text", "text": "## Goal"}, {"type": "text", "text": "Ship."}]
    whole = {"id": "m", "model": MODELS["anthropic"], "content": blocks, "stop_reason": "end_turn", "usage": {}}
    with serving(Answer((json.dumps(whole).encode(),), kind="application/json")) as server:
        made = plainly("anthropic_messages", server.url)
    assert made.prose.split() == ["##", "Goal", "Ship."]


def refused(wire, message):
    inner = {"type": "invalid_request_error", "message": message, "code": None, "param": None}
    body = {"type": "error", "error": inner} if wire == "anthropic" else {"error": inner}
    return Answer((json.dumps(body).encode(),), 400, "application/json")
