"""`foldline serve` and `foldline settings`: the page on which sections and settings are edited and tried."""

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import click

from foldline.core import setting_values
from foldline.errors import MissingExtraError

_LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


def _where(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that both commands have."""
    for option in (
        click.option(
            "--set", "fixed", multiple=True, metavar="NAME=VALUE", help="A setting that is fixed while it runs."
        ),
        click.option("--token", metavar="T", help="What a browser has to show; made up where --host needs one."),
        click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen; anything else than this "
                     "machine itself needs a token."),
        click.option("--port", type=click.IntRange(0, 65_535), default=8321, show_default=True,
                     help="Where to listen; the next free one if it is taken, 0 for any."),
    ):  # fmt: skip
        command = option(command)
    return command


@click.command(short_help="Serve the settings page, for a browser on this machine.")
@_where
def serve(**options: Any) -> None:
    """Serve the settings page, for a browser on this machine, until Ctrl-C.

    On it sections, settings, profiles and bindings are edited, with the prompt they come to beside them, and tried on
    a session. Nobody but this machine reaches it.

    \b
    foldline serve
    foldline serve --port 9000
    foldline serve --host 0.0.0.0
    """  # noqa: D301
    _run(opens=False, **options)


@click.command(short_help="Open the settings page in the browser.")
@_where
def settings(**options: Any) -> None:
    """Open the settings page in the browser, and serve it until Ctrl-C.

    \b
    foldline settings
    """  # noqa: D301
    _run(opens=True, **options)


def _run(*, host: str, port: int, token: str | None, fixed: tuple[str, ...], opens: bool) -> None:
    if find_spec("starlette") is None or find_spec("uvicorn") is None:
        msg = "the page needs a server; install it with: pip install 'foldline[server]'"
        raise MissingExtraError(msg)
    from foldline.server.app import build_app
    from foldline.server.listening import listen, run

    is_own = host in _LOOPBACK
    shown = token or ("" if is_own else _made_up())
    app = build_app(token=shown, hosts=(host,), flags=dict(map(_flag, fixed)))
    place = listen(host, port)
    address = place.address + (f"?token={shown}" if shown else "")

    def ready() -> None:
        if port and place.port != port:
            click.echo(f"port {port} is taken; this is on {place.port}", err=True)
        if not is_own:
            click.echo(f"{host} can be reached from other machines; whoever has the token gets in", err=True)
        click.echo(f"Foldline's page: {address}   (Ctrl-C ends it)")
        if opens:
            import webbrowser
            from threading import Thread

            # Some browsers run in the terminal, and end when they are closed.
            Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    run(app, place, ready)
    click.echo("ended", err=True)


def _made_up() -> str:
    from secrets import token_urlsafe

    return token_urlsafe(24)


def _flag(text: str) -> tuple[str, object]:
    name, mark, value = text.partition("=")
    if not mark:
        msg = f"--set {text!r} sets nothing; write NAME=VALUE, as in --set ratio=0.5"
        raise click.UsageError(msg)
    return name.strip(), setting_values.typed(name.strip(), value)
