"""A route of the API: what it takes and gives as msgspec types, and a handler that only translates.

Bodies are bounded before they are read, and checked against their type before a handler sees them.
"""

import json
from collections.abc import Awaitable, Callable, Iterable, Mapping
from inspect import iscoroutinefunction
from typing import Any, Generic, Literal, NamedTuple, TypeVar

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from foldline.config.field_edits import FieldFault
from foldline.errors import FoldlineError
from foldline.server.faults import Problem, RequestError, status_of

Body = TypeVar("Body")
Query = TypeVar("Query")
LARGEST_BODY = 4_000_000
"""Bytes of a JSON body; the settings of somebody who writes a lot have some ten thousand."""
JSON = "application/json"
BYTES = "application/octet-stream"


class Call(NamedTuple, Generic[Body, Query]):
    """One request, decoded."""

    request: Request
    body: Body
    query: Query

    def named(self, name: str) -> str:
        """A part of the path."""
        value: str = self.request.path_params[name]
        return value


class Nothing(msgspec.Struct, frozen=True):
    """No body, or no query."""


class Endpoint(NamedTuple):
    """One method of one path."""

    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
    path: str
    handler: Callable[[Call[Any, Any]], object]
    """Gives the answer's value, or a response; a plain function is run beside the event loop."""
    summary: str
    body: type = Nothing
    query: type = Nothing
    answer: type | None = None
    """None where the answer is no JSON."""
    status: int = 200
    media: str = JSON
    """Of the body; a handler reads one of bytes itself, from `call.request`."""
    gives: str = JSON
    faults: tuple[int, ...] = ()
    """Statuses it may answer with beside those that any route may."""


def routes(endpoints: Iterable[Endpoint]) -> list[Route]:
    """Endpoints as routes of the app, those of one path together, so that a path knows all its methods."""
    by_path: dict[str, dict[str, Endpoint]] = {}
    for endpoint in endpoints:
        by_path.setdefault(endpoint.path, {})[endpoint.method] = endpoint
    return [_route(path, by_method) for path, by_method in by_path.items()]


def _route(path: str, by_method: Mapping[str, Endpoint]) -> Route:
    async def serve(request: Request) -> Response:
        endpoint = by_method["GET" if request.method == "HEAD" else request.method]
        try:
            call = Call(request, await _body(request, endpoint), _query(request, endpoint))
            answer = await _answer(endpoint, call)
        except FoldlineError as error:
            return refusal(error)
        except ClientDisconnect:
            return refusal(RequestError(400, "the body did not come to its end"))
        return answer if isinstance(answer, Response) else as_json(answer, endpoint.status)

    return Route(path, serve, methods=list(by_method))


def as_json(value: object, status: int = 200) -> Response:
    """A value as an answer; lone surrogates, which JSON bytes can't hold, stay escapes."""
    try:
        data = msgspec.json.encode(value)
    except UnicodeEncodeError:
        data = json.dumps(msgspec.to_builtins(value), ensure_ascii=True).encode()
    return Response(data, status, media_type=JSON)


def refusal(error: FoldlineError) -> Response:
    """An error as an answer."""
    status = status_of(error)
    return as_json(getattr(error, "problem", None) or Problem(str(error)), status)


async def bounded(request: Request, most: int) -> bytes:
    """A body that is not larger than it may be.

    Raises:
        RequestError: it is.
    """
    too_large = RequestError(413, f"the body has more than {most:,} bytes; nothing was done")
    said = request.headers.get("content-length", "")
    if said.isdecimal() and int(said) > most:
        raise too_large
    chunks: list[bytes] = []
    size = 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > most:
            raise too_large
        chunks.append(chunk)
    return b"".join(chunks)


async def _answer(endpoint: Endpoint, call: Call[Any, Any]) -> object:
    if iscoroutinefunction(endpoint.handler):
        waiting: Awaitable[object] = endpoint.handler(call)
        return await waiting
    return await run_in_threadpool(endpoint.handler, call)


async def _body(request: Request, endpoint: Endpoint) -> object:
    if endpoint.body is Nothing and endpoint.media == JSON:
        return Nothing()
    sent = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if sent != endpoint.media:
        msg = f"the body is {sent or 'of no named type'}; send it as {endpoint.media}"
        raise RequestError(415, msg)
    if endpoint.media != JSON:
        return Nothing()
    data = await bounded(request, LARGEST_BODY)
    try:
        return msgspec.json.decode(data, type=endpoint.body)
    except msgspec.ValidationError as error:
        raise MalformedError(str(error)) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        msg = f"it is no JSON that can be read: {error}"
        raise MalformedError(msg) from error


def _query(request: Request, endpoint: Endpoint) -> object:
    repeated = {name for name, field in _fields(endpoint.query) if "tuple" in str(field)}
    given: dict[str, object] = {}
    for name, value in request.query_params.multi_items():
        if name in repeated:
            given[name] = (*given.get(name, ()), value)  # type: ignore[misc]
        else:
            given[name] = value
    try:
        return msgspec.convert(given, endpoint.query, strict=False)
    except msgspec.ValidationError as error:
        msg = f"the query is not as it must be: {error}"
        raise MalformedError(msg) from error


def _fields(kind: type) -> list[tuple[str, object]]:
    return [(field.name, field.type) for field in msgspec.structs.fields(kind)]


class MalformedError(RequestError):
    """A body or query that is not of its type."""

    def __init__(self, message: str) -> None:
        super().__init__(400, f"this request is malformed: {message}")
        reason, _, place = message.partition(" - at `$")
        path = tuple(part for part in place.rstrip("`").replace("[", ".").replace("]", "").split(".") if part)
        self.problem = Problem(str(self), (FieldFault(path, reason),) if place else ())
