import asyncio

import pytest

from foldline.core.requests import SummaryReply, SummaryRequest, Tried
from foldline.errors import AuthenticationError, OverloadedError, SettingsError
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
