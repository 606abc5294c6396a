"""`foldline config`: every setting that is in force, where it comes from, and how to change it."""

import shlex
from pathlib import Path
from typing import Any

import click
from msgspec import to_builtins

from foldline import config as settings_of_user
from foldline.cli.messages import to_json
from foldline.cli.settings_shown import as_json, loaded, tell
from foldline.core import setting_values
from foldline.core.budget import describe
from foldline.errors import UnreadableError

to_project = click.option("--project", "where", flag_value="project", help="Write to foldline.toml of this project.")
to_user = click.option("--user", "where", flag_value="user", help="Write to your own settings file.")


@click.group(invoke_without_command=True, short_help="Show and change the settings, each with its origin.")
@as_json
@click.pass_context
def config(context: click.Context, *, as_json: bool) -> None:
    """Show and change the settings, each with its origin.

    Later layers win: built-in defaults, your settings file, foldline.toml in the project, the environment (FOLDLINE_
    and the name in capitals), the flags of a command. A profile's own settings lie above the files.

    \b
    foldline config
    foldline config get ratio
    foldline config set message_count 20
    foldline config set rules "Never name customers." --project
    foldline config set pins '["Use tabs.", "Reply in German."]'
    foldline config unset message_count
    foldline config import operit-export.json
    """  # noqa: D301
    if context.invoked_subcommand is None:
        _show_all(loaded(), as_json=as_json)


@config.command()
@click.argument("name")
@as_json
def get(name: str, *, as_json: bool) -> None:
    """One setting: its value, its origin, and what it may be."""
    setting_values.check_known(name)
    found = loaded()
    if as_json:
        click.echo(to_json({"name": name, **_object(found, name)}))
        return
    click.echo(f"{name} = {_text(getattr(found.settings, name))}")
    click.echo(f"from: {found.origin(name)}")
    click.echo(f"default: {_text(setting_values.default(name))}; it may be {setting_values.hint(name)}")


@config.command("set")
@click.argument("name")
@click.argument("value")
@to_user
@to_project
@as_json
def set_(name: str, value: str, *, where: str | None, as_json: bool) -> None:
    """Store a value. It goes to the file it comes from now, else to your own; an empty one is the default again."""
    made = setting_values.typed(name, value)
    updated = settings_of_user.update_settings("", _file(where), **{name: made})
    after = updated.config
    tell(updated, f"{name} = {_text(made)}", as_json=as_json, name=name, **_object(after, name))
    origin = after.origin(name)
    if origin.layer in {"environment", "project file"} and Path(origin.where) not in updated.files and updated.files:
        click.echo(f"note: {origin} sets it too, and wins", err=True)
    elif name in {"ratio", "message_count"} and not _is_in_force(after, name):
        click.echo(f"note: it is not in force; switch it on: foldline config set by_{name} true", err=True)


@config.command()
@click.argument("name")
@to_user
@to_project
@as_json
def unset(name: str, *, where: str | None, as_json: bool) -> None:
    """Forget a stored value, so that the layer below shows again."""
    updated = settings_of_user.update_settings("", _file(where), **{name: None})
    now = f"{name} is {_text(getattr(updated.config.settings, name))} again"
    tell(updated, now, as_json=as_json, name=name, **_object(updated.config, name))


@config.command("import")
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True))
@as_json
def import_(file: str, *, as_json: bool) -> None:
    """Take over settings exported by Operit: a model's configuration, summary settings or a character card."""
    from foldline.cli.compact import read_bytes
    from foldline.config import operit

    imported = operit.read(read_bytes(file))
    if imported is None:
        msg = f"{file} holds no settings of Operit: it must be one JSON object"
        raise UnreadableError(msg)
    updated = operit.store(imported)
    for line in imported.left_out:
        click.echo(f"foldline: {line}; it is left out", err=True)
    what = f"profile {imported.character!r}" if imported.character else f"{len(imported.settings)} settings"
    told = {"settings": sorted(imported.settings), "sections": [row.id for row in imported.overrides]}
    tell(updated, f"{what} and {len(imported.overrides)} sections taken over", as_json=as_json, **told)


def _file(where: str | None) -> Path | None:
    if where is None:
        return None
    found = settings_of_user.load()
    return found.user_file if where == "user" else found.project_file or Path.cwd() / "foldline.toml"


def _show_all(found: settings_of_user.Config, *, as_json: bool) -> None:
    triggers = [describe(clause) for clause in found.settings.triggers]
    if as_json:
        rows = {name: _object(found, name) for name in setting_values.STORED}
        project = str(found.project_file) if found.project_file else None
        click.echo(to_json({
            "settings": rows, "triggers": triggers, "hooks": to_builtins(found.settings.hooks),
            "user_file": str(found.user_file), "project_file": project, "warnings": list(found.warnings),
        }))  # fmt: skip
        return
    click.echo(f"your file: {found.user_file}{'' if found.user_file.exists() else ' (not there yet)'}")
    click.echo(f"project file: {found.project_file or 'none here or above'}\n")
    width = max(map(len, setting_values.STORED))
    for name in setting_values.STORED:
        value, origin = _text(getattr(found.settings, name)), found.origin(name)
        click.echo(f"{name:<{width}} = {value}{'' if origin.layer == 'default' else f'   [{origin}]'}")
    click.echo(f"\nfolds at: the threshold of the window{''.join(f', or {words}' for words in triggers)}")
    for when, commands in (("before", found.settings.hooks.before), ("after", found.settings.hooks.after)):
        for words in commands:
            click.echo(f"runs {when} each fold: {shlex.join(words)}")


def _is_in_force(found: settings_of_user.Config, name: str) -> bool:
    kind = {"ratio": "fraction", "message_count": "user_messages"}[name]
    own = found.settings.triggers[: len(found.settings.triggers) - len(found.settings.trigger)]
    return any(clause[0] == kind for clause in own)


def _object(found: settings_of_user.Config, name: str) -> dict[str, Any]:
    origin = found.origin(name)
    return {
        "value": setting_values.plain(getattr(found.settings, name)),
        "origin": origin.layer,
        "where": origin.where,
        "default": setting_values.plain(setting_values.default(name)),
        "allowed": setting_values.hint(name),
    }


def _text(value: object) -> str:
    """A value as `config set` takes it."""
    plain = setting_values.plain(value)
    return "(not set)" if plain is None else to_json(plain).decode()
