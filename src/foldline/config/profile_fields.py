"""The fields of a profile, one by one: what each holds in a language, and the profile with another value in one.

A field that was set for a language alone is changed there, whatever the editor was told, so that no edit is without
effect.
"""

from collections.abc import Mapping, Sequence
from typing import cast

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from foldline.config.sources import check_of_profile
from foldline.core import setting_values
from foldline.core.messages import Json
from foldline.core.profiles import section_edits
from foldline.core.profiles.overrides import SectionDraft, SectionEdits
from foldline.core.profiles.profile import Profile
from foldline.core.profiles.templates import KINDS, LANGUAGES, Language, PromptKind, PromptOverride, Section, Template
from foldline.errors import SettingsError

FIELDS: Mapping[str, object] = {
    "title": str, "instruction": str, "enabled": bool, "header_only": bool, "share": float | None,
}  # fmt: skip
"""What an editor changes of a section, with the type of each."""
_TEXTS = ("text", "extra")


class NewSection(Struct, frozen=True):
    """A section of the user's own, to be added."""

    title: str = ""
    instruction: str = ""
    header_only: bool = False
    share: float | None = None
    after: str | None = None
    """Id of the one it follows; empty for the first place, None for the last."""


def value_in(profile: Profile, path: Sequence[str], language: Language) -> Json:
    """What a field of a profile holds, as an editor shows it; None where there is no such field.

    >>> value_in(Profile(), ("sections", "goal", "title"), "en")
    'Goal'
    """
    match tuple(path):
        case ("settings", name):
            return setting_values.plain(profile.settings.get(name))
        case ("rules",):
            return profile.rules
        case ("prompts", kind, field) if field in _TEXTS:
            return cast("str", getattr(_prompt(profile, kind, field, language), field))
        case (("sections" | "order"), *rest):
            shown: Json = {one.id: _as_plain(one) for one in section_edits.shown(profile, language).sections}
            return list(cast("dict[str, Json]", shown)) if path[0] == "order" else _at(shown, rest)
        case _:
            return None


def _at(value: Json, keys: Sequence[str]) -> Json:
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def edited_profile(
    profile: Profile, path: Sequence[str], value: Json, *, language: Language, only_here: bool = False
) -> Profile:
    """The profile with another value in one field.

    Args:
        profile: as it is stored.
        path: of the field.
        value: None gives it back its default.
        language: in which it is shown.
        only_here: the value holds for that language alone.

    Raises:
        SettingsError: no such field, or not a value it can have.

    >>> edited_profile(Profile(), ("rules",), "Be brief.", language="en").rules
    'Be brief.'
    """
    match tuple(path):
        case ("settings", name):
            return _with_setting(profile, name, value)
        case ("rules",):
            return replace(profile, rules=_as("rules", value or "", str))
        case ("prompts", kind, field) if field in _TEXTS and kind in KINDS:
            held = _prompt(profile, kind, field, language).language or (language if only_here else "")
            return _with_prompt(profile, PromptOverride(kind, language=held), field, _as(field, value or "", str))
        case ("order",) | ("sections",) | ("sections", _) | ("sections", _, _):
            return _with_sections(profile, tuple(path), value, language, only_here=only_here)
        case _:
            msg = f"a profile has no field {' '.join(path)!r}"
            raise SettingsError(msg)


def is_of_language(profile: Profile, section_id: str, field: str, language: Language) -> bool:
    """Whether a field of a section was set for a language alone."""
    own = profile.languages.get(language, SectionEdits())
    changes = [one for one in own.overrides if one.id.strip() == section_id]
    return any(getattr(one, field) is not None for one in changes) or _is_own_of(own, section_id)


def _is_own_of(edits: SectionEdits, section_id: str) -> bool:
    return any(one.id.strip() == section_id for one in edits.custom)


def _as_plain(section: Section) -> Json:
    made: dict[str, Json] = {field: getattr(section, field) for field in FIELDS}
    return made


def _as(name: str, value: Json, kind: object) -> object | str:
    try:
        return cast("object", msgspec.convert(value, kind))
    except msgspec.ValidationError as error:
        msg = f"{name} can't be {value!r}: {error}"
        raise SettingsError(msg) from error


def _with_setting(profile: Profile, name: str, value: Json) -> Profile:
    settings = {key: one for key, one in profile.settings.items() if key != name}
    if value is None:
        setting_values.check_known(name)
    else:
        check_of_profile(name, value)
        settings[name] = setting_values.plain(setting_values.read(name, value))
    return replace(profile, settings=settings)


def _prompt(profile: Profile, kind: str, field: str, language: Language) -> PromptOverride:
    """The change that holds for a prompt's field in a language."""
    of_kind = [one for one in profile.prompts if one.kind == kind and one.language in {"", language}]
    filled = [one for one in of_kind if getattr(one, field).strip()]
    return max(filled, key=lambda one: one.language, default=PromptOverride(cast("PromptKind", kind)))


def _with_prompt(profile: Profile, about: PromptOverride, field: str, text: object) -> Profile:
    same = [one for one in profile.prompts if (one.kind, one.language) == (about.kind, about.language)]
    rest = tuple(one for one in profile.prompts if one not in same)
    changed = replace(same[-1] if same else about, **{field: text if str(text).strip() else ""})
    return replace(profile, prompts=(*rest, changed) if changed.text or changed.extra else rest)


def _with_sections(
    profile: Profile, path: tuple[str, ...], value: Json, language: Language, *, only_here: bool
) -> Profile:
    match path:
        case ("sections", name, field):
            here = only_here or is_of_language(profile, name, field, language)
            given = {field: _of_field(field, value)}
            return section_edits.edited(
                profile, language, lambda drafted, base: _reworded(drafted, base, name, given), only_here=here
            )
        case ("order",):
            here = only_here or bool(profile.languages.get(language, SectionEdits()).order)
            ids = None if value is None else cast("tuple[str, ...]", _as("order", value, tuple[str, ...]))
            return section_edits.edited(
                profile, language, lambda drafted, base: _ordered(drafted, base, ids), only_here=here
            )
        case ("sections", name) if value is not None:
            new = cast("NewSection", _as(name, value, NewSection))
            made = Section(name, new.title, new.instruction, header_only=new.header_only, share=new.share, custom=True)
            return section_edits.edited(
                profile,
                language,
                lambda drafted, _: section_edits.add(drafted, made, after=new.after),
                only_here=only_here,
            )
        case ("sections", *names):
            return _reset(profile, names, language, only_here=only_here)
        case _:
            return profile


def _of_field(field: str, value: Json) -> object:
    if field not in FIELDS:
        msg = f"a section has no field {field!r}; it has {', '.join(FIELDS)}"
        raise SettingsError(msg)
    return None if value is None else _as(field, value, FIELDS[field])


def _reworded(drafted: SectionDraft, base: Template, name: str, given: Mapping[str, object]) -> SectionDraft:
    default = next((one for one in base.sections if one.id == name), Section(name, name))
    fields = {field: getattr(default, field) if value is None else value for field, value in given.items()}
    return section_edits.reword(drafted, name, **fields)


def _ordered(drafted: SectionDraft, base: Template, ids: Sequence[str] | None) -> SectionDraft:
    wanted = [one.id for one in base.sections] if ids is None else list(ids)
    known = {one.id: one for one in drafted.sections}
    rest = [name for name in known if name not in wanted]
    return replace(drafted, sections=tuple(known[name] for name in (*wanted, *rest) if name in known))


def _reset(profile: Profile, names: Sequence[str], language: Language, *, only_here: bool) -> Profile:
    """Sections as they were delivered, in every language unless one is meant; without names all of them."""
    shown = [one.id for one in section_edits.shown(profile, language).sections]
    unknown = [name for name in names if name not in shown]
    if unknown:
        msg = f"there is no section {unknown[0]!r}; there are {', '.join(shown)}"
        raise SettingsError(msg)

    def change(drafted: SectionDraft, base: Template) -> SectionDraft:
        there = [one.id for one in drafted.sections if one.id in names]
        return section_edits.reset(drafted, base, there) if there or not names else drafted

    for each in (language,) if only_here else LANGUAGES:
        profile = section_edits.edited(profile, each, change, only_here=True)
    return profile if only_here else section_edits.edited(profile, language, change)
