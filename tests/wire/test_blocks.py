import base64

import pytest

from foldline.core.messages import (
    ImagePart,
    OpaquePart,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from foldline.wire.blocks import UnnamedCalls, json_text, read_arguments, read_content

GIF = base64.b64encode(b"GIF89a" + bytes([64, 0, 32, 0]) + bytes(8)).decode()

BLOCKS = [
    ({"type": "text", "text": "hi"}, TextPart("hi")),
    ({"text": "hi"}, TextPart("hi")),
    ({"type": "text", "value": "hi"}, TextPart("hi")),
    ({"type": "text", "text": "hi", "cache_control": {"type": "ephemeral"}}, TextPart("hi")),
    ({"type": "input_text", "text": "hi"}, TextPart("hi")),
    ({"type": "refusal", "refusal": "no"}, TextPart("no")),
    ("hi", TextPart("hi")),
    ({"type": "thinking", "thinking": "hm", "signature": "c2ln"}, ReasoningPart("hm", "c2ln")),
    ({"type": "thinking", "thinking": "", "signature": "c2ln"}, ReasoningPart("", "c2ln")),
    ({"type": "redacted_thinking", "data": "b3BhcXVl"}, ReasoningPart("", "b3BhcXVl")),
    ({"type": "reasoning", "value": "hm"}, ReasoningPart("hm")),
    ({"type": "tool_use", "id": "t1", "name": "ls", "input": {"p": "."}}, ToolCallPart("t1", "ls", {"p": "."})),
    ({"type": "tool_call", "value": '{"name": "ls", "arguments": {}}'}, ToolCallPart("unnamed-1", "ls", {})),
    ({"type": "tool_call", "id": "t2", "name": "ls", "args": {"p": 1}}, ToolCallPart("t2", "ls", {"p": 1})),
    ({"type": "tool_result", "tool_use_id": "t1"}, ToolResultPart("t1")),
    (
        {"type": "tool_result", "tool_use_id": "t1", "content": "out", "is_error": True},
        ToolResultPart("t1", (TextPart("out"),), is_error=True),
    ),
    (
        {
            "type": "tool_result",
            "tool_use_id": "t1",
            "content": [{"type": "text", "text": "out"}, {"type": "tool_use"}],
        },
        ToolResultPart("t1", (TextPart("out"), OpaquePart("tool_use", '{"type":"tool_use"}'))),
    ),
    (
        {"type": "image", "source": {"type": "base64", "media_type": "image/gif", "data": GIF}},
        ImagePart("image/gif", 64, 32, 18),
    ),
    ({"type": "image", "source": {"type": "url", "url": "https://e.org/a"}}, ImagePart(url="https://e.org/a")),
    ({"type": "image", "source": {"type": "file", "file_id": "f1"}}, ImagePart()),
    ({"type": "image", "data": GIF, "mimeType": "image/gif"}, ImagePart("image/gif", 64, 32, 18)),
    ({"type": "image", "image": f"data:image/gif;base64,{GIF}"}, ImagePart("image/gif", 64, 32, 18)),
    ({"type": "image_url", "image_url": {"url": f"data:image/gif;base64,{GIF}"}}, ImagePart("image/gif", 64, 32, 18)),
    ({"type": "image_url", "image_url": "https://e.org/a"}, ImagePart(url="https://e.org/a")),
    ({"type": "image"}, OpaquePart("image", '{"type":"image"}')),
    ({"type": "image", "source": {}}, OpaquePart("image", '{"type":"image","source":{}}')),
    ({"type": "text"}, OpaquePart("text", '{"type":"text"}')),
    ({"type": "thinking"}, OpaquePart("thinking", '{"type":"thinking"}')),
    ({"type": "redacted_thinking"}, OpaquePart("redacted_thinking", '{"type":"redacted_thinking"}')),
    ({"type": "document", "source": {}}, OpaquePart("document", '{"type":"document","source":{}}')),
    ({"type": ["odd"]}, OpaquePart("", '{"type":["odd"]}')),
    (7, OpaquePart("content", "7")),
]


@pytest.mark.parametrize(("block", "part"), BLOCKS)
def test_a_block_becomes_the_part_it_is(block, part):
    assert read_content([block], UnnamedCalls()) == [part]


@pytest.mark.parametrize("content", [None, "", [], [""], [{"type": "text", "text": ""}]])
def test_silence_gives_no_part(content):
    assert read_content(content, UnnamedCalls()) == []


@pytest.mark.parametrize("content", ["hi", ["hi"], {"type": "text", "text": "hi"}])
def test_content_may_be_a_string_or_one_block(content):
    assert read_content(content, UnnamedCalls()) == [TextPart("hi")]


@pytest.mark.parametrize(
    ("value", "arguments"),
    [
        ('{"a": 1}', {"a": 1}),
        ({"a": 1}, {"a": 1}),
        ("", ""),
        (None, ""),
        ('{"a": ', '{"a": '),
        ("[1]", "[1]"),
        ("{} {}", "{} {}"),
        ('{"a": "\ud800"}', '{"a": "\ud800"}'),
        ([1], "[1]"),
    ],
)
def test_arguments_are_an_object_only_where_they_are_one(value, arguments):
    assert read_arguments(value) == arguments


def test_results_without_ids_find_their_calls_by_name_then_by_order():
    unnamed = UnnamedCalls()
    first, second, third = unnamed.call("ls"), unnamed.call("cat"), unnamed.call("ls")
    assert [unnamed.result("cat"), unnamed.result("ls"), unnamed.result("")] == [second, first, third]
    assert unnamed.result("ls") == ""


def test_a_lone_surrogate_is_written_as_its_escape():
    assert json_text(["\ud800"]) == '["\\ud800"]'


def test_what_is_nested_too_deeply_gives_no_text():
    deep = []
    for _ in range(100_000):
        deep = [deep]
    assert json_text(deep) == ""
