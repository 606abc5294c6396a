"""Changing what is stored: settings, profiles, bindings. Only differences from the defaults are written.

A value goes to the file it comes from now, so that no edit is without effect; what was not passed stays as it is.
Files that can't be read, and values that can't be, are refused before anything is written.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from foldline.config.layers import Config
from foldline.config.sources import PROJECT_FILE, check_of_profile, file_layer, load, profile_from
from foldline.config.toml_file import Stored, Table, edit, plain, put, read
from foldline.core import setting_values
from foldline.core.profiles import templates
from foldline.core.profiles.binding import Binding, Scope, without
from foldline.core.profiles.overrides import CustomSection, SectionEdits, SectionOverride
from foldline.core.profiles.profile import Profile, named
from foldline.core.profiles.templates import PROFILES, PromptOverride
from foldline.core.setting_values import plain as as_plain
from foldline.errors import SettingsError

_KNOWN = frozenset(
    name
    for kind in (Profile, SectionEdits, SectionOverride, CustomSection, PromptOverride, Binding)
    for name in kind.__struct_fields__
)
"""Keys of the tables in a file that are ours; whatever else stands there is left alone."""
_LISTS: Mapping[str, object] = {
    "section_overrides": tuple[SectionOverride, ...],
    "custom_sections": tuple[CustomSection, ...],
    "section_order": tuple[str, ...],
    "prompts": tuple[PromptOverride, ...],
}


class Updated(NamedTuple):
    """What an edit came to."""

    files: tuple[Path, ...]
    """The files that were written; none where nothing changed."""
    config: Config
    """The settings after it."""


def update_settings(  # the names of settings are free for the caller
    id: str = "",  # noqa: A002
    file: Path | None = None,
    check: Callable[[Path, Table], None] | None = None,
    /,
    **changes: object,
) -> Updated:
    """Store changes of some settings; those not passed stay as they are, an explicit empty value clears one.

    Args:
        id: name of the profile whose settings these are; empty for those that hold everywhere.
        file: where to write; None for the file each value comes from now, else the user's own.
        check: is given each file and what it holds at the moment of the write; what it raises keeps it from that.
            Not asked for a profile.
        **changes: settings by name. For a profile also its `base`, `rules`, `section_overrides`, `custom_sections`,
            `section_order` and `prompts`.

    Raises:
        SettingsError: an unknown name, a value that can't be, or a file that can't be read; nothing was written.
        WriteRefusedError: the file could not be written; it is as it was.
    """
    config = load()
    if id:
        stored_profile(config, id)
        return save_profile(id, lambda profile: _with_changes(profile, changes), file=file)
    values = {name: _read(name, value) for name, value in changes.items()}
    replace(config.settings, **values)
    cleared = {name for name, value in changes.items() if _is_empty(value)}
    by_file: dict[Path, dict[str, object]] = {}
    for name, value in values.items():
        by_file.setdefault(file or file_of(config, name), {})[name] = value
    for path, few in by_file.items():
        _check_readable(path, few)
    written = [path for path, few in by_file.items() if edit(path, _setter(config, path, few, cleared, check))]
    return Updated(tuple(written), load())


def save_profile(name: str, change: Callable[[Profile], Profile], *, file: Path | None = None) -> Updated:
    """Store a change of a profile; a built-in one without any takes no place in the file.

    Args:
        name: of a built-in profile, or of one of the user's; a new one is made.
        change: is given the profile as it is on disk at that moment.
        file: where to write; None for the file the profile comes from now, else the user's own.

    Raises:
        SettingsError: it can't be so, or the file can't be read; nothing was written.
        WriteRefusedError: the file could not be written.
    """
    path = file or profile_file(load(), name)
    _check_readable(path, ("profiles",))

    def write(document: Table) -> None:
        profiles = _table(document, "profiles")
        old = profile_from(name, plain(_table(profiles, name)))
        table = _table_of(change(old))
        if not table and name in PROFILES:
            del profiles[name]
        else:
            for open_ended in ("languages", "settings"):
                _drop_missing(profiles[name], open_ended, table.get(open_ended, {}))
            put(_table(profiles, name), table, known=_KNOWN)
        if not profiles:
            del document["profiles"]

    return Updated((path,) if edit(path, write) else (), load())


def _table_of(profile: Profile) -> dict[str, object]:
    """A profile as its table in a file, checked."""
    for name, value in profile.settings.items():
        check_of_profile(name, value)
    table = _filled(as_plain(profile))
    del table["name"]
    if profile.name in PROFILES:
        table.pop("base", None)
    profile_from(profile.name, table)
    return table


def _filled(table: object) -> dict[str, object]:
    """A table without the tables in it that hold nothing."""
    rows = table.items() if isinstance(table, dict) else ()
    filled = {key: _filled(value) if isinstance(value, dict) else value for key, value in rows}
    return {key: value for key, value in filled.items() if value not in ({}, [])}


def remove_profile(name: str) -> Updated:
    """Forget a profile of the user's; a built-in one is as it was delivered again.

    Raises:
        SettingsError: there is none of that name, or something still uses it.
    """
    config = load()
    if name not in config.profile_origins:
        msg = f"there is no profile {name!r} of yours; there are {', '.join(config.profile_origins) or 'none'}"
        raise SettingsError(msg)
    users = [f"{one.scope} {one.key!r}" for one in config.settings.bindings if one.profile == name]
    users += ["the global setting"] if config.settings.profile == name else []
    if users and name not in PROFILES:
        msg = f"profile {name!r} is used by {', '.join(users)}; unbind it first"
        raise SettingsError(msg)
    path = Path(config.profile_origins[name].where)
    _check_readable(path, ("profiles",))

    def write(document: Table) -> None:
        profiles = _table(document, "profiles")
        profiles.pop(name, None)
        if not profiles:
            del document["profiles"]

    return Updated((path,) if edit(path, write) else (), load())


def bind(binding: Binding) -> Updated:
    """Let a session, character, project or model have a profile of its own; stored in the user's file.

    Raises:
        SettingsError: there is no such profile.
    """
    config = load()
    stored_profile(config, binding.profile)
    return _save_bindings(config.user_file, lambda rows: (*without(rows, binding.scope, binding.key), binding))


def unbind(scope: Scope, key: str) -> Updated:
    """Take a binding back."""
    return _save_bindings(load().user_file, lambda rows: without(rows, scope, key))


def stored_profile(config: Config, name: str) -> Profile:
    """A profile as it is stored, to be changed.

    Raises:
        SettingsError: there is none of that name; says which there are.
    """
    known = named_profiles(config)
    if name not in known:
        msg = f"there is no profile {name!r}; there are {', '.join(map(repr, known))}"
        raise SettingsError(msg)
    return named(config.settings.profiles, name)


def named_profiles(config: Config) -> tuple[str, ...]:
    """The names of all profiles there are, the built-in ones first."""
    return tuple(dict.fromkeys((*PROFILES, *(profile.name for profile in config.settings.profiles))))


def file_of(config: Config, name: str) -> Path:
    """The file that a change of a setting goes to: the one it comes from now, else the user's own."""
    is_project = config.project_file is not None and config.origin(name).layer == "project file"
    return config.project_file if is_project and config.project_file else config.user_file


def profile_file(config: Config, name: str) -> Path:
    """The file that a change of a profile goes to."""
    origin = config.profile_origins.get(name)
    return Path(origin.where) if origin else config.user_file


def _is_empty(value: object) -> bool:
    return value is None or value in ("", (), [], {})


def _read(name: str, value: object) -> object:
    if _is_empty(value):
        return setting_values.default(name)
    return setting_values.read(name, setting_values.plain(value))


def _setter(
    config: Config,
    path: Path,
    values: Mapping[str, object],
    cleared: Collection[str],
    check: Callable[[Path, Table], None] | None,
) -> Callable[[Table], None]:
    """What sets values in one file, and takes out those that say nothing more than what lies below."""
    is_project = path.name == PROJECT_FILE and path != config.user_file
    below = file_layer("user file", read(config.user_file), []).values if is_project else {}

    def change(document: Table) -> None:
        if check is not None:
            check(path, document)
        for name, value in values.items():
            says_nothing = value == setting_values.default(name) and name not in below
            if name in cleared or says_nothing:
                document.pop(name, None)
            elif document.get(name) != setting_values.plain(value):
                document[name] = setting_values.plain(value)

    return change


def _with_changes(profile: Profile, changes: Mapping[str, object]) -> Profile:
    fields: dict[str, object] = {}
    settings = dict(profile.settings)
    for name, value in changes.items():
        is_empty = _is_empty(value)
        if name in _LISTS or name in {"base", "rules"}:
            fields[name] = getattr(_EMPTY, name, ()) if is_empty else _converted(name, value)
        elif is_empty:
            setting_values.check_known(name)
            settings.pop(name, None)
        else:
            check_of_profile(name, setting_values.plain(value))
            settings[name] = setting_values.plain(value)
    edits = {new: fields.pop(name) for name, new in _EDITS.items() if name in fields}
    changed = replace(profile, sections=replace(profile.sections, **edits), settings=settings, **fields)
    overrides = changed.sections.overrides
    return replace(changed, sections=replace(changed.sections, overrides=tuple(_differences(changed.base, overrides))))


_EMPTY = Profile()
_EDITS = {"section_overrides": "overrides", "custom_sections": "custom", "section_order": "order"}


def _converted(name: str, value: object) -> object:
    try:
        return msgspec.convert(msgspec.to_builtins(value), _LISTS.get(name, str))
    except msgspec.ValidationError as error:
        msg = f"{name} can't be {value!r}: {error}"
        raise SettingsError(msg) from error


def _differences(base: str, rows: Iterable[SectionOverride]) -> Iterator[SectionOverride]:
    """The overrides without what follows the default anyway; of a section that the profile lacks, as they are."""
    known = {section.id for section in templates.load(base, "en").sections} if base in PROFILES else set()
    for row in rows:
        if row.id.strip() not in known:
            yield row
            continue
        least = SectionOverride(
            row.id.strip(),
            enabled=None if row.enabled is not False else False,
            title=(row.title or "").strip() or None,
            instruction=(row.instruction or "").strip() or None,
            header_only=row.header_only or None,
            share=row.share,
        )
        if least != SectionOverride(least.id):
            yield least


def _save_bindings(path: Path, change: Callable[[tuple[Binding, ...]], tuple[Binding, ...]]) -> Updated:
    _check_readable(path, ("bindings",))

    def write(document: Table) -> None:
        stored = file_layer("", Stored(path, plain(document)), []).bindings
        rows = as_plain(change(stored))
        put(document, {"bindings": rows} if rows else {}, known=frozenset({"bindings"}))

    return Updated((path,) if edit(path, write) else (), load())


def _check_readable(path: Path, changed: Collection[str]) -> None:
    """Refuse to edit a file that holds what can't be read, unless that is what is being changed.

    Raises:
        SettingsError: says what stands in the way.
    """
    warnings: list[str] = []
    stored = read(path)
    rest = stored._replace(data={name: value for name, value in stored.data.items() if name not in changed})
    file_layer("", rest, warnings)
    faults = [warning for warning in warnings if "unknown setting" not in warning]
    if faults:
        msg = f"{faults[0].rpartition(';')[0]}; nothing was written, mend the file first"
        raise SettingsError(msg)


def _table(parent: Table, name: str) -> Table:
    if name not in parent:
        parent[name] = {}
    table = parent[name]
    if not hasattr(table, "keys"):
        msg = f"{name} is {table!r}; it must be a table; nothing was written"
        raise SettingsError(msg)
    return table  # type: ignore[return-value]


def _drop_missing(parent: object, name: str, wanted: object) -> None:
    table = parent.get(name) if isinstance(parent, dict) else None
    for key in (
        [key for key in table if key not in wanted] if isinstance(table, dict) and isinstance(wanted, dict) else []
    ):
        del table[key]  # type: ignore[union-attr]
