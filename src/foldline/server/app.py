"""The app: its routes in one list, guarded; nothing is read or opened when it is built."""

from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from foldline.server import model_routes, openapi, profile_routes, prompt_routes, session_routes, settings_routes
from foldline.server.endpoint import Endpoint, as_json, routes
from foldline.server.faults import Problem
from foldline.server.guard import HEADERS, Guard
from foldline.server.source import Source
from foldline.server.watching import Watch

WEB = Path(str(files("foldline.server") / "web"))
ENDPOINTS: tuple[Endpoint, ...] = (
    *settings_routes.ENDPOINTS,
    *profile_routes.ENDPOINTS,
    *prompt_routes.ENDPOINTS,
    *model_routes.ENDPOINTS,
    *session_routes.ENDPOINTS,
)
"""Every route of the API."""
_WORTH_PACKING = 2_000
"""Bytes of an answer from which it is compressed."""


def build_app(*, token: str = "", hosts: Collection[str] = (), flags: Mapping[str, object] | None = None) -> Starlette:
    """The page and its API as an ASGI app, for a server of one's own or for tests.

    Args:
        token: what a request has to show (`Authorization: Bearer ...`, or once `/?token=...`); empty for nothing,
            which is right on this machine alone.
        hosts: names it may be called by beside those of this machine for itself.
        flags: settings that hold as long as it runs, whatever the files say.
    """
    made = [
        Route("/", _page),
        Route("/openapi.json", _document),
        *routes(ENDPOINTS),
        Mount("/web", StaticFiles(directory=WEB, check_dir=False)),
    ]
    app = Starlette(
        routes=made,
        middleware=[
            Middleware(Guard, hosts=hosts, token=token),
            Middleware(GZipMiddleware, minimum_size=_WORTH_PACKING, compresslevel=6),
        ],
        exception_handlers={HTTPException: _told, Exception: _broken},
        lifespan=_lifespan,
    )
    app.state.source = Source(flags or {})
    app.state.watch = Watch(app.state.source)
    app.state.sessions = session_routes.make_store()
    return app


@asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    try:
        yield
    finally:
        app.state.watch.close()
        session_routes.close_store(app.state.sessions)


async def _page(_: Request) -> Response:
    return FileResponse(WEB / "index.html", headers={"cache-control": "no-cache"})


async def _document(_: Request) -> Response:
    return as_json(openapi.document(ENDPOINTS))


async def _told(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    words = {404: f"there is nothing at {request.url.path!r}", 405: f"{request.method} is no method of this path"}
    answer = as_json(Problem(words.get(status, str(getattr(error, "detail", error)))), status)
    answer.headers.update(getattr(error, "headers", None) or {})
    return answer


async def _broken(_: Request, error: Exception) -> Response:
    answer = as_json(Problem(f"the server failed ({type(error).__name__}); what happened stands where it runs"), 500)
    answer.headers.update(HEADERS)  # made outside of the guard
    return answer
