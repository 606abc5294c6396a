"""Every fault on every wire in every text of a fold: the session stays whole and the fold is valid all the same."""

import pytest

from builders import Words, agent, calls, result, session, user
from foldline import CompactionSettings, Status, compact
from foldline.core.cut_rules import faults as invalid
from foldline.core.cut_rules import lay_out
from foldline.errors import SummarizationError
from foldline.providers.chain import Chain
from foldline.providers.http import HttpProvider, Options, Timeouts
from foldline.providers.registry import provider
from foldline.providers.retry import Pace, RetryPolicy
from providers.wire_answers import MODELS, WIRES, answer, faults
from providers.wire_server import serving

KEEP = CompactionSettings(keep_recent_tokens=300, effort="off")
KINDS = {"full": 13_107, "turn_prefix": 8_192, "short": 512}
"""What each text may take tells which one is asked for."""
GOOD = {13_107: "## Goal\nShip.", 8_192: "## Original Request\nBuild it.", 512: "I shipped the parser."}
AFTER_A_CUT = {16_384: 13_107, 12_288: 8_192, 768: 512}
"""A text that was cut is asked for again with more room."""
CAP_FIELDS = ("max_tokens", "max_output_tokens")
FAULTS = tuple(faults("openai"))
TRIED_AGAIN = {"empty", "length", "reply instead of summary"}
"""Refused by the checks, not by the service: asked for once more with the reason."""
SILENT = {"timeout", "stall"}
"""Tried once here, so that nobody waits long; `test_http` tries them again."""
NEVER_AGAIN = {"401", "refused", "overflow"}
REASONS = {
    "429 with hint": "takes no more requests",
    "500": "failed or is too busy",
    "529": "failed or is too busy",
    "401": "does not take the key",
    "refused": "declined to answer",
    "overflow": "does not take a prompt of this size",
    "timeout": "no answer in time",
    "disconnect": "the connection failed",
    "truncated stream": "without a finish reason",
    "malformed chunk": "is no JSON object",
    "stall": "no answer in time",
    "empty": "it is empty",
    "length": "finish reason 'length'",
    "reply instead of summary": "answers the conversation",
    "HTML": "web page",
}


def words(count, stem):
    return " ".join(f"{stem}{number}" for number in range(count))


def talk():
    """A past to fold, and a newest turn so long that its beginning is folded as well."""
    return session(
        user("please do " + words(900, "ask")),
        agent(words(900, "did")),
        user("and now the parser"),
        calls("a"),
        result("a", words(900, "out")),
        agent(words(200, "so")),
    )


async def no_wait(_seconds):
    pass


def model(wire, url, fault=""):
    """A provider that asks the test's server; patient, unless silence is what is tested."""
    made = provider(f"{wire}:{MODELS[wire]}", base_url=url, key="sk-test-0123456789")
    pace = Pace(no_wait, lambda: 0.0, lambda: 0.0)
    silent = fault in SILENT
    timeouts, retry = Timeouts(stall=0.3 if silent else 10), RetryPolicy(attempts=1 if silent else 3)
    options = Options(effort="off", timeouts=timeouts, pace=pace, retry=retry)
    return HttpProvider(made.service, made.model, options)


def cap_of(body):
    config = body.get("generationConfig", {})
    cap = config.get("maxOutputTokens") or next(body[name] for name in CAP_FIELDS if name in body)
    return AFTER_A_CUT.get(cap, cap)


def failing(wire, fault, kind):
    """Answers every text but one; that one fails."""

    def answered(asked):
        cap = cap_of(asked.body)
        return faults(wire)[fault] if cap == KINDS[kind] else answer(wire, GOOD[cap])

    return answered


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("wire", WIRES)
def test_a_fold_survives_every_fault(wire, fault, kind):
    source = talk()
    before = source.history()
    with serving(failing(wire, fault, kind)) as server:
        made = compact(source, KEEP, counter=Words(), provider=model(wire, server.url, fault))
        asked = [cap_of(one.body) for one in server.asked].count(KINDS[kind])
    assert made.status is Status.COMPACTED
    assert source.history() == before
    assert invalid(lay_out(made.messages)) == []
    failed = [attempt for attempt in made.attempts if attempt.kind == kind]
    tries = 1 if fault in NEVER_AGAIN | SILENT else 2 if fault in TRIED_AGAIN else 3
    assert (len(failed), asked) == (tries, tries)
    assert all(REASONS[fault] in attempt.outcome for attempt in failed)
    assert {attempt.outcome for attempt in made.attempts if attempt.kind != kind} == {"accepted"}
    written = GOOD[KINDS[kind]]
    assert written not in (made.short_summary if kind == "short" else made.prose)
    assert made.short_summary
    assert made.prose


@pytest.mark.parametrize("kind", ["full", "turn_prefix"])
@pytest.mark.parametrize("fault", FAULTS)
def test_without_a_fallback_the_error_says_stage_and_status(fault, kind):
    source = talk()
    before = source.history()
    settings = CompactionSettings(keep_recent_tokens=300, effort="off", fallback="none")
    with serving(failing("anthropic", fault, kind)) as server, pytest.raises(SummarizationError) as caught:
        compact(source, settings, counter=Words(), provider=model("anthropic", server.url, fault))
    assert caught.value.stage == {"full": "Summarization", "turn_prefix": "Turn prefix summarization"}[kind]
    assert str(caught.value).startswith(f"{caught.value.stage} failed: ")
    assert REASONS[fault] in str(caught.value)
    assert source.history() == before


@pytest.mark.parametrize("fault", [name for name in FAULTS if name not in TRIED_AGAIN])
def test_the_next_model_writes_where_one_fails(fault):
    with (
        serving(faults("openai")[fault]) as down,
        serving(lambda asked: answer("google", GOOD[cap_of(asked.body)])) as up,
    ):
        chain = Chain([model("openai", down.url, fault), model("google", up.url)])
        made = compact(talk(), KEEP, counter=Words(), provider=chain)
    assert made.summarised_by == "google:gemini-2.0-flash"
    assert made.attempts[0].summariser == "openai:gpt-4.1"
    assert REASONS[fault] in made.attempts[0].outcome
    assert [attempt.summariser for attempt in made.attempts if attempt.outcome == "accepted"] == [
        made.summarised_by
    ] * 3
