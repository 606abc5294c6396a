"""Counting that ends soon after the job it is done for was cancelled."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from foldline.core.counting.tokens import TokenCounter
from foldline.counters import best_counter
from foldline.server.jobs import Job

_WATCHED: Final[ContextVar[Job | None]] = ContextVar("_WATCHED", default=None)


class WatchedCounter:
    """A counter that asks, before each text, whether anybody still wants to know.

    One is made for a session and used for every fold of it, by whichever job: sizes stay known.
    """

    def __init__(self, counter: TokenCounter) -> None:
        self._counter = counter

    @property
    def name(self) -> str:
        """That of the counter behind it."""
        return self._counter.name

    def count(self, text: str) -> int:
        """Tokens of ``text``.

        Raises:
            CompactionCancelledError: the job that is worked for was cancelled.
        """
        job = _WATCHED.get()
        if job is not None:
            job.check()
        return self._counter.count(text)

    def exact_for(self, model: str) -> bool:
        """As the counter behind it."""
        return self._counter.exact_for(model)


def watched() -> WatchedCounter:
    """The best counter that loads at once, watched."""
    # The one that is faster over many megabytes holds the interpreter for half a second to load: the page would stop.
    return WatchedCounter(best_counter(0))


@contextmanager
def working_for(job: Job) -> Iterator[None]:
    """Count for a job, in this thread."""
    token = _WATCHED.set(job)
    try:
        yield
    finally:
        _WATCHED.reset(token)
