"""Work that takes long, beside the event loop: bounded in number and age, with its progress and a cancel that holds.

A job that was cancelled stays so: what its work comes to later is dropped. A job's thread never keeps a program alive.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from secrets import token_urlsafe
from threading import Lock, Thread
from typing import Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from foldline.errors import CompactionCancelledError, FoldlineError
from foldline.server.faults import NotThereError, RequestError

State: TypeAlias = Literal["running", "done", "failed", "cancelled"]
MOST_RUNNING: Final = 6
MOST_KEPT: Final = 40
"""Jobs that are remembered, the oldest finished ones are forgotten first."""
LONGEST_KEPT: Final = 3_600.0
"""Seconds a finished job is remembered."""


class BusyError(RequestError):
    """So many jobs are running that no further one is begun."""

    def __init__(self) -> None:
        super().__init__(429, f"{MOST_RUNNING} pieces of work are going on; wait for one of them, or cancel one")


class Step(Struct, frozen=True):
    """A section of the summary that is being written."""

    id: str
    title: str
    state: Literal["waiting", "writing", "written"] = "waiting"


class Progress(Struct, frozen=True):
    """How far a job is."""

    stage: str = ""
    """What is being done: `reading`, `planning`, or the kind of the text that is being written."""
    steps: tuple[Step, ...] = ()
    """The sections in force, in their order."""
    characters: int = 0
    """Written so far."""
    attempt: int = 1


class Job:
    """One piece of work, seen from any thread."""

    def __init__(self, kind: str, now: float, of: str = "") -> None:
        self.id = token_urlsafe(9)
        self.kind = kind
        self.of = of
        """Id of what it works on."""
        self.state: State = "running"
        self.progress = Progress()
        self.error: Exception | None = None
        self.value: object = None
        self.version = 0
        self.changed_at = now
        self._lock = Lock()
        self._stops: list[Callable[[], None]] = []
        self._waiting: set[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = set()

    @property
    def is_over(self) -> bool:
        """Whether nothing more will come."""
        return self.state != "running"

    def report(self, **fields: object) -> None:
        """Tell how far the work is.

        Raises:
            CompactionCancelledError: nobody wants it any more.
        """
        with self._lock:
            self.check()
            self.progress = replace(self.progress, **fields)
            self._changed()

    def check(self) -> None:
        """Stop work that nobody wants any more.

        Raises:
            CompactionCancelledError: it was cancelled.
        """
        if self.state == "cancelled":
            msg = "stopped; nothing was changed"
            raise CompactionCancelledError(msg)

    def when_cancelled(self, stop: Callable[[], None]) -> None:
        """Call something, from another thread, when the job is cancelled; at once if it is already."""
        with self._lock:
            if self.state == "running":
                self._stops.append(stop)
                return
        if self.state == "cancelled":
            stop()

    def end(self, state: State, *, value: object = None, error: Exception | None = None, now: float = 0.0) -> bool:
        """Settle how it ended; the first who says so is believed, and True is for him."""
        with self._lock:
            if self.is_over:
                return False
            self.state, self.value, self.error, self.changed_at = state, value, error, now
            stops, self._stops = self._stops if state == "cancelled" else [], []
            self._changed()
        for stop in stops:
            stop()
        return True

    async def changed(self, after: int, seconds: float) -> None:
        """Wait until there is news since version ``after``, the job is over, or the time is."""
        event = asyncio.Event()
        waiting = (asyncio.get_running_loop(), event)
        with self._lock:
            if self.version > after or self.is_over:
                return
            self._waiting.add(waiting)
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await event.wait()
        finally:
            with self._lock:
                self._waiting.discard(waiting)

    def _changed(self) -> None:
        self.version += 1
        for loop, event in self._waiting:
            with suppress(RuntimeError):  # a loop that ended while somebody waited on it
                loop.call_soon_threadsafe(event.set)


Work: TypeAlias = Callable[[Job], object]


class Jobs:
    """The jobs of a server.

    Args:
        clock: seconds that only grow.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._jobs: dict[str, Job] = {}
        self._lock = Lock()

    def start(self, kind: str, work: Work, *, of: str = "") -> Job:
        """Begin a piece of work in a thread of its own.

        Args:
            kind: what it is called.
            work: is done; what it returns is the job's value.
            of: id of what it works on.

        Raises:
            BusyError: too many run already.
        """
        with self._lock:
            self._forget()
            if sum(not job.is_over for job in self._jobs.values()) >= MOST_RUNNING:
                raise BusyError
            job = Job(kind, self._clock(), of)
            self._jobs[job.id] = job
        Thread(target=self._run, args=(job, work), name=f"foldline-{kind}", daemon=True).start()
        return job

    def get(self, job_id: str) -> Job:
        """The job of that id.

        Raises:
            NotThereError: there is none, or it is forgotten.
        """
        job = self._jobs.get(job_id)
        if job is None:
            msg = "this piece of work is forgotten; begin it once more"
            raise NotThereError(msg)
        return job

    def cancel(self, job: Job) -> bool:
        """End a job for good; False where it was over already."""
        return job.end("cancelled", now=self._clock())

    def close(self) -> None:
        """End every job."""
        for job in list(self._jobs.values()):
            self.cancel(job)

    def _run(self, job: Job, work: Work) -> None:
        try:
            value = work(job)
        except CompactionCancelledError as error:
            job.end("cancelled", error=error, now=self._clock())
        except FoldlineError as error:
            job.end("failed", error=error, now=self._clock())
        except Exception as error:  # the edge of a thread: nobody above could tell the page
            logging.getLogger("foldline.server").exception("the job %s failed", job.kind)
            job.end("failed", error=error, now=self._clock())
        else:
            job.end("done", value=value, now=self._clock())

    def _forget(self) -> None:
        over = sorted((job for job in self._jobs.values() if job.is_over), key=lambda job: job.changed_at)
        oldest = self._clock() - LONGEST_KEPT
        too_many = len(self._jobs) - MOST_KEPT + 1
        for number, job in enumerate(over):
            if number < too_many or job.changed_at < oldest:
                del self._jobs[job.id]
