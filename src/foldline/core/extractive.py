"""The built-in summariser: a hand-over note made of quotations, without a model.

Deterministic and total: the same material gives the same note, and no message makes it raise. It quotes whole
sentences of the session inside fixed frames and never invents a name.
"""

from collections.abc import Callable

from msgspec import Struct

from foldline.core.facts import Ledger
from foldline.core.ledger.ledger_marks import restore
from foldline.core.note import chat_note, handoff_note
from foldline.core.note.brief import Brief, brief
from foldline.core.note.earlier_note import read
from foldline.core.note.lines import Block, Group, Line, Note, fit
from foldline.core.note.phrases import phrases_for
from foldline.core.note.prefix_note import prefix_note
from foldline.core.note.prose import clip
from foldline.core.note.short_note import short_summary
from foldline.core.note.voices import about
from foldline.core.profiles.templates import Section, Template, for_kind, heading, load
from foldline.core.session import Item

__all__ = ["Material", "short_summary", "summarise", "summarise_prefix"]

SUBJECT_LINES = 6
"""Sentences at most in a section of the user's own."""
QUOTE_WIDTH = 240
_FILLING_ORDER = (
    "critical_context", "goal", "constraints", "decisions", "core_task", "interaction", "key_info", "progress",
    "next_steps", "notes",
)  # fmt: skip
"""A fact that fits several sections stands in the first of these."""


class Material(Struct, frozen=True):
    """What a summary is made of."""

    items: tuple[Item, ...]
    """What is folded, in order."""
    template: Template
    previous: str = ""
    """Prose of the previous summary, its ledger stripped; not empty means update mode."""
    upcoming: tuple[Item, ...] = ()
    """The kept tail: never quoted at length, but it shows what is answered, finished or stale."""
    ledger: Ledger = Ledger()
    critical_open_request: bool = True
    """Put the open request word for word into the critical context; off when it stands in the tail."""


def summarise(material: Material, *, max_tokens: int, count: Callable[[str], int]) -> str:
    """A hand-over note with the sections of the template that have something to say; a chat's stand in any case.

    Args:
        material: what is folded and what is known of it.
        max_tokens: ceiling of the note, by ``count``.
        count: tokens of a text.
    """
    known, template = _brief(material), material.template
    if not template.sections and template.free_form:
        return fit(_free_note(known, template), max_tokens=max_tokens, count=count)
    sections = list(enumerate(template.sections))
    filled: dict[int, list[Group]] = {}
    for at, section in sorted(sections, key=lambda pair: _filling_rank(pair[1].id)):
        filled[at] = [] if section.header_only else _fill(section, known, template)
    is_chat = template.profile == "conversation"
    blocks = [
        Block(heading(section, template), filled[at], section.share, stands=is_chat or section.header_only)
        for at, section in sections
    ]
    note = Note(blocks, known.phrases.earlier, template.opening, template.closing)
    return fit(note, max_tokens=max_tokens, count=count)


def _free_note(known: Brief, template: Template) -> Note:
    """Every section's lines as paragraphs without headings and marks, for a user who has switched all sections off."""
    fill = chat_note.fill if template.profile == "conversation" else handoff_note.fill
    sections = load(template.profile, template.language).sections
    carried = Group(known.carry(*known.earlier.sections, weight=44))
    filled = {name: fill(name, known, ()) or [] for name in sorted((one.id for one in sections), key=_filling_rank)}
    names = sorted((section.id for section in sections), key=lambda name: name == "critical_context")
    groups = [carried, *(group for name in names for group in filled[name])]
    for group in groups:
        group.mark = ""
    if not any(group.lines for group in groups):
        carried.empty = known.phrases.none
    return Note([Block("", [group], is_running=True) for group in groups], known.phrases.earlier)


def _filling_rank(section_id: str) -> int:
    return _FILLING_ORDER.index(section_id) if section_id in _FILLING_ORDER else len(_FILLING_ORDER)


def summarise_prefix(material: Material, *, max_tokens: int, count: Callable[[str], int]) -> str:
    """The start of an oversized turn, for a reader who has the rest of that turn word for word.

    Args:
        material: the folded start of the turn, its kept end in ``upcoming``.
        max_tokens: ceiling of the note, by ``count``.
        count: tokens of a text.
    """
    template = for_kind("turn_prefix", material.template)
    return prefix_note(_brief(material), template, max_tokens=max_tokens, count=count)


def _brief(material: Material) -> Brief:
    template, ledger = material.template, material.ledger
    earlier = read(restore(material.previous), template)
    words = phrases_for(template.kind, template.language)
    known = brief(material.items, material.upcoming, ledger, words, earlier)
    if material.critical_open_request and ledger.open_request is not None:
        title = next((section.title for section in template.sections if section.id == "critical_context"), "")
        known.open_request_title = title
        known.open_request = contained(ledger.open_request.text, template)
        asked_by = {item.id: item.message.role for item in material.items}
        known.open_is_the_agents = asked_by.get(ledger.open_request.entry_id) == "assistant"
    return known


def contained(text: str, template: Template) -> str:
    """Somebody's words exactly, inside a note: what would end the section or leave a fence open is made harmless."""
    marks = tuple(
        mark.strip() for mark in (template.heading_marks[0], template.opening, template.closing) if mark.strip()
    )
    lines = [f"> {line}" if line.lstrip().startswith(marks) else line for line in text.strip().splitlines()]
    fences = [line.strip() for line in lines if line.lstrip().startswith(("```", "~~~"))]
    if len(fences) % 2:
        lines.append(fences[-1][:3])
    return "\n".join(lines)


def _fill(section: Section, known: Brief, template: Template) -> list[Group]:
    """The groups of a section: of its profile, or, for one of the user's own, what speaks of its subject."""
    groups: list[Group] | None = None
    is_chat = template.profile == "conversation"
    if not section.custom:
        fill = chat_note.fill if is_chat else handoff_note.fill
        groups = fill(section.id, known, section.subheadings)
    groups = groups if groups is not None else [_on_subject(section, known)]
    if is_chat and not any(group.lines for group in groups):
        groups[0].empty = known.phrases.none
    return groups


def _on_subject(section: Section, known: Brief) -> Group:
    """What an earlier note said there, and the sentences that share most with the section's title and instruction."""
    lines = known.carry(section.id, weight=40)
    for rank, voice in enumerate(about(f"{section.title}\n{section.instruction}", known.voices, SUBJECT_LINES)):
        if (text := clip(voice.text, QUOTE_WIDTH)) and known.said.first(voice.text):
            lines.append(Line(text, 55.0 - rank))
    return Group(lines, mark="- ")
