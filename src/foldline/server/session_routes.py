"""Routes of opened sessions: give or choose one, look at it, try a fold, lay two side by side, take a copy away."""

from typing import Any, TypeAlias
from urllib.parse import quote

from starlette.responses import Response

from foldline.config import key_file
from foldline.config.layers import Config
from foldline.core.requests import Heard, Provider
from foldline.core.session import Session
from foldline.core.settings import CompactionSettings
from foldline.formats import registry
from foldline.server import copies, trying
from foldline.server.comparison import Comparison, compare
from foldline.server.endpoint import BYTES, Call, Endpoint
from foldline.server.faults import NotThereError
from foldline.server.fold_view import FoldView, fold_view
from foldline.server.jobs import Job
from foldline.server.opened import Opened
from foldline.server.plan_view import Planned, PlanView
from foldline.server.session_bodies import (
    Begun,
    Choice,
    Closed,
    Listed,
    MachineSessions,
    Name,
    Prompts,
    PromptText,
    Saved,
    Selection,
    Two,
    Wait,
    Which,
    Window,
)
from foldline.server.session_view import MessagePage, MessageView, SessionView, session_view
from foldline.server.sessions import JobView, Sessions, SettingsOf, job_view, plan
from foldline.server.source import source_of
from foldline.server.trial import Trial, in_force
from foldline.server.trying import MakeWriter

AnyCall: TypeAlias = Call[Any, Any]
LONGEST_WAIT = 20.0
"""Seconds a request waits for news of a job."""
MOST_LISTED = 60


def _list(call: AnyCall) -> MachineSessions:
    found = _store(call).shelf.discover(MOST_LISTED)
    return MachineSessions(
        tuple(
            Listed(name, _tool(one.tool), one.project, one.opening, one.modified, one.size)
            for name, one in found.items()
        )
    )


def _tool(name: str) -> str:
    label: str = registry.module(name).LABEL
    return label.removesuffix(" session")


async def _receive(call: AnyCall) -> Begun:
    opened = await _store(call).shelf.receive(call.query.name, call.request.stream())
    return _begun(opened, _store(call).read(opened, _settings_of(call)))


def _choose(call: AnyCall) -> Begun:
    opened = _store(call).shelf.choose(call.body.id)
    return _begun(opened, _store(call).read(opened, _settings_of(call)))


def _select(call: AnyCall) -> Begun:
    opened = _opened(call)
    return _begun(opened, _store(call).read(opened, _settings_of(call), call.body.number))


def _show(call: AnyCall) -> SessionView:
    opened = _opened(call)
    return session_view(opened.id, opened.name, opened.tried.session, is_of_machine=opened.found is not None)


def _close(call: AnyCall) -> Closed:
    _store(call).shelf.drop(call.named("session"))
    return Closed()


def _plan(call: AnyCall) -> PlanView:
    opened = _opened(call)
    return plan(opened, _found(call, opened.tried.session)).view


def _messages(call: AnyCall) -> MessagePage:
    return _planned(call).rows.page(max(0, call.query.offset), max(0, call.query.limit))


def _message(call: AnyCall) -> MessageView:
    rows, wanted = _planned(call).rows, call.query
    index = rows.index_of(wanted.entry) if wanted.entry else wanted.index
    if not 0 <= index < len(rows.items):
        msg = "there is no such message in this session"
        raise NotThereError(msg)
    return rows.message(index)


def _prompts(call: AnyCall) -> Prompts:
    tried = _opened(call).tried
    requests = trying.prompts(tried, _found(call, tried.session).settings, _store(call).make)
    count = tried.counter.count
    return Prompts(
        tuple(
            PromptText(one.kind, one.system, one.prompt, one.max_tokens, count(one.system) + count(one.prompt))
            for one in requests
        )
    )


def _fold(call: AnyCall) -> Begun:
    opened = _opened(call)
    return _begun(opened, _store(call).fold(opened, _found(call, opened.tried.session), call.body))


def _fold_made(call: AnyCall) -> FoldView:
    return fold_view(_opened(call).fold(call.named("fold")))


def _compare(call: AnyCall) -> Comparison:
    opened, two = _opened(call), call.query
    return compare(fold_view(opened.fold(two.first)), fold_view(opened.fold(two.second)))


def _download(call: AnyCall) -> Response:
    opened = _opened(call)
    copy = copies.download(opened, opened.tried.session, opened.fold(call.named("fold")).result)
    disposition = f"attachment; filename*=UTF-8''{quote(copy.name)}"
    return Response(copy.data, media_type=BYTES, headers={"content-disposition": disposition})


def _save(call: AnyCall) -> Saved:
    opened = _opened(call)
    return Saved(str(copies.beside(opened, opened.tried.session, opened.fold(call.named("fold")).result)))


async def _job(call: AnyCall) -> JobView:
    job, opened = _store(call).job(call.named("job"))
    if call.query.wait > 0:
        await job.changed(call.query.after, min(call.query.wait, LONGEST_WAIT))
    return job_view(job, opened)


def _cancel(call: AnyCall) -> JobView:
    store = _store(call)
    job, opened = store.job(call.named("job"))
    store.jobs.cancel(job)
    return job_view(job, opened)


def _store(call: AnyCall) -> Sessions:
    store: Sessions = call.request.app.state.sessions
    return store


def _opened(call: AnyCall) -> Opened:
    return _store(call).shelf.get(call.named("session"))


def _planned(call: AnyCall) -> Planned:
    """The plan that was asked for last; before any was, that of the settings in force."""
    opened = _opened(call)
    session = opened.tried.session
    return opened.planned or plan(opened, _settings_of(call)(session))


def _found(call: AnyCall, session: Session) -> Config:
    return in_force(session, call.body, source_of(call.request).flags)


def _settings_of(call: AnyCall) -> SettingsOf:
    flags = source_of(call.request).flags
    return lambda session: in_force(session, Trial(), flags)


def _begun(opened: Opened, job: Job) -> Begun:
    return Begun(job.id, opened.id)


_SESSION = "/api/sessions/{session}"
ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint("GET", "/api/machine-sessions", _list, "The newest sessions of this machine", answer=MachineSessions),
    Endpoint(
        "POST",
        "/api/sessions",
        _receive,
        "Give a session file",
        query=Name,
        answer=Begun,
        status=202,
        media=BYTES,
        faults=(422, 429),
    ),
    Endpoint(
        "POST",
        "/api/sessions/open",
        _choose,
        "Open a session of this machine",
        body=Choice,
        answer=Begun,
        status=202,
        faults=(404, 429),
    ),
    Endpoint(
        "POST",
        f"{_SESSION}/select",
        _select,
        "Choose one of several conversations",
        body=Selection,
        answer=Begun,
        status=202,
        faults=(404, 429),
    ),
    Endpoint("GET", _SESSION, _show, "What is known of a session", answer=SessionView, faults=(404,)),
    Endpoint("DELETE", _SESSION, _close, "Close a session", answer=Closed),
    Endpoint(
        "POST",
        f"{_SESSION}/plan",
        _plan,
        "Where a fold would cut, and where the tokens are",
        body=Trial,
        answer=PlanView,
        faults=(404, 422),
    ),
    Endpoint(
        "GET",
        f"{_SESSION}/messages",
        _messages,
        "A part of the list of messages, their texts clipped",
        query=Window,
        answer=MessagePage,
        faults=(404, 422),
    ),
    Endpoint(
        "GET",
        f"{_SESSION}/message",
        _message,
        "One message whole",
        query=Which,
        answer=MessageView,
        faults=(404, 422),
    ),
    Endpoint(
        "POST",
        f"{_SESSION}/prompts",
        _prompts,
        "Every text that a model would be sent for a fold; nothing is sent",
        body=Trial,
        answer=Prompts,
        faults=(404, 422, 502, 503),
    ),
    Endpoint(
        "POST",
        f"{_SESSION}/folds",
        _fold,
        "Fold a session; nothing is written",
        body=Trial,
        answer=Begun,
        status=202,
        faults=(404, 422, 429),
    ),
    Endpoint("GET", f"{_SESSION}/folds/{{fold}}", _fold_made, "A fold", answer=FoldView, faults=(404,)),
    Endpoint(
        "GET",
        f"{_SESSION}/comparison",
        _compare,
        "Two folds of a session side by side",
        query=Two,
        answer=Comparison,
        faults=(404,),
    ),
    Endpoint(
        "GET",
        f"{_SESSION}/folds/{{fold}}/file",
        _download,
        "The folded copy, to be downloaded",
        gives=BYTES,
        faults=(404, 422),
    ),
    Endpoint(
        "POST",
        f"{_SESSION}/folds/{{fold}}/copy",
        _save,
        "Lay the folded copy beside the original, which stays as it is",
        answer=Saved,
        faults=(404, 422, 423, 507),
    ),
    Endpoint("GET", "/api/jobs/{job}", _job, "How far a piece of work is", query=Wait, answer=JobView, faults=(404,)),
    Endpoint("DELETE", "/api/jobs/{job}", _cancel, "End a piece of work for good", answer=JobView, faults=(404,)),
)


def make_store(make: MakeWriter | None = None) -> Sessions:
    """What holds the opened sessions of an app.

    Args:
        make: makes who writes by a model; None for the models of the settings.
    """
    return Sessions(make or _writer)


def close_store(store: Sessions) -> None:
    """End it."""
    store.close()


def _writer(settings: CompactionSettings, model: str, heard: Heard | None) -> Provider | None:
    from foldline.providers.registry import writer

    return writer(settings, model=model, environ=key_file.environment(), heard=heard)
