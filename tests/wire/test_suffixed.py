"""The whole bodies that carry an instruction behind a live request, as files: what a vendor sees changes on purpose."""

import json
from pathlib import Path

import pytest

from builders import items
from foldline.core.messages import Message
from foldline.core.profiles.behind import behind
from foldline.core.profiles.prompting import build
from foldline.core.profiles.templates import load
from foldline.core.remote.live import Live
from foldline.core.requests import SummaryRequest
from foldline.core.wrapping import wrap_summary
from foldline.wire import anthropic_messages, openai_chat, openai_responses, suffixed

GOLDEN = Path(__file__).parent / "golden"
CALL = {"id": "c1", "type": "function", "function": {"name": "bash", "arguments": "{}"}}
TALKS = {
    "openai_chat": [
        {"role": "system", "content": "You are an agent."},
        {"role": "user", "content": [{"type": "text", "text": "Build it."}]},
        {"role": "assistant", "content": None, "tool_calls": [CALL]},
        {"role": "tool", "tool_call_id": "c1", "content": "three files"},
    ],
    "openai_responses": [
        {"type": "message", "role": "user", "content": "Build it."},
        {"type": "reasoning", "summary": [], "encrypted_content": "gAAAAx"},
        {"type": "function_call", "call_id": "c1", "name": "bash", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "c1", "output": "three files"},
    ],
    "anthropic_messages": [
        {"role": "user", "content": [{"type": "text", "text": "Build it.", "cache_control": {"type": "ephemeral"}}]},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "c1", "name": "bash", "input": {}}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1", "content": "three files"}]},
    ],
}
TOOLS = {
    "openai_chat": [{"type": "function", "function": {"name": "bash"}}],
    "openai_responses": [{"type": "function", "name": "bash"}],
    "anthropic_messages": [{"name": "bash", "input_schema": {"type": "object"}}],
}
SYSTEMS = {"openai_chat": "", "openai_responses": "You are an agent.", "anthropic_messages": "You are an agent."}
WIRES = {
    "openai_chat": (openai_chat, suffixed.chat_body, "gpt-4o"),
    "openai_responses": (openai_responses, suffixed.responses_body, "gpt-5-mini"),
    "anthropic_messages": (anthropic_messages, suffixed.anthropic_body, "claude-sonnet-4-5"),
}


def live(wire, **more):
    codec = WIRES[wire][0]
    groups = codec.groups(TALKS[wire])
    messages = codec.decode(TALKS[wire])
    held = items(*messages)
    raws = {item.id: group for item, group in zip(held, groups, strict=True)}
    head = 1 if wire == "openai_chat" else 0
    tools = json.dumps(TOOLS[wire])
    return Live(
        head=held[:head], folded=held[head:], raws=raws, wire=wire, system=SYSTEMS[wire], tools_json=tools, **more
    )


def body(wire, kind="full", **more):
    prompt = build(kind, load("handoff", "en"), conversation="", focus="the parser")
    text = behind(prompt, "en", last_turn=kind == "turn_prefix")
    request = SummaryRequest(kind, prompt.system, prompt.user, 8_192, live=live(wire, **more), instruction=text)
    _, make, model = WIRES[wire]
    return make(request, model, effort="inherit", stream=True, max_tokens=8_192)


@pytest.mark.parametrize("kind", ["full", "update", "turn_prefix"])
@pytest.mark.parametrize("wire", WIRES)
def test_the_body_is_the_one_on_file(wire, kind):
    previous = wrap_summary("So far.") if kind == "update" else ""
    assert body(wire, kind, previous=previous) == json.loads((GOLDEN / f"suffix.{wire}.{kind}.json").read_text())


LISTS = {"openai_chat": "messages", "openai_responses": "input", "anthropic_messages": "messages"}


@pytest.mark.parametrize("wire", WIRES)
def test_everything_but_the_last_message_is_what_was_sent_before(wire):
    made = body(wire)
    assert made[LISTS[wire]][:-1] == TALKS[wire]
    assert made["tools"] == TOOLS[wire]
    assert WIRES[wire][0].check(made[LISTS[wire]]) == []


@pytest.mark.parametrize("wire", WIRES)
def test_without_tools_the_body_does_not_speak_of_them(wire):
    request = SummaryRequest("full", "s", "p", 9, live=Live(folded=items(Message("user"))), instruction="write")
    made = WIRES[wire][1](request, WIRES[wire][2])
    assert not {"tools", "tool_choice", "system", "instructions"} & made.keys()


def test_messages_of_another_origin_are_put_into_the_form_of_the_wire():
    plain = Live(folded=live("anthropic_messages").folded, system="You are.")
    request = SummaryRequest("full", "s", "p", 9, live=plain, instruction="write")
    made = suffixed.chat_body(request, "gpt-4o")["messages"]
    assert [message["role"] for message in made] == ["system", "user", "assistant", "tool", "user"]
