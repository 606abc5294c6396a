"""The user's changes to the sections of a template, stored as differences only.

A field that is None or blank follows the default. What is not known stays in storage and never becomes a section.
Changes are always weighed against the defaults of the language they were made in.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from foldline.core.templates import Language, PromptOverride, Section, Template
from foldline.errors import SettingsError


class SectionOverride(Struct, frozen=True, omit_defaults=True):
    """A change to one section. None follows the default."""

    id: str
    enabled: bool | None = None
    title: str | None = None
    instruction: str | None = None
    header_only: bool | None = None
    share: float | None = None


class CustomSection(Struct, frozen=True, omit_defaults=True):
    """A section of the user's own."""

    id: str
    title: str = ""
    """Its id where blank."""
    instruction: str = ""
    after: str | None = None
    """Id of the section it follows; empty is the first place, None or an unknown id the last."""
    enabled: bool = True
    header_only: bool = False
    share: float | None = None


class SectionEdits(Struct, frozen=True, omit_defaults=True):
    """All a user changed about the sections of one profile in one language."""

    overrides: tuple[SectionOverride, ...] = ()
    custom: tuple[CustomSection, ...] = ()
    order: tuple[str, ...] = ()
    """Ids in the order wanted; a section that is not named follows the one it follows by default."""


class Draft(Struct, frozen=True):
    """The list an editor shows: every section with its switch, and the language it was resolved in."""

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

    >>> from foldline.core.templates import load
    >>> resolve(load("conversation", "en"), [SectionOverride("progress", title="Story so far")]).sections[2].title
    'Story so far'
    """
    edits = SectionEdits(tuple(overrides), tuple(custom), tuple(order))
    return replace(apply(template, draft(template, edits)), prompts=tuple(prompts))


def draft(template: Template, edits: SectionEdits) -> Draft:
    """The list to edit: the default sections and the user's own with all changes applied, those that are off too.

    Args:
        template: the built-in template.
        edits: what is stored for it.
    """
    changes = {override.id.strip(): override for override in edits.overrides}
    own = _own_sections(template, edits.custom)
    row = [_changed(section, changes.get(section.id)) for section in template.sections]
    for custom in own.values():
        section = _custom(custom)
        row.insert(_place(row, custom.after), _changed(section, changes.get(section.id)))
    return Draft(template.profile, template.language, _ordered(row, edits.order))


def apply(template: Template, edited: Draft) -> Template:
    """The template that asks for the sections of a draft that are on.

    Raises:
        SettingsError: the draft belongs to another profile or language.
    """
    _same_origin(template, edited)
    on = tuple(section for section in edited.sections if section.enabled)
    return replace(template, sections=on, is_locked=0 < len(on) < len(edited.sections))


def diff(template: Template, edited: Draft, stored: SectionEdits) -> SectionEdits:
    """What to store for an edited draft: the differences from the defaults, and what storage held unknown.

    A draft that shows what is stored gives back ``stored`` itself, so that opening an editor never writes.

    Raises:
        SettingsError: the draft belongs to another profile or language.
    """
    _same_origin(template, edited)
    if edited == draft(template, stored):
        return stored
    stock = {section.id: section for section in template.sections}
    own = _own_sections(template, stored.custom)
    shown = {section.id: section for section in edited.sections}
    unknown = [item for item in stored.overrides if item.id.strip() not in stock and item.id.strip() not in own]
    changed = (_difference(stock[name], section) for name, section in shown.items() if name in stock)
    strange = [item for item in stored.custom if item.id.strip() not in own]
    custom = [_stored(section, own.get(name)) for name, section in shown.items() if section.custom]
    return SectionEdits(
        (*(item for item in changed if item is not None), *unknown),
        (*custom, *strange),
        _stored_order(template, custom, edited, stored.order),
    )


def _same_origin(template: Template, edited: Draft) -> None:
    if (template.profile, template.language) != (edited.profile, edited.language):
        msg = (
            f"the draft is of profile {edited.profile!r} in {edited.language!r}, the template of {template.profile!r} in "
            f"{template.language!r}; resolve the draft again in the language it is compared in"
        )
        raise SettingsError(msg)


def _own_sections(template: Template, custom: Iterable[CustomSection]) -> dict[str, CustomSection]:
    """The user's sections that count: an id of their own, the last of equal ids."""
    stock = {section.id for section in template.sections}
    return {item.id.strip(): item for item in custom if item.id.strip() and item.id.strip() not in stock}


def _changed(section: Section, change: SectionOverride | None) -> Section:
    if change is None:
        return section
    title = _one_line(change.title or "") or section.title
    instruction = (change.instruction or "").strip() or section.instruction
    is_default = instruction == section.instruction
    return replace(
        section,
        title=title,
        instruction=instruction,
        enabled=section.enabled if change.enabled is None else change.enabled,
        header_only=section.header_only if change.header_only is None else change.header_only,
        share=section.share if change.share is None else change.share,
        form=section.form if is_default else "",
        subheadings=section.subheadings if is_default else (),
    )


def _custom(item: CustomSection) -> Section:
    return Section(
        item.id.strip(),
        _one_line(item.title) or item.id.strip(),
        item.instruction.strip(),
        header_only=item.header_only,
        custom=True,
        share=item.share,
        enabled=item.enabled,
    )


def _one_line(title: str) -> str:
    """A title as a heading can hold it: trimmed, a line break read as a space."""
    return " ".join(line.strip() for line in title.splitlines() if line.strip())


def _place(row: list[Section], after: str | None) -> int:
    if after is None:
        return len(row)
    if not after.strip():
        return 0
    return next((index + 1 for index, section in enumerate(row) if section.id == after.strip()), len(row))


def _ordered(row: list[Section], order: Sequence[str]) -> tuple[Section, ...]:
    by_id = {section.id: section for section in row}
    ids = _arranged([section.id for section in row], [name.strip() for name in order if name.strip() in by_id])
    return tuple(by_id[name] for name in ids)


def _arranged(natural: Sequence[str], order: Sequence[str]) -> list[str]:
    """The ids of ``order``, each other one placed after the one it naturally follows."""
    ids = list(dict.fromkeys(order))
    previous = ""
    for name in natural:
        if name not in ids:
            ids.insert(ids.index(previous) + 1 if previous else 0, name)
        previous = name
    return ids


def _difference(default: Section, section: Section) -> SectionOverride | None:
    title = _one_line(section.title)
    instruction = section.instruction.strip()
    change = SectionOverride(
        default.id,
        enabled=None if section.enabled == default.enabled else section.enabled,
        title=None if title in {"", default.title} else title,
        instruction=None if instruction in {"", default.instruction} else instruction,
        header_only=None if section.header_only == default.header_only else section.header_only,
        share=section.share,
    )
    return None if change == SectionOverride(default.id) else change


def _stored(section: Section, before: CustomSection | None) -> CustomSection:
    return CustomSection(
        section.id,
        "" if section.title == section.id else _one_line(section.title),
        section.instruction.strip(),
        after=before.after if before else None,
        enabled=section.enabled,
        header_only=section.header_only,
        share=section.share,
    )


def _stored_order(
    template: Template, custom: Sequence[CustomSection], edited: Draft, before: Sequence[str]
) -> tuple[str, ...]:
    """No order where the default one holds; else every id, with unknown ones of storage after what they followed."""
    natural = [section.id for section in draft(template, SectionEdits(custom=tuple(custom))).sections]
    ids = [section.id for section in edited.sections]
    unknown = [name for name in before if name.strip() not in ids]
    if ids == natural:
        return tuple(unknown)
    return tuple(_arranged(before, ids)) if unknown else tuple(ids)
