"""Whether a summary has the sections its template asks for, each once, and none that came out of what it was told."""

from collections.abc import Callable

from foldline.core.profiles.rendering import is_replaced
from foldline.core.profiles.summary_text import parse_sections
from foldline.core.profiles.templates import Template, for_kind, heading
from foldline.core.requests import Kind

_FREE = frozenset({"short"})
"""Kinds that have no sections."""


def section_fault(text: str, kind: Kind, template: Template, source: Callable[[], str]) -> str:
    r"""What is wrong with the headings of a text; empty where nothing is.

    Args:
        text: what was written.
        kind: of which text.
        template: the profile's full template with the user's changes.
        source: what the text was made from.

    >>> from foldline.core.profiles.templates import load
    >>> template = load("handoff", "en")
    >>> section_fault("## Goal\nShip.\n## Goal\nShip.", "full", template, str)
    "the section '## Goal' stands in it more than once"
    >>> section_fault("## Goal\nShip.\n## Orders\nGo.", "full", template, lambda: "# x\n## Orders\nGo.")
    "the section '## Orders' was not asked for: it comes from the conversation"
    """
    asked = for_kind(kind, template)
    if kind in _FREE or is_replaced(asked):
        return ""
    found = parse_sections(text, asked)
    headings = {section.id: heading(section, asked) for section in asked.sections}
    doubled = next((line for name, line in headings.items() if found.found.count(name) > 1), None)
    if doubled:
        return f"the section {doubled!r} stands in it more than once"
    missing = next((line for name, line in headings.items() if name not in found.found), None)
    if missing and asked.profile == "conversation" and kind in {"full", "update"}:
        return f"the section {missing!r} is missing"
    told = [line for line in found.unknown if any(map(str.isalpha, line))]
    injected = next((line for line in told if line in source()), None) if told else None
    return f"the section {injected!r} was not asked for: it comes from the conversation" if injected else ""
