import asyncio
from threading import Barrier, Thread

import pytest

from foldline.core.requests import SummaryReply, SummaryRequest
from foldline.drivers import adrive, drive
from foldline.errors import CompactionCancelledError, ContextOverflowError, ProviderError
from foldline.providers.scripted import ScriptedProvider

ROUND = (SummaryRequest("full", "system", "first", 9), SummaryRequest("turn_prefix", "system", "second", 9))


def asking(*requests):
    return (yield requests)


class Meeting:
    """Answers nobody before all of a round have asked."""

    name = "meeting"

    def __init__(self):
        self._met = Barrier(2, timeout=10)

    def summarize(self, request):
        self._met.wait()
        return SummaryReply(request.prompt)


class Waiting:
    """Waits for the first text for ever, and is stopped while it asks for the second."""

    name = "waiting"

    def __init__(self):
        self.ended = False

    def summarize(self, request):
        raise AssertionError(request)

    async def asummarize(self, request):
        if request.prompt == "second":
            raise CompactionCancelledError("stopped")
        try:
            await asyncio.Event().wait()
        finally:
            self.ended = True


def in_a_loop(steps, provider):
    return asyncio.run(adrive(steps, provider))


def inside_a_loop(steps, provider):
    async def blocking():
        return drive(steps, provider)

    return asyncio.run(blocking())


@pytest.mark.parametrize("run", [drive, in_a_loop, inside_a_loop])
def test_the_texts_of_a_round_are_asked_for_side_by_side_and_come_in_order(run):
    assert [reply.text for reply in run(asking(*ROUND), Meeting())] == ["first", "second"]


@pytest.mark.parametrize("run", [drive, in_a_loop, inside_a_loop])
def test_a_provider_that_wants_it_so_is_asked_in_turn(run):
    provider = ScriptedProvider(["one", "two"])
    assert [reply.text for reply in run(asking(*ROUND), provider)] == ["one", "two"]
    assert provider.requests == list(ROUND)


@pytest.mark.parametrize("run", [drive, in_a_loop, inside_a_loop])
def test_a_cancel_ends_every_call_of_the_round(run):
    provider = Waiting()
    with pytest.raises(CompactionCancelledError, match="stopped"):
        run(asking(*ROUND), provider)
    assert provider.ended


def test_a_cancel_from_another_thread_ends_a_round_that_plain_code_waits_for():
    from foldline.providers.running import Stop

    stop, begun = Stop(), Barrier(3, timeout=10)

    class Stoppable(Waiting):
        async def asummarize(self, request):
            async def for_ever():
                await asyncio.to_thread(begun.wait)
                await asyncio.Event().wait()

            return await stop.watch(for_ever())

    def stopping():
        begun.wait()
        stop.stop()

    thread = Thread(target=stopping)
    thread.start()
    with pytest.raises(CompactionCancelledError):
        drive(asking(*ROUND), Stoppable())
    thread.join()


@pytest.mark.parametrize("run", [drive, in_a_loop])
@pytest.mark.parametrize(("error", "overflow"), [(ContextOverflowError("long"), True), (ProviderError("busy"), False)])
def test_a_failure_says_whether_a_shorter_prompt_may_do(run, error, overflow):
    (failure,) = run(asking(ROUND[0]), ScriptedProvider([error]))
    assert (failure.reason, failure.overflow) == (str(error), overflow)


def test_without_a_provider_there_is_no_answer():
    assert {reply.reason for reply in drive(asking(*ROUND), None)} == {"there is no provider"}
