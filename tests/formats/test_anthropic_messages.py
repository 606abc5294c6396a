import json

import pytest

from foldline.formats import anthropic_messages
from foldline.formats.peek import Peek

ASK = {"role": "user", "content": "list the files"}
CALL = {"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "ls", "input": {}}]}
IMAGE = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": ""}}
ITS = {
    "a system prompt beside": {"system": "s", "messages": [ASK]},
    "a system prompt of blocks": {"system": [{"type": "text", "text": "s"}], "messages": [ASK]},
    "a version": {"anthropic_version": "bedrock-2023-05-31", "messages": [ASK]},
    "a call": [ASK, CALL],
    "an image": [{"role": "user", "content": [IMAGE]}],
    "thinking": [{"role": "assistant", "content": [{"type": "thinking", "thinking": "hm", "signature": "s"}]}],
    "records": [{"messages": [ASK, CALL]}, {"messages": [ASK]}],
}
NOT_ITS = {
    "text alone": [ASK],
    "a chat request": {"model": "m", "max_tokens": 9, "messages": [ASK]},
    "chat fields": {"system": "s", "messages": [{"role": "assistant", "tool_calls": [{"id": "a"}]}]},
    "a system message": {"system": "s", "messages": [{"role": "system", "content": "s"}]},
    "odd blocks": [{"role": "user", "content": ["x", {"type": ["x"]}, {"type": "image", "image": "y"}]}],
    "what is no message": [None, {"role": ["odd"], "content": "x"}, ASK],
    "a Gemini list": [{"role": "user", "parts": [{"text": "x"}]}],
}


@pytest.mark.parametrize("value", ITS.values(), ids=ITS)
def test_it_is_recognised(value):
    assert anthropic_messages.sniff(Peek(json.dumps(value).encode()))


@pytest.mark.parametrize("value", NOT_ITS.values(), ids=NOT_ITS)
def test_others_are_left_alone(value):
    assert not anthropic_messages.sniff(Peek(json.dumps(value).encode()))


def test_a_request_is_read():
    answer = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "a.py"}]}
    request = {"system": "Be brief.", "tools": [{"name": "ls"}], "messages": [ASK, CALL, answer]}
    session = anthropic_messages.load(json.dumps(request).encode())
    _, call, result = (item.message for item in session.context().items)
    assert (session.format, call.calls[0].name, result.results[0].text) == ("anthropic_messages", "ls", "a.py")
    assert (session.info.system, session.info.tools_json) == ("Be brief.", '[{"name":"ls"}]')


def test_another_list_takes_the_place():
    session = anthropic_messages.load(b'{"system": "s", "messages": [{"role": "user", "content": "a"}]}')
    assert anthropic_messages.dump(session, [b"{}", b"[]"]) == b'{"system": "s", "messages": [{},[]]}'
