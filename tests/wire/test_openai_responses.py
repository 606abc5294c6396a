import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldline.core.messages import Message, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from foldline.wire.openai_responses import check, decode, encode
from message_strategies import json_values, neutral_messages

KINDS = ["message", "reasoning", "function_call", "function_call_output", "custom_tool_call", "compaction", "odd"]
FIELDS = ["type", "role", "content", "call_id", "name", "arguments", "output", "summary", "encrypted_content", "text"]
json_items = st.lists(
    st.builds(
        lambda fields, kind: fields | {"type": kind},
        st.dictionaries(st.sampled_from(FIELDS), json_values, max_size=4),
        st.sampled_from(KINDS),
    )
    | json_values,
    max_size=5,
)


@given(neutral_messages)
def test_whatever_is_encoded_is_accepted(messages):
    encoded = encode(messages)
    assert encoded == [] or check(encoded) == []


@given(json_items)
def test_whatever_is_decoded_can_be_sent(items):
    encoded = encode(decode(items))
    assert encoded == [] or check(encoded) == []


@given(neutral_messages)
def test_what_was_encoded_is_read_back_the_same(messages):
    encoded = encode(messages)
    assert encode(decode(encoded)) == encoded


@given(json_items)
def test_any_list_can_be_checked(items):
    assert all(isinstance(fault, str) for fault in check(items))


def said(role, text):
    kind = "output_text" if role == "assistant" else "input_text"
    return {"type": "message", "role": role, "content": [{"type": kind, "text": text}]}


def asks(call_id):
    return {"type": "function_call", "call_id": call_id, "name": "ls", "arguments": "{}"}


def answers(call_id):
    return {"type": "function_call_output", "call_id": call_id, "output": "out"}


THOUGHT = {"type": "reasoning", "summary": [{"type": "summary_text", "text": "hm"}], "encrypted_content": "xyz"}


def test_the_items_of_one_answer_are_one_message():
    assert decode([said("user", "go"), THOUGHT, said("assistant", "Looking."), asks("a"), answers("a")]) == [
        Message("user", (TextPart("go"),), "human"),
        Message(
            "assistant",
            (ReasoningPart("hm", "xyz"), TextPart("Looking."), ToolCallPart("a", "ls", {})),
            "agent",
            stop_reason="tool_use",
        ),
        Message("tool", (ToolResultPart("a", (TextPart("out"),)),), "tool"),
    ]


def test_a_message_may_come_without_its_type():
    assert decode([{"role": "user", "content": "hi"}]) == decode("hi")


def test_a_call_and_its_result():
    messages = [
        Message("assistant", (TextPart("Looking."), ToolCallPart("a", "ls", {"path": "."}))),
        Message("tool", (ToolResultPart("a", (TextPart("x.py"),)),)),
    ]
    assert encode(messages) == [
        said("assistant", "Looking."),
        {"type": "function_call", "call_id": "a", "name": "ls", "arguments": '{"path":"."}'},
        {"type": "function_call_output", "call_id": "a", "output": "x.py"},
    ]


def test_a_speaker_is_named():
    assert encode([Message("user", (TextPart("hi"),), speaker="Ann")]) == [said("user", "Ann: hi")]


ACCEPTED = {
    "text alone": [said("user", "hi"), said("assistant", "yes")],
    "content as a string": [{"role": "user", "content": "hi"}],
    "a result that comes later": [asks("a"), said("user", "wait"), answers("a")],
    "a batch in any order": [asks("a"), asks("b"), answers("b"), answers("a")],
    "reasoning before what it led to": [THOUGHT, said("assistant", "yes"), THOUGHT, asks("a"), answers("a")],
    "a search of the service's own": [{"type": "web_search_call", "action": {}}],
    "what the service folded": [{"type": "compaction", "encrypted_content": "x"}],
    "a refusal": [{"role": "assistant", "content": [{"type": "refusal", "refusal": "no"}]}],
}
REFUSED = {
    "an empty list": ([], ["the list is empty; at least one item is needed"]),
    "no object": ([3], ["item 0: it is no object"]),
    "an unknown role": ([{"role": "tool", "content": "x"}], ["item 0: the role 'tool' is unknown"]),
    "no content": ([{"role": "user"}], ["item 0: it has no content"]),
    "a block without a type": (
        [{"role": "user", "content": [{"text": "x"}]}],
        ["item 0: a block of its content has no type"],
    ),
    "the user's words as the model's": (
        [{"role": "user", "content": [{"type": "output_text", "text": "x"}]}],
        ["item 0: a block of the type 'output_text' can't be said by 'user'"],
    ),
    "the model's words as the user's": (
        [{"role": "assistant", "content": [{"type": "input_text", "text": "x"}]}],
        ["item 0: a block of the type 'input_text' can't be said by 'assistant'"],
    ),
    "a call without a result": ([asks("a")], ["item 0: call 'a' is not answered"]),
    "a result without a call": ([answers("a")], ["item 0: the result of call 'a' stands behind no such call"]),
    "a second result": (
        [asks("a"), answers("a"), answers("a")],
        ["item 2: the result of call 'a' stands behind no such call"],
    ),
    "a call without an id": ([{"type": "function_call", "name": "ls"}], ["item 0: it names no call"]),
    "reasoning at the end": ([THOUGHT], ["item 0: the reasoning stands without the item that it led to"]),
    "reasoning before the user": (
        [THOUGHT, said("user", "hi")],
        ["item 0: the reasoning stands without the item that it led to"],
    ),
    "reasoning before no object": (
        [THOUGHT, 3],
        ["item 0: the reasoning stands without the item that it led to", "item 1: it is no object"],
    ),
}


@pytest.mark.parametrize("items", ACCEPTED.values(), ids=ACCEPTED)
def test_what_the_vendor_accepts_has_no_fault(items):
    assert check(items) == []


@pytest.mark.parametrize(("items", "faults"), REFUSED.values(), ids=REFUSED)
def test_what_the_vendor_refuses_is_said(items, faults):
    assert check(items) == faults


def test_a_pending_call_may_stand_unanswered():
    assert check([asks("a")], pending=frozenset({"a"})) == []
