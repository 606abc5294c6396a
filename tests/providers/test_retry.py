import asyncio

import pytest

from foldline.core.requests import SummaryReply
from foldline.errors import (
    AuthenticationError,
    BadRequestError,
    ContextOverflowError,
    MalformedAnswerError,
    NetworkError,
    OverloadedError,
    ProviderError,
    RateLimitedError,
    RefusedError,
)
from foldline.providers.retry import Breaker, Pace, Retries, RetryPolicy

POLICY = RetryPolicy()


class World:
    """A clock that only moves when somebody sleeps."""

    def __init__(self, chance=0.0):
        self.now, self.waits = 0.0, []
        self.pace = Pace(self.sleep, lambda: self.now, lambda: chance)

    async def sleep(self, seconds):
        self.waits.append(seconds)
        self.now += seconds


class Script:
    def __init__(self, *outcomes):
        self.outcomes = list(outcomes)

    async def __call__(self):
        outcome = self.outcomes.pop(0)
        if isinstance(outcome, ProviderError):
            raise outcome
        return SummaryReply(outcome)


@pytest.mark.parametrize(("attempt", "least", "most"), [(1, 0.375, 0.5), (2, 0.75, 1.0), (6, 6.0, 8.0)])
def test_waits_double_up_to_a_cap_with_a_quarter_left_to_chance(attempt, least, most):
    many = RetryPolicy(attempts=9)
    assert many.wait(OverloadedError(), attempt, chance=0.0) == most
    assert many.wait(OverloadedError(), attempt, chance=1.0) == least


@pytest.mark.parametrize(("hint", "wait"), [(0.1, 0.5), (7.0, 7.0), (30.0, 30.0), (30.1, None)])
def test_a_hint_is_obeyed_up_to_half_a_minute(hint, wait):
    assert POLICY.wait(RateLimitedError(retry_after=hint), 1, chance=0.0) == wait


@pytest.mark.parametrize("kind", [RateLimitedError, OverloadedError, NetworkError, MalformedAnswerError])
def test_what_may_pass_is_tried_three_times(kind):
    waits = [POLICY.wait(kind(), attempt, chance=0.0) for attempt in (1, 2, 3)]
    assert waits == [0.5, 1.0, None]


@pytest.mark.parametrize(
    "kind", [AuthenticationError, ContextOverflowError, RefusedError, BadRequestError, ProviderError]
)
def test_what_will_not_pass_is_tried_once(kind):
    assert POLICY.wait(kind(), 1, chance=0.0) is None


def test_the_answer_tells_the_tries_before_it():
    world = World()
    retries = Retries("me", POLICY, world.pace, Breaker())
    reply = asyncio.run(retries.call(Script(OverloadedError("busy", status=503), "text")))
    assert [(tried.summariser, tried.reason, tried.status) for tried in reply.tried] == [("me", "busy", 503)]
    assert world.waits == [0.5]


def test_the_breaker_opens_after_three_calls_and_lets_one_through_after_a_while():
    world = World()
    retries = Retries("me", RetryPolicy(attempts=1), world.pace, Breaker(failures=3, rest=60))
    for _ in range(3):
        with pytest.raises(OverloadedError, match="busy"):
            asyncio.run(retries.call(Script(OverloadedError("busy"))))
    with pytest.raises(OverloadedError, match="was not asked: it failed 3 times in a row"):
        asyncio.run(retries.call(Script("never asked")))
    world.now = 61
    assert asyncio.run(retries.call(Script("back"))).text == "back"
    with pytest.raises(OverloadedError, match="busy"):
        asyncio.run(retries.call(Script(OverloadedError("busy"))))


def test_a_breaker_that_was_tried_in_vain_rests_again():
    world = World()
    retries = Retries("me", RetryPolicy(attempts=1), world.pace, Breaker(failures=1, rest=60))
    for now in (0, 61):
        world.now = now
        with pytest.raises(OverloadedError, match="busy"):
            asyncio.run(retries.call(Script(OverloadedError("busy"))))
    world.now = 100
    with pytest.raises(OverloadedError, match="was not asked"):
        asyncio.run(retries.call(Script("never asked")))


def test_what_is_the_callers_fault_opens_no_breaker():
    world = World()
    retries = Retries("me", POLICY, world.pace, Breaker(failures=1))
    for _ in range(2):
        with pytest.raises(ContextOverflowError):
            asyncio.run(retries.call(Script(ContextOverflowError("too long"))))
