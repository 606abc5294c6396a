import msgspec
import pytest
from hypothesis import given

from foldline.core.messages import Message, TextPart, ToolCallPart, ToolResultPart
from foldline.wire.openai_chat import check, decode, encode
from message_strategies import json_messages, neutral_messages


@given(neutral_messages)
def test_whatever_is_encoded_is_accepted(messages):
    encoded = encode(messages)
    assert encoded == [] or check(encoded) == []


@given(json_messages)
def test_whatever_is_decoded_can_be_sent(messages):
    encoded = encode(decode(messages))
    assert encoded == [] or check(encoded) == []


@given(neutral_messages)
def test_what_was_encoded_is_read_back_the_same(messages):
    encoded = encode(messages)
    assert encode(decode(encoded)) == encoded


@given(json_messages)
def test_any_list_can_be_checked(messages):
    assert all(isinstance(fault, str) for fault in check(messages))


def test_a_call_and_its_result():
    messages = [
        Message("assistant", (TextPart("Looking."), ToolCallPart("a", "ls", {"path": "."}))),
        Message("tool", (ToolResultPart("a", (TextPart("x.py"),)),)),
    ]
    call = {"id": "a", "type": "function", "function": {"name": "ls", "arguments": '{"path":"."}'}}
    assert encode(messages) == [
        {"role": "assistant", "content": "Looking.", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "a", "content": "x.py"},
    ]


@pytest.mark.parametrize("role", ["system", "developer"])
def test_a_system_message_stays_where_it_is(role):
    messages = [Message("user", (TextPart("a"),)), Message(role, (TextPart("b"),))]
    assert encode(messages) == [{"role": "user", "content": "a"}, {"role": "system", "content": "b"}]


@pytest.mark.parametrize(
    ("speaker", "sent"),
    [
        ("Ann", {"role": "user", "content": "hi", "name": "Ann"}),
        ("Ann Lee", {"role": "user", "content": "Ann Lee: hi"}),
        ("", {"role": "user", "content": "hi"}),
    ],
)
def test_a_speaker_is_named(speaker, sent):
    assert encode([Message("user", (TextPart("hi"),), speaker=speaker)]) == [sent]


def test_arguments_with_a_lone_surrogate_are_sent_as_json():
    [message, _] = encode([Message("assistant", (ToolCallPart("a", "ls", {"p": "\ud800"}),))])
    assert msgspec.json.encode(message)


SYSTEM = {"role": "system", "content": "s"}
USER = {"role": "user", "content": "hi"}


def asks(*ids, **fields):
    calls = [{"id": call_id, "type": "function", "function": {"name": "ls", "arguments": "{}"}} for call_id in ids]
    return {"role": "assistant", "content": None, "tool_calls": calls, **fields}


def answers(call_id):
    return {"role": "tool", "tool_call_id": call_id, "content": "out"}


ACCEPTED = {
    "text alone": [SYSTEM, USER, {"role": "assistant", "content": "yes"}],
    "no user message": [SYSTEM],
    "neighbours of one role": [USER, USER],
    "a batch, results in any order": [USER, asks("a", "b"), answers("b"), answers("a"), USER],
    "an id that an earlier batch used": [asks("a"), answers("a"), asks("a"), answers("a")],
    "a call beside an empty content list": [asks("a", content=[]), answers("a")],
    "empty text": [USER, {"role": "assistant", "content": ""}],
    "nulls of a dumped object": [{**USER, "tool_calls": None, "function_call": None}],
    "a custom tool": [{**asks(), "tool_calls": [{"id": "a", "custom": {"name": "sh", "input": "x"}}]}, answers("a")],
    "a legacy function call": [
        {"role": "assistant", "content": None, "function_call": {"name": "ls", "arguments": "{}"}},
        {"role": "function", "name": "ls", "content": "out"},
    ],
    "a refusal": [USER, {"role": "assistant", "content": None, "refusal": "no"}],
    "blocks of a kind nobody here knows": [{"role": "user", "content": [{"type": "video_url", "video_url": {}}]}],
}
REFUSED = {
    "an empty list": ([], ["the list is empty; at least one message is needed"]),
    "no object": ([USER, 3], ["message 1: it is no object"]),
    "an unknown role": ([{"role": "human", "content": "x"}], ["message 0: the role 'human' is unknown"]),
    "a role that is no text": ([{"role": [], "content": "x"}], ["message 0: the role [] is unknown"]),
    "no content": ([{"role": "user"}], ["message 0: it has no content"]),
    "an empty content list": ([{"role": "user", "content": []}], ["message 0: its content is an empty list"]),
    "a block without a type": (
        [{"role": "user", "content": [{"text": "x"}]}],
        ["message 0: a block of its content has no type or no text"],
    ),
    "a text block without text": (
        [{"role": "user", "content": [{"type": "text"}]}],
        ["message 0: a block of its content has no type or no text"],
    ),
    "an assistant without anything": (
        [USER, {"role": "assistant", "content": None}],
        ["message 1: the assistant says nothing and calls nothing"],
    ),
    "a result first": (
        [answers("a")],
        ["message 0: the result of call 'a' does not stand directly behind the message that makes the call"],
    ),
    "a result whose call was cut away": (
        [asks("b"), answers("a"), answers("b")],
        ["message 1: the result of call 'a' does not stand directly behind the message that makes the call"],
    ),
    "an unanswered call": ([USER, asks("a"), USER], ["message 1: call 'a' is not answered directly behind it"]),
    "an unanswered call at the end": ([asks("a")], ["message 0: call 'a' is not answered directly behind it"]),
    "half a batch": (
        [asks("a", "b"), answers("a"), USER],
        ["message 0: call 'b' is not answered directly behind it"],
    ),
    "text between call and result": (
        [asks("a"), USER, answers("a")],
        [
            "message 0: call 'a' is not answered directly behind it",
            "message 2: the result of call 'a' does not stand directly behind the message that makes the call",
        ],
    ),
    "two results of one call": (
        [asks("a"), answers("a"), answers("a")],
        ["message 2: call 'a' has a result already"],
    ),
    "one id twice in a batch": ([asks("a", "a"), answers("a")], ["message 0: two calls have the id 'a'"]),
    "a result that names no call": ([{"role": "tool", "content": "x"}], ["message 0: the result names no call"]),
    "an empty list of calls": (
        [asks()],
        ["message 0: the assistant says nothing and calls nothing", "message 0: its list of calls is empty or no list"],
    ),
    "a call without an id": (
        [asks(None)],
        ["message 0: a call has no id"],
    ),
    "a call that names no tool": (
        [{**asks(), "tool_calls": [{"id": "a", "function": {}}]}, answers("a")],
        ["message 0: call 'a' names no tool"],
    ),
}


@pytest.mark.parametrize("messages", ACCEPTED.values(), ids=ACCEPTED)
def test_what_the_vendor_accepts_has_no_fault(messages):
    assert check(messages) == []


@pytest.mark.parametrize(("messages", "faults"), REFUSED.values(), ids=REFUSED)
def test_what_the_vendor_refuses_is_said(messages, faults):
    assert check(messages) == faults


@pytest.mark.parametrize("messages", [[asks("a", "b"), answers("a")], [USER, asks("b")]])
def test_a_pending_call_may_stand_at_the_end(messages):
    assert check(messages, pending=frozenset({"b"})) == []


def test_a_pending_call_may_not_stand_before_other_messages():
    assert check([asks("b"), USER], pending=frozenset({"b"})) == [
        "message 0: call 'b' is not answered directly behind it"
    ]
