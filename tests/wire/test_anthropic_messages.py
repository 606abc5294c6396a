from itertools import pairwise

from hypothesis import given

from foldline.core.messages import Message, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from foldline.wire.anthropic_messages import check, decode, encode, system_text
from foldline.wire.pairing import OPENING
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
def test_roles_alternate(messages):
    roles = [message["role"] for message in encode(messages)]
    assert all(left != right for left, right in pairwise(roles))


@given(neutral_messages)
def test_what_was_encoded_is_read_back_the_same(messages):
    encoded = encode(messages)
    assert encode(decode(encoded)) == encoded


def said(role, *texts):
    return Message(role, tuple(TextPart(text) for text in texts))


def text(value):
    return {"type": "text", "text": value}


def test_all_results_of_a_batch_come_first_in_the_next_user_message():
    messages = [
        said("user", "look"),
        Message("assistant", (TextPart("ok"), ToolCallPart("a", "ls", {"p": 1}), ToolCallPart("b", "ls", {}))),
        Message("tool", (ToolResultPart("b", (TextPart("2"),), is_error=True),)),
        said("user", "wait"),
        Message("tool", (ToolResultPart("a", (TextPart("1"),), is_error=False),)),
    ]
    assert encode(messages)[1:] == [
        {
            "role": "assistant",
            "content": [
                text("ok"),
                {"type": "tool_use", "id": "a", "name": "ls", "input": {"p": 1}},
                {"type": "tool_use", "id": "b", "name": "ls", "input": {}},
            ],
        },
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "a", "content": "1"},
                {"type": "tool_result", "tool_use_id": "b", "content": "2", "is_error": True},
                text("wait"),
            ],
        },
    ]


def test_neighbours_of_one_role_are_merged():
    assert encode([said("user", "a"), said("user", "b", "c")]) == [
        {"role": "user", "content": [text("a"), text("b"), text("c")]}
    ]


def test_the_list_begins_with_the_user():
    assert encode([said("assistant", "hello")]) == [
        {"role": "user", "content": [text(OPENING)]},
        {"role": "assistant", "content": [text("hello")]},
    ]


def test_opening_system_messages_are_the_system_prompt_and_later_ones_user_text():
    messages = [
        said("system", "s1"),
        said("developer", "s2"),
        said("system", " "),
        said("user", "a"),
        said("system", "b"),
    ]
    assert system_text(messages) == "s1\n\ns2"
    assert encode(messages) == [{"role": "user", "content": [text("a"), text("b")]}]


def test_a_last_assistant_message_does_not_end_in_white_space():
    assert encode([said("user", "a"), said("assistant", "b \n", "c\n")])[-1]["content"] == [text("b \n"), text("c")]


def test_thinking_is_left_out():
    assert encode([said("user", "a"), Message("assistant", (ReasoningPart("hm", "proof"),))]) == encode(
        [said("user", "a")]
    )


def test_a_speaker_stands_before_what_is_said():
    assert encode([Message("user", (TextPart("hi"), TextPart("there")), speaker="Ann")]) == [
        {"role": "user", "content": [text("Ann: hi"), text("there")]}
    ]
