import pytest
from hypothesis import given

from foldline.core.messages import Message, OpaquePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from foldline.wire.role_messages import decode
from message_strategies import json_messages


@given(json_messages)
def test_any_list_gives_one_message_for_each_of_its_items(messages):
    assert len(decode(messages)) == len(messages)


@pytest.mark.parametrize(
    ("raw", "role", "source", "speaker"),
    [
        ({"role": "system", "content": "x"}, "system", "client", ""),
        ({"role": "developer", "content": "x"}, "developer", "client", ""),
        ({"role": "user", "content": "x"}, "user", "human", ""),
        ({"role": "user", "content": "x", "name": "Ann"}, "user", "human", "Ann"),
        ({"role": "assistant", "content": "x"}, "assistant", "agent", ""),
        ({"role": "tool", "tool_call_id": "a", "name": "ls", "content": "x"}, "tool", "tool", ""),
        ({"role": "function", "name": "ls", "content": "x"}, "tool", "tool", ""),
        ({"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a"}]}, "user", "tool", ""),
        ({"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a"}, "x"]}, "user", "human", ""),
        ({"role": "user", "content": []}, "user", "human", ""),
        ({"role": "critic", "content": "x"}, "user", "client", "critic"),
        ({"content": "x"}, "user", "client", ""),
    ],
)
def test_role_source_and_speaker(raw, role, source, speaker):
    [message] = decode([raw])
    assert (message.role, message.source, message.speaker) == (role, source, speaker)


def test_what_is_no_object_is_kept_as_it_is():
    assert decode([3]) == [Message("user", (OpaquePart("message", "3"),), source="client")]


def parts(**fields):
    [message] = decode([{"role": "assistant", **fields}])
    return message.parts


def function(name="ls", arguments="{}", **fields):
    return {"type": "function", "function": {"name": name, "arguments": arguments}, **fields}


@pytest.mark.parametrize(
    ("calls", "read"),
    [
        ([function(id="a", arguments='{"p": 1}')], (ToolCallPart("a", "ls", {"p": 1}),)),
        ([function(id="a", arguments='{"p": ')], (ToolCallPart("a", "ls", '{"p": '),)),
        ([function(id="a", arguments={"p": 1})], (ToolCallPart("a", "ls", {"p": 1}),)),
        ([{"id": "a", "type": "custom", "custom": {"name": "sh", "input": "ls"}}], (ToolCallPart("a", "sh", "ls"),)),
        ([function(), function()], (ToolCallPart("unnamed-1", "ls", {}), ToolCallPart("unnamed-2", "ls", {}))),
        (function(id=5), (ToolCallPart("5", "ls", {}),)),
        (["odd"], (OpaquePart("tool_call", '"odd"'),)),
        ([{"id": "a"}], (OpaquePart("tool_call", '{"id":"a"}'),)),
        ([function(id=["a"])], (ToolCallPart("unnamed-1", "ls", {}),)),
        ([], ()),
        (None, ()),
    ],
)
def test_calls_beside_the_content(calls, read):
    assert parts(content=None, tool_calls=calls) == read


def test_a_call_stated_in_both_vocabularies_is_one_call():
    block = {"type": "tool_use", "id": "a", "name": "ls", "input": {}}
    assert parts(content=[block], tool_calls=[function(id="a")]) == (ToolCallPart("a", "ls", {}),)


def test_a_legacy_function_call_is_answered_by_the_function_message_behind_it():
    asked = {"role": "assistant", "content": None, "function_call": {"name": "ls", "arguments": "{}"}}
    call, result = decode([asked, {"role": "function", "name": "ls", "content": "a.py"}])
    assert call.calls == (ToolCallPart("unnamed-1", "ls", {}),)
    assert result.parts == (ToolResultPart("unnamed-1", (TextPart("a.py"),), "ls"),)


@pytest.mark.parametrize(
    ("fields", "reasoning"),
    [
        ({"reasoning_content": "hm"}, ReasoningPart("hm")),
        ({"reasoning": "hm"}, ReasoningPart("hm")),
        ({"reasoning": "hm", "reasoning_content": "hm"}, ReasoningPart("hm")),
        (
            {"reasoning": "hm", "reasoning_details": [{"type": "reasoning.text", "text": "hm", "signature": "s"}]},
            ReasoningPart("hm", "s"),
        ),
        ({"reasoning_details": [{"type": "reasoning.encrypted", "data": "abc"}]}, ReasoningPart("", "abc")),
        ({"reasoning_details": [{"type": "reasoning.summary", "summary": "hm"}]}, ReasoningPart("hm")),
        ({"reasoning_details": [{"format": "x"}]}, OpaquePart("reasoning_details", '{"format":"x"}')),
        (
            {"reasoning_content": "hm", "thinking_blocks": [{"type": "thinking", "thinking": "hm", "signature": "s"}]},
            ReasoningPart("hm", "s"),
        ),
    ],
)
def test_thinking_comes_first_and_once(fields, reasoning):
    assert parts(content="hi", **fields) == (reasoning, TextPart("hi"))


def test_thinking_that_is_no_text_is_not_read():
    assert parts(content="hi", reasoning={"effort": "high"}) == (TextPart("hi"),)


@pytest.mark.parametrize(
    ("fields", "part"),
    [
        ({"refusal": "I cannot"}, TextPart("I cannot")),
        ({"audio": {"id": "a1"}}, OpaquePart("audio", '{"id":"a1"}')),
        ({"function_call": "auto"}, OpaquePart("function_call", '"auto"')),
    ],
)
def test_other_fields_of_an_answer(fields, part):
    assert parts(content=None, **fields) == (part,)


def test_nulls_of_dumped_objects_are_nothing():
    dumped = {"content": "hi", "refusal": None, "audio": None, "tool_calls": None, "function_call": None}
    assert parts(**dumped, reasoning_content=None) == (TextPart("hi"),)


def test_an_empty_refusal_is_nothing():
    assert parts(content="hi", refusal="") == (TextPart("hi"),)


@pytest.mark.parametrize(
    ("content", "read"),
    [
        ("out", ToolResultPart("a", (TextPart("out"),))),
        (None, ToolResultPart("a")),
        ([{"type": "text", "text": "out"}], ToolResultPart("a", (TextPart("out"),))),
        ([{"type": "tool_result", "tool_use_id": "b", "content": "out"}], ToolResultPart("b", (TextPart("out"),))),
    ],
)
def test_a_tool_message_is_one_result(content, read):
    [message] = decode([{"role": "tool", "tool_call_id": "a", "content": content}])
    assert message.parts == (read,)
