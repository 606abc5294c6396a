"""Waiting for asynchronous work: from code without an event loop, and with a way to stop it from outside."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import Any, TypeVar

from foldline.errors import CompactionCancelledError

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    """Wait for work in code that has no event loop of its own to wait with.

    Ctrl-C stops the work and then raises `KeyboardInterrupt`. Where this thread runs a loop already, another thread
    does the work.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


class Stop:
    """Stops work from any thread, for good: what runs ends at once, and nothing begins any more."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._stopped = False
        self._running: set[tuple[asyncio.AbstractEventLoop, asyncio.Task[Any]]] = set()

    def stop(self) -> None:
        """End it."""
        with self._lock:
            self._stopped = True
            for loop, task in self._running:
                loop.call_soon_threadsafe(task.cancel)

    async def watch(self, work: Coroutine[Any, Any, T]) -> T:
        """Do the work unless, or until, it is stopped.

        Raises:
            CompactionCancelledError: it was.
        """
        loop = asyncio.get_running_loop()
        with self._lock:
            if self._stopped:
                work.close()
                raise _cancelled()
            task = loop.create_task(work)
            self._running.add((loop, task))
        try:
            return await task
        except asyncio.CancelledError:
            if self._stopped:
                raise _cancelled() from None
            raise
        finally:
            with self._lock:
                self._running.discard((loop, task))


def _cancelled() -> CompactionCancelledError:
    return CompactionCancelledError("stopped before the summary was written; the history is as it was")
