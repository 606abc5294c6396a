"""What an editor does to sections: each a small step from one draft to the next, stored as differences at the end.

The same steps serve the command and the page. What a step does not name keeps its bytes and its place.
"""

from collections.abc import Callable, Collection, Iterable

from msgspec.structs import replace

from foldline.core.profiles.differences import diff
from foldline.core.profiles.overrides import SectionDraft, SectionEdits, based_on, draft, one_line
from foldline.core.profiles.profile import Profile
from foldline.core.profiles.templates import Language, Section, Template, load
from foldline.errors import SettingsError


def edited(
    profile: Profile,
    language: Language,
    change: Callable[[SectionDraft, Template], SectionDraft],
    *,
    only_here: bool = False,
) -> Profile:
    """The profile after an edit of its sections.

    Args:
        profile: as it is stored.
        language: in which the sections are shown while they are edited.
        change: is given the draft and the template whose defaults it is weighed against.
        only_here: the change holds for this language alone.

    Raises:
        SettingsError: the change can't be made.

    >>> edited(Profile(), "en", lambda drafted, _: switch(drafted, ["goal"], on=False)).sections.overrides[0].enabled
    False
    """
    template, stored = _layer(profile, language, only_here=only_here)
    made = diff(template, change(draft(template, stored), template), stored)
    if not only_here:
        return replace(profile, sections=made)
    languages = {**profile.languages, language: made}
    if made == SectionEdits():
        del languages[language]
    return replace(profile, languages=languages)


def shown(profile: Profile, language: Language) -> SectionDraft:
    """Every section of a profile as it is in a language, those that are off too.

    >>> [section.id for section in shown(Profile(base="conversation"), "zh").sections]
    ['core_task', 'interaction', 'progress', 'key_info']
    """
    return draft(*_layer(profile, language, only_here=True))


def switch(drafted: SectionDraft, ids: Collection[str], *, on: bool) -> SectionDraft:
    """Some sections switched on or off."""
    _check_known(drafted, ids)
    return _with(drafted, (replace(one, enabled=on) if one.id in ids else one for one in drafted.sections))


def reword(drafted: SectionDraft, section_id: str, **fields: object) -> SectionDraft:
    """A section with other fields; an empty title or instruction follows the default again.

    Args:
        drafted: the draft.
        section_id: which one.
        **fields: title, instruction, header_only, share.
    """
    _check_known(drafted, (section_id,))
    return _with(drafted, (replace(one, **fields) if one.id == section_id else one for one in drafted.sections))


def add(drafted: SectionDraft, section: Section, *, after: str | None = None) -> SectionDraft:
    """A section of one's own.

    Args:
        drafted: the draft.
        section: its id must be new.
        after: the section it follows; empty for the first place, None for the last.
    """
    name = section.id.strip()
    if not name or name in {one.id for one in drafted.sections}:
        why = "there is one already" if name else "it needs an id"
        msg = f"a section {section.id!r} can't be added: {why}"
        raise SettingsError(msg)
    made = replace(section, id=name, title=one_line(section.title) or name, custom=True)
    return move(_with(drafted, (*drafted.sections, made)), name, after=after)


def move(drafted: SectionDraft, section_id: str, *, after: str | None) -> SectionDraft:
    """A section at another place.

    Args:
        drafted: the draft.
        section_id: which one.
        after: the section it follows; empty for the first place, None for the last.
    """
    _check_known(drafted, filter(None, (section_id, after)))
    moved = next(one for one in drafted.sections if one.id == section_id)
    rest = [one for one in drafted.sections if one.id != section_id]
    ids = [one.id for one in rest]
    if after == section_id:
        return drafted
    at = len(ids) if after is None else 0 if not after else ids.index(after) + 1
    return _with(drafted, (*rest[:at], moved, *rest[at:]))


def reset(drafted: SectionDraft, template: Template, ids: Collection[str] = ()) -> SectionDraft:
    """Sections as they were delivered; one's own are taken out. Without ids all of them, in their first order."""
    _check_known(drafted, ids)
    defaults = {section.id: section for section in template.sections}
    if not ids:
        return _with(drafted, template.sections)
    return _with(
        drafted,
        (
            defaults.get(one.id, one) if one.id in ids else one
            for one in drafted.sections
            if one.id not in ids or one.id in defaults
        ),
    )


def _layer(profile: Profile, language: Language, *, only_here: bool) -> tuple[Template, SectionEdits]:
    """What a layer of edits is weighed against, and the edits of that layer."""
    template = load(profile.base, language)
    if not only_here:
        return template, profile.sections
    return based_on(template, profile.sections), profile.languages.get(language, SectionEdits())


def _with(drafted: SectionDraft, sections: Iterable[Section]) -> SectionDraft:
    return replace(drafted, sections=tuple(sections))


def _check_known(drafted: SectionDraft, ids: Iterable[str]) -> None:
    known = [one.id for one in drafted.sections]
    unknown = [name for name in ids if name not in known]
    if unknown:
        msg = f"there is no section {unknown[0]!r}; there are {', '.join(known)}"
        raise SettingsError(msg)
