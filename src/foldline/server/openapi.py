"""The API described by its own types, as an OpenAPI document. Nothing in it is written twice."""

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

from foldline import __version__
from foldline.server.endpoint import BYTES, JSON, Endpoint, Nothing
from foldline.server.faults import Problem

Object = dict[str, Any]
_REFS: Final = "#/components/schemas/{name}"
_ANY_ROUTE: Final = (403,)
_WITH_BODY: Final = (400, 413, 415)
_WORDS: Final = {
    400: "The request is malformed.",
    401: "The token is missing or wrong.",
    403: "Not from this page, or not meant for this server.",
    404: "It is not there.",
    409: "It was changed elsewhere meanwhile; nothing was written.",
    413: "The body is too large.",
    415: "The body is of another type.",
    422: "A value that can't be; nothing was written.",
    423: "The file can't be written.",
    429: "Too much is going on already.",
    502: "A model's service failed.",
    503: "Something has to be installed for it.",
    507: "The disk is full.",
}


def document(endpoints: Sequence[Endpoint]) -> Object:
    """The OpenAPI 3.1 document of some endpoints."""
    kinds = [Problem, *(kind for each in endpoints for kind in (each.body, each.query, each.answer) if kind)]
    kinds = [kind for kind in dict.fromkeys(kinds) if kind is not Nothing]
    schemas, components = msgspec.json.schema_components(kinds, ref_template=_REFS)
    by_kind = dict(zip(kinds, schemas, strict=True))
    paths: Object = {}
    for endpoint in endpoints:
        path = re.sub(r":\w+}", "}", endpoint.path)
        paths.setdefault(path, {})[endpoint.method.lower()] = _operation(endpoint, by_kind, components)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Foldline", "version": __version__, "description": "The settings page's own API."},
        "paths": paths,
        "components": {"schemas": components},
    }


def statuses(endpoint: Endpoint) -> tuple[int, ...]:
    """The statuses an endpoint may refuse with."""
    takes = endpoint.body is not Nothing or endpoint.media != JSON
    return tuple(sorted({*_ANY_ROUTE, *(_WITH_BODY if takes else ()), *_with_query(endpoint), *endpoint.faults}))


def said(status: int) -> str:
    """What a status means here."""
    return _WORDS[status]


def _with_query(endpoint: Endpoint) -> Iterable[int]:
    return () if endpoint.query is Nothing else (400,)


def _operation(endpoint: Endpoint, by_kind: dict[type, Object], components: Object) -> Object:
    made: Object = {"summary": endpoint.summary, "operationId": _id(endpoint)}
    parameters = [*_in_path(endpoint), *_in_query(endpoint, components)]
    if parameters:
        made["parameters"] = parameters
    if endpoint.media == BYTES:
        made["requestBody"] = {"required": True, "content": {BYTES: {"schema": {"type": "string", "format": "binary"}}}}
    elif endpoint.body is not Nothing:
        made["requestBody"] = {"required": True, "content": {JSON: {"schema": by_kind[endpoint.body]}}}
    content: Object = {"schema": by_kind[endpoint.answer]} if endpoint.answer else {"schema": {"type": "string"}}
    made["responses"] = {str(endpoint.status): {"description": "Done.", "content": {endpoint.gives: content}}}
    problem = {JSON: {"schema": by_kind[Problem]}}
    for status in statuses(endpoint):
        made["responses"][str(status)] = {"description": said(status), "content": problem}
    return made


def _id(endpoint: Endpoint) -> str:
    return re.sub(r"\W+", "_", f"{endpoint.method.lower()} {endpoint.path.removeprefix('/api/')}").strip("_")


def _in_path(endpoint: Endpoint) -> list[Object]:
    names = re.findall(r"{(\w+)", endpoint.path)
    return [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names]


def _in_query(endpoint: Endpoint, components: Object) -> list[Object]:
    if endpoint.query is Nothing:
        return []
    schema = components.pop(endpoint.query.__name__, {})
    required = schema.get("required", [])
    return [
        {"name": name, "in": "query", "required": name in required, "schema": kind}
        for name, kind in schema.get("properties", {}).items()
    ]
