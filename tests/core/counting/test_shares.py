import pytest

from foldline.core.counting.shares import Share, owner, shares, tool_names
from foldline.core.messages import Message, TextPart, ToolCallPart, ToolResultPart

CALL = Message("assistant", (ToolCallPart("c1", "bash"),), source="agent")
RESULT = Message("tool", (ToolResultPart("c1", (TextPart("ok"),)),), source="tool")


@pytest.mark.parametrize(
    ("message", "name"),
    [
        (Message("user"), "user"),
        (Message("assistant", source="agent"), "assistant"),
        (Message("system"), "system"),
        (Message("developer", source="client"), "system"),
        (Message("user", source="client"), "client"),
        (Message("user", source="summary"), "summary"),
        (Message("tool", source="tool"), "tool"),
        (Message("user", (ToolResultPart("c9"),)), "tool unknown"),
        (Message("user", (ToolResultPart("c9", name="grep"),)), "tool grep"),
    ],
)
def test_each_message_is_somebodys(message, name):
    assert owner(message, {}) == name


def test_a_result_is_of_the_tool_its_call_names():
    assert owner(RESULT, tool_names([CALL, RESULT])) == "tool bash"


def test_the_largest_share_comes_first():
    sizes = {"assistant": 3, "tool": 9}
    found = shares([CALL, RESULT, CALL], lambda message: sizes[message.role])
    assert found == (Share("tool bash", 1, 9), Share("assistant", 2, 6))
