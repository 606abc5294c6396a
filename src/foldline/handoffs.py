"""Handing a conversation over: a document from which a successor goes on who sees nothing else.

Every function returns a value and changes nothing.
"""

from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from foldline import live_requests
from foldline.core.handoffs import Handoff, HandoffJob, hand_over, not_made
from foldline.core.ledger import ledger_text
from foldline.core.messages import Json
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
    from collections.abc import Sequence

    from foldline.core.counting.tokens import TokenCounter
    from foldline.listed import Wire
    from foldline.wire.edits import Object


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


def handoff_messages(  # noqa: PLR0913 - what a request holds, by name
    messages: "Sequence[Object]",
    *,
    wire: "Wire",
    system: Json = None,
    tools: "Sequence[Json]" = (),
    settings: CompactionSettings | None = None,
    focus: str = "",
    provider: Provider | None = None,
) -> Handoff:
    """The same as `handoff` for the message list of an agent loop.

    With ``request_form = "suffix"`` in the settings the wish for a document stands behind the list as it was sent, so
    that the provider's cache of it is read again: same system prompt, same tools, none of which may be called.

    Args:
        messages: the list as it is sent; neither it nor its objects are changed.
        wire: whose form the list has.
        system: the system prompt, where it is sent beside the list.
        tools: the tool definitions that are sent.
        settings: how to write.
        focus: what the document should look at most.
        provider: who writes it; None for the built-in summariser.
    """
    return handoff(_listed(messages, wire, system, tools), settings, focus=focus, provider=provider)


async def ahandoff_messages(  # noqa: PLR0913 - as `handoff_messages`
    messages: "Sequence[Object]",
    *,
    wire: "Wire",
    system: Json = None,
    tools: "Sequence[Json]" = (),
    settings: CompactionSettings | None = None,
    focus: str = "",
    provider: AsyncProvider | Provider | None = None,
) -> Handoff:
    """The same as `handoff_messages` for an event loop."""
    return await ahandoff(_listed(messages, wire, system, tools), settings, focus=focus, provider=provider)


def _listed(messages: "Sequence[Object]", wire: "Wire", system: Json, tools: "Sequence[Json]") -> Session:
    from foldline.listed import read_list

    return read_list(messages, wire, system=system, tools=tools).session


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
    context, limits = session.context(), limits_of(call.provider)
    is_cached = live_requests.is_cached(session, settings, limits)
    return HandoffJob(
        context=context,
        everything=session.history(),
        settings=replace(settings, focus=call.focus) if call.focus else settings,
        template=template,
        tally=totals.tally,
        previous=ledger_text.of_fold(context.previous),
        branches=session.branches(),
        summariser=call.provider.name if call.provider else "",
        limits=limits,
        window=around.window,
        language_line=language_line_for(session, template) if call.provider else "",
        cwd=session.info.cwd,
        counter=around.counter,
        cached=live_requests.live_request(session, context, live_requests.whole(context)) if is_cached else None,
    )
