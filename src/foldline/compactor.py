"""Folding a session: the pipeline with a driver around it, and what it needs to know of the world.

Every function here returns a value and changes nothing; a session that is handed in stays as it is. `compact` and
`acompact` differ only in how they wait for a summariser.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from foldline import live_requests, telemetry, wording
from foldline.core.remote.payload import is_placeholder
from foldline.core.remote.readers import only_reader_of
from foldline.core.requests import AsyncProvider, Provider, limits_of
from foldline.core.result import HOOK, CompactionResult, CompactionState, Status, Trigger
from foldline.core.session import CompactionEntry, Context, Session
from foldline.core.settings import CompactionSettings
from foldline.drivers import adrive, drive
from foldline.errors import CompactionCancelledError, UnreadableError
from foldline.surroundings import surroundings_of, totals_of
from foldline.unwritten import check_written

if TYPE_CHECKING:
    from foldline.core.budget import Decision
    from foldline.core.counting.tokens import TokenCounter
    from foldline.core.facts import Ledger
    from foldline.core.hooks import Hooks, Steps
    from foldline.core.outcome import Job
    from foldline.core.plan import CompactionPlan
    from foldline.core.profiles.templates import Template


def load(source: str | Path | bytes, *, format: str | None = None, select: int | None = None) -> Session:  # noqa: A002
    """Read a conversation, whichever known format it is in.

    Args:
        source: a path, or the bytes themselves.
        format: name of the format; None recognises it by content.
        select: which conversation to take, from 1, where the file holds several.

    Raises:
        UnreadableError: no such file, or not in a known format.
        NotAConversationError: read, but there are no messages in it.
        SeveralConversationsError: there are several and ``select`` is not given.
    """
    from foldline.formats import registry

    with _unswept():
        return registry.load(_bytes(source), format=format, select=select)


def _bytes(source: str | Path | bytes) -> bytes:
    if isinstance(source, bytes):
        return source
    try:
        return Path(source).read_bytes()
    except OSError as error:
        msg = f"{source} can't be read: {error.strerror or error}"
        raise UnreadableError(msg) from error


@contextmanager
def _unswept() -> Iterator[None]:
    """Work without the garbage collector looking at a whole session again and again: it holds no cycles."""
    import gc

    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def plan(
    session: Session, settings: CompactionSettings | None = None, *, counter: "TokenCounter | None" = None
) -> "CompactionPlan":
    """What a fold would do now: the cut, what would be folded and kept, and why. Writes no summary."""
    from foldline.core.plan import make_plan

    settings = wording.settings_for(session, settings)
    with _unswept():
        totals = totals_of(session, counter, settings)
        only = only_reader_of(session)
        counted = totals.tally if only else totals
        return make_plan(session.context(only), settings, counted, surroundings_of(session, settings, totals))


def should_compact(
    session: Session,
    settings: CompactionSettings | None = None,
    *,
    state: CompactionState | None = None,
    counter: "TokenCounter | None" = None,
) -> "Decision":
    """Whether to fold now; ``explain()`` of the answer says where every number came from.

    Cheap enough to ask after each message. Usage that the provider reported is the anchor, floored by what is
    counted here; usage from before the newest fold is not believed.

    Args:
        session: the conversation as it stands.
        settings: thresholds and triggers.
        state: ``result.state`` of the newest fold: two folds in a row that freed too little stop automatic folding.
        counter: how to count; None takes the best that is installed.
    """
    from foldline.core.counting.context_size import RunningTotal
    from foldline.core.remote.readers import reader_of
    from foldline.core.triggers import decide_for

    settings = wording.settings_for(session, settings)
    totals = totals_of(session, counter, settings)
    around, reader = surroundings_of(session, settings, totals), reader_of(session)
    counted = RunningTotal(totals.tally) if reader else totals
    return decide_for(session.context(reader), settings, counted, around, state)


def template_of(session: Session, settings: CompactionSettings | None = None) -> "Template":
    """The sections that a summary of this session would have: its profile's, in its language, as they were changed."""
    return wording.template_of(session, settings)


def preview(
    session: Session, settings: CompactionSettings | None = None, *, counter: "TokenCounter | None" = None
) -> CompactionResult:
    """The fold by the built-in summariser, whatever is configured: nothing is sent anywhere, no hook is run."""
    from foldline.core.hook_commands import NO_HOOKS

    return compact(session, replace(settings or CompactionSettings(), hooks=NO_HOOKS), counter=counter)


def compact(  # noqa: PLR0913 - the seams of a fold, by name
    session: Session,
    settings: CompactionSettings | None = None,
    *,
    provider: Provider | None = None,
    previous: "Ledger | None" = None,
    state: CompactionState | None = None,
    trigger: Trigger = "manual",
    counter: "TokenCounter | None" = None,
    hooks: "Hooks | None" = None,
) -> CompactionResult:
    """Fold a session: its old part becomes a summary, its newest part stays word for word.

    Args:
        session: the conversation; it is not changed. Append ``foldline.entry(result)`` to commit the fold.
        settings: what to keep and how to write.
        provider: who writes the summary; None for the built-in summariser, which needs no model and no key.
        previous: a ledger to believe, for callers that hold the newest messages only.
        state: ``result.state`` of the fold before.
        trigger: recorded in the result; it never changes a prompt.
        counter: how to count; None takes the best that is installed.
        hooks: callables that take part, behind the commands of the settings.

    Returns:
        The result; its status says what happened. Any status but `compacted` means that nothing changed.

    Raises:
        SummarizationError: no model wrote the summary, and ``settings.fallback`` lets nobody stand in.
    """
    with telemetry.fold(session.info.id, trigger, settings) as span:
        started = time.perf_counter()
        with _unswept():
            job = _job(session, _Call(settings, provider, previous, state, trigger, counter))
        planned = time.perf_counter()
        try:
            # While somebody else is waited for, the garbage of the rest of the program is swept as ever.
            with _unswept() if provider is None else nullcontext():
                result = _settled(job, drive(_fold(job, session, hooks), provider))
        except CompactionCancelledError as error:
            result = _cancelled(job, error)
        return span.ended(_timed(result, started, planned))


async def acompact(  # noqa: PLR0913 - as `compact`
    session: Session,
    settings: CompactionSettings | None = None,
    *,
    provider: AsyncProvider | Provider | None = None,
    previous: "Ledger | None" = None,
    state: CompactionState | None = None,
    trigger: Trigger = "manual",
    counter: "TokenCounter | None" = None,
    hooks: "Hooks | None" = None,
) -> CompactionResult:
    """The same as `compact` for an event loop; a provider that only answers synchronously gets a thread."""
    with telemetry.fold(session.info.id, trigger, settings) as span:
        started = time.perf_counter()
        job = _job(session, _Call(settings, provider, previous, state, trigger, counter))
        planned = time.perf_counter()
        try:
            result = _settled(job, await adrive(_fold(job, session, hooks), provider))
        except CompactionCancelledError as error:
            result = _cancelled(job, error)
        return span.ended(_timed(result, started, planned))


def entry(result: CompactionResult, session: Session) -> CompactionEntry:
    """The entry that commits a fold to its session: ``session.append(entry(result, session))``.

    Raises:
        ValueError: the fold did not happen (its status is not `compacted`), or the session is another one by now: it
            was cleared, folded or left for another branch. Messages that were only added stay behind the kept part.
    """
    from hashlib import blake2b

    from foldline.core.staleness import stale_because

    if result.status is not Status.COMPACTED or result.summary_message is None:
        msg = f"there is nothing to commit: the fold ended as {result.status.value!r} ({result.reason})"
        raise ValueError(msg)
    if stale := stale_because((*result.folded_ids, *(item.id for item in result.kept)), session):
        msg = f"the fold no longer fits the session: {stale}; fold again"
        raise ValueError(msg)
    seed = f"{session.leaf_id}\n{len(session)}\n{result.summary}"
    message = result.summary_message
    return CompactionEntry(
        id=blake2b(seed.encode("utf-8", "surrogatepass"), digest_size=4).hexdigest(),
        parent_id=session.leaf_id,
        summary=result.summary,
        first_kept_entry_id=result.first_kept_entry_id,
        short_summary=result.short_summary,
        tokens_before=result.tokens_before,
        tokens_after=result.tokens_after,
        method=result.method,
        timestamp=message.timestamp,
        warning=message.warning,
        read_files=result.ledger.files.read,
        modified_files=result.ledger.files.modified,
        duration_ms=round(1000 * result.timings.get("total", 0)),
        from_extension=result.method == HOOK,
        readable=result.payload is None or not is_placeholder(result.summary),
        payload=result.payload,
    )


def _settled(job: "Job", result: CompactionResult) -> CompactionResult:
    check_written(result, job.settings)
    return result


def _cancelled(job: "Job", error: CompactionCancelledError) -> CompactionResult:
    from foldline.core.outcome import refused

    return refused(job, Status.CANCELLED, f"Cancelled: {error}.")


class _Call(NamedTuple):
    settings: CompactionSettings | None
    provider: AsyncProvider | Provider | None
    previous: "Ledger | None"
    state: CompactionState | None
    trigger: Trigger
    counter: "TokenCounter | None"


def _job(session: Session, call: _Call) -> "Job":
    """What a fold needs to know; with a request for the provider's own fold, where one is wanted and can be used."""
    settings = wording.settings_for(session, call.settings)
    reader = live_requests.reader_of(session, settings, limits_of(call.provider))
    notes = (reader.why_not,) if reader.why_not else ()
    only = only_reader_of(session)
    context = session.context(reader.provider or only)
    job = _job_of(session, call, settings, context)._replace(notes=notes)
    if live_requests.is_cached(session, settings, job.limits):
        job = job._replace(cached=live_requests.live_request(session, context, job.plan))
    if not reader.provider or job.plan.status is not Status.COMPACTED:
        return job
    live = live_requests.live_request(session, context, job.plan)
    return job._replace(live=live, expanded=lambda: _job_of(session, call, settings, session.context(only)))


def _job_of(session: Session, call: _Call, settings: CompactionSettings, context: Context) -> "Job":
    from foldline.core.ledger import ledger_text
    from foldline.core.outcome import Job
    from foldline.core.plan import make_plan

    totals = totals_of(session, call.counter, settings)
    around = surroundings_of(session, settings, totals)
    template = wording.template_of(session, settings)
    wanted = wording.wanted_language_for(session) if call.provider else ""
    return Job(
        plan=make_plan(context, settings, totals if context is session.context() else totals.tally, around),
        settings=settings,
        template=template,
        tally=totals.tally,
        everything=session.history(),
        previous=call.previous or ledger_text.of_fold(context.previous),
        branches=session.branches(),
        summariser=call.provider.name if call.provider else "",
        limits=limits_of(call.provider),
        window=around.window,
        trigger=call.trigger,
        state=call.state or CompactionState(),
        timestamp=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        cwd=session.info.cwd,
        language_line=wording.language_line_for(session, template, wanted=wanted),
        wanted_language=wanted,
    )


def _fold(job: "Job", session: Session, hooks: "Hooks | None") -> "Steps[CompactionResult]":
    from foldline.core.hooked_fold import Place, hooked
    from foldline.hook_runs import hooks_of
    from foldline.secret_scanner import guarded

    place = Place(session.info.id, session.format, session.info.cwd)
    return guarded(hooked(job, hooks_of(job.settings, hooks), place), job.settings)


def _timed(result: CompactionResult, started: float, planned: float) -> CompactionResult:
    done = time.perf_counter()
    return replace(result, timings={"plan": planned - started, "fold": done - planned, "total": done - started})
