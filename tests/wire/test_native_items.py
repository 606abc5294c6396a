"""Live requests as items of OpenAI's Responses."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builders import agent, calls, client, items, result, system, thinking, user
from foldline.core.messages import ImagePart, Message, OpaquePart, ReasoningPart, TextPart, ToolCallPart
from foldline.core.remote.live import Live
from foldline.core.remote.payload import Payload
from foldline.wire.native_items import input_items, message_items, paired
from foldline.wire.openai_responses import check
from foldline.wire.pairing import NO_RESULT


def assistant(*parts):
    return Message("assistant", parts, source="agent")


def made(*messages):
    return input_items(Live(folded=items(*messages)))


def test_what_was_said_to_the_model_keeps_its_role():
    assert [item["role"] for item in made(system(), client(), user(), agent())] == [
        "system",
        "user",
        "user",
        "assistant",
    ]


def test_sealed_reasoning_goes_back_as_it_came():
    item = {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "gAAAAx"}
    as_pi_keeps_it = assistant(ReasoningPart("", json.dumps({**item, "status": "completed"})), TextPart("so"))
    as_codex_keeps_it = assistant(ReasoningPart("hm", "gAAAAx"), TextPart("so"))
    assert made(as_pi_keeps_it)[0] == item
    assert made(as_codex_keeps_it)[0] == {
        "type": "reasoning",
        "summary": [{"type": "summary_text", "text": "hm"}],
        "encrypted_content": "gAAAAx",
    }


def test_the_reasoning_of_others_is_not_sent():
    assert [item["type"] for item in made(thinking("secret thought", signature="EqQB"))] == ["message"]


def test_reasoning_that_led_to_nothing_is_not_sent():
    assert made(assistant(ReasoningPart("", "gAAAAx")), user("go"))[0]["role"] == "user"


@pytest.mark.parametrize(
    ("arguments", "item"),
    [
        ({"a": 1}, {"type": "function_call", "arguments": '{"a":1}'}),
        ('{"a": ', {"type": "function_call", "arguments": '{"a": '}),
        ("", {"type": "function_call", "arguments": "{}"}),
        ("*** Begin Patch", {"type": "custom_tool_call", "input": "*** Begin Patch"}),
    ],
)
def test_a_call_goes_in_the_form_it_was_made_in(arguments, item):
    (found,) = message_items(assistant(ToolCallPart("c1|fc_9", "edit", arguments)))
    assert found == {"call_id": "c1", "name": "edit", **item}


def test_a_result_answers_in_the_form_of_its_call():
    found = made(assistant(ToolCallPart("c1", "edit", "*** Begin Patch")), result("c1", "done"))
    assert found[1] == {"type": "custom_tool_call_output", "call_id": "c1", "output": "done"}


def test_items_of_the_service_itself_go_back_as_they_came():
    search = {"type": "web_search_call", "id": "ws_1", "action": {"query": "x"}}
    found = message_items(assistant(OpaquePart("web_search_call", json.dumps({**search, "status": "completed"}))))
    assert found == [search]


def test_what_cannot_travel_is_named():
    (found,) = message_items(Message("user", (TextPart("look"), ImagePart("image/png"), OpaquePart("sticker", "{}"))))
    assert [block["text"] for block in found["content"]] == ["look", "[image/png]", "[sticker]"]


def test_a_result_without_a_call_is_not_sent_and_a_call_without_one_says_so():
    found = made(result("lost"), user("go"), calls("a", "b"), result("b"), user("and?"))
    assert [item.get("call_id") or item["role"] for item in found] == ["user", "a", "b", "b", "a", "user"]
    assert found[4]["output"] == NO_RESULT


def test_what_was_said_between_calls_and_results_stands_before_the_calls():
    said = [user("go"), calls("a"), agent("hold on"), result("a")]
    found = paired(item for message in said for item in message_items(message))
    assert [item["type"] for item in found][:3] == ["message", "message", "function_call"]


def test_records_of_a_client_go_as_they_are_without_what_an_input_does_not_have():
    raw = {
        "type": "function_call",
        "id": "fc_1",
        "call_id": "a",
        "name": "ls",
        "arguments": "{}",
        "status": "completed",
    }
    live = Live(folded=items(calls("a")), wire="openai_responses", raws={"m0": (raw,)})
    assert input_items(live)[0] == {key: value for key, value in raw.items() if key != "status"}
    assert "id" not in input_items(Live(folded=live.folded, raws=live.raws, wire="openai_chat"))[0]


def test_the_fold_before_stands_behind_what_the_client_put_first():
    sealed = {"type": "compaction", "encrypted_content": "gAAAAx"}
    live = Live(items(system()), Payload("openai", (json.dumps(sealed),)), "so far", items(user("go")))
    assert [item.get("role", "sealed") for item in input_items(live)] == ["system", "sealed", "user", "user"]


MESSAGES = st.lists(
    st.one_of(
        st.sampled_from([user(), agent(), client(), thinking(signature="gAAAAx")]),
        st.lists(st.sampled_from("abc"), min_size=1, max_size=3, unique=True).map(lambda ids: calls(*ids)),
        st.sampled_from("abc").map(result),
    ),
    min_size=1,
    max_size=12,
)


@settings(max_examples=200, deadline=None)
@given(MESSAGES)
def test_the_service_accepts_whatever_is_made(messages):
    found = made(user(), *messages)
    assert check(found) == []
