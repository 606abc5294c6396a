"""`foldline profiles`: named sets of sections and prompts, and who is folded with which."""

from pathlib import Path
from typing import Any, get_args

import click
import msgspec

from foldline import config
from foldline.cli.messages import to_json
from foldline.cli.settings_shown import as_json, loaded, read_or_tell, tell
from foldline.core.profiles.binding import SCOPES, Binding, Scope, Subject
from foldline.core.profiles.in_force import chosen_for, subject_of
from foldline.core.profiles.profile import Profile, named
from foldline.core.profiles.templates import PROFILES, PromptKind, PromptOverride
from foldline.errors import SettingsError


@click.group(short_help="Named sets of sections and prompts, and who is folded with which.")
def profiles() -> None:
    """Named sets of sections and prompts, and who is folded with which.

    A session's own profile goes before its character's, then its project's, its model's, the global one.

    \b
    foldline profiles list
    foldline profiles new story --base conversation
    foldline profiles bind story --character Ann
    foldline profiles bind brief --model "claude-*"
    foldline profiles bind story --project .
    foldline profiles which session.jsonl
    foldline profiles unbind --character Ann
    foldline profiles prompt story --kind short --extra "Add what moved the user to ask."
    """  # noqa: D301


def _keys(command: Any) -> Any:
    for scope, metavar, words in (
        ("model", "NAME", "A model; * stands for any characters."),
        ("project", "DIR", "A folder and all in it."),
        ("character", "NAME", "A character of a chat."),
        ("session", "ID", "A session."),
    ):
        command = click.option(f"--{scope}", metavar=metavar, help=words)(command)
    return command


@profiles.command("list")
@as_json
def list_(*, as_json: bool) -> None:
    """The profiles there are, and their bindings."""
    found = loaded()
    settings = found.settings
    names = tuple(dict.fromkeys((*PROFILES, *(one.name for one in settings.profiles))))
    made = config.load().settings
    if as_json:
        click.echo(to_json({
            "profiles": [_object(found, named(settings.profiles, name)) for name in names],
            "bindings": [msgspec.to_builtins(one) for one in made.bindings],
            "global": made.profile,
            "here": settings.profile,
        }))  # fmt: skip
        return
    for name in names:
        one = named(settings.profiles, name)
        origin = found.profile_origins.get(name)
        about = "built in" if origin is None else f"from {one.base}, {origin}"
        click.echo(f"{'*' if name == settings.profile else ' '} {name:<20} {about}")
    for binding in made.bindings:
        click.echo(f"  {binding.scope} {binding.key or '(this project)'} -> {binding.profile}")
    click.echo(f"  global -> {made.profile}")


@profiles.command()
@click.argument("name")
@click.option("--base", type=click.Choice(PROFILES), default="handoff", show_default=True, help="What it starts from.")
@as_json
def new(name: str, *, base: str, as_json: bool) -> None:
    """Make a profile; `foldline sections --profile NAME` then changes it."""
    if name in PROFILES or name in config.load().profile_origins:
        msg = f"there is a profile {name!r} already; change it with: foldline sections set ... --profile {name}"
        raise SettingsError(msg)
    updated = config.save_profile(name, lambda profile: msgspec.structs.replace(profile, base=base))
    tell(updated, f"profile {name!r} made from {base}", as_json=as_json, profile=name)


@profiles.command()
@click.argument("name")
@as_json
def remove(name: str, *, as_json: bool) -> None:
    """Forget a profile of yours; a built-in one is as it was delivered again."""
    tell(config.remove_profile(name), f"profile {name!r} removed", as_json=as_json, profile=name)


@profiles.command()
@click.argument("profile")
@_keys
@as_json
def bind(profile: str, *, as_json: bool, **keys: str | None) -> None:
    """Let something have a profile of its own; with no option it is the global one."""
    scope, key = _key(keys)
    if scope is None:
        updated = config.update_settings(profile=profile)
        tell(updated, f"global -> {profile}", as_json=as_json, profile=profile)
        return
    updated = config.bind(Binding(scope, key, profile))
    tell(updated, f"{scope} {key} -> {profile}", as_json=as_json, profile=profile, scope=scope, key=key)


@profiles.command()
@_keys
@as_json
def unbind(*, as_json: bool, **keys: str | None) -> None:
    """Take a binding back; with no option the global one."""
    scope, key = _key(keys)
    updated = config.update_settings(profile=None) if scope is None else config.unbind(scope, key)
    tell(updated, f"{scope or 'global'}{f' {key}' if key else ''} unbound", as_json=as_json, scope=scope, key=key)


@profiles.command()
@click.argument("file", metavar="[SESSION]", required=False, type=click.Path(allow_dash=True))
@click.option("--select", type=click.IntRange(min=1), metavar="N", help="Which conversation, where there are several.")
@_keys
@as_json
def which(file: str | None, *, select: int | None, as_json: bool, **keys: str | None) -> int:
    """The profile that a session, or work in this folder, is folded with, and why."""
    read = read_or_tell(file, select, as_json=as_json) if file else None
    if file and read is None:
        return 1
    told = subject_of(read) if read is not None else Subject(project=str(Path.cwd()))
    character, project = keys.get("character"), keys.get("project")
    subject = Subject(
        keys.get("session") or told.session,
        (character,) if character else told.characters,
        _folder(project) if project else told.project or str(Path.cwd()),
        keys.get("model") or told.model,
    )
    choice = chosen_for(config.load(Path(subject.project)).settings, subject)
    if as_json:
        click.echo(to_json({"profile": choice.profile, "why": choice.why, "subject": subject._asdict()}))
    else:
        click.echo(f"{choice.profile} ({choice.why})")
    return 0


@profiles.command()
@click.argument("profile")
@click.option("--kind", type=click.Choice(get_args(PromptKind)), required=True, help="Which prompt.")
@click.option("--lang", type=click.Choice(["en", "zh"]), help="For this language alone.")
@click.option("--text", metavar="TEXT", help="Stands in place of the built-in text; empty for that again.")
@click.option("--extra", metavar="TEXT", help="Follows the text; empty for none.")
@as_json
def prompt(profile: str, *, kind: PromptKind, lang: str | None, as_json: bool, **texts: str | None) -> None:
    """Replace or extend one kind of prompt as a whole; `foldline prompt` shows what comes of it."""
    given = {name: text.strip() for name, text in texts.items() if text is not None}
    if not given:
        msg = "say what to change: --text or --extra"
        raise click.UsageError(msg)
    config.stored_profile(config.load(), profile)
    updated = config.save_profile(profile, lambda stored: _with_prompt(stored, kind, lang or "", given))
    tell(updated, f"prompt {kind} of profile {profile} changed", as_json=as_json, profile=profile, kind=kind)


def _with_prompt(profile: Profile, kind: PromptKind, language: Any, texts: dict[str, str]) -> Profile:
    same = [one for one in profile.prompts if (one.kind, one.language) == (kind, language)]
    rest = tuple(one for one in profile.prompts if one not in same)
    changed = msgspec.structs.replace(same[-1] if same else PromptOverride(kind, language=language), **texts)
    return msgspec.structs.replace(profile, prompts=(*rest, changed) if changed.text or changed.extra else rest)


def _key(keys: dict[str, str | None]) -> tuple[Scope | None, str]:
    """The one scope that was named, with its key."""
    given = [(scope, keys[scope] or "") for scope in SCOPES if keys.get(scope) is not None]
    if len(given) > 1:
        msg = f"name one of --{' and --'.join(scope for scope, _ in given)}, not both"
        raise click.UsageError(msg)
    if not given:
        return None, ""
    scope, key = given[0]
    return scope, _folder(key) if scope == "project" else key


def _folder(path: str) -> str:
    return str(Path(path).expanduser().absolute().resolve())


def _object(found: config.Config, profile: Profile) -> dict[str, object]:
    origin = found.profile_origins.get(profile.name)
    return {
        "name": profile.name,
        "base": profile.base,
        "origin": origin.layer if origin else "default",
        "where": origin.where if origin else "",
    }
