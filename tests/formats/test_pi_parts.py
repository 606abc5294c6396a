"""Blocks of a message, as they come and as they should not."""

import pytest

from foldline.core.messages import ImagePart, OpaquePart, ReasoningPart, TextPart, ToolCallPart
from foldline.formats.pi_parts import count_of, image_of, parts_of, result_parts_of, text_of

GIF = "R0lGODlhIANYAgAAADs="


@pytest.mark.parametrize(
    ("block", "part"),
    [
        ({"type": "text", "text": "a", "textSignature": "s"}, TextPart("a")),
        ({"type": "thinking", "thinking": "hm", "thinkingSignature": "sig"}, ReasoningPart("hm", "sig")),
        ({"type": "thinking", "thinking": "", "thinkingSignature": "x", "redacted": True}, ReasoningPart("", "x")),
        (
            {"type": "toolCall", "id": "c", "name": "ls", "arguments": {"path": "."}},
            ToolCallPart("c", "ls", {"path": "."}),
        ),
        ({"type": "toolCall", "id": "c", "name": "ls", "arguments": '{"pa'}, ToolCallPart("c", "ls", '{"pa')),
        ({"type": "toolCall", "id": "c", "name": "ls", "arguments": [1]}, ToolCallPart("c", "ls", "[1]")),
        ({"type": "toolCall", "id": None}, ToolCallPart("", "", "")),
        ({"type": "image", "data": GIF, "mimeType": "image/gif"}, ImagePart("image/gif", 800, 600, 14)),
        ({"type": "image"}, OpaquePart("image", '{"type":"image"}')),
        ({"type": "text", "text": None}, OpaquePart("text", '{"type":"text","text":null}')),
        ({"type": ["odd"]}, OpaquePart("", '{"type":["odd"]}')),
        ("plain", TextPart("plain")),
        (None, OpaquePart("", "null")),
        (1.5, OpaquePart("", "1.5")),
    ],
)
def test_a_block_becomes_the_part_it_is(block, part):
    assert parts_of([block]) == (part,)


@pytest.mark.parametrize(("content", "parts"), [("a", (TextPart("a"),)), ("", ()), (None, ()), ([], ())])
def test_content_may_be_text_or_nothing(content, parts):
    assert parts_of(content) == result_parts_of(content) == parts


def test_content_of_an_odd_type_is_kept_as_it_is():
    assert parts_of({"a": 1}) == (OpaquePart("", '{"a":1}'),)


def test_a_call_inside_a_result_is_no_call():
    assert isinstance(result_parts_of([{"type": "toolCall", "id": "c"}])[0], OpaquePart)


def test_a_picture_in_the_blob_folder_is_a_link():
    assert image_of({"data": "blob:sha256:ab", "mimeType": "image/png"}) == ImagePart("image/png", url="blob:sha256:ab")


@pytest.mark.parametrize("value", [None, 3, [], {}])
def test_what_is_no_text_is_empty(value):
    assert text_of(value) == ""


@pytest.mark.parametrize(
    ("value", "count"), [(7, 7), (7.9, 7), (float("nan"), 0), (float("inf"), 0), ("7", 0), (None, 0)]
)
def test_what_is_no_count_is_zero(value, count):
    assert count_of(value) == count
