"""What the commands about settings have in common: loading with warnings on stderr, and options of all of them."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click

from foldline import config
from foldline.cli.messages import to_json
from foldline.core.profiles.binding import Subject
from foldline.core.profiles.in_force import subject_of
from foldline.core.profiles.language import locale_language
from foldline.core.profiles.templates import Language
from foldline.core.session import Session
from foldline.errors import InputError

Command = TypeVar("Command", bound=Callable[..., Any])

as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
in_profile = click.option("--profile", metavar="P", help="The profile; the one in force here by default.")
in_language = click.option("--lang", type=click.Choice(["en", "zh"]), help="The language; yours by default.")


def loaded(session: Session | None = None, flags: Mapping[str, object] | None = None) -> config.Config:
    """The settings in force for a session, or for work in the current folder; warnings go to stderr."""
    cwd = Path.cwd()
    worked_in = session.info.cwd if session is not None else ""
    found = config.load(Path(worked_in) if worked_in and os.path.isdir(worked_in) else cwd, flags=flags)  # noqa: PTH112 - a folder of another system is no error
    for warning in found.warnings:
        click.echo(f"foldline: {warning}", err=True)
    subject = Subject(project=str(cwd)) if session is None else subject_of(session)
    return found.for_subject(subject if subject.project else subject._replace(project=str(cwd)))


def read_or_tell(file: str, select: int | None, *, as_json: bool) -> Session | None:
    """The session of a file; where there is none to be had that is told, and None given."""
    from foldline.cli import output
    from foldline.cli.compact import read_session, sentence, status_of

    try:
        return read_session(file, select)
    except InputError as error:
        output.show_failure(status_of(error), sentence(error, file), error, as_json=as_json)
        return None


def language_of(found: config.Config, wanted: str | None) -> Language:
    """The language that was asked for, else the one that is set, else the locale's."""
    if wanted or found.settings.language:
        return "zh" if (wanted or found.settings.language) == "zh" else "en"
    return locale_language(found.settings.locale)


def tell(updated: config.Updated, sentence: str, *, as_json: bool, **more: object) -> None:
    """Say what an edit came to, and where it was written."""
    files = [str(path) for path in updated.files]
    if as_json:
        click.echo(to_json({"changed": bool(files), "files": files, "what": sentence, **more}))
    elif files:
        click.echo(f"{sentence} ({', '.join(files)})")
    else:
        click.echo(f"{sentence}: it was so already; nothing was written")
