"""The reference of the page's API, made from its routes and their types."""

import ast
import inspect
import re
import textwrap
from typing import Any

import msgspec
from reference import MADE, fields, row, table

from foldline.server import openapi
from foldline.server.app import ENDPOINTS
from foldline.server.endpoint import BYTES, Endpoint, Nothing
from foldline.server.faults import Problem

INTRODUCTION = """
`foldline serve` serves the settings page and this API, to this machine alone. `/openapi.json` is the same as an
OpenAPI document, for programs; `foldline.server.app.build_app()` is the app as a value, for a server of one's own or
for tests.

Bodies and answers are JSON. A body needs `Content-Type: application/json`. A request has to be meant for the address
the server printed, and may not come from a page of another site. With `--token` every request shows
`Authorization: Bearer ...`.

An edit names the version of the state it was made from, and of each field what it was before. Where the file was
changed meanwhile, edits of other fields are merged; those of the same field are answered with 409, both values, the
version to answer with and the `State`, and nothing is written until the page says which one holds. An edit that can't
be is told by its field and keeps no other from being stored.

What is refused is answered with a [`Problem`](#problem):
"""


def api_page() -> str:
    kinds = _kinds()
    lines = [
        MADE,
        "",
        "# The API of the page",
        *INTRODUCTION.splitlines(),
        "",
        *_statuses(),
        "",
        *table("request", "what it does"),
    ]
    lines += [row(f"[`{each.method} {_shown(each.path)}`](#{_anchor(each)})", each.summary) for each in ENDPOINTS]
    for each in ENDPOINTS:
        lines += ["", f"## {each.method} {_shown(each.path)}", "", f"{each.summary}.", "", *_exchange(each)]
    lines += ["", "# Types"]
    for kind in kinds:
        lines += ["", f"## {kind.__name__}", "", inspect.cleandoc(kind.__doc__ or ""), "", *_fields(kind)]
    return re.sub(r"\n{3,}", "\n\n", "\n".join([*lines, ""]))


def _shown(path: str) -> str:
    return re.sub(r":\w+}", "}", path)


def _anchor(endpoint: Endpoint) -> str:
    return re.sub(r"[^\w -]", "", f"{endpoint.method} {_shown(endpoint.path)}".lower()).replace(" ", "-")


def _exchange(endpoint: Endpoint) -> list[str]:
    body = "bytes" if endpoint.media == BYTES else _link(endpoint.body)
    answer = _link(endpoint.answer) if endpoint.answer else f"`{endpoint.gives}`"
    refusals = ", ".join(map(str, endpoint.faults))
    rows = [
        ("query", _link(endpoint.query)),
        ("body", body),
        (f"answer {endpoint.status}", answer),
        ("may be refused with", refusals),
    ]
    return [*table("", ""), *(row(name, value) for name, value in rows if value)]


def _statuses() -> list[str]:
    used = sorted({401, *(status for each in ENDPOINTS for status in openapi.statuses(each))})
    return [*table("status", "meaning"), *(row(str(status), openapi.said(status)) for status in used)]


def _link(kind: type) -> str:
    return "" if kind is Nothing else f"[`{kind.__name__}`](#{kind.__name__.lower()})"


def _fields(kind: type) -> list[str]:
    docs = _docs(kind)
    lines = table("field", "type", "meaning")
    for field in msgspec.structs.fields(kind):
        needed = "" if field.required else " Optional."
        lines.append(
            row(f"`{field.encode_name}`", f"`{_type(field.type)}`", (docs.get(field.name, "") + needed).strip())
        )
    return lines


def _docs(kind: type) -> dict[str, str]:
    found: dict[str, str] = {}
    for owner in reversed(kind.__mro__):
        if owner is not msgspec.Struct and issubclass(owner, msgspec.Struct):
            body = ast.parse(textwrap.dedent(inspect.getsource(owner))).body[0].body
            found |= {field.name: field.doc for field in fields(body)}
    return found


def _type(kind: Any) -> str:
    text = inspect.formatannotation(kind)
    return re.sub(r"\bAny\b", "JSON", re.sub(r"(?:\w+\.)+(?=\w)", "", text))


def _kinds() -> list[type]:
    """Every type a request or an answer is made of, in the order they come up."""
    found: dict[type, None] = {}

    def walk(kind: Any) -> None:
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            if kind in found or kind is Nothing:
                return
            found[kind] = None
            for field in msgspec.structs.fields(kind):
                walk(field.type)
        for inner in getattr(kind, "__args__", ()):
            walk(inner)

    for each in ENDPOINTS:
        for kind in (each.query, each.body, each.answer):
            walk(kind)
    walk(Problem)
    return list(found)
