"""A provider's own fold as one request of the pipeline."""

import pytest

from builders import items, run, user
from core.test_pipeline import REPLY, job, plain, split
from foldline.core.messages import Usage
from foldline.core.pipeline import fold
from foldline.core.remote.live import Live
from foldline.core.remote.payload import Payload
from foldline.core.requests import SummaryFailure, SummaryReply, Tried
from foldline.core.result import Status

PAYLOAD = Payload("openai", ('{"type":"compaction","encrypted_content":"gAAAA"}',), used_tokens=123)
SEALED = SummaryReply("", usage=Usage(input=123), payload=PAYLOAD, tried=(Tried("me", "busy", 503),))
SHORT = SummaryReply("I shipped.")


def native(source, **settings):
    made = job(source, summariser="me", **settings)
    return made._replace(live=Live(head=made.plan.head, folded=made.plan.folded))


def test_it_is_one_request_with_the_live_conversation_and_the_instruction():
    ((request,),), folded = run(fold(native(plain())), (SEALED,))
    assert (request.kind, request.max_tokens) == ("native", 13_107)
    assert request.live.folded == native(plain()).plan.folded
    assert "## Goal" in request.prompt
    assert "<conversation>" not in request.prompt
    assert folded.status is Status.COMPACTED


def test_the_result_tells_who_was_asked_and_what_came():
    _, folded = run(fold(native(plain())), (SEALED,))
    told = [(one.kind, one.summariser, one.outcome, one.status) for one in folded.attempts]
    assert told == [("native", "me", "busy", 503), ("native", "me", "accepted", None)]
    assert (folded.method, folded.payload, folded.short_summary) == ("remote", PAYLOAD, "Remote compaction")


def test_a_split_turn_needs_no_text_of_its_own():
    asked, folded = run(fold(native(split())), (SEALED,))
    assert len(asked) == 1
    assert folded.is_split_turn


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        (SummaryFailure("down", 500), "down"),
        (SummaryReply("## Goal"), "it holds nothing that the provider made"),
        (SummaryReply("", payload=Payload("openai", ())), "it holds nothing that the provider made"),
        (SummaryReply("Sure! Let me look.", payload=PAYLOAD), "it answers the conversation instead of summarising it"),
    ],
)
def test_where_nothing_usable_comes_the_texts_are_asked_for(reply, outcome):
    asked, folded = run(fold(native(plain())), (reply,), (REPLY,), (SHORT,))
    assert [request.kind for requests in asked for request in requests] == ["native", "full", "short"]
    assert (folded.attempts[0].kind, folded.attempts[0].outcome) == ("native", outcome)
    assert (folded.method, folded.payload) == ("model", None)


def test_a_failure_that_lists_its_tries_is_the_last_of_them():
    failure = SummaryFailure("down", 500, tried=(Tried("me", "first", 500), Tried("me", "second", 404)))
    _, folded = run(fold(native(plain())), (failure,), (REPLY,), (SHORT,))
    assert [one.outcome for one in folded.attempts[:2]] == ["first", "second"]


def test_where_it_fails_the_fold_is_made_from_the_originals():
    other = job(split(), summariser="me")
    made = native(plain())._replace(expanded=lambda: other)
    asked, folded = run(fold(made), (SummaryFailure("down"),), (REPLY, REPLY), (SHORT,))
    assert {request.kind for request in asked[1]} == {"full", "turn_prefix"}
    assert folded.is_split_turn
    assert folded.attempts[0].kind == "native"


def test_where_nobody_writes_in_its_place_the_failure_is_told_too():
    made = native(plain(), fallback="none")
    _, folded = run(fold(made), (SummaryFailure("down"),), (SummaryFailure("down too"),))
    assert folded.status is Status.SUMMARY_FAILED
    assert [one.kind for one in folded.attempts] == ["native", "full"]


def test_without_redaction_the_live_request_goes_as_it_is():
    made = native(plain(), redaction=False)
    ((request,),), _ = run(fold(made), (SEALED,))
    assert request.live is made.live


def test_what_the_summary_before_names_is_not_invented():
    reply = SummaryReply("## Goal\nShip src/old/parse.py.", payload=Payload("anthropic", ("{}",)))
    made = native(plain())
    made = made._replace(live=Live(previous="about src/old/parse.py", folded=items(user())))
    _, folded = run(fold(made), (reply,))
    assert folded.prose == "## Goal\nShip src/old/parse.py."
