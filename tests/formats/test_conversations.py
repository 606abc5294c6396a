import json

import pytest

from foldline.formats.conversations import find, find_near_start, message_spans, read
from foldline.formats.peek import Peek

ASK = {"role": "user", "content": "hello"}
SAY = {"role": "assistant", "content": "hi"}
CHAT = [ASK, SAY]


def lines(*values):
    return "\n".join(json.dumps(value) for value in values)


FILES = {
    "a bare list": (json.dumps(CHAT), [()]),
    "a request": (json.dumps({"model": "m", "messages": CHAT}), [("messages",)]),
    "a logged call": (json.dumps({"messages": CHAT, "response": {"choices": [{"message": SAY}]}}), [("messages",)]),
    "a request inside a log": (json.dumps({"request": {"messages": CHAT}, "response": {}}), [("request", "messages")]),
    "a message on each line": (lines(*CHAT), [()]),
    "a message on each line behind a header": (lines({"session": "x"}, *CHAT), [()]),
    "one line with one message": (lines(ASK), [()]),
    "one message over several lines": (json.dumps(ASK, indent=1), [()]),
    "records": (json.dumps([{"traj": CHAT}, {"traj": CHAT}]), [(0, "traj"), (1, "traj")]),
    "records on lines": (lines({"input": CHAT}, {"other": 1}, {"input": CHAT}), [(0, "input"), (2, "input")]),
    "a batch of requests": (lines({"custom_id": "a", "body": {"messages": CHAT}}), [("body", "messages")]),
    "lists in a list": (json.dumps([CHAT, CHAT]), [(0,), (1,)]),
    "records in an object": (json.dumps({"data": [{"messages": CHAT}]}), [("data", 0, "messages")]),
    "a key of its own": (json.dumps({"prompt": CHAT, "chosen": [SAY]}), [("prompt",), ("chosen",)]),
    "the telling key wins": (json.dumps({"input": CHAT, "messages": CHAT, "x": CHAT}), [("messages",)]),
    "a message that shows late": (json.dumps([None, {"note": 1}, ASK]), [()]),
    "no messages": (json.dumps({"messages": []}), []),
    "roles without a word": (json.dumps([{"role": "user", "parts": []}]), []),
    "roles nobody knows": (json.dumps([{"role": "engineer", "content": "x"}]), []),
    "too deep": (json.dumps({"a": {"b": {"c": {"d": {"e": CHAT}}}}}), []),
}


@pytest.mark.parametrize(("text", "paths"), FILES.values(), ids=FILES)
def test_conversations_are_found_where_they_stand(text, paths):
    assert [found.path for found in find(read(text.encode()).value)] == paths


@pytest.mark.parametrize(("text", "paths"), FILES.values(), ids=FILES)
def test_a_look_at_the_start_finds_one_when_there_is_one(text, paths):
    assert (find_near_start(Peek(text.encode())) is not None) is bool(paths)


@pytest.mark.parametrize(("text", "paths"), FILES.values(), ids=FILES)
def test_the_spans_hold_the_messages(text, paths):
    data = text.encode()
    document = read(data)
    for found in find(document.value):
        spans = message_spans(data, document, found.path)
        assert [json.loads(data[slice(*span)]) for span in spans] == found.messages


def test_the_owner_is_the_object_that_holds_the_list():
    [found] = find({"request": {"model": "m", "messages": CHAT}})
    assert found.owner["model"] == "m"


@pytest.mark.parametrize(
    ("owner", "messages", "title"),
    [
        ({}, CHAT, "hello (2 messages)"),
        ({"task_id": 0}, CHAT, "task_id 0: hello (2 messages)"),
        ({"title": "Trip"}, [SAY], "Trip (1 messages)"),
        ({"id": ""}, [{"role": "user", "content": [{"type": "text", "text": "a\n b"}]}], "a b (1 messages)"),
        ({}, [{"role": "user", "content": "x" * 99}], "x" * 60 + " (1 messages)"),
        ({}, [None, SAY], "(2 messages)"),
        ({}, [{"role": "user", "content": [{"type": "image"}, {"text": " "}]}, ASK], "hello (2 messages)"),
    ],
)
def test_a_title_tells_a_conversation_from_its_neighbours(owner, messages, title):
    [found] = find({**owner, "messages": messages})
    assert found.title == title
