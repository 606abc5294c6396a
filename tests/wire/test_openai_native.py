"""OpenAI's own folds on the wire: both ways to ask, and what answers hold."""

import json

import pytest

from builders import items, user
from foldline.core.remote.live import Live
from foldline.core.requests import SummaryReply, SummaryRequest
from foldline.errors import MalformedAnswerError, ProviderError
from foldline.wire.openai_native import (
    StreamReader,
    compact_body,
    read_compact,
    read_streamed,
    streamed_body,
    with_retained,
)
from foldline.wire.sse import Event

SEALED = {"type": "compaction", "encrypted_content": "gAAAA"}
LIVE = Live(folded=items(user("build it")))
ASKED = SummaryRequest("native", "You summarise.", "", 9, live=LIVE)


def events(*fields):
    reader = StreamReader()
    for one in fields:
        reader.feed(Event(json.dumps(one)))
    return reader


DONE = {"type": "response.output_item.done", "item": SEALED}
END = {"type": "response.completed", "response": {"usage": {"input_tokens": 5, "input_tokens_details": {}}}}


def test_a_model_that_does_not_think_is_not_asked_to():
    assert "reasoning" not in streamed_body(ASKED, "gpt-4o", effort="high")
    assert "reasoning" not in streamed_body(ASKED, "gpt-5", effort="off")


def test_tools_that_are_no_list_are_left_out():
    request = SummaryRequest("native", "s", "", 9, live=Live(folded=LIVE.folded, tools_json='{"a":1}'))
    assert "tools" not in streamed_body(request, "gpt-5")


def test_of_a_model_that_nobody_knows_nothing_is_cut():
    request = SummaryRequest("native", "s", "", 9, live=Live(folded=items(user("word " * 200_000))))
    assert len(json.dumps(compact_body(request, "house-model-7"))) > 1_000_000


def test_a_stream_may_end_in_either_word_and_say_other_things_before():
    for end in (END, {**END, "type": "response.done"}):
        reader = events({"type": "response.created"}, DONE, {"type": "response.in_progress"})
        assert not reader.is_done
        reader.feed(Event(""))
        reader.feed(Event("[DONE]"))
        reader.feed(Event(json.dumps(end)))
        assert reader.is_done
        assert reader.reply().payload.used_tokens == 5


@pytest.mark.parametrize(
    "fields",
    [
        {"type": "response.failed", "response": {"error": {"code": "server_error", "message": "x"}}},
        {"type": "response.incomplete", "response": {}},
        {"type": "error", "error": {"message": "x"}},
        {"error": {"message": "x"}},
    ],
)
def test_a_stream_that_reports_a_failure_is_one(fields):
    with pytest.raises(ProviderError):
        events(DONE, fields)


def test_a_stream_that_breaks_off_is_no_fold():
    with pytest.raises(MalformedAnswerError, match="finish reason"):
        events(DONE).reply()
    with pytest.raises(MalformedAnswerError, match="it gave no sealed items"):
        events(END).reply()


@pytest.mark.parametrize("read", [read_compact, read_streamed])
@pytest.mark.parametrize("answer", [{}, {"output": []}, {"error": {"message": "x"}, "output": [SEALED]}, "no"])
def test_a_whole_answer_without_a_sealed_item_is_no_fold(read, answer):
    with pytest.raises(ProviderError):
        read(answer)


def test_of_a_folding_answer_only_what_is_sent_back_is_kept():
    said = {"type": "message", "role": "user", "content": []}
    call = {"type": "function_call", "call_id": "a"}
    summary = {"type": "compaction_summary", "summary": "x"}
    kept = read_compact({"output": [said, call, {"type": "compaction"}, summary, SEALED]}).payload.items
    assert [json.loads(item) for item in kept] == [said, summary, SEALED]


def test_only_the_streamed_way_needs_the_users_words_put_to_it():
    streamed = with_retained(ASKED, read_streamed({"output": [SEALED]}))
    assert [json.loads(item)["type"] for item in streamed.payload.items] == ["message", "compaction"]
    folded = read_compact({"output": [SEALED]})
    assert with_retained(ASKED, folded) == folded
    assert with_retained(ASKED, SummaryReply("text")) == SummaryReply("text")
