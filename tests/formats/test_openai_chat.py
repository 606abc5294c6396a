import json

import pytest

from foldline.formats import openai_chat
from foldline.formats.peek import Peek

ASK = {"role": "user", "content": "list the files"}
CALL = {"id": "c1", "type": "function", "function": {"name": "ls", "arguments": '{"path": "."}'}}
ITS = {
    "text alone": [ASK],
    "a request": {"model": "m", "max_tokens": 9, "messages": [ASK]},
    "calls": {"messages": [ASK, {"role": "assistant", "content": None, "tool_calls": [CALL]}]},
    "a tool message": [{"role": "tool", "tool_call_id": "c1", "content": "a.py"}],
    "an image": [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "https://e.org/a"}}]}],
    "a system message before blocks of Anthropic": [
        {"role": "system", "content": "s"},
        {"role": "assistant", "content": [{"type": "thinking", "thinking": "hm"}]},
    ],
    "a data set": [{"input": [ASK], "target": "x"}, {"input": [ASK]}],
}
NOT_ITS = {
    "an Anthropic request": {"system": "s", "messages": [ASK]},
    "a Vercel message": [{"role": "user", "content": "x", "parts": [{"type": "text", "text": "x"}]}],
    "a Responses item": [{"type": "message", "role": "user", "content": [{"type": "input_text", "text": "x"}]}],
    "nothing": {},
}


@pytest.mark.parametrize("value", ITS.values(), ids=ITS)
def test_it_is_recognised(value):
    assert openai_chat.sniff(Peek(json.dumps(value).encode()))


@pytest.mark.parametrize("value", NOT_ITS.values(), ids=NOT_ITS)
def test_others_are_left_alone(value):
    assert not openai_chat.sniff(Peek(json.dumps(value).encode()))


def test_lines_of_messages_are_recognised():
    assert openai_chat.sniff(Peek(b'{"role": "user", "content": "a"}\n{"role": "assistant", "content": "b"}\n'))


def test_a_call_and_its_result_are_read():
    answer = {"role": "tool", "tool_call_id": "c1", "content": "a.py"}
    session = openai_chat.load(json.dumps([ASK, {"role": "assistant", "tool_calls": [CALL]}, answer]).encode())
    _, call, result = (item.message for item in session.context().items)
    assert (session.format, call.calls[0].arguments, result.results[0].text) == ("openai_chat", {"path": "."}, "a.py")


def test_another_list_takes_the_place():
    session = openai_chat.load(b'{"messages": [{"role": "user", "content": "a"}], "n": 1}')
    assert openai_chat.dump(session, [b'{"role":"user"}']) == b'{"messages": [{"role":"user"}], "n": 1}'
