"""Where settings come from: two files, the environment, flags.

Beside the keys of models (`foldline.providers.keys`) nothing else looks at the environment.
A value that can't be used is left out with a warning that names file, line and reason, so that a fold goes on with
what lies below it; a flag that can't be used is an error.
"""

import os
import re
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from foldline.config.layers import Config, Layer, Origin, merge
from foldline.config.toml_file import Stored, read
from foldline.core import setting_values
from foldline.core.counting.model_facts import ModelFacts
from foldline.core.hook_commands import HookCommands
from foldline.core.profiles.binding import Binding
from foldline.core.profiles.in_force import NOT_OF_A_PROFILE
from foldline.core.profiles.profile import Profile
from foldline.core.profiles.templates import PROFILES
from foldline.core.setting_values import STORED
from foldline.errors import SettingsError

PROJECT_FILE = "foldline.toml"
USER_FILE = "settings.toml"
PREFIX = "FOLDLINE_"
USER_FILE_VARIABLE = "FOLDLINE_SETTINGS"
"""Names a settings file to be read in place of the user's own."""
TABLES = frozenset({"version", "profiles", "bindings", "catalog", "hooks"})


def load(
    folder: Path | None = None, *, flags: Mapping[str, object] | None = None, environ: Mapping[str, str] | None = None
) -> Config:
    """The settings for work in a folder.

    Args:
        folder: the session's, from which `foldline.toml` is looked for upwards; None for the current one.
        flags: what was asked for in the call itself; None as a value says nothing.
        environ: the environment; None for the process's own.

    Raises:
        SettingsError: a flag has a value it can't have.
    """
    environ = os.environ if environ is None else environ
    folder = folder or Path.cwd()
    user, project = user_file(environ), project_file(folder)
    warnings: list[str] = []
    layers = [_locale(environ), file_layer("user file", read(user), warnings)]
    if project is not None:
        layers.append(_of_project(file_layer("project file", read(project), warnings), warnings))
    layers += [_environment(environ, warnings), _flags(flags or {})]
    merged = merge(layers)
    return Config(
        settings=merged.settings,
        origins=merged.origins,
        profile_origins=merged.profile_origins,
        warnings=(*warnings, *merged.warnings),
        folder=folder,
        user_file=user,
        project_file=project,
    )


def user_file(environ: Mapping[str, str]) -> Path:
    """The user's own settings file, whether it is there or not."""
    named = environ.get(USER_FILE_VARIABLE, "")
    if named:
        return Path(named).expanduser()
    from platformdirs import user_config_path

    return user_config_path("foldline") / USER_FILE


def project_file(folder: Path) -> Path | None:
    """The nearest `foldline.toml` in a folder or one above it."""
    folder = Path(os.path.abspath(folder))  # noqa: PTH100 - a link's own parents count
    return next((path for path in (at / PROJECT_FILE for at in (folder, *folder.parents)) if _is_file(path)), None)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:
        return False


def file_layer(name: str, stored: Stored, warnings: list[str]) -> Layer:
    """What a file sets; what it sets wrongly goes to the warnings."""
    origin = Origin(name, str(stored.path))
    if stored.fault:
        warnings.append(f"{stored.fault}; the file is left out")
        return Layer(origin, {})
    reader = _Reader(stored, warnings)
    values = dict(reader.values(stored.data))
    return Layer(
        origin, values, dict(reader.profiles()), tuple(reader.bindings()), dict(reader.catalog()), reader.hooks()
    )


class _Reader:
    """Reads the tables of a file; what it can't use it reports."""

    def __init__(self, stored: Stored, warnings: list[str]) -> None:
        self.stored = stored
        self.warnings = warnings

    def values(self, table: Mapping[str, object]) -> Iterator[tuple[str, object]]:
        for name, value in table.items():
            if name not in TABLES:
                try:
                    yield name, setting_values.read(name, value)
                except SettingsError as error:
                    self.leave_out(str(error), name)

    def profiles(self) -> Iterator[tuple[str, Profile]]:
        tables = self.stored.data.get("profiles", {})
        if not isinstance(tables, dict):
            self.leave_out("profiles must be tables, as in [profiles.mine]", "profiles")
            return
        for name, table in tables.items():
            try:
                profile = profile_from(name, table)
            except SettingsError as error:
                self.leave_out(str(error), "profiles", name, *_keys(str(error)))
                continue
            yield name, msgspec.structs.replace(profile, settings=dict(self._settings_of(profile)))

    def _settings_of(self, profile: Profile) -> Iterator[tuple[str, object]]:
        for name, value in profile.settings.items():
            try:
                check_of_profile(name, value)
            except SettingsError as error:
                self.leave_out(str(error), "profiles", profile.name, "settings", name)
            else:
                yield name, value

    def bindings(self) -> Iterator[Binding]:
        rows = self.stored.data.get("bindings", [])
        for number, row in enumerate(rows if isinstance(rows, list) else [rows]):
            try:
                yield msgspec.convert(row, Binding)
            except msgspec.ValidationError as error:
                self.leave_out(f"this is no binding: {error}", "bindings", number)

    def catalog(self) -> Iterator[tuple[str, ModelFacts]]:
        tables = self.stored.data.get("catalog", {})
        if not isinstance(tables, dict):
            self.leave_out('catalog must be tables, as in [catalog."house-model-7"]', "catalog")
            return
        for name, table in tables.items():
            try:
                yield name, msgspec.convert(table, ModelFacts)
            except msgspec.ValidationError as error:
                self.leave_out(f"these are no facts of a model: {error}", "catalog", name, *_keys(str(error)))

    def hooks(self) -> HookCommands:
        try:
            return msgspec.convert(self.stored.data.get("hooks", {}), HookCommands)
        except msgspec.ValidationError as error:
            self.leave_out(f"these are no hooks: {error}", "hooks", *_keys(str(error)))
            return HookCommands()

    def leave_out(self, reason: str, *keys: str | int) -> None:
        line = next((at for end in range(len(keys), 0, -1) if (at := self.stored.line(*keys[:end]))), 0)
        self.warnings.append(f"{self.stored.path}, line {line}: {reason}; it is left out")


def profile_from(name: str, table: object) -> Profile:
    """A profile from its table in a file.

    Raises:
        SettingsError: it is none; says what and where in the table.
    """
    if not isinstance(table, dict) or not name.strip():
        msg = f"profile {name!r} is {table!r}; it must be a table under a name, as in [profiles.mine]"
        raise SettingsError(msg)
    base = name if name in PROFILES else table.get("base", "handoff")
    try:
        profile = msgspec.convert({**table, "name": name, "base": base}, Profile)
    except msgspec.ValidationError as error:
        msg = f"profile {name!r}: {error}"
        raise SettingsError(msg) from error
    if profile.base not in PROFILES:
        msg = f"profile {name!r} has the base {profile.base!r}; it must be {' or '.join(map(repr, PROFILES))}"
        raise SettingsError(msg)
    return profile


def check_of_profile(name: str, value: object) -> None:
    """Refuse what no profile can set.

    Raises:
        SettingsError: it is no setting, none of a profile's, or has a value it can't have.
    """
    if name in NOT_OF_A_PROFILE:
        msg = f"{name} is no setting of a profile"
        raise SettingsError(msg)
    setting_values.read(name, value)


def _keys(error: str) -> Iterator[str | int]:
    """The keys of the place a conversion error names."""
    path = re.search(r" - at `\$(.*)`$", error)
    for key, index in re.findall(r"\.([^.\[\]]+)|\[(\d+)\]", path[1] if path else ""):
        yield key or int(index)


_OWN_DECISIONS: Mapping[str, object] = {
    "remote_endpoint": "",
    "redaction": True,
    "secret_scanner": None,
    "telemetry_content": False,
}
"""Settings and the only value of them that a project may set; None for not any."""


def allowed_to_a_project(name: str, value: object) -> bool:
    """Whether a project may set this: not where a conversation is sent, nor what of it."""
    has_address = name == "models" and isinstance(value, tuple) and any("://" in str(model) for model in value)
    return not has_address and (name not in _OWN_DECISIONS or value == _OWN_DECISIONS[name])


def _of_project(layer: Layer, warnings: list[str]) -> Layer:
    """A project's layer without what is not a project's to say: whoever wrote its file may not be who folds.

    Its choice of a profile is a binding of this project, so that it goes before one of a model.
    """

    def is_allowed(name: str, value: object) -> bool:
        if allowed_to_a_project(name, value):
            return True
        warnings.append(f"{layer.origin.where}: {name} is left out; a project can't set where a conversation is sent")
        return False

    if commands := (*layer.hooks.before, *layer.hooks.after):
        named = ", ".join(map(shlex.join, commands))
        warnings.append(
            f"{layer.origin.where}: the hooks of a project are not run ({named}); "
            "what you want of them, put into your own settings file"
        )
    values = {name: value for name, value in layer.values.items() if is_allowed(name, value)}
    profiles = {
        name: msgspec.structs.replace(
            profile, settings={key: value for key, value in profile.settings.items() if is_allowed(key, value)}
        )
        for name, profile in layer.profiles.items()
    }
    chosen = values.get("profile")
    own = (Binding("project", "", chosen),) if isinstance(chosen, str) else ()
    return layer._replace(values=values, profiles=profiles, bindings=(*own, *layer.bindings), hooks=HookCommands())


def _locale(environ: Mapping[str, str]) -> Layer:
    variable = next((name for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), "")
    values: dict[str, object] = {"locale": environ[variable]} if variable else {}
    return Layer(Origin("locale", variable), values)


def _environment(environ: Mapping[str, str], warnings: list[str]) -> Layer:
    variables = {name: f"{PREFIX}{name.upper()}" for name in STORED}
    values: dict[str, object] = {}
    for name, variable in variables.items():
        if environ.get(variable):
            try:
                values[name] = setting_values.typed(name, environ[variable])
            except SettingsError as error:
                warnings.append(f"{variable} in the environment: {error}; it is left out")
    for variable in sorted(environ):
        if variable.startswith(PREFIX) and variable not in variables.values() and variable != USER_FILE_VARIABLE:
            near = setting_values.closest(variable.removeprefix(PREFIX).lower())
            if near:
                warnings.append(f"{variable} in the environment is no setting; did you mean {variables[near]}?")
    return Layer(Origin("environment"), values, is_fixed=True, places={name: variables[name] for name in values})


def _flags(flags: Mapping[str, object]) -> Layer:
    values = {
        name: setting_values.read(name, setting_values.plain(value))
        for name, value in flags.items()
        if value is not None and value is not msgspec.UNSET
    }
    return Layer(Origin("flag"), values, is_fixed=True)
