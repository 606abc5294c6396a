"""`foldline restore`: undo the last fold that was made in a file."""

from pathlib import Path

import click

from foldline.cli.messages import to_json
from foldline.core.result import Status
from foldline.errors import WriteRefusedError


@click.command(short_help="Undo the last fold in place, byte for byte.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, whatever happens.")
def restore(file: Path, *, as_json: bool) -> int:
    """Undo the last fold that was made in FILE: every byte is as it was.

    What was said since the fold is not lost: it stays in a file beside it, and the sentence says where.

    Exit status: 0 restored; 1 there is nothing to undo, or the file can't be written.
    """
    from foldline.cli import writing

    try:
        done = writing.restore(file)
    except WriteRefusedError as error:
        if as_json:
            click.echo(to_json({"status": Status.WRITE_REFUSED.value, "reason": str(error)}))
        else:
            click.echo(f"foldline: {error}", err=True)
        return 1
    click.echo(to_json({"status": "restored", "reason": done}) if as_json else done)
    return 0
