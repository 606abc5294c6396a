"""Handing a conversation over through the library, plainly and on an event loop."""

import asyncio

import pytest

from builders import Words, agent, session, user
from foldline import CompactionSettings, ScriptedProvider, Status, ahandoff, handoff
from foldline.errors import CompactionCancelledError, ProviderError, SummarizationError

GOOD = "## Goal\nShip it."


def plainly(*arguments, **more):
    return handoff(*arguments, counter=Words(), **more)


def on_a_loop(*arguments, **more):
    return asyncio.run(ahandoff(*arguments, counter=Words(), **more))


def talk():
    return session(user("Ship it, and never push."), agent("Shipped."))


either = pytest.mark.parametrize("hand", [plainly, on_a_loop])


@either
def test_a_document_is_written_and_the_session_is_as_it_was(hand):
    source = talk()
    made = hand(source, provider=ScriptedProvider([GOOD]))
    assert made.document.startswith(GOOD)
    assert "never push" in made.document
    assert len(source) == 2


@either
def test_the_focus_of_the_call_wins_over_that_of_the_settings(hand):
    asked = ScriptedProvider([GOOD])
    hand(talk(), CompactionSettings(focus="the tests"), focus="the release", provider=asked)
    assert "Additional focus: the release" in asked.requests[0].prompt
    assert "the tests" not in asked.requests[0].prompt


@either
def test_without_a_fallback_a_failure_names_the_text(hand):
    down = ScriptedProvider([ProviderError("down", status=503)])
    with pytest.raises(SummarizationError, match="Handoff generation failed: down") as caught:
        hand(talk(), CompactionSettings(fallback="none"), provider=down)
    assert (caught.value.stage, caught.value.status) == ("Handoff generation", 503)


class Stopped:
    name = "stopped"

    def summarize(self, _request):
        raise CompactionCancelledError("stopped by you")


@either
def test_a_stop_is_an_outcome(hand):
    made = hand(talk(), provider=Stopped())
    assert (made.status, made.document) == (Status.CANCELLED, "")
