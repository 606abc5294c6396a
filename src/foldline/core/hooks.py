"""Hooks: what is called before and after a fold, what it is told, and what it may answer.

All before-hooks are asked before anything is written, in their order, and all after-hooks once it is. A hook that
fails is told of in the outcome, and the fold goes on as if it were not there. Nothing is called here: generators yield
the calls, a driver makes them.
"""

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from foldline.core.requests import SummaryRequest
from foldline.core.session import Item

Subject: TypeAlias = Literal["compaction", "branch"]


class BeforeEvent(Struct, frozen=True, kw_only=True):
    """What a before-hook is told: the fold that is about to be made, or the branch that is about to be left."""

    subject: Subject
    session_id: str = ""
    format: str = ""
    cwd: str = ""
    trigger: str = "manual"
    focus: str = ""
    messages: tuple[Item, ...] = ()
    """What is to be summarised, the beginning of a split turn included."""
    kept: tuple[Item, ...] = ()
    """What stays word for word."""
    previous_summary: str = ""
    tokens_before: int = 0
    first_kept_entry_id: str = ""
    from_id: str = ""
    """Of a branch: where it is left."""
    to_id: str = ""
    """Of a branch: where the work goes on."""


class AfterEvent(Struct, frozen=True, kw_only=True):
    """What an after-hook is told: the outcome, which it can't change any more."""

    subject: Subject
    session_id: str = ""
    format: str = ""
    cwd: str = ""
    trigger: str = "manual"
    outcome: Any = None
    """The `CompactionResult`, or the `BranchSummary`."""


Event: TypeAlias = BeforeEvent | AfterEvent


class HookAnswer(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a before-hook may answer; the fields it leaves alone change nothing."""

    cancel: bool | str = False
    """Make no fold; a text says why."""
    summary: str | None = None
    """Used word for word in place of a summary; nobody is asked then."""
    short_summary: str = ""
    """Goes with ``summary``."""
    tokens_before: int | None = None
    """Goes with ``summary``: what is told of the size before, in place of what was counted."""
    context: tuple[str, ...] = ()
    """Lines for whoever writes the summary."""
    prompt: str = ""
    """Stands in place of the instructions for the summary."""


BeforeHook: TypeAlias = Callable[[BeforeEvent], Any]
"""Answers a `HookAnswer`, a mapping of its fields, or None; it may be asynchronous."""
AfterHook: TypeAlias = Callable[[AfterEvent], Any]
"""What it returns is not looked at; it may be asynchronous."""


class Hooks(Struct, frozen=True):
    """Callables that take part in a fold.

    >>> Hooks(before=(lambda event: HookAnswer(context=("we are on the branch main",)),)).after
    ()
    """

    before: tuple[BeforeHook, ...] = ()
    after: tuple[AfterHook, ...] = ()


class HookCall(Struct, frozen=True):
    """A call that is to be made."""

    hook: Callable[[Any], Any]
    event: Event


class HookDone(Struct, frozen=True):
    """What came of a call."""

    answer: Any = None
    fault: str = ""
    """Why there is no answer."""
    cancelled: str | None = None
    """The hook stopped the fold by `foldline.errors.CompactionCancelledError`, and why."""


class Decided(Struct, frozen=True):
    """What all before-hooks together want."""

    cancel: str | None = None
    """Why no fold is made; None where one is."""
    replacement: HookAnswer | None = None
    """The newest answer with a summary."""
    by: str = ""
    """Whose it is."""
    context: tuple[str, ...] = ()
    prompt: str = ""
    warnings: tuple[str, ...] = ()


T = TypeVar("T")
Calls: TypeAlias = Generator[HookCall, HookDone, T]
Steps: TypeAlias = Generator[tuple[SummaryRequest, ...] | HookCall, Any, T]
"""A pipeline with hooks: is sent a tuple of `Reply` for a round of requests, a `HookDone` for a call."""


def ask_before(hooks: Sequence[BeforeHook], event: BeforeEvent) -> Calls[Decided]:
    """Ask every before-hook in turn; one that cancels is the last that is asked."""
    answers: list[tuple[str, HookAnswer]] = []
    warnings: list[str] = []
    for hook in hooks:
        done = yield HookCall(hook, event)
        name = name_of(hook)
        if done.cancelled is not None:
            return Decided(cancel=done.cancelled or f"hook {name}", warnings=tuple(warnings))
        answer = read_answer(done.answer) if not done.fault else done.fault
        if isinstance(answer, str):
            warnings.append(f"hook {name} failed before it: {answer}; it went on without")
            continue
        if answer.cancel:
            why = answer.cancel if isinstance(answer.cancel, str) else f"hook {name}"
            return Decided(cancel=why, warnings=tuple(warnings))
        answers.append((name, answer))
    replacing = [(name, answer) for name, answer in answers if answer.summary is not None]
    by, replacement = replacing[-1] if replacing else ("", None)
    return Decided(
        replacement=replacement,
        by=by,
        context=tuple(line for _, answer in answers for line in answer.context),
        prompt=next((answer.prompt for _, answer in reversed(answers) if answer.prompt.strip()), ""),
        warnings=tuple(warnings),
    )


def tell_after(hooks: Sequence[AfterHook], event: AfterEvent) -> Calls[tuple[str, ...]]:
    """Tell every after-hook in turn; returns a sentence for each one that failed."""
    warnings: list[str] = []
    for hook in hooks:
        done = yield HookCall(hook, event)
        fault = done.fault if done.cancelled is None else f"it was too late to stop it ({done.cancelled})"
        if fault:
            warnings.append(f"hook {name_of(hook)} failed afterwards: {fault}")
    return tuple(warnings)


def read_answer(answer: object) -> HookAnswer | str:
    """A before-hook's answer, or why it is none.

    >>> read_answer({"cancel": "not now"}).cancel
    'not now'
    >>> read_answer({"sumary": "x"})
    'it answered something else than a hook may: Object contains unknown field `sumary`'
    """
    if answer is None:
        return HookAnswer()
    try:
        return msgspec.convert(dict(answer) if isinstance(answer, Mapping) else answer, HookAnswer)
    except msgspec.ValidationError as error:
        return f"it answered something else than a hook may: {error}"


def name_of(hook: object) -> str:
    """What a hook is called where it is told of.

    >>> name_of(name_of)
    'name_of'
    """
    for attribute in ("name", "__qualname__"):
        name = getattr(hook, attribute, None)
        if isinstance(name, str) and name:
            return name
    return type(hook).__name__
