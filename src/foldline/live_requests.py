"""Whether the provider of a session's model is asked to fold by itself, and the request that it would read."""

from typing import TYPE_CHECKING, NamedTuple, Protocol

from foldline.core.remote.live import Live
from foldline.core.remote.payload import ANTHROPIC
from foldline.core.remote.readers import vendor_of
from foldline.core.requests import Limits
from foldline.core.session import Context, Item, Session
from foldline.core.settings import CompactionSettings
from foldline.core.wrapping import wrap_summary

if TYPE_CHECKING:
    from foldline.core.messages import Json


class Reader(NamedTuple):
    """Who would read a fold that only its provider can."""

    provider: str = ""
    """Empty where nobody is asked for one."""
    why_not: str = ""
    """Why nobody is, although the settings ask for it."""


def reader_of(session: Session, settings: CompactionSettings, limits: Limits) -> Reader:
    """The provider that is asked to fold this session by itself.

    Args:
        session: the conversation.
        settings: ``remote`` says whether that is wanted.
        limits: what the summariser can.
    """
    if settings.remote != "native":
        return Reader()
    if not limits.native:
        who = f"{limits.model!r} can't" if limits.model else "no model is named that can"
        return Reader(why_not=f"The provider was not asked to fold by itself: {who}.")
    vendor = vendor_of(session.info.model)
    if vendor not in {"", limits.native}:
        return Reader(
            why_not=f"The provider was not asked to fold by itself: the session's model {session.info.model!r} "
            f"could not read what {limits.native} keeps."
        )
    if not _can_hold(session, limits.native):
        return Reader(
            why_not=f"The provider was not asked to fold by itself: a session of the format {session.format!r} "
            f"has no place for what {limits.native} keeps."
        )
    return Reader(limits.native)


def _can_hold(session: Session, provider: str) -> bool:
    """Whether whoever goes on with the session has a place for a fold of that provider. One in memory has."""
    from foldline.formats import registry

    if session.objects:
        return session.reader == provider
    if session.format not in registry.FORMATS:
        return True
    return provider in getattr(registry.module(session.format), "HOLDS", ())


def is_cached(session: Session, settings: CompactionSettings, limits: Limits) -> bool:
    """Whether instructions are to stand behind the live request: it is at hand, in the summariser's own form."""
    if settings.request_form != "suffix" or not session.objects or limits.wire != session.format:
        return False
    before = session.context().previous
    return before is None or before.payload is None or before.payload.provider != ANTHROPIC


class Parted(Protocol):
    """Where a context is cut; a plan is one."""

    @property
    def head(self) -> tuple[Item, ...]:
        """What the client put first."""
        ...

    @property
    def folded(self) -> tuple[Item, ...]:
        """What follows it, up to the cut."""
        ...


class Whole(NamedTuple):
    """A context that is not cut."""

    head: tuple[Item, ...]
    folded: tuple[Item, ...]


def whole(context: Context) -> Whole:
    """A context to its end."""
    from foldline.core.cut_rules import head_size

    at = head_size([item.message for item in context.items])
    return Whole(context.items[:at], context.items[at:])


def live_request(session: Session, context: Context, plan: Parted) -> Live:
    """The request as a client would send it, up to the place where it is cut.

    Args:
        session: the conversation.
        context: what ``plan`` was made from.
        plan: says where.
    """
    before = context.previous
    items = (*plan.head, *plan.folded)
    wire, raws = _originals(session, context)
    payload = before.payload if before is not None else None
    summary = before.summary if before is not None and payload is None else ""
    return Live(
        head=plan.head,
        payload=payload,
        previous=wrap_summary(summary, before.method) if before is not None and summary else "",
        folded=plan.folded,
        system=session.info.system,
        tools_json=session.info.tools_json,
        wire=wire,
        raws={item.id: raws[item.id] for item in items if item.id in raws},
        cache_key=session.info.id,
    )


def _originals(session: Session, context: Context) -> "tuple[str, dict[str, tuple[Json, ...]]]":
    """What the messages came as, and in whose form that is."""
    from foldline.formats import registry

    if session.objects or session.format not in registry.FORMATS:
        return session.format, session.objects
    originals = getattr(registry.module(session.format), "originals", None)
    return originals(session, context) if originals is not None else ("", {})
