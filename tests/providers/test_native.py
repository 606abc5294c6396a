"""Folds that OpenAI's Responses make by themselves, over HTTP: which way is gone, when, and what comes back."""

import json
import threading

import pytest

from builders import agent, calls, items, result, user
from foldline import provider
from foldline.core.messages import Message, ReasoningPart
from foldline.core.remote.live import Live
from foldline.core.remote.payload import Payload
from foldline.core.requests import SummaryRequest
from foldline.errors import (
    AuthenticationError,
    CompactionCancelledError,
    ContextOverflowError,
    MalformedAnswerError,
    NetworkError,
    OverloadedError,
    ProviderError,
)
from foldline.providers.chain import Chain
from foldline.providers.http import HttpProvider, Options, Timeouts
from foldline.providers.retry import Pace, RetryPolicy
from providers.wire_answers import event
from providers.wire_server import Answer, serving

SEALED = {"type": "compaction", "id": "cmp_1", "encrypted_content": "gAAAAsealed"}
USAGE = {"input_tokens": 123, "input_tokens_details": {"cached_tokens": 100}, "output_tokens": 45}
V2, V1 = "/responses", "/responses/compact"


def streamed(*sealed, usage=USAGE, ending="response.completed"):
    """The answer to a request that ends in a trigger."""
    done = [event({"type": "response.output_item.done", "item": item}) for item in sealed]
    response = {"id": "r1", "model": "gpt-5-2025", "status": "completed", "output": [], "usage": usage}
    begun = event({"type": "response.created", "response": {"id": "r1"}})
    return Answer((begun, *done, event({"type": ending, "response": response})))


def compacted(*output):
    fields = {"object": "response.compaction", "model": "gpt-5-2025", "output": list(output), "usage": USAGE}
    return Answer((json.dumps(fields).encode(),), kind="application/json")


def refusal(status, code="", message="no"):
    body = {"error": {"code": code, "message": message}}
    return Answer((json.dumps(body).encode(),), status, "application/json")


def by_path(streamed_answer, compact_answer):
    return lambda asked: streamed_answer if asked.path == V2 else compact_answer


async def no_wait(_seconds):
    pass


def model(url, *, attempts=3, total=9.0, name="gpt-5"):
    made = provider(f"openai-responses:{name}", base_url=url, key="sk-test-0123456789")
    pace = Pace(no_wait, lambda: 0.0, lambda: 0.0)
    options = Options(pace=pace, retry=RetryPolicy(attempts=attempts), timeouts=Timeouts(total=total))
    return HttpProvider(made.service, made.model, options)


def ask(live, kind="native"):
    return SummaryRequest(kind, "You summarise.", "", 13_107, live=live)


REASONING = {
    "type": "reasoning",
    "id": "rs_1",
    "summary": [],
    "encrypted_content": "gAAAAthought",
    "status": "completed",
}
TALK = items(
    user("build the parser"),
    Message("assistant", (ReasoningPart("", json.dumps(REASONING)), *calls("call_1|fc_1").parts), source="agent"),
    result("call_1|fc_1", "three files"),
    agent("built"),
)
LIVE = Live(folded=TALK, system="You are an agent.", tools_json='[{"type":"function","name":"bash"}]', cache_key="s1")
USER = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "build the parser"}]}
INPUT = [
    USER,
    {key: value for key, value in REASONING.items() if key != "status"},
    {"type": "function_call", "call_id": "call_1", "name": "bash", "arguments": '{"command":"ls"}'},
    {"type": "function_call_output", "call_id": "call_1", "output": "three files"},
    {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "built"}]},
]


def read(payload):
    return [json.loads(item) for item in payload.items]


def test_the_streamed_way_is_a_normal_request_that_ends_in_the_trigger():
    with serving(streamed(SEALED)) as server:
        reply = model(server.url).summarize(ask(LIVE))
    (asked,) = server.asked
    assert asked.path == V2
    assert asked.body == {
        "model": "gpt-5",
        "instructions": "You are an agent.",
        "input": [*INPUT, {"type": "compaction_trigger"}],
        "tools": [{"type": "function", "name": "bash"}],
        "tool_choice": "auto",
        "reasoning": {"effort": "high", "summary": "auto"},
        "include": ["reasoning.encrypted_content"],
        "prompt_cache_key": "s1",
        "store": False,
        "stream": True,
    }
    assert read(reply.payload) == [USER, SEALED]
    assert (reply.payload.provider, reply.payload.version, reply.payload.used_tokens) == ("openai", "v2", 123)
    assert (reply.usage.input, reply.usage.cache_read, reply.usage.output) == (23, 100, 45)


def test_a_transient_failure_of_the_stream_is_tried_again():
    with serving(refusal(503), streamed(SEALED)) as server:
        reply = model(server.url).summarize(ask(LIVE))
    assert [asked.path for asked in server.asked] == [V2, V2]
    assert reply.payload.version == "v2"
    assert [tried.status for tried in reply.tried] == [503]


def test_a_refused_key_is_not_tried_again():
    with serving(refusal(401, "auth_unavailable")) as server, pytest.raises(AuthenticationError):
        model(server.url).summarize(ask(LIVE))
    assert [asked.path for asked in server.asked] == [V2, V1]


def test_where_the_stream_folds_nothing_the_folding_address_is_asked():
    kept = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "build it"}]}
    with serving(by_path(refusal(400), compacted(kept, {"type": "reasoning", "summary": []}, SEALED))) as server:
        reply = model(server.url).summarize(ask(LIVE))
    assert [asked.path for asked in server.asked] == [V2, V1]
    assert server.asked[1].body == {"model": "gpt-5", "input": INPUT, "instructions": "You are an agent."}
    assert (reply.payload.version, read(reply.payload)) == ("v1", [kept, SEALED])
    assert [tried.status for tried in reply.tried] == [400]


def test_the_fold_before_leads_the_next_one_and_is_replaced_by_it():
    before = Payload("openai", (json.dumps(USER), json.dumps(SEALED)))
    live = Live(payload=before, folded=items(user("and the lexer"), agent("done")))
    newer = {**SEALED, "id": "cmp_2"}
    with serving(by_path(refusal(400), compacted(newer))) as server:
        reply = model(server.url).summarize(ask(live))
    assert [item.get("id") or item["role"] for item in server.asked[1].body["input"]] == [
        "user",
        "cmp_1",
        "user",
        "assistant",
    ]
    assert read(reply.payload) == [newer]


def test_a_summary_that_can_be_read_leads_the_first_fold():
    live = Live(previous="<summary>so far</summary>", folded=TALK)
    with serving(streamed(SEALED)) as server:
        model(server.url).summarize(ask(live))
    assert server.asked[0].body["input"][0]["content"][0]["text"] == "<summary>so far</summary>"


def test_without_a_system_prompt_the_service_gets_that_of_a_summariser():
    with serving(streamed(SEALED)) as server:
        model(server.url).summarize(ask(Live(folded=TALK)))
    body = server.asked[0].body
    assert body["instructions"] == "You summarise."
    assert not {"tools", "tool_choice", "prompt_cache_key"} & body.keys()


@pytest.mark.parametrize(
    ("stream", "compact", "error"),
    [
        (refusal(500), refusal(401), OverloadedError),
        (refusal(401), refusal(500), OverloadedError),
        (refusal(400, "context_length_exceeded"), refusal(404), ProviderError),
        (streamed(), compacted(), MalformedAnswerError),
        (streamed(SEALED, SEALED), compacted({"type": "compaction"}), MalformedAnswerError),
        (streamed({"type": "compaction"}), compacted(USER), MalformedAnswerError),
        (streamed(SEALED, ending="response.failed"), refusal(404), ProviderError),
        (Answer(streamed(SEALED).chunks[:2]), refusal(404), ProviderError),
    ],
)
def test_where_no_way_leads_anywhere_the_error_is_not_hidden_by_a_refused_key(stream, compact, error):
    with serving(by_path(stream, compact)) as server, pytest.raises(error) as caught:
        model(server.url, attempts=1).summarize(ask(LIVE))
    assert [asked.path for asked in server.asked] == [V2, V1]
    assert len(caught.value.tried) == 2


def test_an_answer_that_does_not_stream_is_read_as_well():
    response = {"status": "completed", "output": [SEALED], "usage": USAGE}
    with serving(Answer((json.dumps(response).encode(),), kind="application/json")) as server:
        reply = model(server.url).summarize(ask(LIVE))
    assert (read(reply.payload), reply.payload.version) == ([USER, SEALED], "v2")


def test_what_does_not_fit_the_model_is_not_sent():
    live = Live(folded=items(user("word " * 20_000)))
    with (
        serving(streamed(SEALED)) as server,
        pytest.raises(ContextOverflowError, match="does not fit the 8,192 tokens"),
    ):
        model(server.url, name="gpt-4").summarize(ask(live))
    assert server.asked == []


def test_the_newest_results_give_way_where_that_makes_it_fit():
    live = Live(folded=items(user("go"), calls("a"), result("a", "x" * 100_000)))
    with serving(streamed(SEALED)) as server:
        model(server.url, name="gpt-4").summarize(ask(live))
    assert server.asked[0].body["input"][2]["output"].startswith("(this output was cut")


def test_silence_ends_with_the_deadline():
    with serving(Answer(ending="stall")) as server, pytest.raises(NetworkError, match=r"no answer within 0\.05 s"):
        model(server.url, total=0.05).summarize(ask(LIVE))


def test_an_abort_is_never_an_answer_and_never_a_failure():
    with serving(Answer(ending="stall")) as server:
        asked = model(server.url)
        threading.Thread(target=lambda: server.stalled.wait(9) and asked.cancel(), daemon=True).start()
        with pytest.raises(CompactionCancelledError):
            asked.summarize(ask(LIVE))
    assert [one.path for one in server.asked] == [V2]


def test_a_chain_asks_for_it_only_those_whose_folds_the_first_can_read():
    other = provider("anthropic:claude-3-5-haiku-latest", base_url="http://127.0.0.1:9", key="x")
    with serving(refusal(400)) as first, serving(streamed(SEALED)) as second:
        chain = Chain([model(first.url), other, model(second.url)])
        assert chain.limits.native == "openai"
        reply = chain.summarize(ask(LIVE))
    assert len(first.asked) == 2
    assert [tried.summariser for tried in reply.tried] == ["openai-responses:gpt-5"] * 2
    assert reply.payload.provider == "openai"
