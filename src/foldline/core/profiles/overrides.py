"""The user's changes to the sections of a template, stored as differences only.

A field that is None or blank follows the default. What storage holds and nobody knows stays there and never becomes
a section. Changes are always weighed against the defaults of the language they are shown in.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from foldline.core.profiles.templates import Language, PromptOverride, Section, Template
from foldline.errors import SettingsError


class SectionOverride(Struct, frozen=True, omit_defaults=True):
    """A change to one section. None follows the default."""

    id: str
    enabled: bool | None = None
    title: str | None = None
    instruction: str | None = None
    header_only: bool | None = None
    share: float | None = None

    def __post_init__(self) -> None:
        _check_share(self.id, self.share)


class CustomSection(Struct, frozen=True, omit_defaults=True):
    """A section of the user's own."""

    id: str
    title: str = ""
    """Its id where blank."""
    instruction: str = ""
    after: str | None = None
    """Id of the section it follows: empty for the first place; None, or an id that is not there, for the last."""
    enabled: bool = True
    header_only: bool = False
    share: float | None = None

    def __post_init__(self) -> None:
        _check_share(self.id, self.share)


class SectionEdits(Struct, frozen=True, omit_defaults=True):
    """All that a user changed about the sections of one profile."""

    overrides: tuple[SectionOverride, ...] = ()
    custom: tuple[CustomSection, ...] = ()
    order: tuple[str, ...] = ()
    """Ids of the sections that come first, in the order wanted; the others follow as they would."""


class SectionDraft(Struct, frozen=True):
    """The list an editor shows: every section with its switch, in the profile and language it was resolved in."""

    profile: str
    language: Language
    sections: tuple[Section, ...]


def resolve(
    template: Template,
    overrides: Sequence[SectionOverride] = (),
    custom: Sequence[CustomSection] = (),
    order: Sequence[str] = (),
    *,
    prompts: Sequence[PromptOverride] = (),
) -> Template:
    """The template with the user's changes in force.

    Args:
        template: a built-in template.
        overrides: the last of those with equal ids counts, one with an unknown id does not.
        custom: sections of the user's own.
        order: ids of the sections that come first, in the order wanted.
        prompts: changes to whole prompts.

    >>> from foldline.core.profiles.templates import load
    >>> resolve(load("conversation", "en"), [SectionOverride("progress", title="Story so far")]).sections[2].title
    'Story so far'
    """
    edits = SectionEdits(tuple(overrides), tuple(custom), tuple(order))
    return replace(apply(template, draft(template, edits)), prompts=tuple(prompts))


def draft(template: Template, edits: SectionEdits) -> SectionDraft:
    """The list to edit: every section with all changes applied, those that are off too.

    >>> from foldline.core.profiles.templates import load
    >>> edits = SectionEdits((SectionOverride("goal", enabled=False),), order=("notes", "goal"))
    >>> [(section.id, section.enabled) for section in draft(load("handoff", "en"), edits).sections][:3]
    [('notes', True), ('goal', False), ('constraints', True)]
    """
    changes = {override.id.strip(): override for override in edits.overrides}
    own = own_sections(template, edits.custom)
    sections = {section.id: section for section in (*template.sections, *map(_section, own.values()))}
    ids = [name for name in dict.fromkeys(map(str.strip, edits.order)) if name in sections]
    ids += [section.id for section in template.sections if section.id not in ids]
    for name, custom in own.items():
        if name not in ids:
            ids.insert(_place(ids, custom.after), name)
    row = tuple(_changed(sections[name], changes.get(name)) for name in ids)
    return SectionDraft(template.profile, template.language, row)


def apply(template: Template, edited: SectionDraft) -> Template:
    """The template that asks for the sections of a draft that are on.

    Raises:
        SettingsError: the draft belongs to another profile or language.

    >>> from foldline.core.profiles.templates import load
    >>> template = load("handoff", "en")
    >>> apply(template, draft(template, SectionEdits())) == template
    True
    """
    check_origin(template, edited)
    on = tuple(section for section in edited.sections if section.enabled)
    wanted = {section.id for section in (*template.sections, *edited.sections)}
    return replace(template, sections=on, is_locked=0 < len(on) < len(wanted))


def based_on(template: Template, edits: SectionEdits) -> Template:
    """The template with changes as its defaults: what changes for one language are weighed against.

    >>> from foldline.core.profiles.templates import load
    >>> base = based_on(load("handoff", "en"), SectionEdits((SectionOverride("goal", title="Aim"),)))
    >>> draft(base, SectionEdits((SectionOverride("goal", enabled=False),))).sections[0].title
    'Aim'
    """
    return replace(template, sections=draft(template, edits).sections)


def _check_share(section_id: str, share: float | None) -> None:
    if share is not None and not 0 < share <= 1:
        msg = f"share of section {section_id!r} is {share!r}; it must be above 0 and at most 1"
        raise SettingsError(msg)


def check_origin(template: Template, edited: SectionDraft) -> None:
    """Refuse a draft of another profile or language.

    Raises:
        SettingsError: they differ.

    >>> from foldline.core.profiles.templates import load
    >>> check_origin(load("handoff", "en"), SectionDraft("handoff", "en", ()))
    """
    if (template.profile, template.language) != (edited.profile, edited.language):
        msg = (
            f"the draft is of {edited.profile!r} in {edited.language!r}, the template of {template.profile!r} in "
            f"{template.language!r}; make the draft again from this template"
        )
        raise SettingsError(msg)


def own_sections(template: Template, custom: Iterable[CustomSection]) -> dict[str, CustomSection]:
    """The user's sections that count, by id: not blank, none of the profile's, the last of equal ones.

    >>> from foldline.core.profiles.templates import load
    >>> list(own_sections(load("handoff", "en"), [CustomSection("mood"), CustomSection("goal"), CustomSection(" ")]))
    ['mood']
    """
    taken = {section.id for section in template.sections} | {""}
    return {item.id.strip(): item for item in custom if item.id.strip() not in taken}


def _section(item: CustomSection) -> Section:
    return Section(
        item.id.strip(),
        one_line(item.title) or item.id.strip(),
        item.instruction.strip(),
        header_only=item.header_only,
        custom=True,
        share=item.share,
        enabled=item.enabled,
    )


def _changed(section: Section, change: SectionOverride | None) -> Section:
    if change is None:
        return section
    instruction = (change.instruction or "").strip() or section.instruction
    is_default = instruction == section.instruction
    return replace(
        section,
        title=one_line(change.title or "") or section.title,
        instruction=instruction,
        enabled=section.enabled if change.enabled is None else change.enabled,
        header_only=section.header_only if change.header_only is None else change.header_only,
        share=section.share if change.share is None else change.share,
        form=section.form if is_default else "",
        subheadings=section.subheadings if is_default else (),
    )


def one_line(title: str) -> str:
    r"""A title as a heading line can hold it: trimmed, a line break read as a space.

    >>> one_line(" The\n  aim ")
    'The aim'
    """
    return " ".join(line.strip() for line in title.splitlines() if line.strip())


def _place(ids: Sequence[str], after: str | None) -> int:
    if after is None or after.strip() not in {"", *ids}:
        return len(ids)
    return ids.index(after.strip()) + 1 if after.strip() else 0
