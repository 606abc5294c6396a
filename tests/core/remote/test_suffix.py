"""Which requests carry the live conversation, and which of it."""

from builders import run
from core.test_pipeline import REPLY, job, plain, split
from foldline.core.pipeline import fold
from foldline.core.remote.live import Live
from foldline.core.requests import Limits, SummaryReply

SHORT = SummaryReply("I shipped.")


def cached(source, limits=None, **settings):
    made = job(source, summariser="me", **settings)._replace(limits=limits or Limits())
    return made._replace(cached=Live(head=made.plan.head, folded=made.plan.folded, wire="openai_chat"))


def test_the_summary_of_the_history_carries_what_it_is_about_and_the_prompt_alone():
    made = cached(split())
    asked, _ = run(fold(made), (REPLY, REPLY), (SHORT,))
    history, turn = asked[0]
    assert history.live.folded == made.plan.to_summarize
    assert turn.live.folded == made.plan.folded
    assert "<conversation>" in history.prompt
    assert "<conversation>\n" not in history.instruction
    assert "about the last turn alone" in turn.instruction
    assert "about the last turn alone" not in history.instruction


def test_the_short_summary_does_not():
    asked, _ = run(fold(cached(plain())), (REPLY,), (SHORT,))
    assert asked[1][0].live is None


def test_what_does_not_fit_the_summariser_goes_without():
    asked, _ = run(fold(cached(plain(), Limits(window=3_000))), (REPLY,), (REPLY,), (SHORT,))
    assert [request.live for requests in asked for request in requests] == [None] * 3


def test_the_reason_of_a_refusal_is_in_the_next_instruction():
    asked, _ = run(fold(cached(plain())), (SummaryReply("Sure!"),), (REPLY,), (SHORT,))
    assert "answers the conversation" in asked[1][0].instruction


def test_without_redaction_it_goes_as_it_is():
    made = cached(plain(), redaction=False)
    asked, _ = run(fold(made), (REPLY,), (SHORT,))
    assert asked[0][0].live == made.cached


def test_without_a_live_request_nothing_changes():
    asked, _ = run(fold(job(plain(), summariser="me")), (REPLY,), (SHORT,))
    assert (asked[0][0].live, asked[0][0].instruction) == (None, "")
