import pytest

from foldline.core.messages import Message, TextPart, ToolResultPart
from foldline.wire import anthropic_messages, openai_chat
from foldline.wire.edits import first_text, joined, repaired, shortened, without_first_text

NONE = frozenset()


def openai_call(*ids):
    made = [{"id": i, "type": "function", "function": {"name": "f", "arguments": "{}"}} for i in ids]
    return {"role": "assistant", "content": None, "tool_calls": made}


def openai_result(call_id, text="ok"):
    return {"role": "tool", "tool_call_id": call_id, "content": text}


def use(*ids):
    return {"role": "assistant", "content": [{"type": "tool_use", "id": i, "name": "f", "input": {}} for i in ids]}


def used(*ids, text=""):
    blocks = [{"type": "tool_result", "tool_use_id": i, "content": "ok"} for i in ids]
    return {"role": "user", "content": [*blocks, *([{"type": "text", "text": text}] if text else [])]}


USER = {"role": "user", "content": "go"}


def test_only_the_text_that_was_shortened_differs():
    raw = {"role": "tool", "tool_call_id": "long", "content": "long", "x_unknown": "long"}
    before = Message("tool", (ToolResultPart("long", (TextPart("long"),)),))
    after = Message("tool", (ToolResultPart("long", (TextPart("l"),)),))
    assert shortened(raw, before, after) == {**raw, "content": "l"}
    assert raw["content"] == "long"


def test_shortening_reaches_into_blocks_and_leaves_ids_alone():
    raw = used("long")
    raw["content"][0]["content"] = [{"type": "text", "text": "long"}, {"type": "image", "source": {"data": "long"}}]
    before = Message("user", (ToolResultPart("long", (TextPart("long"),)),))
    after = Message("user", (ToolResultPart("long", (TextPart("l"),)),))
    block = shortened(raw, before, after)["content"][0]
    assert block["tool_use_id"] == "long"
    assert block["content"] == [{"type": "text", "text": "l"}, {"type": "image", "source": {"data": "long"}}]


@pytest.mark.parametrize("content", ["hi", [{"type": "text", "text": "hi"}]])
def test_the_summary_joins_a_user_message_as_a_block_of_its_own(content):
    raw = joined("summary", {"role": "user", "content": content, "name": "ann"})
    assert raw["name"] == "ann"
    assert raw["content"] == [{"type": "text", "text": "summary"}, {"type": "text", "text": "hi"}]
    assert first_text(raw) == "summary"
    assert without_first_text(raw)["content"] == [{"type": "text", "text": "hi"}]


@pytest.mark.parametrize("raw", [{"content": "x"}, {"content": None}, {}, {"content": [{"type": "text", "text": "x"}]}])
def test_nothing_is_left_of_a_message_with_one_text(raw):
    assert without_first_text(raw) is None


@pytest.mark.parametrize("content", [None, [], [7], [{"type": "image"}], 7])
def test_a_message_without_text_begins_with_none(content):
    assert first_text({"content": content}) == ""


@pytest.mark.parametrize(
    ("wire", "broken"),
    [
        (openai_chat, [USER, openai_result("lost"), {"role": "assistant", "content": "x"}]),
        (openai_chat, [USER, openai_call("a", "b"), openai_result("b"), USER]),
        (openai_chat, [USER, openai_call("a"), USER]),
        (anthropic_messages, [USER, use("a"), USER]),
        (anthropic_messages, [USER, use("a", "b"), used("b"), {"role": "assistant", "content": "x"}]),
        (anthropic_messages, [used("lost", text="keep me"), use("a"), used("a")]),
        (anthropic_messages, [USER, {"role": "assistant", "content": "x"}, used("lost"), use("a"), used("a")]),
    ],
)
def test_a_broken_list_is_mended(wire, broken):
    assert wire.check(broken)
    mended = repaired(broken, NONE)
    assert wire.check(mended) == []
    assert all(message in mended for message in broken if "lost" not in str(message) and message is not broken[1])


def test_text_beside_an_orphan_stays():
    (message,) = repaired([used("lost", text="keep me")], NONE)
    assert message == {"role": "user", "content": [{"type": "text", "text": "keep me"}]}


def test_a_pending_call_is_left_open():
    raws = [USER, openai_call("a")]
    assert repaired(raws, frozenset({"a"})) == raws
