"""`foldline find`: the sessions of the agents on this machine, with how full their context is."""

import os
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import click

from foldline.cli.messages import to_json
from foldline.cli.sessions import TOOLS
from foldline.cli.settings_shown import loaded
from foldline.compactor import load, should_compact
from foldline.errors import InputError
from foldline.formats import discover, registry
from foldline.formats.discover import Found
from foldline.surroundings import surroundings_of, totals_of

MOST = 20


class Measured(NamedTuple):
    """A session and the size of its context."""

    found: Found
    tokens: int | None
    """None where the file can't be read."""
    window: int | None

    @property
    def share(self) -> float | None:
        """Of the window, 1 for full; None where either is unknown."""
        return self.tokens / self.window if self.tokens is not None and self.window else None


@click.command(short_help="List the sessions of your agents, newest first, with how full they are.")
@click.option("--tool", type=click.Choice(list(TOOLS)), help="Only sessions of this tool.")
@click.option("--project", type=click.Path(path_type=Path), metavar="DIR", help="Only sessions held in this folder.")
@click.option("--limit", type=click.IntRange(min=1), default=MOST, show_default=True, metavar="N", help="How many.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def find(*, tool: str | None, project: Path | None, limit: int, as_json: bool) -> int:
    """List the sessions of Claude Code, Codex, pi and oh-my-pi on this machine: newest first, by project.

    \b
    foldline find
    foldline find --tool codex --project . --json
    """  # noqa: D301
    wanted = TOOLS[tool] if tool else ""
    held_in = str(project) if project else ""
    found = discover.discover(Path.home(), os.environ, limit=limit, tool=wanted, project=held_in)
    measured = [_measure(one) for one in found]
    if as_json:
        click.echo(to_json({"sessions": [_object(one) for one in measured]}))
    elif measured:
        _print(measured)
    else:
        click.echo("No such sessions here. Give a file: foldline compact FILE")
    return 0


def _measure(found: Found) -> Measured:
    try:
        session = load(found.path, format=found.tool)
    except InputError:
        return Measured(found, None, None)
    settings = loaded(session).settings
    window = surroundings_of(session, settings, totals_of(session, None, settings)).window
    return Measured(found, should_compact(session, settings).tokens, window)


def _print(measured: Iterable[Measured]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from foldline.cli.visible import visible

    projects: dict[str, list[Measured]] = {}
    for one in measured:
        projects.setdefault(one.found.project, []).append(one)
    console = Console(highlight=False)
    for project, sessions in projects.items():
        console.print(Text(visible(project), style="bold"), soft_wrap=True)
        table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
        rows = [_cells(one) for one in sessions]
        for column in list(zip(*rows, strict=True))[:-1]:
            table.add_column(no_wrap=True, min_width=max(map(len, column)))
        table.add_column(no_wrap=True, overflow="ellipsis")
        for row in rows:
            table.add_row(*(Text(visible(cell)) for cell in row))
        console.print(table)
        for one in sessions:
            console.print(Text(f"  {visible(str(one.found.path))}", style="dim"), soft_wrap=True)
    console.print("\nFold one: foldline compact PATH --in-place", style="dim")


def _cells(one: Measured) -> tuple[str, ...]:
    when = datetime.fromtimestamp(one.found.modified, UTC).astimezone().strftime("%Y-%m-%d %H:%M")
    label = registry.module(one.found.tool).LABEL.removesuffix(" session")
    tokens = "unreadable" if one.tokens is None else f"{one.tokens:,} tokens"
    share = "" if one.share is None else f"{one.share:.0%} of {one.window:,}"
    return f"  {when}", label, f"{one.found.size / 1e6:.1f} MB", f"{tokens} {share}".strip(), one.found.opening


def _object(one: Measured) -> dict[str, object]:
    found = one.found
    return {
        "tool": next(name for name, format_name in TOOLS.items() if format_name == found.tool),
        "path": str(found.path),
        "project": found.project,
        "modified": found.modified,
        "size": found.size,
        "tokens": one.tokens,
        "window": one.window,
        "share": None if one.share is None else round(one.share, 4),
        "opening": found.opening,
    }
