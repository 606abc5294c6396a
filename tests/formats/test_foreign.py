import json

import pytest

from foldline.formats.foreign import binary_kind, guess
from foldline.formats.peek import Peek

TURN = {"role": "user", "content": "hello"}

FILES = {
    "a Gemini CLI chat": [
        {"sessionId": "s", "projectHash": "h", "startTime": "t", "messages": []},
    ],
    "a SillyTavern chat": [
        {"user_name": "U", "character_name": "C", "chat_metadata": {}},
    ],
    "an Operit backup": [
        {"archiveType": "operit_chat_archive", "chats": []},
        [{"id": "1", "title": "t", "messages": [{"sender": "user", "content": "x"}], "createdAt": "2024"}],
    ],
    "a ChatGPT export": [
        [{"title": "t", "mapping": {"a": {"id": "a", "message": None, "parent": None, "children": []}}}],
        {"mapping": {}, "current_node": "x"},
    ],
    "a Claude.ai export": [
        {"uuid": "u", "chat_messages": []},
        [{"uuid": "u", "chat_messages": []}],
    ],
    "an export of Claude Code on the web": [
        {"loglines": []},
    ],
    "an opencode export": [
        {"info": {}, "messages": [{"info": {"role": "user"}, "parts": []}]},
    ],
    "an SWE-agent trajectory": [
        {"trajectory": [], "history": [TURN], "info": {}},
    ],
    "an OpenHands trajectory": [
        [{"id": 0, "source": "agent", "action": "run", "args": {}}],
        {"instance_id": "i", "history": [{"source": "user", "action": "message"}]},
        [{"kind": "MessageEvent", "source": "user", "llm_message": {}}],
    ],
    "a list of LangChain messages": [
        [{"type": "human", "data": {"content": "x"}}],
        [{"lc": 1, "type": "constructor", "id": ["langchain"], "kwargs": {}}],
        {"messages": [{"type": "ai", "content": "x"}]},
    ],
    "a list of pydantic-ai messages": [
        [{"kind": "request", "parts": [{"part_kind": "user-prompt", "content": "x"}]}],
    ],
    "a list of Vercel AI SDK messages": [
        [{"id": "1", "role": "user", "parts": [{"type": "text", "text": "x"}]}],
        [{"role": "assistant", "content": "", "toolInvocations": []}],
    ],
    "a Gemini session of the Agent Development Kit": [
        {"events": [{"content": {"parts": [{"text": "x"}]}, "author": "user"}]},
    ],
    "a list of Gemini contents": [
        [{"role": "user", "parts": [{"text": "x"}]}],
        {"contents": [{"parts": [{"text": "x"}]}], "generationConfig": {}},
    ],
    "a list of OpenAI Responses items": [
        {"input": "x", "instructions": "y"},
        {"input": [{"type": "message", "role": "user", "content": [{"type": "input_text", "text": "x"}]}]},
        [{"type": "function_call", "call_id": "a", "name": "ls", "arguments": "{}"}],
    ],
    "a ShareGPT data set": [
        [{"conversations": [{"from": "human", "value": "x"}]}],
    ],
    "a LoCoMo data set": [
        {"speaker_a": "A", "session_1": []},
        [{"conversation": {"speaker_a": "A", "session_1": []}}],
    ],
}
KNOWN = {
    "chat messages": [TURN],
    "a request": {"model": "m", "messages": [TURN], "tools": [{"type": "function"}], "max_tokens": 5},
    "an Anthropic request": {"system": "s", "messages": [TURN], "metadata": {"user_id": "u"}},
    "a data set": [{"input": [TURN], "target": "y"}],
    "nothing": {},
    "numbers": [1, 2],
}


@pytest.mark.parametrize(("label", "value"), [(label, value) for label, values in FILES.items() for value in values])
def test_a_format_that_is_not_read_is_named(label, value):
    assert guess(Peek(json.dumps(value, indent=1).encode())) == label


@pytest.mark.parametrize(
    ("lines", "label"),
    [
        ([{"user_name": "U", "character_name": "C"}, {"name": "C", "mes": "x"}], "a SillyTavern chat"),
        ([{"name": "C", "is_user": False, "mes": "x"}] * 2, "a SillyTavern chat"),
        ([{"sessionId": "s", "projectHash": "h"}, {"id": "1", "type": "user"}], "a Gemini CLI chat"),
        ([{"instance_id": "i", "history": [{"action": "run"}]}] * 2, "an OpenHands trajectory"),
    ],
)
def test_a_file_of_lines_is_named_too(lines, label):
    assert guess(Peek("\n".join(map(json.dumps, lines)).encode())) == label


def test_an_aider_history_is_found_behind_junk():
    assert guess(Peek(b"-*- mode -*-\n\n# aider chat started at 2024-01-01 10:00:00\n")) == "an Aider chat history"


@pytest.mark.parametrize("value", KNOWN.values(), ids=KNOWN)
def test_what_is_read_is_not_foreign(value):
    assert guess(Peek(json.dumps(value).encode())) == ""


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"SQLite format 3\0", "SQLite"),
        (b"\x28\xb5\x2f\xfd..", "zstd"),
        (b"\x1f\x8b..", "gzip"),
        (b"PK\x03\x04..", "zip"),
        (b"\xff\xfe{\0", "UTF-16"),
        (b"\x7fELF", ""),
    ],
)
def test_binary_files_are_named(data, word):
    assert word in binary_kind(data)
