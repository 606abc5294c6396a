"""`foldline sections`: see and change what a summary is made of, one section at a time."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import click
import msgspec

from foldline import config
from foldline.cli.messages import to_json
from foldline.cli.settings_shown import as_json, in_language, in_profile, language_of, loaded, tell
from foldline.core.profiles import profile as core_profiles
from foldline.core.profiles import section_edits
from foldline.core.profiles.overrides import SectionDraft, SectionEdits
from foldline.core.profiles.profile import Profile
from foldline.core.profiles.templates import LANGUAGES, Language, Section, Template, heading, load
from foldline.errors import SettingsError, UnreadableError

Change = Callable[[SectionDraft, Template], SectionDraft]


class Scope(NamedTuple):
    """Which profile in which language a command is about."""

    profile: str
    language: Language
    only_here: bool
    """A change holds for this language alone: it was named."""
    as_json: bool


def _about(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that say which profile and language, handed over as one `Scope`."""

    def with_scope(profile: str | None, lang: str | None, as_json: bool, **rest: Any) -> Any:  # noqa: FBT001 - click calls by name
        found = loaded(flags={"profile": profile})
        return command(Scope(found.settings.profile, language_of(found, lang), bool(lang), as_json), **rest)

    with_scope.__doc__ = command.__doc__
    with_scope.__name__ = command.__name__
    return in_profile(in_language(as_json(with_scope)))


@click.group(short_help="See and change the sections a summary has.")
def sections() -> None:
    """See and change the sections a summary has.

    A change holds for both languages, or with --lang for that one alone. Only differences from what was delivered are
    stored, in your settings file; `foldline prompt` shows what they come to.

    \b
    foldline sections list
    foldline sections disable notes
    foldline sections set goal --title "What we want" --instruction "The aim, in one sentence."
    foldline sections add mood --title Mood --instruction "How the user feels." --after goal
    foldline sections move next_steps --first
    foldline sections reset goal
    foldline sections diff
    """  # noqa: D301


@sections.command("list")
@_about
def list_(scope: Scope) -> None:
    """The sections in their order, with what is switched off."""
    drafted = _shown(scope)
    if scope.as_json:
        click.echo(to_json({**_scope(scope), "sections": [_object(one) for one in drafted.sections]}))
        return
    defaults = {one.id: one for one in load(_profile(scope).base, scope.language).sections}
    click.echo(f"profile {scope.profile}, {scope.language}")
    for one in drafted.sections:
        mark = "own" if one.custom else "changed" if one != defaults.get(one.id) else ""
        words = [word for word in (mark, "heading only" if one.header_only else "", _share(one)) if word]
        note = f"  ({', '.join(words)})" if words else ""
        click.echo(f"{'on ' if one.enabled else 'off'}  {one.id:<18} {one.title}{note}")


@sections.command()
@click.argument("section")
@_about
def show(scope: Scope, section: str) -> None:
    """One section whole: its heading and what the model is asked to write under it."""
    drafted = _shown(scope)
    one = _find(drafted, section)
    if scope.as_json:
        click.echo(to_json({**_scope(scope), "section": _object(one)}))
        return
    template = core_profiles.template_of(_profile(scope), scope.language)
    click.echo(f"{heading(one, template)}\n{'' if one.header_only else one.instruction}".rstrip())


@sections.command("set")
@click.argument("section")
@click.option("--title", metavar="TEXT", help="The heading; empty for the built-in one.")
@click.option("--instruction", metavar="TEXT", help="What to write under it; empty for the built-in one.")
@click.option(
    "--instruction-file", type=click.File(encoding="utf-8"), metavar="FILE", help="The same from a file or -."
)
@click.option("--header-only/--with-text", default=None, help="Ask for the heading with nothing under it.")
@click.option("--share", type=float, metavar="F", help="Part of the length it may take, 0 to 1; 0 leaves it open.")
@_about
def set_(scope: Scope, section: str, **fields: Any) -> None:
    """Change the title, the instruction or the form of a section."""
    given = _fields(fields)
    if not given:
        msg = "say what to change: --title, --instruction, --header-only or --share"
        raise click.UsageError(msg)
    updated = _edit(scope, lambda drafted, _: section_edits.reword(drafted, section, **given))
    _told(scope, updated, f"section {section!r} changed", section=section, fields=given)


@sections.command()
@click.argument("section", nargs=-1, required=True)
@_about
def enable(scope: Scope, section: tuple[str, ...]) -> None:
    """Switch sections on."""
    updated = _edit(scope, lambda drafted, _: section_edits.switch(drafted, section, on=True))
    _told(scope, updated, f"on: {', '.join(section)}")


@sections.command()
@click.argument("section", nargs=-1, required=True)
@_about
def disable(scope: Scope, section: tuple[str, ...]) -> None:
    """Switch sections off. With all of them off a summary is free text."""
    updated = _edit(scope, lambda drafted, _: section_edits.switch(drafted, section, on=False))
    _told(scope, updated, f"off: {', '.join(section)}")


@sections.command()
@click.argument("section")
@click.option("--title", metavar="TEXT", default="", help="The heading; its id by default.")
@click.option("--instruction", metavar="TEXT", help="What to write under it.")
@click.option(
    "--instruction-file", type=click.File(encoding="utf-8"), metavar="FILE", help="The same from a file or -."
)
@click.option("--header-only", is_flag=True, default=None, help="Ask for the heading with nothing under it.")
@click.option("--share", type=float, metavar="F", help="Part of the length it may take, 0 to 1.")
@click.option("--after", metavar="ID", help="The section it follows; the last one by default.")
@_about
def add(scope: Scope, section: str, after: str | None, **fields: Any) -> None:
    """Add a section of your own."""
    made = Section(section, **_fields(fields))
    updated = _edit(scope, lambda drafted, _: section_edits.add(drafted, made, after=after))
    _told(scope, updated, f"section {section!r} added", section=section)


@sections.command()
@click.argument("section")
@click.option("--after", metavar="ID", help="Put it behind this one.")
@click.option("--before", metavar="ID", help="Put it in front of this one.")
@click.option("--first", is_flag=True)
@click.option("--last", is_flag=True)
@_about
def move(scope: Scope, section: str, **place: Any) -> None:
    """Put a section at another place."""
    if sum(map(bool, place.values())) != 1:
        msg = "say where: one of --after ID, --before ID, --first, --last"
        raise click.UsageError(msg)
    updated = _edit(
        scope, lambda drafted, _: section_edits.move(drafted, section, after=_after(drafted, section, place))
    )
    _told(scope, updated, f"section {section!r} moved", section=section)


@sections.command()
@click.argument("section", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="All sections and their order.")
@_about
def reset(scope: Scope, section: tuple[str, ...], *, everything: bool) -> None:
    """Give sections back their built-in form; sections of your own are taken out.

    Without --lang in every language.
    """
    if bool(section) == everything:
        msg = "name the sections to reset, or give --all"
        raise click.UsageError(msg)
    drafted = _shown(scope)
    for name in section:
        _find(drafted, name)
    updated = config.save_profile(scope.profile, lambda profile: _reset(profile, scope, section))
    tell(updated, f"reset: {', '.join(section) or 'all sections'}", as_json=scope.as_json, **_scope(scope))


@sections.command()
@_about
def diff(scope: Scope) -> None:
    """What is stored: the differences from the built-in profile, nothing else."""
    profile = _profile(scope)
    if scope.as_json:
        click.echo(to_json({**_scope(scope), "profile": msgspec.to_builtins(profile)}))
        return
    same = profile.sections == SectionEdits() and not profile.languages
    if same:
        click.echo(f"profile {scope.profile}: no section is changed")
    for language, edits in (("", profile.sections), *profile.languages.items()):
        for line in _lines(edits):
            click.echo(f"{f'[{language}] ' if language else ''}{line}")


@sections.command("export")
@click.argument("file", required=False, type=click.Path(dir_okay=False, path_type=Path))
@_about
def export(scope: Scope, file: Path | None) -> None:
    """Write a profile as a file that `import` takes, on standard output by default."""
    text = core_profiles.export(_profile(scope))
    if file is None:
        click.echo(text, nl=False)
        return
    from foldline.formats import writing

    writing.create(file, text.encode())
    click.echo(to_json({"file": str(file)}) if scope.as_json else f"{file} holds profile {scope.profile}")


@sections.command("import")
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True))
@click.option("--profile", metavar="P", help="Name to store it under; its own by default.")
@as_json
def import_(file: str, profile: str | None, *, as_json: bool) -> None:
    """Store a profile from a file that `export` wrote, in place of the one of that name."""
    from foldline.cli.compact import read_bytes

    read = core_profiles.read(read_bytes(file))
    name = profile or read.name
    if not name.strip():
        msg = f"the profile in {file} has no name; give it one with --profile NAME"
        raise SettingsError(msg)
    updated = config.save_profile(name, lambda _: msgspec.structs.replace(read, name=name))
    tell(updated, f"profile {name!r} stored", as_json=as_json, profile=name)


def _profile(scope: Scope) -> Profile:
    return config.stored_profile(config.load(), scope.profile)


def _shown(scope: Scope) -> SectionDraft:
    return section_edits.shown(_profile(scope), scope.language)


def _find(drafted: SectionDraft, name: str) -> Section:
    found = next((one for one in drafted.sections if one.id == name), None)
    if found is None:
        msg = f"there is no section {name!r}; there are {', '.join(one.id for one in drafted.sections)}"
        raise SettingsError(msg)
    return found


def _edit(scope: Scope, change: Change) -> config.Updated:
    return config.save_profile(
        scope.profile,
        lambda profile: section_edits.edited(profile, scope.language, change, only_here=scope.only_here),
    )


def _reset(profile: Profile, scope: Scope, ids: tuple[str, ...]) -> Profile:
    def change(drafted: SectionDraft, template: Template) -> SectionDraft:
        there = [one.id for one in drafted.sections if one.id in ids]
        return section_edits.reset(drafted, template, there) if there or not ids else drafted

    if scope.only_here:
        return section_edits.edited(profile, scope.language, change, only_here=True)
    for language in LANGUAGES:
        profile = section_edits.edited(profile, language, change, only_here=True)
    return section_edits.edited(profile, scope.language, change)


def _fields(options: dict[str, Any]) -> dict[str, Any]:
    """The fields of a section that were given."""
    source = options.pop("instruction_file", None)
    if source is not None:
        try:
            options["instruction"] = source.read()
        except UnicodeDecodeError as error:
            msg = f"{source.name} is not UTF-8 text"
            raise UnreadableError(msg) from error
    given = {name: value for name, value in options.items() if value is not None}
    if given.get("share") == 0:
        given["share"] = None
    return given


def _after(drafted: SectionDraft, section: str, place: dict[str, Any]) -> str | None:
    if place["first"] or place["last"]:
        return "" if place["first"] else None
    if place["after"]:
        return str(place["after"])
    ids = [one.id for one in drafted.sections if one.id != section]
    _find(drafted, place["before"])
    if place["before"] == section:
        return section
    at = ids.index(place["before"])
    return ids[at - 1] if at else ""


def _told(scope: Scope, updated: config.Updated, sentence: str, **more: Any) -> None:
    """Say what was changed, and what of it another layer hides."""
    where = f" in {scope.language}" if scope.only_here else ""
    tell(updated, f"{sentence}{where} in profile {scope.profile}", as_json=scope.as_json, **_scope(scope))
    shown = {one.id: one for one in _shown(scope).sections}.get(more.get("section", ""))
    for name, value in more.get("fields", {}).items():
        now = getattr(shown, name, value)
        if value and now != (value.strip() if isinstance(value, str) else value):
            click.echo(f"note: in {scope.language} its {name} is {now!r}, set for that language alone", err=True)


def _scope(scope: Scope) -> dict[str, object]:
    return {"profile": scope.profile, "language": scope.language}


def _object(one: Section) -> dict[str, object]:
    return {
        "id": one.id,
        "enabled": one.enabled,
        "title": one.title,
        "instruction": one.instruction,
        "header_only": one.header_only,
        "custom": one.custom,
        "share": one.share,
    }


def _share(one: Section) -> str:
    return f"{one.share:.0%} of the length" if one.share is not None else ""


def _lines(edits: SectionEdits) -> list[str]:
    changes = [(row.id, msgspec.to_builtins(row)) for row in edits.overrides]
    changes += [(f"{row.id} (own)", msgspec.to_builtins(row)) for row in edits.custom]
    lines = [
        f"{name}: {', '.join(f'{field} = {value!r}' for field, value in row.items() if field != 'id')}"
        for name, row in changes
    ]
    return [*lines, *([f"order: {', '.join(edits.order)}"] if edits.order else [])]
