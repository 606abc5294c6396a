import asyncio
import logging
import pickle
import traceback
from threading import Thread

import pytest
from msgspec.structs import replace

from foldline.core.messages import Usage
from foldline.core.requests import SummaryRequest
from foldline.errors import (
    AuthenticationError,
    BadRequestError,
    CompactionCancelledError,
    ContextOverflowError,
    MalformedAnswerError,
    NetworkError,
    OverloadedError,
    ProviderError,
    RateLimitedError,
    RefusedError,
)
from foldline.providers.http import HttpProvider, Options, Timeouts
from foldline.providers.registry import provider
from foldline.providers.retry import Pace
from providers.wire_answers import MODELS, SUMMARY, WIRES, Answer, answer, cut, failure, faults, stream, whole
from providers.wire_server import serving

KEY = "sk-test-0123456789abcdef"
REQUEST = SummaryRequest("full", "You summarise.", "<conversation>\nhi\n</conversation>", 2_000)
EXPECTED = {
    "429 with hint": (RateLimitedError, 429, 3),
    "500": (OverloadedError, 500, 3),
    "529": (OverloadedError, 529, 3),
    "401": (AuthenticationError, 401, 1),
    "refused": (RefusedError, None, 1),
    "overflow": (ContextOverflowError, 400, 1),
    "timeout": (NetworkError, None, 3),
    "disconnect": (NetworkError, None, 3),
    "truncated stream": (MalformedAnswerError, None, 3),
    "malformed chunk": (MalformedAnswerError, None, 3),
    "stall": (NetworkError, None, 3),
    "HTML": (MalformedAnswerError, 200, 3),
}


class Slept:
    """Waits for nothing and remembers for how long it should have."""

    def __init__(self):
        self.waits = []

    async def sleep(self, seconds):
        self.waits.append(seconds)

    @property
    def pace(self):
        return Pace(self.sleep, lambda: 0.0, lambda: 0.0)


def model(wire, url, slept=None, **options):
    """A provider that asks the test's server, as the vendor's own is asked."""
    made = provider(f"{wire}:{MODELS[wire]}", base_url=url, key=KEY)
    options.setdefault("timeouts", Timeouts(stall=10))
    return HttpProvider(made.service, made.model, Options(pace=(slept or Slept()).pace, **options))


@pytest.mark.parametrize("wire", WIRES)
def test_a_streamed_text_comes_with_its_usage(wire):
    with serving(answer(wire, SUMMARY)) as server:
        reply = model(wire, server.url).summarize(REQUEST)
    assert (reply.text, reply.finish_reason) == (SUMMARY, "stop")
    assert (reply.usage.input, reply.usage.cache_read, reply.usage.output) == (60, 40, 20)
    assert reply.by == f"{wire}:{MODELS[wire]}"
    assert reply.tried == ()


@pytest.mark.parametrize("wire", WIRES)
def test_who_listens_hears_the_text_grow_and_begin_anew_with_each_try(wire):
    heard = []
    broken = Answer((*cut(wire, "## Goal\nHalf of another text."),), ending="disconnect")
    with serving(broken, answer(wire, SUMMARY)) as server:
        model(wire, server.url, heard=lambda request, text: heard.append((request, text))).summarize(REQUEST)
    texts = [text for _, text in heard]
    assert {request for request, _ in heard} == {REQUEST}
    assert texts[-1] == SUMMARY
    assert all(SUMMARY.startswith(text) or "Half of another text.".startswith(text[8:]) for text in texts)


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize("streams", [True, False])
def test_a_whole_answer_says_the_same(wire, streams):
    with serving(whole(wire, SUMMARY)) as server:
        reply = model(wire, server.url, stream=streams).summarize(REQUEST)
    assert (reply.text, reply.usage) == (SUMMARY, Usage(input=60, output=20, cache_read=40))


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize("fault", EXPECTED)
def test_a_failure_is_told_by_status_and_code(wire, fault):
    kind, status, tries = EXPECTED[fault]
    with serving(faults(wire)[fault]) as server:
        with pytest.raises(kind) as caught:
            model(wire, server.url, timeouts=Timeouts(stall=0.2 if kind is NetworkError else 10)).summarize(REQUEST)
        assert len(server.asked) == tries
    assert type(caught.value) is kind
    assert caught.value.status == status
    assert [tried.status for tried in caught.value.tried] == [status] * tries


@pytest.mark.parametrize("wire", WIRES)
def test_a_text_that_used_all_its_room_was_cut_whatever_the_service_says(wire):
    with serving(answer(wire, SUMMARY)) as server:
        replies = [
            model(wire, server.url, effort="off").summarize(SummaryRequest("full", "s", "p", room)) for room in (20, 21)
        ]
    assert [reply.finish_reason for reply in replies] == ["length", "stop"]


@pytest.mark.parametrize("wire", WIRES)
def test_after_a_failure_the_buffer_is_empty(wire):
    broken = Answer((*cut(wire, "## Goal\nHalf of another text."),), ending="disconnect")
    with serving(broken, answer(wire, SUMMARY)) as server:
        reply = model(wire, server.url).summarize(REQUEST)
    assert reply.text == SUMMARY
    assert [tried.summariser for tried in reply.tried] == [f"{wire}:{MODELS[wire]}"]


@pytest.mark.parametrize("wire", WIRES)
def test_a_connection_that_breaks_behind_the_finish_reason_costs_nothing(wire):
    with serving(Answer(tuple(stream(wire, SUMMARY)), ending="disconnect")) as server:
        assert model(wire, server.url).summarize(REQUEST).text == SUMMARY


@pytest.mark.parametrize("wire", WIRES)
def test_a_service_that_says_how_long_to_wait_is_waited_for(wire):
    slept = Slept()
    with serving(failure(wire, 429), failure(wire, 500), answer(wire, SUMMARY)) as server:
        reply = model(wire, server.url, slept).summarize(REQUEST)
    assert slept.waits == [7.0, 1.0]
    assert [tried.status for tried in reply.tried] == [429, 500]


def test_a_wait_that_is_too_long_is_no_wait():
    slept = Slept()
    with serving(failure("openai", 429)._replace(headers=(("retry-after", "31"),))) as server:
        with pytest.raises(RateLimitedError):
            model("openai", server.url, slept).summarize(REQUEST)
        assert len(server.asked) == 1
    assert slept.waits == []


def test_a_service_that_fails_three_times_in_a_row_rests():
    with serving(failure("openai", 500)) as server:
        asked = model("openai", server.url)
        for _ in range(3):
            with pytest.raises(OverloadedError, match="The server had an error"):
                asked.summarize(REQUEST)
        with pytest.raises(OverloadedError, match="was not asked"):
            asked.summarize(REQUEST)
        assert len(server.asked) == 9


@pytest.mark.parametrize("wire", WIRES)
def test_an_error_inside_a_stream_is_an_error(wire):
    error = b'data: {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}\n\n'
    with serving(Answer((*cut(wire, SUMMARY), error)), answer(wire, SUMMARY)) as server:
        reply = model(wire, server.url).summarize(REQUEST)
    assert "Overloaded" in reply.tried[0].reason


def test_nobody_listens_at_the_address():
    with serving(answer("openai", SUMMARY)) as server:
        url = server.url
    with pytest.raises(NetworkError, match="the connection failed"):
        model("openai", url).summarize(REQUEST)


@pytest.mark.parametrize("url", ["ftp://127.0.0.1", "http://", "nowhere"])
def test_an_address_that_is_none_is_said(url):
    with pytest.raises(BadRequestError, match="is no URL"):
        model("openai", url).summarize(REQUEST)


def test_a_text_that_trickles_for_ever_ends_with_the_budget():
    with serving(Answer(tuple(cut("openai", SUMMARY)), ending="stall")) as server:
        slow = model("openai", server.url, timeouts=Timeouts(stall=10, total=0.2))
        with pytest.raises(NetworkError, match=r"no answer within 0\.2 s"):
            slow.summarize(REQUEST)


@pytest.mark.parametrize("status", [301, 302, 307])
def test_a_redirect_is_not_followed(status):
    moved = Answer(status=status, headers=(("location", "http://127.0.0.1:1/"),))
    with serving(moved) as server, pytest.raises(MalformedAnswerError) as caught:
        model("openai", server.url).summarize(REQUEST)
    assert caught.value.status == status


def test_an_answer_without_end_is_not_read_to_its_end():
    chunk = b"data: " + b"x" * 1_000_000 + b"\n"
    with serving(Answer((chunk,) * 20)) as server, pytest.raises(MalformedAnswerError, match="longer than"):
        model("openai", server.url, timeouts=Timeouts()).summarize(REQUEST)


def test_a_cancel_from_another_thread_ends_it_at_once_and_for_good():
    with serving(Answer(tuple(cut("openai", SUMMARY)), ending="stall")) as server:
        asked = model("openai", server.url, timeouts=Timeouts())
        Thread(target=lambda: (server.stalled.wait(5), asked.cancel())).start()
        for _ in range(2):
            with pytest.raises(CompactionCancelledError):
                asked.summarize(REQUEST)
        assert len(server.asked) == 1


def test_a_cancelled_task_stays_cancelled():
    async def cancelled(asked, server):
        task = asyncio.create_task(asked.asummarize(REQUEST))
        await asyncio.to_thread(server.stalled.wait, 5)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    with serving(Answer(tuple(cut("anthropic", SUMMARY)), ending="stall")) as server:
        asyncio.run(cancelled(model("anthropic", server.url, timeouts=Timeouts()), server))
        assert len(server.asked) == 1


def test_code_that_runs_inside_an_event_loop_may_ask_as_well():
    async def inside(asked):
        return asked.summarize(REQUEST)

    with serving(answer("google", SUMMARY)) as server:
        assert asyncio.run(inside(model("google", server.url))).text == SUMMARY


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize("status", [200, 401, 500])
def test_a_key_is_never_shown(wire, status, caplog):
    caplog.set_level(logging.DEBUG)
    said = Answer((f'{{"error": {{"message": "no such key {KEY}"}}}}'.encode(),), status, "application/json")
    with serving(said) as server:
        asked = model(wire, server.url)
        with pytest.raises(ProviderError) as caught:
            asked.summarize(REQUEST)
        assert any(KEY in value for value in server.asked[0].headers.values())
        assert KEY not in server.asked[0].path
    shown = [caplog.text, repr(asked), repr(vars(asked)), "".join(traceback.format_exception(caught.value))]
    shown += [str(caught.value), caught.value.provider_message, *(tried.reason for tried in caught.value.tried)]
    assert not any(KEY in text for text in shown)
    assert KEY.encode() not in pickle.dumps(asked.service.key)


def test_a_prompt_with_half_a_character_is_sent():
    with serving(answer("openai", SUMMARY)) as server:
        model("openai", server.url).summarize(SummaryRequest("full", "s", "lone \ud83d here", 10))
        assert server.asked[0].body["messages"][1]["content"] == "lone \ud83d here"


def test_the_room_is_never_more_than_the_model_has():
    with serving(answer("anthropic", SUMMARY)) as server:
        model("anthropic", server.url, output_cap=1_000).summarize(REQUEST)
        assert server.asked[0].body["max_tokens"] == 1_000


@pytest.mark.parametrize(
    ("wire", "path", "header"),
    [
        ("openai", "/chat/completions", ("authorization", f"Bearer {KEY}")),
        ("openai-responses", "/responses", ("authorization", f"Bearer {KEY}")),
        ("anthropic", "/messages", ("x-api-key", KEY)),
        ("google", "/models/gemini-2.0-flash:streamGenerateContent?alt=sse", ("x-goog-api-key", KEY)),
    ],
)
def test_each_wire_has_its_address_and_its_header(wire, path, header):
    with serving(answer(wire, SUMMARY)) as server:
        model(wire, server.url).summarize(REQUEST)
    assert server.asked[0].path == path
    assert header in server.asked[0].headers.items()


def test_a_text_that_was_cut_is_asked_for_with_little_thinking():
    with serving(answer("anthropic", SUMMARY)) as server:
        made = provider("anthropic:claude-opus-4-6", base_url=server.url, key=KEY)
        for request in (REQUEST, replace(REQUEST, think_less=True)):
            made.summarize(request)
        efforts = [asked.body["output_config"]["effort"] for asked in server.asked]
    assert efforts == ["high", "low"]


@pytest.mark.parametrize(
    ("name", "limits"),
    [
        ("anthropic:claude-sonnet-4-5", (200_000, 64_000, False)),
        ("openai:gpt-4.1", (1_047_576, 32_768, True)),
        ("openai-compatible:house-model@http://127.0.0.1:1/v1", (128_000, None, True)),
    ],
)
def test_a_model_tells_what_it_takes_and_gives(name, limits):
    told = provider(name, key=KEY).limits
    assert (told.window, told.output, told.takes_reasoning) == limits
    assert told.model == name.partition(":")[2].partition("@")[0]
