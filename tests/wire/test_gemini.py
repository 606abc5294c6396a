import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldline.core.messages import ImagePart, Message, OpaquePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from foldline.wire.gemini import check, decode, encode
from message_strategies import json_values, neutral_messages

FIELDS = ["text", "thought", "functionCall", "function_call", "functionResponse", "inlineData", "fileData", "odd"]
INNER = ["name", "id", "args", "response", "mimeType", "data", "output", "error"]
bodies = json_values | st.dictionaries(st.sampled_from(INNER), json_values, max_size=3)
json_contents = st.lists(
    st.fixed_dictionaries(
        {"parts": st.lists(st.dictionaries(st.sampled_from(FIELDS), bodies, max_size=2) | json_values, max_size=3)},
        optional={"role": st.sampled_from(["user", "model", "function", "system", "odd", None])},
    )
    | json_values,
    max_size=5,
)
GIF = base64.b64encode(b"GIF89a" + (640).to_bytes(2, "little") + (480).to_bytes(2, "little") + b"\0\0\0;").decode()


@given(neutral_messages)
def test_whatever_is_encoded_is_accepted(messages):
    encoded = encode(messages)
    assert encoded == [] or check(encoded) == []


@given(json_contents)
def test_whatever_is_decoded_can_be_sent(contents):
    encoded = encode(decode(contents))
    assert encoded == [] or check(encoded) == []


@given(neutral_messages)
def test_what_was_encoded_is_read_back_the_same(messages):
    encoded = encode(messages)
    assert encode(decode(encoded)) == encoded


@given(json_contents)
def test_any_list_can_be_checked_and_every_content_is_a_message(contents):
    assert all(isinstance(fault, str) for fault in check(contents))
    assert len(decode(contents)) == len(contents)


def user(text):
    return {"role": "user", "parts": [{"text": text}]}


def model(*parts):
    return {"role": "model", "parts": list(parts)}


def asks(name):
    return {"functionCall": {"name": name, "args": {}}}


def answers(*names):
    return {
        "role": "user",
        "parts": [{"functionResponse": {"name": name, "response": {"output": "x"}}} for name in names],
    }


def test_calls_and_results_find_each_other_by_name_and_order():
    contents = [user("go"), model(asks("ls"), asks("ls"), asks("cat")), answers("cat", "ls", "ls")]
    _, asking, answering = decode(contents)
    first, second, third = (call.id for call in asking.calls)
    assert [result.call_id for result in answering.results] == [third, first, second]
    assert (answering.role, answering.source) == ("tool", "tool")


@pytest.mark.parametrize(
    ("part", "read"),
    [
        ({"text": "hi"}, TextPart("hi")),
        ({"text": "hm", "thought": True, "thoughtSignature": "s"}, ReasoningPart("hm", "s")),
        ({"functionCall": {"id": "a", "name": "ls", "args": {"p": 1}}}, ToolCallPart("a", "ls", {"p": 1})),
        ({"function_call": {"id": "a", "name": "ls", "args": {"p": 1}}}, ToolCallPart("a", "ls", {"p": 1})),
        ({"inlineData": {"mimeType": "image/gif", "data": GIF}}, ImagePart("image/gif", 640, 480, 14)),
        ({"inline_data": {"mime_type": "image/gif"}}, ImagePart("image/gif")),
        ({"fileData": {"fileUri": "f"}}, OpaquePart("fileData", '{"fileData":{"fileUri":"f"}}')),
        ("hi", TextPart("hi")),
        (3, OpaquePart("part", "3")),
    ],
)
def test_a_part_is_read(part, read):
    [message] = decode([model(part)])
    assert message.parts == (read,)


@pytest.mark.parametrize(
    ("response", "text", "failed"),
    [
        ({"output": "x"}, "x", None),
        ({"result": "x"}, "x", None),
        ({"error": "no"}, "no", True),
        ({"lines": 3, "output": "x"}, '{"lines":3,"output":"x"}', None),
        ("bare", "bare", None),
        (None, "", None),
    ],
)
def test_a_result_is_read(response, text, failed):
    [message] = decode([{"parts": [{"functionResponse": {"id": "a", "name": "ls", "response": response}}]}])
    assert message.parts == (ToolResultPart("a", (TextPart(text),) if text else (), "ls", is_error=failed),)


def test_an_error_is_sent_as_one():
    messages = [
        Message("user", (TextPart("go"),)),
        Message("assistant", (ToolCallPart("a", "ls", {}),)),
        Message("tool", (ToolResultPart("a", (TextPart("no"),), is_error=True),)),
    ]
    assert encode(messages)[-1] == {
        "role": "user",
        "parts": [{"functionResponse": {"name": "ls", "response": {"error": "no"}}}],
    }


def test_what_the_model_says_first_gets_an_opening_and_the_system_prompt_is_left_out():
    messages = [Message("system", (TextPart("s"),)), Message("assistant", (TextPart("hi"),))]
    assert encode(messages) == [user("(the conversation begins here)"), model({"text": "hi"})]


def test_a_speaker_is_named():
    assert encode([Message("user", (TextPart("hi"),), speaker="Ann")]) == [user("Ann: hi")]


ACCEPTED = {
    "text alone": [user("hi"), model({"text": "yes"})],
    "a role left out": [{"parts": [{"text": "hi"}]}],
    "a call and its result": [user("go"), model(asks("ls")), answers("ls"), model({"text": "done"})],
    "two of one name": [user("go"), model(asks("ls"), asks("ls")), answers("ls", "ls")],
    "in snake case": [user("go"), model({"function_call": {"name": "ls"}}), answers("ls")],
    "a thought beside text": [user("go"), model({"text": "hm", "thought": True, "thoughtSignature": "s"})],
}
REFUSED = {
    "an empty list": ([], ["the list is empty; at least one content is needed"]),
    "no object": ([3], ["content 0: it is no object"]),
    "an unknown role": (
        [{"role": "assistant", "parts": [{"text": "x"}]}],
        ["content 0: the role 'assistant' is unknown"],
    ),
    "no parts": ([{"role": "user", "parts": []}], ["content 0: it has no parts"]),
    "an empty part": (
        [{"role": "user", "parts": [{}]}],
        ["content 0: a part holds none of what a part can hold one of"],
    ),
    "a part with two payloads": (
        [{"role": "user", "parts": [{"text": "x", "fileData": {}}]}],
        ["content 0: a part holds 2 of what a part can hold one of"],
    ),
    "an unanswered call": (
        [user("go"), model(asks("ls"))],
        ["content 1: call 'ls' is not answered directly behind it"],
    ),
    "text between call and result": (
        [user("go"), model(asks("ls")), user("wait"), answers("ls")],
        [
            "content 1: call 'ls' is not answered directly behind it",
            "content 3: the result of 'ls' does not stand directly behind the content that makes the call",
        ],
    ),
    "a call of the user's": (
        [user("go"), {"role": "user", "parts": [asks("ls")]}, answers("ls")],
        ["content 1: only the model makes calls"],
    ),
    "a result of the model's": (
        [user("go"), model(asks("ls")), {**answers("ls"), "role": "model"}],
        ["content 2: the model can't answer its own calls"],
    ),
    "a call that names no tool": (
        [user("go"), model({"functionCall": {}}), answers("")],
        ["content 1: a call or a result names no tool", "content 2: a call or a result names no tool"],
    ),
}


@pytest.mark.parametrize("contents", ACCEPTED.values(), ids=ACCEPTED)
def test_what_the_vendor_accepts_has_no_fault(contents):
    assert check(contents) == []


@pytest.mark.parametrize(("contents", "faults"), REFUSED.values(), ids=REFUSED)
def test_what_the_vendor_refuses_is_said(contents, faults):
    assert check(contents) == faults


def test_a_pending_call_may_stand_at_the_end():
    assert check([user("go"), model(asks("ls"))], pending=frozenset({"ls"})) == []
