"""Leaving a branch of a session: who summarises it is asked here, and what is made of the answer goes into the tree.

Every function returns a value and changes nothing.
"""

import time
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from foldline.core.branch_summary import BranchJob, BranchSummary, entry_of, not_made
from foldline.core.branches import branch_left, landing
from foldline.core.profiles.templates import PromptOverride, Template
from foldline.core.requests import AsyncProvider, Provider, limits_of
from foldline.core.result import Status
from foldline.core.session import BranchSummaryEntry, MetaEntry, Session
from foldline.core.settings import CompactionSettings
from foldline.drivers import adrive, drive
from foldline.errors import CompactionCancelledError
from foldline.surroundings import surroundings_of, totals_of
from foldline.unwritten import check_written
from foldline.wording import language_line_for, settings_for, template_of

if TYPE_CHECKING:
    from foldline.core.counting.tokens import TokenCounter
    from foldline.core.hooks import Hooks, Steps

LEAF = ""
"""Stands for the place where the session is now."""


def summarize_branch(  # noqa: PLR0913 - the seams of a summary, by name
    session: Session,
    to_id: str,
    settings: CompactionSettings | None = None,
    *,
    from_id: str | None = LEAF,
    provider: Provider | None = None,
    instructions: str = "",
    counter: "TokenCounter | None" = None,
    hooks: "Hooks | None" = None,
) -> BranchSummary:
    """Carry what was learned on a branch to the place where the work goes on.

    Args:
        session: a tree; it is not changed. Append ``foldline.branch_entry(result, session)`` to go on there.
        to_id: the entry to go back, or over, to. At a message the user typed that is the place before it.
        settings: how to write.
        from_id: the end of the branch that is left; the session's leaf by default.
        provider: who writes the summary; None for the built-in summariser, which needs no model and no key.
        instructions: what to write, in place of the built-in prompt.
        counter: how to count; None takes the best that is installed.
        hooks: callables that take part, behind the commands of the settings.

    Returns:
        The summary, with the place it belongs to. Any status but `compacted` means that there is none.

    Raises:
        ValueError: there is no such entry.
        SummarizationError: no model wrote the summary, and ``settings.fallback`` lets nobody stand in.
    """
    job = _job(session, _Call(to_id, settings, from_id, provider, instructions, counter))
    try:
        made = drive(_steps(job, session, hooks), provider)
    except CompactionCancelledError as error:
        return not_made(job, Status.CANCELLED, f"Cancelled: {error}.")
    check_written(made, job.settings)
    return made


async def asummarize_branch(  # noqa: PLR0913 - as `summarize_branch`
    session: Session,
    to_id: str,
    settings: CompactionSettings | None = None,
    *,
    from_id: str | None = LEAF,
    provider: AsyncProvider | Provider | None = None,
    instructions: str = "",
    counter: "TokenCounter | None" = None,
    hooks: "Hooks | None" = None,
) -> BranchSummary:
    """The same as `summarize_branch` for an event loop."""
    job = _job(session, _Call(to_id, settings, from_id, provider, instructions, counter))
    try:
        made = await adrive(_steps(job, session, hooks), provider)
    except CompactionCancelledError as error:
        return not_made(job, Status.CANCELLED, f"Cancelled: {error}.")
    check_written(made, job.settings)
    return made


def branch_entry(made: BranchSummary, session: Session) -> BranchSummaryEntry:
    """The entry that puts a summary into its session: ``session.append(branch_entry(made, session))``.

    Raises:
        ValueError: there is no summary (its status is not `compacted`), or it fits the session no longer: something was
            said on the branch since, or the place it belongs to is gone.
    """
    from hashlib import blake2b

    if made.is_whole and not _is_end(session, made.from_id):
        msg = f"something was said on the branch since it was summarised (behind {made.from_id!r}); summarise it again"
        raise ValueError(msg)
    if made.parent_id is not None and session.entry(made.parent_id) is None:
        msg = f"the session has no entry {made.parent_id!r} for the summary to hang below"
        raise ValueError(msg)
    seed = f"{made.parent_id}\n{len(session)}\n{made.summary}"
    return entry_of(made, blake2b(seed.encode("utf-8", "surrogatepass"), digest_size=4).hexdigest())


def _is_end(session: Session, entry_id: str | None) -> bool:
    """Whether nothing but metadata follows an entry."""
    below = {entry_id}
    for entry in session.entries:
        if entry.parent_id in below:
            if not isinstance(entry, MetaEntry):
                return False
            below.add(entry.id)
    return True


def _steps(job: BranchJob, session: Session, hooks: "Hooks | None") -> "Steps[BranchSummary]":
    from foldline.core.hooked_branch import hooked
    from foldline.core.hooked_fold import Place
    from foldline.hook_runs import hooks_of
    from foldline.secret_scanner import guarded

    place = Place(session.info.id, session.format, session.info.cwd)
    return guarded(hooked(job, hooks_of(job.settings, hooks), place), job.settings)


class _Call(NamedTuple):
    to_id: str
    settings: CompactionSettings | None
    from_id: str | None
    provider: AsyncProvider | Provider | None
    instructions: str
    counter: "TokenCounter | None"


def _job(session: Session, call: _Call) -> BranchJob:
    settings = settings_for(session, call.settings)
    totals = totals_of(session, call.counter, settings)
    around = surroundings_of(session, settings, totals)
    start = session.leaf_id if call.from_id == LEAF else call.from_id
    branch = branch_left(session, start, call.to_id)
    words = template_of(session, settings)
    return BranchJob(
        branch=branch,
        landing=landing(session, call.to_id),
        settings=settings,
        template=_instructed(words, call.instructions),
        tally=totals.tally,
        summariser=call.provider.name if call.provider else "",
        limits=limits_of(call.provider),
        window=around.window,
        language_line=language_line_for(session, words) if call.provider else "",
        cwd=session.info.cwd,
        counter=around.counter,
        timestamp=_now(),
        is_whole=_is_end(session, start),
    )


def _instructed(words: Template, instructions: str) -> Template:
    if not instructions.strip():
        return words
    return replace(words, prompts=(*words.prompts, PromptOverride("branch", instructions)))


def _now() -> str:
    now = time.time()
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(now))}.{int(now * 1000) % 1000:03}Z"
