"""What to store of an edited draft: the differences from the defaults, and whatever storage held that nobody knows.

Opening an editor never writes, and what a user did not touch is never stored.
"""

from collections.abc import Iterable, Mapping, Sequence

from foldline.core.profiles.overrides import (
    CustomSection,
    SectionDraft,
    SectionEdits,
    SectionOverride,
    check_origin,
    draft,
    one_line,
    own_sections,
)
from foldline.core.profiles.templates import Section, Template


def diff(template: Template, edited: SectionDraft, stored: SectionEdits) -> SectionEdits:
    """What to store for an edited draft: the differences from the defaults, and what storage holds unknown.

    A draft that shows what is stored gives back ``stored`` itself, so that opening an editor never writes.

    Raises:
        SettingsError: the draft belongs to another profile or language.

    >>> from foldline.core.profiles.templates import load
    >>> template = load("handoff", "en")
    >>> diff(template, draft(template, SectionEdits()), SectionEdits())
    SectionEdits(overrides=(), custom=(), order=())
    """
    check_origin(template, edited)
    if edited == draft(template, stored):
        return stored
    defaults = {section.id: section for section in template.sections}
    own = own_sections(template, stored.custom)
    known = {*defaults, *own, *(section.id for section in edited.sections)}
    changes = [_difference(defaults[one.id], one) for one in edited.sections if one.id in defaults]
    custom, order = _placed(template, edited, own)
    return SectionEdits(
        (*filter(None, changes), *(item for item in stored.overrides if item.id.strip() not in known)),
        (*custom, *(item for item in stored.custom if item.id.strip() not in own)),
        _with_unknown(order, stored.order, known),
    )


def _difference(default: Section, section: Section) -> SectionOverride | None:
    title, instruction = one_line(section.title), section.instruction.strip()
    change = SectionOverride(
        default.id,
        enabled=None if section.enabled == default.enabled else section.enabled,
        title=None if title in {"", default.title} else title,
        instruction=None if instruction in {"", default.instruction} else instruction,
        header_only=None if section.header_only == default.header_only else section.header_only,
        share=None if section.share == default.share else section.share,
    )
    return None if change == SectionOverride(default.id) else change


def _placed(
    template: Template, edited: SectionDraft, own: Mapping[str, CustomSection]
) -> tuple[list[CustomSection], tuple[str, ...]]:
    """The user's sections to store, and the order where their places alone do not give it.

    A place that still holds is left as it is; else it is named by the section before.
    """
    ids = [section.id for section in edited.sections]
    before = dict(zip(ids, ["", *ids], strict=False))
    mine = [section for section in edited.sections if section.id not in {one.id for one in template.sections}]
    kept = [_stored(section, own[section.id].after if section.id in own else before[section.id]) for section in mine]
    if _has_order(ids, template, kept):
        return kept, ()
    moved = [_stored(section, before[section.id]) for section in mine]
    if _has_order(ids, template, moved):
        return moved, ()
    return kept, tuple(ids)


def _has_order(ids: list[str], template: Template, custom: Iterable[CustomSection]) -> bool:
    natural = draft(template, SectionEdits(custom=tuple(custom))).sections
    return [section.id for section in natural if section.id in ids] == ids


def _stored(section: Section, after: str | None) -> CustomSection:
    title = one_line(section.title)
    return CustomSection(
        section.id,
        "" if title == section.id else title,
        section.instruction.strip(),
        after=after,
        enabled=section.enabled,
        header_only=section.header_only,
        share=section.share,
    )


def _with_unknown(order: Sequence[str], stored: Sequence[str], known: set[str]) -> tuple[str, ...]:
    """The order with the ids of storage that nobody knows, each behind the one it followed there."""
    ids = list(order)
    previous = ""
    for name in stored:
        if name.strip() not in known and name not in ids:
            ids.insert(ids.index(previous) + 1 if previous in ids else 0, name)
        if name in ids:
            previous = name
    return tuple(ids)
