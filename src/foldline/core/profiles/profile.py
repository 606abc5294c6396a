"""A named profile: one of the built-in ones with a user's changes, for every language and for single ones.

A value and its text form. Where profiles are kept and to whom they are bound is not decided here.
"""

from collections.abc import Iterable

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from foldline.core.profiles.overrides import SectionEdits, apply, based_on, draft
from foldline.core.profiles.templates import Language, PromptOverride, Template, load
from foldline.errors import SettingsError


class Profile(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What a user has made of a built-in profile; only differences."""

    name: str = ""
    base: str = "handoff"
    """The built-in profile it starts from."""
    sections: SectionEdits = SectionEdits()
    """Changes for every language."""
    languages: dict[str, SectionEdits] = {}
    """Further changes for one language, on top of those for every language."""
    prompts: tuple[PromptOverride, ...] = ()
    """Changes to whole prompts; one that names a language holds for it alone."""
    rules: str = ""
    """The user's rules for every summary."""
    settings: dict[str, object] = {}
    """Settings that hold where this profile is in force (`foldline.core.profiles.in_force`)."""


def named(profiles: Iterable[Profile], name: str) -> Profile:
    """The profile of that name: the last of the user's that has it, else the built-in one.

    >>> named((), "conversation").base
    'conversation'
    """
    found = [profile for profile in profiles if profile.name == name]
    return found[-1] if found else Profile(name=name, base=name)


def template_of(profile: Profile, language: Language) -> Template:
    """The template a profile makes in a language.

    Raises:
        SettingsError: there is no such built-in profile or language.

    >>> from foldline.core.profiles.overrides import SectionOverride
    >>> profile = Profile(sections=SectionEdits((SectionOverride("notes", enabled=False),)))
    >>> [section.id for section in template_of(profile, "en").sections][-1]
    'critical_context'
    """
    base = based_on(load(profile.base, language), profile.sections)
    own = profile.languages.get(language, SectionEdits())
    prompts = sorted((one for one in profile.prompts if one.language in {"", language}), key=lambda one: one.language)
    return replace(apply(base, draft(base, own)), prompts=tuple(prompts))


def export(profile: Profile) -> str:
    """The profile as the text of a file that `read` takes.

    >>> read(export(Profile(name="brief"))) == Profile(name="brief")
    True
    """
    return msgspec.json.format(msgspec.json.encode(profile), indent=2).decode() + "\n"


def read(text: str | bytes) -> Profile:
    """A profile from the text of an exported file.

    Raises:
        SettingsError: it is no such text; says what and where.
    """
    try:
        return msgspec.json.decode(text, type=Profile)
    except (msgspec.DecodeError, RecursionError) as error:
        msg = f"this is not an exported profile: {error}"
        raise SettingsError(msg) from error
