import pytest

from foldline.core.messages import (
    ImagePart,
    Message,
    OpaquePart,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from foldline.wire.pairing import CLEARED, EMPTY_RESULT, NO_RESULT, pair, said


def user(text):
    return Message("user", (TextPart(text),))


def asks(*ids):
    return Message("assistant", tuple(ToolCallPart(call_id, "ls", {}) for call_id in ids))


def answers(call_id, text="out"):
    return Message("tool", (ToolResultPart(call_id, (TextPart(text),), "ls"),))


def outline(*messages):
    """Every turn as its texts, and its calls with what they were answered."""
    return [(turn.role, turn.texts, [(call.id, call.result_text) for call in turn.calls]) for turn in pair(messages)]


def test_results_of_a_batch_stand_in_the_order_of_its_calls():
    assert outline(asks("a", "b"), answers("b", "2"), answers("a", "1")) == [
        ("assistant", [], [("a", "1"), ("b", "2")])
    ]


def test_user_text_between_a_call_and_its_result_moves_behind_it():
    assert outline(asks("a"), user("wait"), answers("a")) == [
        ("assistant", [], [("a", "out")]),
        ("user", ["wait"], []),
    ]


def test_a_late_result_goes_back_to_its_call():
    assert outline(asks("a"), asks("b"), answers("b", "2"), answers("a", "1")) == [
        ("assistant", [], [("a", "1")]),
        ("assistant", [], [("b", "2")]),
    ]


def test_a_call_without_a_result_says_so():
    assert outline(asks("a"), user("go on"))[0] == ("assistant", [], [("a", NO_RESULT)])


def test_a_result_without_a_call_becomes_user_text():
    assert outline(answers("a", "forty files")) == [("user", ["Result of an earlier call of ls:\nforty files"], [])]


@pytest.mark.parametrize("stray", [ToolResultPart("a"), ToolResultPart("a", (TextPart("x"),), cleared=True)])
def test_a_result_without_a_call_that_says_nothing_is_dropped(stray):
    assert outline(Message("tool", (stray,))) == []


def test_a_result_before_its_call_is_none_of_its():
    assert [role for role, *_ in outline(answers("a"), asks("a"))] == ["user", "assistant"]


def test_a_second_result_becomes_user_text():
    assert outline(asks("a"), answers("a", "first"), answers("a", "second")) == [
        ("assistant", [], [("a", "first")]),
        ("user", ["Result of an earlier call of ls:\nsecond"], []),
    ]


def test_where_an_id_repeats_the_newest_message_is_answered_first():
    assert outline(asks("a"), asks("a", "a"), answers("a", "1"), answers("a", "2"), answers("a", "3")) == [
        ("assistant", [], [("a", "3")]),
        ("assistant", [], [("a-2", "1"), ("a-3", "2")]),
    ]


def test_text_beside_results_is_kept():
    mixed = Message("user", (ToolResultPart("a", (TextPart("out"),)), TextPart("and now?")))
    assert outline(asks("a"), mixed) == [("assistant", [], [("a", "out")]), ("user", ["and now?"], [])]


def test_calls_in_a_user_message_are_the_assistants():
    odd = Message("user", (TextPart("hi"), ToolCallPart("a", "ls", {})))
    assert outline(odd, answers("a")) == [("user", ["hi"], []), ("assistant", [], [("a", "out")])]


def test_results_in_an_assistant_message_answer_its_calls():
    odd = Message(
        "assistant", (ToolCallPart("a", "ls", {}), ToolResultPart("a"), ToolResultPart("b", (TextPart("x"),)))
    )
    assert outline(odd) == [
        ("assistant", [], [("a", EMPTY_RESULT)]),
        ("user", ["Result of an earlier call of a tool:\nx"], []),
    ]


def test_blank_text_and_reasoning_are_no_turn():
    assert outline(user(" \n"), Message("assistant", (ReasoningPart("hm", "proof"),))) == []


@pytest.mark.parametrize(
    ("call_id", "sent"),
    [("", "call"), ("call|1:b", "call_1_b"), ("x" * 60, "x" * 40), ("toolu_01-A", "toolu_01-A")],
)
def test_an_id_is_one_that_both_vendors_take(call_id, sent):
    [turn] = pair([asks(call_id), answers(call_id)])
    assert (turn.calls[0].id, turn.calls[0].result_text) == (sent, "out")


def test_ids_that_only_differ_behind_the_limit_stay_apart():
    [turn] = pair([asks("x" * 60 + "1", "x" * 60 + "2"), answers("x" * 60 + "2", "2")])
    assert [(call.id, call.result_text) for call in turn.calls] == [("x" * 40, NO_RESULT), ("x" * 38 + "-2", "2")]


@pytest.mark.parametrize(
    ("arguments", "sent"),
    [
        ({"p": 1}, {"p": 1}),
        ('{"p": 1}', {"p": 1}),
        ("", {}),
        ("patch text", {"input": "patch text"}),
        ('{"p": ', {"input": '{"p": '}),
    ],
)
def test_arguments_are_always_an_object(arguments, sent):
    [turn] = pair([Message("assistant", (ToolCallPart("a", "mcp.x/y", arguments),))])
    assert (turn.calls[0].name, turn.calls[0].arguments) == ("mcp_x_y", sent)


def test_a_call_that_names_no_tool_gets_a_name():
    [turn] = pair([Message("assistant", (ToolCallPart("a", ""),))])
    assert turn.calls[0].name == "unknown_tool"


def test_a_result_cleared_by_the_client_stays_cleared():
    cleared = Message("tool", (ToolResultPart("a", (TextPart("long"),), cleared=True),))
    assert outline(asks("a"), cleared) == [("assistant", [], [("a", CLEARED)])]


@pytest.mark.parametrize(
    ("part", "text"),
    [
        (ImagePart("image/png", 800, 600, 1234), "[image/png, 800x600 pixels, 1234 bytes]"),
        (ImagePart(), "[image]"),
        (ImagePart(url="https://e.org/a"), "[image, https://e.org/a]"),
        (OpaquePart("document", "{}"), "[document]"),
        (OpaquePart("", "{}"), "[unknown content]"),
        (ReasoningPart("hm"), ""),
    ],
)
def test_what_cannot_travel_is_named(part, text):
    assert said(part) == text
