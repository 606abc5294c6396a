"""What hooks do to a fold: it is cancelled, written by one of them, or told more; afterwards all of them are told.

A fold that is not made anyway asks no hook. A summary of a hook's is used word for word, without a ledger below it;
that it leaves a valid and smaller context is checked as for any other.
"""

from typing import NamedTuple

from msgspec.structs import replace

from foldline.core.drafts import Text
from foldline.core.hooks import (
    AfterEvent,
    AfterHook,
    BeforeEvent,
    BeforeHook,
    Calls,
    Decided,
    HookAnswer,
    Hooks,
    Steps,
    ask_before,
    tell_after,
)
from foldline.core.outcome import Job, Written, finish, refused
from foldline.core.pipeline import fold, ledger_of, not_made
from foldline.core.profiles.templates import PromptOverride, Template
from foldline.core.requests import CallKind
from foldline.core.result import HOOK, CompactionResult, Status


class Place(NamedTuple):
    """Whose fold it is."""

    session_id: str = ""
    format: str = ""
    cwd: str = ""


class Asked(NamedTuple):
    """A fold after its before-hooks: what is left to do, or how it has ended already."""

    job: Job
    result: CompactionResult | None = None


def hooked(job: Job, hooks: Hooks, place: Place) -> Steps[CompactionResult]:
    """Carry out a fold with its hooks: yields calls of hooks and the requests of the fold, and returns the result."""
    asked = yield from before_fold(job, hooks.before, place)
    result = asked.result or (yield from fold(asked.job))
    return (yield from after_fold(result, hooks.after, place))


def before_fold(job: Job, hooks: tuple[BeforeHook, ...], place: Place) -> Calls[Asked]:
    """Ask the before-hooks of a fold."""
    if not hooks or not_made(job) is not None:
        return Asked(job)
    decided = yield from ask_before(hooks, _event(job, place))
    job = job._replace(notes=(*job.notes, *decided.warnings))
    if decided.cancel is not None:
        return Asked(job, refused(job, Status.CANCELLED, f"Cancelled: {decided.cancel.rstrip('.')}."))
    if decided.replacement is not None:
        return Asked(job, _by_hook(job, decided.replacement, decided.by))
    return Asked(_told(job, decided))


def after_fold(result: CompactionResult, hooks: tuple[AfterHook, ...], place: Place) -> Calls[CompactionResult]:
    """Tell the after-hooks of a fold that was made."""
    if not hooks or result.status is not Status.COMPACTED:
        return result
    event = AfterEvent(subject="compaction", **place._asdict(), trigger=result.trigger, outcome=result)
    warnings = yield from tell_after(hooks, event)
    return replace(result, warnings=(*result.warnings, *warnings)) if warnings else result


def with_prompt(template: Template, prompt: str, kinds: tuple[CallKind, ...]) -> Template:
    """The template with a hook's text in place of its own instructions."""
    if not prompt:
        return template
    changes = (PromptOverride(kind, prompt) for kind in kinds if kind != "native")
    return replace(template, prompts=(*template.prompts, *changes))


def _event(job: Job, place: Place) -> BeforeEvent:
    plan, before = job.plan, job.plan.previous
    return BeforeEvent(
        subject="compaction",
        **place._asdict(),
        trigger=job.trigger,
        focus=job.settings.focus,
        messages=plan.folded,
        kept=plan.kept,
        previous_summary=before.summary if before is not None and before.readable else "",
        tokens_before=plan.tokens_before,
        first_kept_entry_id=plan.first_kept_entry_id,
    )


def _told(job: Job, decided: Decided) -> Job:
    """The fold with what the hooks add to its texts, also where it is made anew from the originals."""
    if not decided.context and not decided.prompt:
        return job
    settings = replace(job.settings, extra_context=(*job.settings.extra_context, *decided.context))
    template = with_prompt(job.template, decided.prompt, ("full", "update"))
    expanded, notes = job.expanded, job.notes
    told = job._replace(settings=settings, template=template)
    if expanded is None:
        return told
    return told._replace(
        expanded=lambda: expanded()._replace(settings=settings, template=template, notes=notes),
    )


def _by_hook(job: Job, answer: HookAnswer, by: str) -> CompactionResult:
    summary, writer = answer.summary or "", f"hook {by}"
    written = (Text(summary, writer),)
    outcome = Written(ledger_of(job), summary, summary, written, Text(answer.short_summary, writer), 0, over_cap=False)
    result = finish(job, outcome)
    if result.status is not Status.COMPACTED or result.summary_message is None:
        return result
    before = result.tokens_before if answer.tokens_before is None else answer.tokens_before
    return replace(
        result,
        reason=f"Folded {len(job.plan.folded):,} messages; the summary is by {writer}.",
        method=HOOK,
        tokens_before=before,
        summary_message=replace(result.summary_message, method=HOOK, tokens_before=before),
    )
