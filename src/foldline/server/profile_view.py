"""Profiles and bindings as the page shows them: every section in every language, and what differs from the default."""

from msgspec import Struct

from foldline.config.edits import named_profiles
from foldline.config.layers import Config
from foldline.config.profile_fields import FIELDS, is_of_language
from foldline.config.sources import file_layer
from foldline.config.toml_file import read
from foldline.core.messages import Json
from foldline.core.profiles.binding import Binding, Scope
from foldline.core.profiles.profile import Profile, named
from foldline.core.profiles.section_edits import shown
from foldline.core.profiles.templates import (
    LANGUAGES,
    PROFILES,
    Language,
    PromptOverride,
    Section,
    Template,
    heading,
    load,
)
from foldline.core.setting_values import plain


class SectionFields(Struct, frozen=True):
    """What can be changed about a section."""

    title: str
    instruction: str
    enabled: bool
    header_only: bool
    share: float | None


class SectionView(Struct, frozen=True):
    """A section in one language."""

    id: str
    title: str
    instruction: str
    enabled: bool
    header_only: bool
    share: float | None
    custom: bool
    """The user's own."""
    heading: str
    """The line under which a summary carries it."""
    changed: tuple[str, ...]
    """Fields that differ from the default."""
    only_here: tuple[str, ...]
    """Fields that were set for this language alone."""
    default: SectionFields | None
    """As it was delivered; null for the user's own."""


class LanguageView(Struct, frozen=True):
    """A profile in one language."""

    sections: tuple[SectionView, ...]
    is_order_changed: bool


class PromptView(Struct, frozen=True):
    """A change to one kind of prompt as a whole."""

    kind: str
    language: str
    """Empty for all."""
    text: str
    extra: str


class ProfileView(Struct, frozen=True):
    """A profile."""

    name: str
    base: str
    is_builtin: bool
    origin: str
    """The layer it is stored in; `default` where nothing is."""
    where: str
    is_changed: bool
    """Something is stored of it."""
    rules: str
    settings: dict[str, Json]
    """What it lays over the settings."""
    prompts: tuple[PromptView, ...]
    languages: dict[str, LanguageView]


class BindingView(Struct, frozen=True):
    """Who is folded with which profile."""

    scope: Scope
    key: str
    profile: str
    is_editable: bool
    """It is stored in the user's own file."""


def profile_views(found: Config) -> tuple[ProfileView, ...]:
    """Every profile there is, the built-in ones first."""
    profiles = found.settings.profiles
    return tuple(_view(found, named(profiles, name)) for name in named_profiles(found))


def binding_views(found: Config) -> tuple[BindingView, ...]:
    """Every binding there is."""
    own = file_layer("user file", read(found.user_file), []).bindings
    return tuple(_binding(one, is_editable=one in own) for one in found.settings.bindings)


def _binding(one: Binding, *, is_editable: bool) -> BindingView:
    return BindingView(one.scope, one.key, one.profile, is_editable)


def _view(found: Config, profile: Profile) -> ProfileView:
    origin = found.profile_origins.get(profile.name)
    return ProfileView(
        name=profile.name,
        base=profile.base,
        is_builtin=profile.name in PROFILES,
        origin=origin.layer if origin else "default",
        where=origin.where if origin else "",
        is_changed=profile != Profile(name=profile.name, base=profile.base),
        rules=profile.rules,
        settings={name: plain(value) for name, value in profile.settings.items()},
        prompts=tuple(map(_prompt, profile.prompts)),
        languages={language: _in_language(profile, language) for language in LANGUAGES},
    )


def _prompt(one: PromptOverride) -> PromptView:
    return PromptView(one.kind, one.language, one.text, one.extra)


def _in_language(profile: Profile, language: Language) -> LanguageView:
    template = load(profile.base, language)
    defaults = {one.id: one for one in template.sections}
    sections = shown(profile, language).sections
    order = [one.id for one in sections if one.id in defaults]
    return LanguageView(
        tuple(_section(one, defaults.get(one.id), profile, template) for one in sections), order != list(defaults)
    )


def _section(one: Section, default: Section | None, profile: Profile, template: Template) -> SectionView:
    differing = () if default is None else (field for field in FIELDS if getattr(one, field) != getattr(default, field))
    here = (field for field in FIELDS if is_of_language(profile, one.id, field, template.language))
    return SectionView(
        **_fields(one),  # type: ignore[arg-type]
        id=one.id,
        custom=one.custom,
        heading=heading(one, template),
        changed=tuple(differing),
        only_here=tuple(here),
        default=None if default is None else SectionFields(**_fields(default)),  # type: ignore[arg-type]
    )


def _fields(one: Section) -> dict[str, object]:
    return {field: getattr(one, field) for field in FIELDS}
