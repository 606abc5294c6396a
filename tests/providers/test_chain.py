import asyncio

import pytest
from msgspec.structs import replace

from builders import Words, agent, session, user
from foldline import CompactionSettings, compact
from foldline.core.requests import Limits, SummaryReply, SummaryRequest, Tried
from foldline.errors import (
    AuthenticationError,
    ContextOverflowError,
    OverloadedError,
    RateLimitedError,
    SettingsError,
)
from foldline.providers.chain import Chain
from foldline.providers.scripted import ScriptedProvider

REQUEST = SummaryRequest("full", "system", "prompt", 100)


class Async:
    name = "async"

    def summarize(self, request):
        raise AssertionError(request)

    async def asummarize(self, request):
        return SummaryReply(f"async {request.kind}", by="async:inner")


def down(error, name="down"):
    return ScriptedProvider([error], name=name)


def test_the_first_that_answers_writes_and_the_others_are_listed():
    tried = (Tried("down", "busy", 503), Tried("down", "busy", 503))
    chain = Chain([down(OverloadedError("busy", tried=tried)), ScriptedProvider(["text"], name="up")])
    reply = chain.summarize(REQUEST)
    assert (chain.name, reply.text, reply.by, reply.tried) == ("down, up", "text", "up", tried)


def test_when_nobody_answers_the_last_error_tells_of_all():
    chain = Chain([down(OverloadedError("busy", status=503)), down(AuthenticationError("no key"), "second")])
    with pytest.raises(AuthenticationError) as caught:
        chain.summarize(REQUEST)
    assert caught.value.tried == (Tried("down", "busy", 503), Tried("second", "no key"))


def test_on_an_event_loop_plain_providers_get_a_thread():
    chain = Chain([down(OverloadedError("busy")), Async()])
    assert asyncio.run(chain.asummarize(REQUEST)).by == "async:inner"
    alone = Chain([ScriptedProvider(["text"], name="up")])
    assert asyncio.run(alone.asummarize(REQUEST)).by == "up"


def test_a_chain_has_a_model():
    with pytest.raises(SettingsError, match="no models"):
        Chain([])


def test_cancelling_a_chain_cancels_who_can_be_cancelled():
    class Stoppable(ScriptedProvider):
        stopped = False

        def cancel(self):
            self.stopped = True

    stoppable = Stoppable([])
    Chain([ScriptedProvider([]), stoppable]).cancel()
    assert stoppable.stopped


class Sized(ScriptedProvider):
    def __init__(self, limits, replies=()):
        super().__init__(replies, name="sized")
        self.limits = limits


@pytest.mark.parametrize("order", [1, -1])
def test_where_one_was_sent_too_much_a_shorter_prompt_may_do_whoever_was_last(order):
    models = [down(ContextOverflowError("long"), "small"), down(RateLimitedError("busy"), "large")][::order]
    with pytest.raises(ContextOverflowError) as caught:
        Chain(models).summarize(REQUEST)
    assert {entry.summariser for entry in caught.value.tried} == {"small", "large"}


def test_a_chain_plans_with_the_window_of_its_first_and_the_caps_of_all():
    chain = Chain(
        [
            Sized(Limits(200_000, 64_000, "first")),
            ScriptedProvider([]),
            Sized(Limits(32_768, 8_192, "third", takes_reasoning=False)),
        ]
    )
    limits = chain.limits
    assert (limits.window, limits.output, limits.model, limits.takes_reasoning) == (200_000, 8_192, "first", False)
    assert Chain([ScriptedProvider([])]).limits == Limits()


def test_who_wrote_what_was_not_accepted_is_passed_over():
    chain = Chain([ScriptedProvider(["bad"], name="first"), ScriptedProvider(["good", "good"], name="second")])
    assert [chain.summarize(REQUEST).others, chain.summarize(replace(REQUEST, skip=("first",))).others] == [True, False]
    assert chain.summarize(replace(REQUEST, skip=("first",))).by == "second"


def test_a_chain_in_which_all_are_passed_over_asks_all_the_same():
    assert Chain([ScriptedProvider(["text"], name="one")]).summarize(replace(REQUEST, skip=("one",))).text == "text"


def test_a_model_whose_texts_are_refused_gives_way_to_the_next():
    chain = Chain(
        [
            ScriptedProvider(["", "Sure, I will.", "", ""], name="first"),
            ScriptedProvider(["## Goal\nShip.", "I shipped."], name="second"),
        ]
    )
    talk = session(user("please " + "word " * 900), agent("done " * 900), user("and now?"), agent("Soon."))
    made = compact(talk, CompactionSettings(keep_recent_tokens=300), counter=Words(), provider=chain)
    assert (made.summarised_by, made.short_summary) == ("second", "I shipped.")
    assert [attempt.summariser for attempt in made.attempts] == ["first", "first", "second"] * 2
