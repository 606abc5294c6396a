"""The newest sessions on this machine, for somebody who does not know where their agent keeps them."""

import os
from datetime import UTC, datetime
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from foldline.cli.messages import to_json
from foldline.formats import discover, registry

MOST = 10


TOOLS = {"claude-code": "claude_code", "codex": "codex", "pi": "pi", "omp": "omp"}
"""How the tools are called on the command line, and their formats."""


def newest_of(tool: str, file: str | None) -> str:
    """The path of a tool's newest session: of this folder, as the tool itself would go on, else of any.

    Raises:
        UsageError: no such tool, none of its sessions is here, or a file was given too.
    """
    if file is not None:
        msg = f"--latest finds the file; leave {file!r} out, or --latest"
        raise click.UsageError(msg)
    if tool not in TOOLS:
        msg = f"no tool {tool!r}; known are {', '.join(TOOLS)}"
        raise click.UsageError(msg)
    for project in (os.getcwd(), ""):  # noqa: PTH109 - as text, to be compared with text
        for found in discover.discover(Path.home(), os.environ, limit=1, tool=TOOLS[tool], project=project):
            return str(found.path)
    msg = f"there is no session of {tool} on this machine; give a file"
    raise click.UsageError(msg)


def list_newest(*, as_json: bool) -> int:
    """Print the newest sessions of pi, oh-my-pi, Claude Code and Codex."""
    found = discover.discover(Path.home(), os.environ, limit=MOST)
    if as_json:
        click.echo(to_json({"sessions": [_object(one) for one in found]}))
        return 0
    if not found:
        click.echo("No sessions of pi, oh-my-pi, Claude Code or Codex here. Give a file: foldline compact FILE")
        return 0
    table = Table(box=None, pad_edge=False)
    for column in ("when", "tool", "size", "project", "begins"):
        table.add_column(column, no_wrap=True, overflow="ellipsis")
    for one in found:
        when = datetime.fromtimestamp(one.modified, UTC).astimezone().strftime("%Y-%m-%d %H:%M")
        label = registry.module(one.tool).LABEL.removesuffix(" session")
        table.add_row(when, label, f"{one.size / 1e6:.1f} MB", one.project, one.opening)
    console = Console(highlight=False)
    console.print(table)
    console.print()
    for number, one in enumerate(found, 1):
        console.print(f"{number:>2}  {one.path}", soft_wrap=True)
    console.print("\nFold one: foldline compact PATH", style="dim")
    return 0


def _object(one: discover.Found) -> dict[str, object]:
    return {
        "tool": one.tool,
        "path": str(one.path),
        "modified": one.modified,
        "size": one.size,
        "project": one.project,
        "opening": one.opening,
    }
