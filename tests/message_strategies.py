"""Messages of every shape, for the laws of the codecs."""

from hypothesis import strategies as st

from foldline.core.messages import (
    ImagePart,
    Message,
    OpaquePart,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)

FIELDS = """role content type text name id tool_calls tool_call_id function custom arguments input function_call refusal
reasoning reasoning_content reasoning_details thinking thinking_blocks signature data tool_use_id is_error source
url image_url audio value summary media_type file_id""".split()  # noqa: SIM905 - a list of thirty lines says no more
ROLES = ["system", "developer", "user", "assistant", "tool", "function", "other"]
KINDS = [
    "text",
    "tool_use",
    "tool_result",
    "thinking",
    "redacted_thinking",
    "image",
    "image_url",
    "reasoning",
    "document",
]

scalars = (
    st.none() | st.booleans() | st.integers(-5, 5) | st.floats() | st.sampled_from([*ROLES, *KINDS, "", " ", "{}"])
)
json_values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=4),
    max_leaves=8,
)
json_messages = st.lists(
    st.builds(
        lambda fields, role: fields | {"role": role},
        st.dictionaries(st.sampled_from(FIELDS), json_values, max_size=4),
        st.sampled_from(ROLES),
    )
    | json_values,
    max_size=5,
)

texts = st.sampled_from(["", " ", "\n", "hello", "ends in space \n", "多谢"])
ids = st.sampled_from(["", "a", "b", "c", "call|with/odd:marks", "long" * 30])
names = st.sampled_from(["", "bash", "mcp.server/tool", "x" * 200])
arguments = st.sampled_from(["", "free form", '{"broken": ', '{"a": 1}', {}, {"path": "a.py"}])
plain_parts = st.one_of(
    st.builds(TextPart, texts),
    st.builds(ImagePart, st.sampled_from(["", "image/png"]), st.integers(0, 9), st.integers(0, 9), st.integers(0, 9)),
    st.builds(OpaquePart, st.sampled_from(["", "document"]), st.just("{}")),
)
calls = st.builds(ToolCallPart, ids, names, arguments)
results = st.builds(
    ToolResultPart,
    ids,
    st.lists(plain_parts, max_size=2).map(tuple),
    names,
    is_error=st.sampled_from([None, True, False]),
    cleared=st.booleans(),
)
parts = st.one_of(plain_parts, calls, results, st.builds(ReasoningPart, texts, texts))
neutral_messages = st.lists(
    st.builds(
        Message,
        st.sampled_from(["system", "developer", "user", "assistant", "tool"]),
        st.lists(parts, max_size=4).map(tuple),
        speaker=st.sampled_from(["", "Ann", "Ann Lee"]),
    ),
    max_size=8,
)
