"""The prompt of every kind as a model would be sent it, with edits that are not stored; nothing is sent or stored."""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from foldline.config.field_edits import FieldEdit, FieldFault, Target, laid_over
from foldline.config.layers import Config
from foldline.core.counting.tokens import TokenCounter
from foldline.core.profiles.binding import Subject
from foldline.core.profiles.in_force import in_force
from foldline.core.profiles.instructions import instructions
from foldline.core.profiles.language import locale_language
from foldline.core.profiles.profile import Profile
from foldline.core.profiles.templates import KINDS, Language, PromptKind
from foldline.core.settings import CompactionSettings
from foldline.counters import best_counter
from foldline.server.endpoint import Call, Endpoint, Nothing
from foldline.server.marked import marked
from foldline.server.source import source_of
from foldline.server.trying import prompts


class PromptBody(Struct, frozen=True):
    """Which prompts, with which edits."""

    target: Target = Target()
    """Without a profile the one in force here is shown."""
    changes: tuple[FieldEdit, ...] = ()
    kinds: tuple[PromptKind, ...] = ()
    """None for all there are."""
    session: str = ""
    """Id of an opened session, whose conversation is to be told; without, the instructions stand alone."""


class PromptPart(Struct, frozen=True):
    """A piece of a prompt; those of one text, joined, are it byte for byte."""

    of: Literal["system", "user"]
    text: str
    changed: bool
    """The delivered prompt has other words here."""


class PromptText(Struct, frozen=True):
    """One prompt, whole."""

    kind: str
    system: str
    user: str
    tokens: int
    counter: str
    is_exact: bool
    """The counter is that of the model of the session; else the number is near."""
    parts: tuple[PromptPart, ...]


class Prompts(Struct, frozen=True):
    """The prompts that were asked for."""

    prompts: tuple[PromptText, ...]
    errors: tuple[FieldFault, ...] = ()
    """Edits that can't be, and are left out."""


class _Sent(NamedTuple):
    kind: str
    system: str
    user: str


def _prompts(call: Call[PromptBody, Nothing]) -> Prompts:
    body = call.body
    found = source_of(call.request).load()
    edited, faults = laid_over(found, body.changes, body.target)
    kinds = body.kinds or KINDS
    if body.session:
        return Prompts(tuple(_of_session(call, edited, found, kinds)), faults)
    settings, plain = _chosen(edited, body.target), _as_delivered(_chosen(found, body.target))
    language = _language(settings, body.target)
    counter = best_counter()
    shown = (
        _text(_alone(kind, settings, language), _alone(kind, plain, language), counter) for kind in dict.fromkeys(kinds)
    )
    return Prompts(tuple(shown), faults)


def _chosen(found: Config, target: Target) -> CompactionSettings:
    """The settings in force, with the profile that is looked at."""
    if not target.profile:
        return in_force(found.settings, Subject(project=str(found.folder)))
    return in_force(replace(found.settings, profile=target.profile, bindings=()), Subject())


def _as_delivered(settings: CompactionSettings) -> CompactionSettings:
    """The same without anything the user has said."""
    base = settings.chosen.base
    return replace(
        settings, profile=base, profiles=(Profile(name=base, base=base),), rules="", focus="", extra_context=()
    )


def _language(settings: CompactionSettings, target: Target) -> Language:
    if target.profile:
        return target.language
    if settings.language:
        return "zh" if settings.language == "zh" else "en"
    return locale_language(settings.locale)


def _alone(kind: PromptKind, settings: CompactionSettings, language: Language) -> _Sent:
    made = instructions(kind, settings, language)
    return _Sent(kind, made.system, made.user)


def _of_session(
    call: Call[PromptBody, Nothing], edited: Config, found: Config, kinds: Sequence[PromptKind]
) -> Iterator[PromptText]:
    store, target = call.request.app.state.sessions, call.body.target
    tried = store.shelf.get(call.body.session).tried

    def sent(settings: CompactionSettings) -> list[_Sent]:
        if target.profile:
            settings = replace(settings, profile=target.profile, bindings=(), language=target.language)
        return [_Sent(one.kind, one.system, one.prompt) for one in prompts(tried, settings, store.make)]

    plain = {one.kind: one for one in sent(_as_delivered(_chosen(found, target)))}
    for one in sent(edited.settings):
        if one.kind in kinds:
            yield _text(one, plain.get(one.kind, one), tried.counter, tried.session.info.model)


def _text(sent: _Sent, default: _Sent, counter: TokenCounter, model: str = "") -> PromptText:
    return PromptText(
        kind=sent.kind,
        system=sent.system,
        user=sent.user,
        tokens=counter.count(sent.system) + counter.count(sent.user),
        counter=counter.name,
        is_exact=bool(model) and counter.exact_for(model),
        parts=(*_parts("system", sent.system, default.system), *_parts("user", sent.user, default.user)),
    )


def _parts(of: Literal["system", "user"], text: str, default: str) -> Iterator[PromptPart]:
    for piece in marked(text, default):
        yield PromptPart(of, piece.text, piece.is_changed)


ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(
        "POST",
        "/api/prompt",
        _prompts,
        "The prompt of every kind, exactly as a model would be sent it, with edits that are not stored yet",
        body=PromptBody,
        answer=Prompts,
        faults=(404, 422),
    ),
)
