"""Runs the app by uvicorn: a port that is free, a clean start, a clean end."""

import errno
import signal
import socket
from collections.abc import Callable
from types import FrameType
from typing import Final, NamedTuple

import uvicorn
from starlette.applications import Starlette

from foldline.errors import SettingsError

PORT: Final = 8321
_MOST_TRIES: Final = 20
_TAKEN: Final = frozenset({errno.EADDRINUSE, errno.EACCES})
_LAST_WORDS: Final = 2
"""Seconds that open connections have when the server ends."""


class Place(NamedTuple):
    """Where the server listens."""

    sockets: tuple[socket.socket, ...]
    host: str
    port: int

    @property
    def address(self) -> str:
        """What to open in a browser."""
        at = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)  # noqa: S104 - only looked up
        return f"http://{f'[{at}]' if ':' in at else at}:{self.port}/"


def listen(host: str, port: int) -> Place:
    """Take a port, or the next one that is free.

    Args:
        host: a name or an address of this machine.
        port: the first to be tried; 0 for any.

    Raises:
        SettingsError: there is no such host here, or no port is free.
    """
    last = min(port + _MOST_TRIES, 65_536) if port else 1
    for each in range(port, last):
        try:
            family, *_, address = socket.getaddrinfo(host, each, type=socket.SOCK_STREAM)[0]
            made = socket.create_server(address, family=family)
        except OSError as error:
            fault = error
            if error.errno not in _TAKEN:
                break
        else:
            return Place((made,), host, made.getsockname()[1])
    msg = f"nothing can be served at {host}, port {port}: {fault.strerror or fault}; choose another --host or --port"
    raise SettingsError(msg)


def run(app: Starlette, place: Place, ready: Callable[[], None]) -> None:
    """Serve until somebody ends it.

    Args:
        app: what is served.
        place: where.
        ready: called once the server answers.
    """
    settings = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_LAST_WORDS,
        lifespan="on",
        ws="none",
    )
    _Server(settings, app, ready).run(sockets=list(place.sockets))


class _Server(uvicorn.Server):
    """Ends the streams of the page first, since they would never end by themselves."""

    def __init__(self, config: uvicorn.Config, app: Starlette, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._app = app
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002 - as the server calls it
        self._app.state.watch.close()
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True
