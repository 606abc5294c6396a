"""The end of a fold: the new context put together, checked as a whole, and told as a result.

A context that is not valid, or not smaller, is not handed out: the result then says so and changes nothing.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from foldline.core.budget import RECOVERY_BAND, threshold
from foldline.core.counting.tokens import Tally
from foldline.core.cut_rules import faults, is_turn_start, lay_out
from foldline.core.drafts import BUILTIN, Text
from foldline.core.facts import Ledger
from foldline.core.messages import CompactionSummaryMessage, Message
from foldline.core.plan import CompactionPlan
from foldline.core.profiles.templates import Template
from foldline.core.remote.beside import beside
from foldline.core.remote.live import Live
from foldline.core.remote.payload import ANTHROPIC, Payload
from foldline.core.requests import REMOTE, Limits
from foldline.core.result import ACCEPTED, Attempt, CompactionResult, CompactionState, Status, Trigger
from foldline.core.session import BranchSummaryEntry, Item
from foldline.core.settings import CompactionSettings
from foldline.core.wrapping import as_message


class Job(NamedTuple):
    """Everything a fold needs to know."""

    plan: CompactionPlan
    settings: CompactionSettings
    template: Template
    tally: Tally
    everything: Sequence[Item]
    """All messages of the path, those that earlier folds cover included: the ledger is made from them."""
    previous: Ledger | None = None
    """A ledger that is believed: handed over, or read back from our own summary."""
    branches: tuple[BranchSummaryEntry, ...] = ()
    """Summaries of branches on the path: what was said there stands nowhere else."""
    summariser: str = ""
    """Name of who answers the requests; empty for the built-in summariser."""
    limits: Limits = Limits()
    """What the summariser takes and gives."""
    window: int | None = None
    trigger: Trigger = "manual"
    state: CompactionState = CompactionState()
    timestamp: str = ""
    language_line: str = ""
    """Names the language the user wants, where it is not the template's."""
    wanted_language: str = ""
    """English name of that language, whatever the template's is; empty where nothing tells it."""
    cwd: str = ""
    """The folder the session worked in."""
    live: Live | None = None
    """What the provider is asked to fold by itself, before anybody is asked for a text."""
    expanded: "Callable[[], Job] | None" = None
    """The same fold from the originals, for when the provider fails; None where ``plan`` has them."""
    own: "Own | None" = None
    """What the provider made."""
    cached: Live | None = None
    """The live request behind which instructions are to stand, because the summariser has it in its cache."""
    earlier: tuple[Attempt, ...] = ()
    """Calls made before the texts are asked for."""
    notes: tuple[str, ...] = ()
    """What the user should know of the way the fold is made."""


class Own(NamedTuple):
    """A fold that a provider made by itself."""

    payload: Payload
    text: str
    """What it says of itself, or the sentence in its place."""
    by: str
    is_readable: bool
    """Anybody can read what it says."""


class Written(NamedTuple):
    """What was written for a fold."""

    ledger: Ledger
    prose: str
    summary: str
    texts: tuple[Text, ...]
    short: Text
    ledger_cap: int
    over_cap: bool
    """What must never be dropped is larger than the ledger's cap."""


def refused(job: Job, status: Status, reason: str, attempts: tuple[Attempt, ...] = ()) -> CompactionResult:
    """Nothing was changed: the context is what it was."""
    plan = job.plan
    rest = (*plan.folded, *plan.kept)
    before = plan.previous
    shown = () if before is None else (as_message(CompactionSummaryMessage(before.summary, method=before.method)),)
    return CompactionResult(
        status=status,
        reason=reason,
        tokens_before=plan.tokens_before,
        tokens_after=plan.tokens_before,
        counter=plan.counter,
        head=plan.head,
        kept=rest,
        messages=(*(item.message for item in plan.head), *shown, *(item.message for item in rest)),
        kept_tokens=plan.folded_tokens + plan.kept_tokens,
        trigger=job.trigger,
        why_here=plan.why_here,
        attempts=(*job.earlier, *attempts),
        warnings=job.notes,
        state=job.state,
    )


def finish(job: Job, outcome: Written) -> CompactionResult:
    """The result of what was written: `compacted`, or why it is not used."""
    plan, ledger = job.plan, outcome.ledger
    method = "remote" if job.own is not None else _method(outcome)
    payload = _payload(job)
    summary_message = CompactionSummaryMessage(
        summary=outcome.summary,
        short_summary=outcome.short.text or "",
        tokens_before=plan.tokens_before,
        method=method,
        timestamp=job.timestamp,
    )
    messages = _context(job, replace(summary_message, summary=beside(payload, outcome.summary)))
    wrong = faults(lay_out(messages[len(plan.head) :], waiting=job.settings.pending_calls))
    if payload is not None:
        messages = (*messages[: len(plan.head)], payload.message(), *messages[len(plan.head) :])
    after = plan.fixed_tokens + job.tally.total(messages)
    summary_message = replace(summary_message, tokens_after=after)
    if wrong:
        return refused(job, Status.SUMMARY_FAILED, f"The new context would not be valid: {wrong[0]}.")
    if after >= plan.tokens_before:
        reason = f"Not worth it: the fold would leave {after:,} of {plan.tokens_before:,} tokens."
        return refused(job, Status.NOT_WORTH_IT, reason, attempts=_attempts(outcome))
    return CompactionResult(
        status=Status.COMPACTED,
        reason=_sentence(job, outcome, method),
        method=method,
        summarised_by=", ".join(dict.fromkeys(_writers(job, outcome))),
        tokens_before=plan.tokens_before,
        tokens_after=after,
        counter=plan.counter,
        summary=outcome.summary,
        prose=outcome.prose,
        short_summary=summary_message.short_summary,
        request=ledger.request.text if ledger.request else "",
        open_request=ledger.open_request.text if ledger.open_request else "",
        first_kept_entry_id=plan.first_kept_entry_id,
        is_split_turn=plan.is_split_turn,
        clamped=plan.clamped,
        ledger=ledger,
        head=plan.head,
        summary_message=summary_message,
        kept=plan.kept_for_model,
        messages=messages,
        folded_ids=tuple(item.id for item in plan.folded),
        kept_tokens=job.tally.total(item.message for item in plan.kept_for_model),
        trigger=job.trigger,
        attempts=(*job.earlier, *_attempts(outcome)),
        warnings=(*job.notes, *_warnings(job, outcome)),
        payload=payload,
        why_here=plan.why_here,
        state=_next_state(job, after),
    )


def _payload(job: Job) -> Payload | None:
    """What leads the new context: the provider's new fold, else the one before where nobody else could carry it on."""
    if job.own is not None:
        return job.own.payload
    before = job.plan.previous.payload if job.plan.previous is not None else None
    return before if before is not None and before.provider != ANTHROPIC else None


def _writers(job: Job, outcome: Written) -> Iterator[str]:
    if job.own is not None:
        yield job.own.by
    yield from (text.by for text in outcome.texts)


def _method(outcome: Written) -> str:
    writers = {text.by for text in outcome.texts} - {BUILTIN, ""}
    if any(name.startswith(REMOTE) for name in writers):
        return "remote"
    return "model" if writers else BUILTIN


def _attempts(outcome: Written) -> tuple[Attempt, ...]:
    return tuple(attempt for text in (*outcome.texts, outcome.short) for attempt in text.attempts)


def _context(job: Job, summary: CompactionSummaryMessage) -> tuple[Message, ...]:
    """The whole new context. Where servers want alternating roles, the summary joins a tail that starts with a user."""
    opening = as_message(summary)
    kept = [item.message for item in job.plan.kept_for_model]
    if job.settings.alternate and kept and kept[0].role == "user" and not kept[0].results:
        opening = replace(kept[0], parts=(*opening.parts, *kept[0].parts))
        kept = kept[1:]
    return (*(item.message for item in job.plan.head), opening, *kept)


def _sentence(job: Job, outcome: Written, method: str) -> str:
    count = len(job.plan.folded)
    if method == BUILTIN and job.summariser:
        tried = (attempt.outcome for text in outcome.texts for attempt in text.attempts)
        failed = next((told for told in tried if told != ACCEPTED), "no answer")
        return (
            f"Folded {count:,} messages with the built-in summariser: {job.summariser} gave nothing usable ({failed})."
        )
    if job.own is not None and not job.own.is_readable:
        return f"Folded {count:,} messages; {job.own.by} keeps them in a form that only its provider can read."
    writers = dict.fromkeys(name for name in _writers(job, outcome) if name not in {BUILTIN, ""})
    by = ", ".join(writers) or "the built-in summariser"
    return f"Folded {count:,} messages; the summary is by {by}."


def _warnings(job: Job, outcome: Written) -> Iterator[str]:
    if outcome.over_cap:
        yield (
            f"What must never be dropped is larger than the ledger's cap of {outcome.ledger_cap:,} tokens; "
            "it was kept whole."
        )
    for record in job.plan.clamped:
        if record.over:
            yield (
                f"The kept part is {record.over:,} tokens over its budget of {job.plan.keep_budget:,}: "
                f"message {record.entry_id} alone has {record.tokens:,}."
            )
    if job.plan.lost_results:
        count = len(job.plan.lost_results)
        yield f"{count} kept tool result{'s' if count > 1 else ''} had no call before the fold; no model is sent them."
    if job.plan.abandoned_calls:
        count = len(job.plan.abandoned_calls)
        yield f"{count} folded tool call{'s' if count > 1 else ''} never got a result."


def _next_state(job: Job, after: int) -> CompactionState:
    """Whether this fold helped: one that leaves the context near the threshold is a strike."""
    turn = next((item.id for item in reversed(job.plan.kept) if is_turn_start(item.message)), job.state.turn)
    in_turn = job.state.folds_this_turn + 1 if turn == job.state.turn else 1
    limit = None if job.window is None else threshold(job.window, job.settings).tokens
    helped = after <= limit * RECOVERY_BAND if limit else after <= job.plan.tokens_before * RECOVERY_BAND
    return CompactionState(
        strikes=0 if helped else job.state.strikes + 1,
        folds_this_turn=in_turn,
        usage_at_last_fold=after,
        turn=turn,
    )
