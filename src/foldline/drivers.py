"""The two small drivers: they run a pipeline and answer what it asks, in plain code and on an event loop.

What is asked for in one round is answered side by side; no policy stands here, and whatever cancels one answer ends
them all.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from foldline import telemetry
from foldline.core.hooks import HookCall, HookDone, Steps
from foldline.core.requests import AsyncProvider, Provider, Reply, SummaryFailure, SummaryRequest, Tried
from foldline.errors import ContextOverflowError, ProviderError

if TYPE_CHECKING:
    from asyncio import Task

T = TypeVar("T")
Anyone: TypeAlias = AsyncProvider | Provider | None


def drive(steps: Steps[T], provider: Provider | None) -> T:
    """Run a pipeline to its end, asking ``provider`` for each text it wants.

    Raises:
        CompactionCancelledError: the provider was stopped.
    """
    try:
        step = next(steps)
        while True:
            step = steps.send(_hook_done(step) if isinstance(step, HookCall) else _answers(provider, step))
    except StopIteration as stop:
        result: T = stop.value
        return result


async def adrive(steps: Steps[T], provider: Anyone) -> T:
    """The same on an event loop."""
    try:
        step = next(steps)
        while True:
            step = steps.send(await (_ahook_done(step) if isinstance(step, HookCall) else _aanswers(provider, step)))
    except StopIteration as stop:
        result: T = stop.value
        return result


def _hook_done(wanted: HookCall) -> HookDone:
    from foldline.hook_runs import done

    return done(wanted)


async def _ahook_done(wanted: HookCall) -> HookDone:
    from foldline.hook_runs import adone

    return await adone(wanted)


def _answers(provider: Provider | None, requests: Sequence[SummaryRequest]) -> tuple[Reply, ...]:
    if len(requests) == 1 or not _may_overlap(provider):
        return tuple(_ask(provider, request) for request in requests)
    from foldline.waiting import run

    return run(_aanswers(provider, requests))


async def _aanswers(provider: Anyone, requests: Sequence[SummaryRequest]) -> tuple[Reply, ...]:
    if len(requests) == 1 or not _may_overlap(provider):
        return tuple([await _aask(provider, request) for request in requests])
    from asyncio import create_task, gather

    tasks: list[Task[Reply]] = [create_task(_aask(provider, request)) for request in requests]
    try:
        return tuple(await gather(*tasks))
    finally:
        for task in tasks:
            task.cancel()


def _may_overlap(provider: Anyone) -> bool:
    return provider is not None and getattr(provider, "side_by_side", True)


def _ask(provider: Provider | None, request: SummaryRequest) -> Reply:
    if provider is None:
        return SummaryFailure("there is no provider")
    try:
        with telemetry.call(provider.name, request) as span:
            return span.answered(provider.summarize(request))
    except ProviderError as error:
        return _failure(error)


async def _aask(provider: Anyone, request: SummaryRequest) -> Reply:
    if isinstance(provider, AsyncProvider):
        try:
            with telemetry.call(provider.name, request) as span:
                return span.answered(await provider.asummarize(request))
        except ProviderError as error:
            return _failure(error)
    from asyncio import to_thread

    return await to_thread(_ask, provider, request)


def _failure(error: ProviderError) -> SummaryFailure:
    tried = tuple(entry for entry in error.tried if isinstance(entry, Tried))
    is_overflow = isinstance(error, ContextOverflowError)
    return SummaryFailure(str(error), error.status, error.provider_message, tried, is_overflow)
