"""Who may speak to the server: programs of this machine and the page itself, or whoever has the token.

A page of another site can reach a server on this machine, by its address or by a name that points there; the host a
request was meant for, and the page it comes from, are looked at before anything else. Every answer forbids scripts that
are not the page's own.
"""

import ipaddress
from collections.abc import Collection
from hmac import compare_digest
from http.cookies import CookieError, SimpleCookie
from typing import Final

from starlette.datastructures import URL, Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from foldline.server.endpoint import as_json
from foldline.server.faults import Problem

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}
LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "[::1]"})


class Guard:
    """The outermost layer of the app.

    Args:
        app: what is guarded.
        hosts: names, beside those of this machine for itself, that a request may be meant for; with a token also
            every bare address.
        token: what has to be shown; empty for nothing.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str] = (), token: str = "") -> None:
        self.app = app
        self.hosts = LOOPBACK | {host.lower() for host in hosts}
        self.token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, refuse, or pass on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                headers.setdefault("cache-control", "no-cache" if "etag" in headers else "no-store")
            await send(message)

        refused = self._refused(Request(scope))
        await (refused or self.app)(scope, receive, send_guarded)

    def _refused(self, request: Request) -> Response | None:
        headers = request.headers
        hosts = headers.getlist("host")
        host = hosts[0] if len(hosts) == 1 else ""
        if not self._is_meant(host):
            return _no(f"this server is not {host!r}; open it by the address it printed")
        origin = headers.get("origin")
        if origin is not None and not _is_same(origin, host):
            return _no(f"a page of {origin!r} may not use this server")
        if headers.get("sec-fetch-site") in {"cross-site", "same-site"} and not _is_visit(headers, request.method):
            return _no("a page of another site may not use this server")
        return self._unknown(request) if self.token else None

    def _is_meant(self, host: str) -> bool:
        name = _name_of(host)
        return name in self.hosts or (bool(self.token) and _is_address(name))

    def _unknown(self, request: Request) -> Response | None:
        """Nothing where the token was shown; else what is to be done about it."""
        cookie = f"foldline-{(request.scope.get('server') or ('', 0))[1]}"
        kind, _, given = request.headers.get("authorization", "").partition(" ")
        shown = given if kind.lower() == "bearer" else _cookie(request.headers.get("cookie", ""), cookie)
        if self._is_token(shown):
            return None
        if (
            request.method == "GET"
            and request.url.path == "/"
            and self._is_token(request.query_params.get("token", ""))
        ):
            answer = RedirectResponse("/", 303)
            answer.set_cookie(cookie, self.token, httponly=True, samesite="strict")
            return answer
        return _no("this server wants its token; open it by the address it printed", 401)

    def _is_token(self, shown: str) -> bool:
        return compare_digest(shown.encode("utf-8", "replace"), self.token.encode())


def _no(message: str, status: int = 403) -> Response:
    return as_json(Problem(message), status)


def _name_of(host: str) -> str:
    """The host of a `Host` header without its port."""
    if host.startswith("["):
        return host.partition("]")[0].lower() + "]"
    return host.partition(":")[0].lower().rstrip(".")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def _is_same(origin: str, host: str) -> bool:
    try:
        url = URL(origin)
        return url.scheme in {"http", "https"} and url.netloc.lower() == host.lower()
    except ValueError:
        return False


def _is_visit(headers: Headers, method: str) -> bool:
    """Somebody followed a link to the page."""
    return (
        method == "GET" and headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"
    )


def _cookie(header: str, name: str) -> str:
    try:
        morsel = SimpleCookie(header).get(name)
    except CookieError:
        return ""
    return morsel.value if morsel else ""
