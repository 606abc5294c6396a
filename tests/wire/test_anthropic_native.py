"""Folds that Anthropic makes by itself: what is asked, and what its answers hold."""

import json

import pytest

from builders import agent, calls, client, items, result, system, user
from foldline.core.remote.live import Live
from foldline.core.remote.payload import Payload
from foldline.core.requests import SummaryRequest
from foldline.errors import MalformedAnswerError, ProviderError, RefusedError
from foldline.wire.anthropic_messages import check
from foldline.wire.anthropic_native import StreamReader, knows, read_answer, request_body
from foldline.wire.sse import Event

MODEL = "claude-opus-4-6"
BLOCK = {"type": "compaction", "content": "<summary>\n## Goal\nShip.\n</summary>", "signature": "EuYB"}
USAGE = {
    "input_tokens": 0,
    "output_tokens": 0,
    "iterations": [{"type": "compaction", "input_tokens": 100, "output_tokens": 30, "cache_read_input_tokens": 44}],
}
TALK = items(user("build it"), calls("a"), result("a", "three"), agent("built"))


def answer(*blocks, stop="compaction", **more):
    return {"type": "message", "model": MODEL, "content": list(blocks), "stop_reason": stop, "usage": USAGE, **more}


def asked(live):
    request = SummaryRequest("native", "You summarise.", "Write sections.", 13_107, live=live)
    return request_body(request, MODEL, effort="off")


def test_the_request_is_the_live_one_with_our_instructions():
    body = asked(Live(folded=TALK, system="You are an agent.", tools_json='[{"name":"bash","input_schema":{}}]'))
    assert body["system"] == "You are an agent."
    assert body["tools"] == [{"name": "bash", "input_schema": {}}]
    assert "tool_choice" not in body
    assert body["compaction"] == {"type": "summarize", "instructions": "You summarise.\n\nWrite sections."}
    assert (body["max_tokens"], body["stream"]) == (13_107, True)
    assert [message["role"] for message in body["messages"]] == ["user", "assistant", "user", "assistant"]
    assert check(body["messages"]) == []


def test_a_system_prompt_in_blocks_goes_as_it_is_and_one_among_the_messages_comes_out():
    blocks = [{"type": "text", "text": "You are.", "cache_control": {"type": "ephemeral"}}]
    assert asked(Live(folded=TALK, system=json.dumps(blocks)))["system"] == blocks
    body = asked(Live(head=items(system("be good"), client()), folded=TALK))
    assert body["system"] == "be good"
    assert [message["role"] for message in body["messages"]][:2] == ["user", "user"]
    assert "system" not in asked(Live(folded=TALK))


def test_tools_of_another_vendors_form_are_not_sent():
    assert "tools" not in asked(Live(folded=TALK, tools_json='[{"function":{"name":"bash"}}]'))


def test_the_clients_own_objects_are_sent_where_the_service_takes_them():
    thought = {"type": "thinking", "thinking": "hm", "signature": "s"}
    raw = {"role": "assistant", "content": [thought, {"type": "text", "text": "built"}]}
    folded = items(user("build it"), agent("built"))
    raws = {"m0": ({"role": "user", "content": "build it"},), "m1": (raw,)}
    assert asked(Live(folded=folded, wire="anthropic_messages", raws=raws))["messages"][1] == raw
    broken = {**raws, "m1": ({"role": "assistant", "content": [{"type": "text", "text": " "}]},)}
    made = asked(Live(folded=folded, wire="anthropic_messages", raws=broken))["messages"]
    assert made[1]["content"] == [{"type": "text", "text": "built"}]


def test_the_block_before_leads():
    live = Live(payload=Payload("anthropic", (json.dumps(BLOCK),)), head=items(client()), folded=TALK)
    messages = asked(live)["messages"]
    assert messages[0] == {"role": "assistant", "content": [BLOCK]}
    assert check(messages) == []


def test_behind_the_block_the_clients_objects_may_begin_with_the_model():
    raws = {"m0": ({"role": "assistant", "content": "built"},), "m1": ({"role": "user", "content": "go"},)}
    payload = Payload("anthropic", (json.dumps(BLOCK),))
    live = Live(payload=payload, folded=items(agent("built"), user("go")), wire="anthropic_messages", raws=raws)
    assert asked(live)["messages"][1:] == [raws["m0"][0], raws["m1"][0]]


def test_a_summary_that_can_be_read_stands_before_what_it_did_not_cover():
    assert asked(Live(previous="so far", folded=TALK))["messages"][0] == {"role": "user", "content": "so far"}


def stream(block, stop="compaction"):
    reader = StreamReader()
    begun = {"type": "message_start", "message": {"model": MODEL, "usage": {"input_tokens": 0}}}
    for fields in (
        begun,
        {"type": "ping"},
        {"type": "content_block_start", "index": 0, "content_block": block},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "compaction_delta", "content": " More."}},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": stop}, "usage": USAGE},
    ):
        reader.feed(Event(json.dumps(fields)))
    return reader


def test_an_answer_is_a_block_to_send_back_and_a_text_to_read():
    reply = read_answer(answer(BLOCK))
    assert json.loads(reply.payload.items[0]) == BLOCK
    assert reply.text == "## Goal\nShip."
    assert (reply.payload.provider, reply.payload.model, reply.payload.used_tokens) == ("anthropic", MODEL, 144)
    assert (reply.usage.input, reply.usage.cache_read, reply.usage.output) == (100, 44, 30)


def test_a_stream_gives_the_same():
    reader = stream({**BLOCK, "content": "## Goal."})
    assert reader.is_done
    assert reader.reply().text == "## Goal. More."
    assert reader.reply().payload.used_tokens == 144


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        (answer(BLOCK, stop="end_turn"), MalformedAnswerError),
        (answer(), MalformedAnswerError),
        (answer(BLOCK, BLOCK), MalformedAnswerError),
        (answer({**BLOCK, "content": None}), MalformedAnswerError),
        (answer({**BLOCK, "signature": ""}), MalformedAnswerError),
        (answer(BLOCK, stop=None), MalformedAnswerError),
        (answer(BLOCK, stop="refusal"), RefusedError),
        ({"type": "error", "error": {"type": "overloaded_error", "message": "x"}}, ProviderError),
        ({}, ProviderError),
    ],
)
def test_what_is_no_fold_is_an_error(fields, error):
    with pytest.raises(error):
        read_answer(fields)


def test_a_stream_that_breaks_off_is_no_fold():
    reader = StreamReader()
    reader.feed(Event(json.dumps({"type": "content_block_start", "content_block": BLOCK})))
    with pytest.raises(MalformedAnswerError):
        reader.reply()
    with pytest.raises(ProviderError):
        reader.feed(Event('{"type":"error","error":{"type":"api_error"}}'))


@pytest.mark.parametrize(
    "model", ["claude-opus-4-6", "anthropic/claude-opus-4.8", "claude-sonnet-5", "claude-fable-5-1"]
)
def test_newer_models_can(model):
    assert knows(model)


@pytest.mark.parametrize("model", ["claude-opus-4-1", "claude-sonnet-4-5-20250929", "claude-3-7-sonnet", "gpt-5"])
def test_older_ones_cannot(model):
    assert not knows(model)
