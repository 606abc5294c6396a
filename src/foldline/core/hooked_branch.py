"""What hooks do when a branch is left: they stop it, summarise it, or tell more; afterwards all of them are told."""

from msgspec.structs import replace

from foldline.core.branch_summary import BranchJob, BranchSummary, ledger_of, not_made, nothing_left, summarise
from foldline.core.branches import messages_of
from foldline.core.hooked_fold import Place, with_prompt
from foldline.core.hooks import AfterEvent, BeforeEvent, Calls, Decided, Hooks, Steps, ask_before, tell_after
from foldline.core.result import HOOK, Status


def hooked(job: BranchJob, hooks: Hooks, place: Place) -> Steps[BranchSummary]:
    """Have a branch summarised with its hooks: yields calls of hooks and requests, and returns the result."""
    if hooks.before and nothing_left(job) is None:
        decided = yield from ask_before(hooks.before, _event(job, place))
        job = job._replace(notes=(*job.notes, *decided.warnings))
        if decided.cancel is not None:
            return not_made(job, Status.CANCELLED, f"Cancelled: {decided.cancel.rstrip('.')}.")
        job = job._replace(context=decided.context, template=with_prompt(job.template, decided.prompt, ("branch",)))
        made = _by_hook(job, decided) if decided.replacement else (yield from summarise(job))
    else:
        made = yield from summarise(job)
    return (yield from _told(made, hooks, place))


def _told(made: BranchSummary, hooks: Hooks, place: Place) -> Calls[BranchSummary]:
    if not hooks.after or made.status is not Status.COMPACTED:
        return made
    warnings = yield from tell_after(hooks.after, AfterEvent(subject="branch", **place._asdict(), outcome=made))
    return replace(made, warnings=(*made.warnings, *warnings)) if warnings else made


def _event(job: BranchJob, place: Place) -> BeforeEvent:
    messages = messages_of(job.branch.entries)
    return BeforeEvent(
        subject="branch",
        **place._asdict(),
        messages=messages,
        tokens_before=job.tally.total(item.message for item in messages),
        from_id=job.branch.from_id or "",
        to_id=job.branch.to_id,
    )


def _by_hook(job: BranchJob, decided: Decided) -> BranchSummary:
    """A hook's summary, word for word; its files go into the entry, as with any other."""
    answer = decided.replacement
    summary = answer.summary or "" if answer else ""
    messages = messages_of(job.branch.entries)
    counted = job.tally.total(item.message for item in messages)
    made = not_made(job, Status.COMPACTED, f"Summarised a branch of {len(messages):,} messages: hook {decided.by}.")
    return replace(
        made,
        method=HOOK,
        summarised_by=f"hook {decided.by}",
        summary=summary,
        prose=summary,
        messages=len(messages),
        tokens_before=counted if answer is None or answer.tokens_before is None else answer.tokens_before,
        tokens_after=job.tally.text(summary),
        ledger=ledger_of(job),
    )
