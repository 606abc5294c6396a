"""Routes of the settings: what is in force and where it comes from, edits of it, and news of changes."""

import threading
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

from msgspec import Struct
from starlette.responses import StreamingResponse

from foldline import config
from foldline.config.edits import Updated
from foldline.config.field_edits import ConflictError, FieldEdit, FieldFault, Target, store
from foldline.core.profiles.binding import Binding, Scope, Subject
from foldline.errors import SettingsError
from foldline.server.endpoint import Call, Endpoint, Nothing, as_json
from foldline.server.faults import Problem, RequestError
from foldline.server.source import Source, source_of
from foldline.server.state_view import Choice, State, choice, state_of
from foldline.server.watching import Watch

_ONE_AT_A_TIME = threading.Lock()
"""Two edits from two pages: the second one is checked against what the first one stored."""


class Patch(Struct, frozen=True):
    """Edits of one target."""

    version: str
    """Of the state that was edited."""
    changes: tuple[FieldEdit, ...]
    target: Target = Target()


class Edited(Struct, frozen=True):
    """What an edit came to."""

    version: str
    files: tuple[str, ...]
    """Those that were written."""
    state: State
    errors: tuple[FieldFault, ...] = ()
    """Changes that can't be; all others are stored."""


class Conflicted(Problem, frozen=True):
    """The question that two changes of one field raise."""

    state: State | None = None


class BindingBody(Struct, frozen=True):
    """Who is to be folded with which profile."""

    version: str
    scope: Scope
    key: str
    profile: str | None = None
    """Null takes the binding back."""


class SubjectQuery(Struct, frozen=True):
    """What is known of a conversation."""

    session: str = ""
    character: tuple[str, ...] = ()
    project: str = ""
    """A folder; the server's own where it is empty."""
    model: str = ""


def edited(source: Source, updated: Updated, faults: Sequence[FieldFault] = ()) -> Edited:
    """The answer to an edit that was made."""
    state = state_of(source)
    return Edited(state.version, tuple(map(str, updated.files)), state, tuple(faults))


def alone(source: Source, version: str, work: Callable[[], Updated]) -> Edited:
    """Do an edit that allows no merging: only on the very settings that the page shows.

    Raises:
        RequestError: they were changed meanwhile.
    """
    with _ONE_AT_A_TIME:
        if source.version() != version:
            msg = "the settings were changed elsewhere meanwhile; nothing was written, look at them and do it again"
            raise RequestError(409, msg)
        return edited(source, work())


def _state(call: Call[Nothing, Nothing]) -> State:
    return state_of(source_of(call.request))


def _patch(call: Call[Patch, Nothing]) -> object:
    source, body = source_of(call.request), call.body
    with _ONE_AT_A_TIME:
        try:
            is_current = source.version() == body.version
            stored = store(source.load, body.changes, body.target, is_current=is_current)
        except ConflictError as error:
            state = state_of(source)
            return as_json(Conflicted(str(error), (), error.conflicts, state.version, state), 409)
        if stored.faults and not stored.good:
            return as_json(Problem(stored.faults[0].message, stored.faults), 422)
        return edited(source, stored.updated, stored.faults)


def _bind(call: Call[BindingBody, Nothing]) -> Edited:
    source, body = source_of(call.request), call.body

    def work() -> Updated:
        if body.profile is None:
            return config.unbind(body.scope, body.key)
        return config.bind(binding_of(body))

    return alone(source, body.version, work)


def binding_of(body: BindingBody) -> Binding:
    """The binding that is asked for; a folder is named in full.

    Raises:
        SettingsError: it names no folder.
    """
    key = body.key.strip()
    if body.scope == "project" and not Path(key).is_absolute():
        msg = f"{key!r} is no folder in full; name it from the root, as in /home/me/shop"
        raise SettingsError(msg)
    return Binding(body.scope, key, body.profile or "")


def _choice(call: Call[Nothing, SubjectQuery]) -> Choice:
    found, asked = source_of(call.request).load(), call.query
    subject = Subject(asked.session, asked.character, asked.project or str(found.folder), asked.model)
    return choice(found, subject)


async def _events(call: Call[Nothing, Nothing]) -> StreamingResponse:
    watch: Watch = call.request.app.state.watch

    async def lines() -> AsyncIterator[str]:
        async for version in watch.versions():
            yield f'event: changed\ndata: {{"version": "{version}"}}\n\n' if version else ": still here\n\n"

    return StreamingResponse(lines(), media_type="text/event-stream")


ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint("GET", "/api/state", _state, "All that the page shows", answer=State),
    Endpoint(
        "PATCH",
        "/api/settings",
        _patch,
        "Store changes of settings or of a profile, in one write",
        body=Patch,
        answer=Edited,
        faults=(409, 422, 423, 507),
    ),
    Endpoint(
        "PUT",
        "/api/bindings",
        _bind,
        "Let a session, character, project or model have a profile of its own, or take that back",
        body=BindingBody,
        answer=Edited,
        faults=(409, 422, 423, 507),
    ),
    Endpoint(
        "GET",
        "/api/binding",
        _choice,
        "The profile that a conversation would be folded with now, and why",
        query=SubjectQuery,
        answer=Choice,
    ),
    Endpoint("GET", "/api/events", _events, "News of the settings files", gives="text/event-stream"),
)
