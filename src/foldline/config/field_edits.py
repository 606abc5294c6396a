"""Edits field by field, as an editor makes them: checked one by one, stored in one write, never over somebody else's.

A field is named by its path. An edit that can't be is told with its path and keeps no other from being stored; one
whose field was changed elsewhere meanwhile is a question, and nothing is written until it is answered.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from foldline.config.edits import Updated, file_of, profile_file, save_profile, stored_profile, update_settings
from foldline.config.layers import Config
from foldline.config.profile_fields import edited_profile, value_in
from foldline.config.sources import PROJECT_FILE, allowed_to_a_project
from foldline.config.toml_file import read
from foldline.core import setting_values
from foldline.core.messages import Json
from foldline.core.profiles.profile import Profile
from foldline.core.profiles.templates import Language
from foldline.errors import FoldlineError, SettingsError

FieldPath: TypeAlias = tuple[str, ...]
"""`("settings", name)`, `("rules",)`, `("sections", id, field)`, `("sections", id)`, `("sections",)`, `("order",)`,
`("prompts", kind, field)`."""
_MOST_TRIES = 10


class FieldEdit(Struct, frozen=True):
    """A field's new value."""

    path: FieldPath
    value: Json = None
    """None gives it back its default."""
    before: Json | UnsetType = UNSET
    """What it was when the edit began."""


class FieldFault(Struct, frozen=True):
    """What is wrong with one field."""

    path: FieldPath
    message: str


class FieldConflict(Struct, frozen=True):
    """A field that was changed elsewhere meanwhile."""

    path: FieldPath
    mine: Json
    theirs: Json


class Target(Struct, frozen=True):
    """What edits are of."""

    profile: str = ""
    """Name of a profile; empty for the settings that hold everywhere."""
    language: Language = "en"
    """In which its sections were shown."""
    only_here: bool = False
    """Edits of sections and prompts hold for that language alone."""
    file: Literal["", "user", "project"] = ""
    """Where to write; empty for the file a value comes from now, else the user's own."""


class ConflictError(FoldlineError):
    """Fields were changed elsewhere meanwhile; nothing was written."""

    def __init__(self, conflicts: Sequence[FieldConflict]) -> None:
        names = ", ".join(" ".join(one.path) for one in conflicts)
        super().__init__(f"changed elsewhere meanwhile: {names}; nothing was written, say which one holds")
        self.conflicts = tuple(conflicts)


class Stored(NamedTuple):
    """What storing came to."""

    updated: Updated
    faults: tuple[FieldFault, ...] = ()
    """Of the edits that were not stored."""
    good: int = 0
    """How many could be, whether they changed anything or not."""


class _MovedError(FoldlineError):
    """The file changed between the look at it and the write."""


def store(load: Callable[[], Config], edits: Sequence[FieldEdit], target: Target, *, is_current: bool) -> Stored:
    """Store edits in one write, those that can be.

    Args:
        load: reads the settings as they are now.
        edits: the later of two of the same field counts.
        target: what they are of.
        is_current: nothing was changed since the editor read the settings, so that nothing can be overwritten.

    Raises:
        ConflictError: fields are no longer what they were when their edit began.
        SettingsError: there is no such profile, or a file can't be read.
        WriteRefusedError: the file could not be written.
    """
    for _ in range(_MOST_TRIES):
        held = _held(load())
        found = load()
        good, faults = sorted_out(found, edits, target)
        if not is_current and (conflicts := tuple(_conflicts(found, good, target))):
            raise ConflictError(conflicts)
        if not good:
            return Stored(Updated((), found), faults)
        try:
            updated = (
                _store_profile(found, good, target) if target.profile else _store_settings(found, good, target, held)
            )
            return Stored(updated, faults, len(good))
        except _MovedError:
            is_current = False
    msg = "the settings are changed by another program all the time; try again when it has finished"
    raise SettingsError(msg)


def sorted_out(
    found: Config, edits: Sequence[FieldEdit], target: Target
) -> tuple[list[FieldEdit], tuple[FieldFault, ...]]:
    """The edits that can be, and what is wrong with the others.

    Raises:
        SettingsError: there is no such profile.
    """
    good: list[FieldEdit] = []
    faults: list[FieldFault] = []
    profile = stored_profile(found, target.profile) if target.profile else None
    for edit in edits:
        try:
            if profile is None:
                _check_setting(found, edit, target)
            else:
                profile = _edited(profile, edit, target)
            good.append(edit)
        except SettingsError as error:
            faults.append(FieldFault(edit.path, str(error)))
    return good, tuple(faults)


def laid_over(found: Config, edits: Sequence[FieldEdit], target: Target) -> tuple[Config, tuple[FieldFault, ...]]:
    """The settings as they would be after edits, and what is wrong with those left out; nothing is stored.

    Raises:
        SettingsError: there is no such profile.
    """
    good, faults = sorted_out(found, edits, target)
    settings = found.settings
    if target.profile:
        profile = stored_profile(found, target.profile)
        for edit in good:
            profile = _edited(profile, edit, target)
        others = (one for one in settings.profiles if one.name != profile.name)
        return replace(found, settings=replace(settings, profiles=(*others, profile))), faults
    values = {edit.path[1]: _value(edit) for edit in good}
    return replace(found, settings=replace(settings, **values)), faults


def _edited(profile: Profile, edit: FieldEdit, target: Target) -> Profile:
    return edited_profile(profile, edit.path, edit.value, language=target.language, only_here=target.only_here)


def _value(edit: FieldEdit) -> object:
    name = edit.path[1]
    return setting_values.default(name) if edit.value is None else setting_values.read(name, edit.value)


def _check_setting(found: Config, edit: FieldEdit, target: Target) -> None:
    match edit.path:
        case ("settings", name):
            value = _value(edit)
        case _:
            msg = f"there is no field {' '.join(edit.path)!r} here"
            raise SettingsError(msg)
    origin = found.origin(name)
    if origin.layer in {"environment", "flag"}:
        msg = f"{name} is fixed by the {origin}; change it there"
        raise SettingsError(msg)
    if _file(found, name, target).name == PROJECT_FILE and not allowed_to_a_project(name, value):
        msg = f"{name} can't be set by a project; store it in your own file"
        raise SettingsError(msg)
    replace(found.settings, **{name: value})


def _file(found: Config, name: str, target: Target) -> Path:
    if target.file == "user":
        return found.user_file
    if target.file == "project":
        return found.project_file or found.folder / PROJECT_FILE
    return profile_file(found, name) if target.profile else file_of(found, name)


def _conflicts(found: Config, edits: Iterable[FieldEdit], target: Target) -> Iterable[FieldConflict]:
    for edit in edits:
        theirs = _shown(found, edit, target)
        default = setting_values.plain(setting_values.default(edit.path[1])) if not target.profile else None
        mine = default if edit.value is None else edit.value
        is_same = edit.before is not UNSET and _bare(edit.before) == _bare(theirs)
        if not is_same and _bare(theirs) != _bare(mine):
            yield FieldConflict(edit.path, edit.value, theirs)


def _bare(value: object) -> object:
    """A value without what storing takes off anyway."""
    return value.strip() if isinstance(value, str) else value


def _shown(found: Config, edit: FieldEdit, target: Target) -> Json:
    if not target.profile:
        return setting_values.plain(getattr(found.settings, edit.path[1]))
    return value_in(stored_profile(found, target.profile), edit.path, target.language)


def _store_profile(found: Config, edits: Sequence[FieldEdit], target: Target) -> Updated:
    seen = [_shown(found, edit, target) for edit in edits]

    def change(profile: Profile) -> Profile:
        if [value_in(profile, edit.path, target.language) for edit in edits] != seen:
            raise _MovedError
        for edit in edits:
            profile = _edited(profile, edit, target)
        return profile

    return save_profile(target.profile, change, file=_file(found, target.profile, target))


def _store_settings(
    found: Config, edits: Sequence[FieldEdit], target: Target, held: Mapping[Path, Mapping[str, object]]
) -> Updated:
    def check(path: Path, document: Mapping[str, object]) -> None:
        before = held.get(path, {})
        if any(document.get(edit.path[1]) != before.get(edit.path[1]) for edit in edits):
            raise _MovedError

    file = _file(found, "", target) if target.file else None
    return update_settings("", file, check, **{edit.path[1]: edit.value for edit in edits})


def _held(found: Config) -> dict[Path, dict[str, object]]:
    """What the files hold. Read before the settings are, so that it is never newer than they are."""
    return {path: read(path).data for path in (found.user_file, found.project_file) if path is not None}
