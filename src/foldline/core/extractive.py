"""The built-in summariser: a hand-over note made of quotations, without a model.

Deterministic and total: the same material gives the same note, and no message makes it raise. It quotes whole
sentences of the session inside fixed frames and never invents a name.
"""

from collections.abc import Callable, Sequence

from msgspec import Struct

from foldline.core import handoff_note
from foldline.core.brief import Brief, brief
from foldline.core.earlier_note import read
from foldline.core.facts import Ledger
from foldline.core.note import Block, Group, Note, fit
from foldline.core.phrases import phrases
from foldline.core.session import Item
from foldline.core.templates import Template, heading


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


_FILLING_ORDER = ("critical_context", "goal", "constraints", "decisions", "progress", "next_steps", "notes")
"""A fact that fits several sections stands in the first of these."""


def summarise(material: Material, *, max_tokens: int, count: Callable[[str], int]) -> str:
    """A hand-over note with every section of the template.

    Args:
        material: what is folded and what is known of it.
        max_tokens: ceiling of the note, by ``count``.
        count: tokens of a text.
    """
    known = _brief(material)
    template = material.template
    filled: dict[int, list[Group]] = {}
    order = {section_id: rank for rank, section_id in enumerate(_FILLING_ORDER)}
    sections = list(enumerate(template.sections))
    for at, section in sorted(sections, key=lambda pair: order.get(pair[1].id, len(order))):
        if not section.header_only:
            filled[at] = handoff_note.fill(section.id, known, section.subheadings) or []
    blocks = [Block(heading(section, template), filled.get(at, []), section.share) for at, section in sections]
    note = Note(blocks, known.phrases.earlier, template.opening, template.closing)
    return fit(note, max_tokens=max_tokens, count=count)


def _brief(material: Material) -> Brief:
    template, ledger = material.template, material.ledger
    known = brief(
        material.items, material.upcoming, ledger, phrases(template.language), read(material.previous, template)
    )
    if material.critical_open_request and ledger.open_request is not None:
        title = next((section.title for section in template.sections if section.id == "critical_context"), "")
        known.open_request_title = title
        known.open_request = ledger.open_request.text.strip()
    return known


def summarise_prefix(material: Material, *, max_tokens: int, count: Callable[[str], int]) -> str:
    """The start of an oversized turn, for a reader who has the rest of that turn word for word."""
    texts = [item.message.text.strip() for item in material.items if item.message.role == "user"]
    note = f"## Original Request\n{texts[0][:600] if texts else ''}\n\n## Early Progress\n\n## Context for Suffix"
    return note if count(note) <= max_tokens else note[:max_tokens]


def short_summary(items: Sequence[Item], ledger: Ledger, *, language: str) -> str:
    """Two or three sentences in the first person on what changed."""
    del items
    total = len(ledger.files.modified)
    return f"我修改了 {total} 个文件。" if language == "zh" else f"I changed {total} files."
