"""Hooks are called here, plainly and on an event loop. Whatever one raises is told of and stops nothing.

A hook that answers plainly gets a thread on a loop; one that is asynchronous gets a loop where there is none.
"""

from inspect import isawaitable
from typing import TYPE_CHECKING, Any

from foldline.core.hooks import HookCall, HookDone, Hooks
from foldline.errors import CompactionCancelledError

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from foldline.core.settings import CompactionSettings


def hooks_of(settings: "CompactionSettings", hooks: Hooks | None) -> Hooks:
    """The hooks of a fold: the commands of the settings first, then the callables that were handed in."""
    commands, given = settings.hooks, hooks or Hooks()
    if not (commands.before or commands.after):
        return given
    from foldline.command_hooks import CommandHook

    return Hooks(
        before=(*(CommandHook(words, commands.timeout) for words in commands.before), *given.before),
        after=(*(CommandHook(words, commands.timeout) for words in commands.after), *given.after),
    )


def done(wanted: HookCall) -> HookDone:
    """Call a hook and wait for what comes of it."""
    try:
        answer = wanted.hook(wanted.event)
        if isawaitable(answer):
            answer = _waited_for(answer)
    except Exception as error:  # noqa: BLE001 - somebody else's code; what it raises is told of
        return _failed(error)
    return HookDone(answer)


async def adone(wanted: HookCall) -> HookDone:
    """The same on an event loop."""
    from asyncio import CancelledError, to_thread

    try:
        answer = await to_thread(wanted.hook, wanted.event)
        if isawaitable(answer):
            answer = await answer
    except CancelledError:
        if stop := getattr(wanted.hook, "cancel", None):
            stop()
        raise
    except Exception as error:  # noqa: BLE001 - as above
        return _failed(error)
    return HookDone(answer)


def _failed(error: Exception) -> HookDone:
    if isinstance(error, CompactionCancelledError):
        return HookDone(cancelled=str(error))
    said = str(error)
    return HookDone(fault=f"{type(error).__name__}: {said}" if said else type(error).__name__)


def _waited_for(answer: "Awaitable[Any]") -> Any:
    from foldline.waiting import run

    async def wait() -> Any:
        return await answer

    return run(wait())
