from builders import agent, calls, items, result, user
from foldline.core.messages import Message, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from foldline.core.useless_results import without_useless


def useless(call_id, text="no matches", *, is_error=None):
    return Message("tool", (ToolResultPart(call_id, (TextPart(text),), is_error=is_error, useless=True),), "tool")


def told(*messages):
    return [item.message for item in without_useless(items(*messages))]


def test_a_useless_pair_goes_and_its_siblings_stay():
    kept = [call.id for message in told(calls("a", "b"), useless("a"), result("b", "found")) for call in message.calls]
    assert kept == ["b"]
    assert [message.role for message in told(calls("a", "b"), useless("a"), result("b"))] == ["assistant", "tool"]


def test_an_error_stays_though_its_tool_calls_it_useless():
    messages = [calls("a"), useless("a", is_error=True)]
    assert told(*messages) == messages


def test_of_an_answer_that_only_made_useless_calls_nothing_is_left():
    thought = Message("assistant", (ReasoningPart("hm"), ToolCallPart("a", "grep", {})), "agent")
    assert told(user("find it"), thought, useless("a")) == [user("find it")]


def test_what_was_said_beside_a_useless_call_stays():
    spoken = Message("assistant", (TextPart("I look."), ToolCallPart("a", "grep", {})), "agent")
    assert told(spoken, useless("a")) == [Message("assistant", (TextPart("I look."),), "agent")]


def test_without_useless_results_nothing_is_made_anew():
    given = items(user(), calls("a"), result("a"), agent())
    assert without_useless(given) is given
