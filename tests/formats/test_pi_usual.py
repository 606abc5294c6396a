"""The quick reading of usual lines says what the patient one says."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldline.formats import jsonl
from foldline.formats.pi_messages import read_message
from foldline.formats.pi_usual import usual_line, usual_message
from formats.pi_lines import answered, entry, header, said

LEAVES = st.none() | st.booleans() | st.integers(-5, 5000) | st.floats(allow_nan=False) | st.text(max_size=5)
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2)
)
KINDS = st.sampled_from(["text", "thinking", "toolCall", "image", "other"])
BLOCK_KEYS = ("text", "thinking", "thinkingSignature", "id", "name", "arguments", "data", "mimeType")
ROLES = st.sampled_from(["user", "assistant", "toolResult", "developer", "custom"])
MESSAGE_KEYS = (
    "usage",
    "stopReason",
    "model",
    "responseId",
    "toolCallId",
    "toolName",
    "isError",
    "useless",
    "synthetic",
    "attribution",
    "timestamp",
)
TEXTS = st.text(max_size=20)


def object_of(keys: tuple[str, ...], kinds, key: str):
    """Objects with one known key and any of the others, mostly texts."""
    return st.fixed_dictionaries({key: kinds}, optional=dict.fromkeys(keys, TEXTS | VALUES))


BLOCKS = object_of(BLOCK_KEYS, KINDS, "type") | st.fixed_dictionaries({"type": st.just("text"), "text": TEXTS})
USAGE = st.dictionaries(
    st.sampled_from(["input", "output", "cacheRead", "totalTokens", "contextTokens", "orchestration"]), LEAVES
)
MESSAGES = st.builds(
    lambda message, content, usage, details: {**message, "content": content, "usage": usage, "details": details},
    object_of(MESSAGE_KEYS, ROLES, "role"),
    st.lists(BLOCKS, max_size=3) | TEXTS,
    USAGE | LEAVES,
    st.none() | st.fixed_dictionaries({"exitCode": LEAVES}) | VALUES,
)


TEXT_BLOCKS = st.builds(lambda text: {"type": "text", "text": text}, TEXTS)
THINKING = st.builds(lambda text, mark: {"type": "thinking", "thinking": text, "thinkingSignature": mark}, TEXTS, TEXTS)
CALLS = st.builds(
    lambda name, arguments: {"type": "toolCall", "id": name, "name": name, "arguments": arguments},
    TEXTS,
    st.dictionaries(TEXTS, VALUES, max_size=2),
)
COUNTS = st.dictionaries(
    st.sampled_from(["input", "output", "cacheRead", "cacheWrite", "totalTokens"]), st.integers(0, 99)
)
USUAL = st.one_of(
    st.fixed_dictionaries(
        {
            "role": st.just("assistant"),
            "content": st.lists(TEXT_BLOCKS | THINKING | CALLS, max_size=3),
            "usage": COUNTS,
        },
        optional={"stopReason": TEXTS | st.just("toolUse"), "model": TEXTS, "responseId": TEXTS},
    ),
    st.fixed_dictionaries(
        {"role": st.just("toolResult"), "content": st.lists(TEXT_BLOCKS, max_size=2), "toolCallId": TEXTS},
        optional={"toolName": TEXTS, "isError": st.booleans(), "details": st.just({"exitCode": 3, "more": "x"})},
    ),
    st.fixed_dictionaries(
        {"role": st.just("user"), "content": st.lists(TEXT_BLOCKS, max_size=2)},
        optional={"synthetic": st.booleans(), "attribution": st.sampled_from(["user", "agent"]), "other": VALUES},
    ),
)


@given(USUAL | MESSAGES, TEXTS)
def test_both_readings_agree_on_every_line_the_quick_one_takes(message, time):
    raw = json.dumps({"type": "message", "id": "a", "parentId": None, "timestamp": time, "message": message}).encode()
    line = usual_line(raw)
    patient = jsonl.decode_value(raw)
    assert isinstance(patient, dict)
    assert line is None or usual_message(line) == read_message(patient["message"], time)


@pytest.mark.parametrize("line", [said("a", None, "hi"), answered("b", "a", "yes", usage={"input": 1})])
def test_the_lines_of_a_file_are_usual(line):
    assert usual_line(json.dumps(line).encode()) is not None


@pytest.mark.parametrize(
    "line",
    [
        header(),
        entry("label", "a", None),
        {"type": "message", "message": {"role": "user", "content": []}},
        {"type": "message", "timestamp": "t", "message": {"role": "user", "content": "text"}},
        {"type": "message", "timestamp": "t", "message": {"role": "user", "content": [{"type": "image"}]}},
        {"type": "message", "timestamp": "t", "message": {"role": "assistant", "content": [], "usage": {"input": 1.5}}},
        {"type": "message", "timestamp": "t", "id": 3, "message": {"role": "user", "content": []}},
        [1],
    ],
)
def test_all_else_is_left_to_the_patient_reading(line):
    assert usual_line(json.dumps(line).encode()) is None


@pytest.mark.parametrize("raw", [b"", b"{", b'{"type":"message","timestamp":"\xff"}', b"[" * 100_000])
def test_no_bytes_make_it_fail(raw):
    assert usual_line(raw) is None
