"""`foldline prompt`: exactly what a model would be sent, whatever of it was changed."""

from typing import NamedTuple

import click
from msgspec.structs import replace

from foldline.cli.messages import to_json
from foldline.cli.settings_shown import as_json, in_language, in_profile, language_of, loaded, read_or_tell
from foldline.compactor import compact
from foldline.core.hook_commands import NO_HOOKS
from foldline.core.profiles.instructions import instructions
from foldline.core.profiles.templates import KINDS, PromptKind
from foldline.core.session import Session
from foldline.core.settings import CompactionSettings
from foldline.providers.scripted import ScriptedProvider


class Shown(NamedTuple):
    """One prompt."""

    kind: str
    system: str
    user: str


@click.command(short_help="Print exactly what a model would be sent.")
@click.argument("file", required=False, metavar="[SESSION]", type=click.Path(allow_dash=True))
@click.option("--kind", type=click.Choice(KINDS), help="Which prompt; with a session all of its fold by default.")
@in_profile
@in_language
@click.option("--select", type=click.IntRange(min=1), metavar="N", help="Which conversation, where there are several.")
@as_json
def prompt(  # noqa: PLR0913 - the options of the command
    file: str | None,
    *,
    kind: PromptKind | None,
    profile: str | None,
    lang: str | None,
    select: int | None,
    as_json: bool,
) -> int:
    """Print exactly what a model would be sent, with your sections, rules and focus in it. Nothing is sent.

    With SESSION the prompts of its fold; the short summary is shown with what the built-in summariser wrote, which
    stands for the model's text. Without, the instructions alone.

    \b
    foldline prompt
    foldline prompt --kind short --profile conversation --lang zh
    foldline prompt session.jsonl
    foldline prompt session.jsonl --kind update --json
    """  # noqa: D301
    if file is None:
        found = loaded(flags={"profile": profile})
        language = language_of(found, lang)
        shown = [_bare(kind or "full", found.settings, language)]
    else:
        session = read_or_tell(file, select, as_json=as_json)
        if session is None:
            return 1
        settings = loaded(session, {"profile": profile, "language": lang}).settings
        shown = _of_session(session, settings, kind)
    if as_json:
        click.echo(to_json({"prompts": [one._asdict() for one in shown]}))
    else:
        click.echo("\n".join(_text(one, named=kind is None and len(shown) > 1) for one in shown), nl=False)
    return 0 if shown else 1


def _bare(kind: PromptKind, settings: CompactionSettings, language: str) -> Shown:
    made = instructions(kind, settings, "zh" if language == "zh" else "en")
    return Shown(kind, made.system, made.user)


def _of_session(session: Session, settings: CompactionSettings, kind: PromptKind | None) -> list[Shown]:
    if kind == "system":
        return [_bare(kind, settings, settings.language or "en")]
    nobody = ScriptedProvider([], name="nobody")
    result = compact(session, replace(settings, fallback="builtin", hooks=NO_HOOKS), provider=nobody)
    shown = [Shown(one.kind, one.system, one.prompt) for one in nobody.requests]
    asked = [one for one in shown if kind in {None, one.kind}]
    if asked:
        return asked
    if not shown:
        click.echo(f"foldline: {result.reason}", err=True)
    else:
        kinds = ", ".join(one.kind for one in shown)
        click.echo(f"foldline: this fold has no {kind} prompt; it has {kinds}", err=True)
    return []


def _text(shown: Shown, *, named: bool) -> str:
    title = f"===== {shown.kind} =====\n" if named else ""
    return f"{title}----- system -----\n{shown.system}\n----- user -----\n{shown.user}\n"
