import pytest
from hypothesis import given

from foldline.wire.anthropic_faults import check
from message_strategies import json_messages

USER = {"role": "user", "content": "hi"}
AGENT = {"role": "assistant", "content": "yes"}


def user(*blocks):
    return {"role": "user", "content": list(blocks)}


def agent(*blocks):
    return {"role": "assistant", "content": list(blocks)}


def text(value="hi"):
    return {"type": "text", "text": value}


def call(call_id):
    return {"type": "tool_use", "id": call_id, "name": "ls", "input": {}}


def result(call_id):
    return {"type": "tool_result", "tool_use_id": call_id, "content": "out"}


THINKING = {"type": "thinking", "thinking": "hm", "signature": "s"}

ACCEPTED = {
    "text alone": [USER, AGENT],
    "a call and its result": [USER, agent(text(), call("a")), user(result("a"), text())],
    "a batch": [USER, agent(call("a"), call("b")), user(result("b"), result("a"))],
    "results in a run of user messages": [
        USER,
        agent(call("a"), call("b")),
        user(result("a")),
        user(result("b"), text()),
    ],
    "calls in a run of assistant messages": [USER, agent(call("a")), agent(call("b")), user(result("a"), result("b"))],
    "text behind a call": [USER, agent(call("a"), text()), user(result("a"))],
    "thinking before a call": [USER, agent(THINKING, call("a")), user(result("a"))],
    "a system message inside the list": [USER, {"role": "system", "content": "x"}, AGENT],
    "an empty last answer": [USER, {"role": "assistant", "content": ""}],
    "a server tool": [USER, agent({"type": "server_tool_use", "id": "s"}, {"type": "web_search_tool_result"}, text())],
    "blocks of a kind nobody here knows": [user({"type": "hologram"})],
}
REFUSED = {
    "an empty list": ([], ["the list is empty; at least one message is needed"]),
    "no object": ([USER, 3], ["message 1: it is no object"]),
    "an assistant first": ([AGENT], ["message 0: the first message must be the user's"]),
    "a system message first": (
        [{"role": "system", "content": "x"}],
        ["message 0: the first message must be the user's"],
    ),
    "an unknown role": ([USER, {"role": "tool", "content": "x"}], ["message 1: the role 'tool' is unknown"]),
    "no content": ([USER, {"role": "assistant", "content": None}], ["message 1: it has no content"]),
    "empty content": ([USER, user(), AGENT], ["message 1: its content is empty"]),
    "an empty answer in the middle": ([USER, agent(), USER], ["message 1: its content is empty"]),
    "blank text": ([user(text(" \n"))], ["message 0: a text block is blank"]),
    "a blank string": ([{"role": "user", "content": " "}], ["message 0: a text block is blank"]),
    "a block without a type": ([user("x")], ["message 0: a block of its content has no type"]),
    "a call from the user": (
        [user(text(), call("a"))],
        ["message 0: a tool_use block cannot come from the user"],
    ),
    "thinking from the user": (
        [user(THINKING, text())],
        ["message 0: a thinking block cannot come from the user"],
    ),
    "a result from the assistant": (
        [USER, agent(result("a"), text())],
        ["message 1: a tool_result block cannot come from the assistant"],
    ),
    "a call without an id or name": (
        [USER, agent({"type": "tool_use", "input": {}})],
        ["message 1: a call has no id or names no tool"],
    ),
    "an input that is no object": (
        [USER, agent({**call("a"), "input": "{}"}), user(result("a"))],
        ["message 1: the input of a call is no object"],
    ),
    "a result that names no call": ([user({"type": "tool_result"})], ["message 0: a result names no call"]),
    "one id twice": (
        [USER, agent(call("a")), user(result("a")), agent(call("a")), user(result("a"))],
        ["message 3: another call has the id 'a' already"],
    ),
    "a result whose call was cut away": (
        [user(result("a"), text())],
        ["message 0: the result 'a' answers no call of the assistant turn before it"],
    ),
    "a result behind a system message": (
        [USER, agent(call("a")), {"role": "system", "content": "x"}, user(result("a"))],
        [
            "message 1: call 'a' is not answered in the next user message",
            "message 3: the result 'a' answers no call of the assistant turn before it",
        ],
    ),
    "an unanswered call": (
        [USER, agent(call("a")), USER],
        ["message 1: call 'a' is not answered in the next user message"],
    ),
    "an unanswered call at the end": (
        [USER, agent(call("a"))],
        ["message 1: call 'a' is not answered in the next user message"],
    ),
    "half a batch": (
        [USER, agent(call("a"), call("b")), user(result("a"))],
        ["message 1: call 'b' is not answered in the next user message"],
    ),
    "a result behind text": (
        [USER, agent(call("a")), user(text(), result("a"))],
        ["message 2: the result 'a' stands behind other content; results come first"],
    ),
    "a result behind the text of a neighbour": (
        [USER, agent(call("a"), call("b")), user(result("a"), text()), user(result("b"))],
        ["message 3: the result 'b' stands behind other content; results come first"],
    ),
    "two results of one call": (
        [USER, agent(call("a")), user(result("a"), result("a"))],
        ["message 2: call 'a' has a result already"],
    ),
    "thinking last": ([USER, agent(THINKING), USER], ["message 1: an assistant turn cannot end with thinking"]),
    "white space last": (
        [USER, agent(text("yes "))],
        ["message 1: the last assistant message ends in white space"],
    ),
}


@pytest.mark.parametrize("messages", ACCEPTED.values(), ids=ACCEPTED)
def test_what_the_vendor_accepts_has_no_fault(messages):
    assert check(messages) == []


@pytest.mark.parametrize(("messages", "faults"), REFUSED.values(), ids=REFUSED)
def test_what_the_vendor_refuses_is_said(messages, faults):
    assert check(messages) == faults


@given(json_messages)
def test_any_list_can_be_checked(messages):
    assert all(isinstance(fault, str) for fault in check(messages))


PENDING = frozenset({"b"})


@pytest.mark.parametrize("messages", [[USER, agent(call("b"))], [USER, agent(call("a"), call("b")), user(result("a"))]])
def test_a_pending_call_may_stand_at_the_end(messages):
    assert check(messages, pending=PENDING) == []


@pytest.mark.parametrize(
    "messages", [[USER, agent(call("b")), USER], [USER, agent(call("b")), {"role": "system", "content": "x"}, USER]]
)
def test_a_pending_call_may_not_stand_before_other_messages(messages):
    assert check(messages, pending=PENDING) == ["message 1: call 'b' is not answered in the next user message"]
