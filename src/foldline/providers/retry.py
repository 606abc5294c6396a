"""When to ask again. The one owner of the budget of tries: nothing above or below it repeats a request.

The policy is values; time and chance come from a `Pace`, so that nothing has to wait to see it work.
"""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from foldline.core.requests import SummaryReply, Tried
from foldline.errors import (
    MalformedAnswerError,
    NetworkError,
    OverloadedError,
    ProviderError,
    RateLimitedError,
)

TRANSIENT: Final = (RateLimitedError, OverloadedError, NetworkError, MalformedAnswerError)
"""What may be better the next time. A prompt that does not fit, a refusal and a bad key never are."""


class RetryPolicy(Struct, frozen=True):
    """How often, and after how long. Seconds."""

    attempts: int = 3
    first_wait: float = 0.5
    longest_backoff: float = 8.0
    jitter: float = 0.25
    """The share of a backoff that chance may take off."""
    longest_hint: float = 30.0
    """A service that asks to wait longer is not waited for."""

    def wait(self, failure: ProviderError, attempt: int, chance: float) -> float | None:
        """Seconds until the next try; None when there should be none.

        Args:
            failure: how the try ended.
            attempt: which try that was, from 1.
            chance: 0 to 1; 1 takes the whole jitter off.

        >>> policy, failure = RetryPolicy(), OverloadedError()
        >>> policy.wait(failure, 1, chance=0), policy.wait(failure, 2, chance=1), policy.wait(failure, 3, chance=0)
        (0.5, 0.75, None)
        """
        hint = failure.retry_after or 0.0
        if attempt >= self.attempts or not isinstance(failure, TRANSIENT) or hint > self.longest_hint:
            return None
        backoff = min(self.first_wait * float(2 ** (attempt - 1)), self.longest_backoff)
        return max(hint, backoff * (1 - self.jitter * chance))


class Pace(Struct, frozen=True):
    """Time and chance, as the world has them."""

    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    clock: Callable[[], float] = time.monotonic
    chance: Callable[[], float] = random.random


class Breaker:
    """Stops asking a service that failed several times in a row; after a while one request may try it again.

    Args:
        failures: calls in a row, each with all its tries, after which nobody is asked.
        rest: seconds until one may be.
    """

    def __init__(self, failures: int = 3, rest: float = 60.0) -> None:
        self._limit = failures
        self._rest = rest
        self._failures = 0
        self._opened_at = 0.0

    def check(self, now: float) -> None:
        """Let a request pass.

        Raises:
            OverloadedError: the service rests.
        """
        if self._failures < self._limit:
            return
        left = self._opened_at + self._rest - now
        if left > 0:
            msg = f"was not asked: it failed {self._failures} times in a row; it is tried again in {left:.0f} s"
            raise OverloadedError(msg)
        self._opened_at = now

    def note(self, failure: ProviderError | None, now: float) -> None:
        """Remember how a call ended; None for well. What is no fault of the service counts as well."""
        if isinstance(failure, TRANSIENT):
            self._failures += 1
            self._opened_at = now
        else:
            self._failures = 0


class Retries:
    """Asks until there is an answer, the policy says no, or the breaker is open."""

    def __init__(self, name: str, policy: RetryPolicy, pace: Pace, breaker: Breaker) -> None:
        self._name = name
        self._policy = policy
        self._pace = pace
        self._breaker = breaker

    async def call(self, once: Callable[[], Awaitable[SummaryReply]]) -> SummaryReply:
        """The first good answer, with the tries before it.

        Raises:
            ProviderError: there was none; its ``tried`` holds every try.
        """
        self._breaker.check(self._pace.clock())
        tried: list[Tried] = []
        while True:
            try:
                reply = await once()
            except ProviderError as failure:
                tried.append(Tried(self._name, str(failure), failure.status))
                wait = self._policy.wait(failure, len(tried), self._pace.chance())
                if wait is None:
                    self._breaker.note(failure, self._pace.clock())
                    failure.tried = tuple(tried)
                    raise
            else:
                self._breaker.note(None, self._pace.clock())
                return replace(reply, tried=tuple(tried))
            await self._pace.sleep(wait)
