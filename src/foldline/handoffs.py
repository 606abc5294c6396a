"""Handing a conversation over: a document from which a successor goes on who sees nothing else.

Every function returns a value and changes nothing.
"""

from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from foldline.core.handoffs import Handoff, HandoffJob, hand_over, not_made
from foldline.core.ledger import ledger_text
from foldline.core.requests import AsyncProvider, Provider, limits_of
from foldline.core.result import Status
from foldline.core.session import Session
from foldline.core.settings import CompactionSettings
from foldline.drivers import adrive, drive
from foldline.errors import CompactionCancelledError
from foldline.secret_scanner import guarded
from foldline.surroundings import surroundings_of, totals_of
from foldline.unwritten import check_written
from foldline.wording import language_line_for, settings_for, template_of

if TYPE_CHECKING:
    from foldline.core.counting.tokens import TokenCounter


def handoff(
    session: Session,
    settings: CompactionSettings | None = None,
    *,
    focus: str = "",
    provider: Provider | None = None,
    counter: "TokenCounter | None" = None,
) -> Handoff:
    """Write the document with which somebody else takes the work over, without asking and without repeating anything.

    Args:
        session: the conversation; it is not changed.
        settings: how to write.
        focus: what the document should look at most; the settings' own by default.
        provider: who writes it; None for the built-in summariser, which needs no model and no key.
        counter: how to count; None takes the best that is installed.

    Returns:
        The document. Any status but `compacted` means that there is none.

    Raises:
        SummarizationError: no model wrote it, and ``settings.fallback`` lets nobody stand in.
    """
    job = _job(session, _Call(settings, focus, provider, counter))
    try:
        made = drive(guarded(hand_over(job), job.settings), provider)
    except CompactionCancelledError as error:
        return not_made(job, Status.CANCELLED, f"Cancelled: {error}.")
    check_written(made, job.settings)
    return made


async def ahandoff(
    session: Session,
    settings: CompactionSettings | None = None,
    *,
    focus: str = "",
    provider: AsyncProvider | Provider | None = None,
    counter: "TokenCounter | None" = None,
) -> Handoff:
    """The same as `handoff` for an event loop."""
    job = _job(session, _Call(settings, focus, provider, counter))
    try:
        made = await adrive(guarded(hand_over(job), job.settings), provider)
    except CompactionCancelledError as error:
        return not_made(job, Status.CANCELLED, f"Cancelled: {error}.")
    check_written(made, job.settings)
    return made


class _Call(NamedTuple):
    settings: CompactionSettings | None
    focus: str
    provider: AsyncProvider | Provider | None
    counter: "TokenCounter | None"


def _job(session: Session, call: _Call) -> HandoffJob:
    settings = settings_for(session, call.settings)
    totals = totals_of(session, call.counter, settings)
    around = surroundings_of(session, settings, totals)
    template = template_of(session, settings)
    context = session.context()
    return HandoffJob(
        context=context,
        everything=session.history(),
        settings=replace(settings, focus=call.focus) if call.focus else settings,
        template=template,
        tally=totals.tally,
        previous=ledger_text.of_fold(context.previous),
        branches=session.branches(),
        summariser=call.provider.name if call.provider else "",
        limits=limits_of(call.provider),
        window=around.window,
        language_line=language_line_for(session, template) if call.provider else "",
        cwd=session.info.cwd,
        counter=around.counter,
    )
