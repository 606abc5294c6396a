"""Renders a template: its parts joined by blank lines, and a list of format demands made from the sections in force.

Nothing is replaced or formatted inside a text. With nothing changed the result is the default prompt, byte for byte;
with every section off it is a free-form instruction that names no form.
"""

from collections.abc import Iterable

from foldline.core.profiles.templates import PromptOverride, Section, Template, heading


def render(template: Template) -> str:
    """The instructions a model gets, without conversation, focus or rules.

    >>> from foldline.core.profiles.templates import load
    >>> "`## Goal`, `## Constraints & Preferences`" in render(load("handoff", "en"))
    True
    """
    override = _override(template)
    return stack(override.text or stack(*_parts(template)), override.extra)


def is_replaced(template: Template) -> bool:
    """Whether the user put a text of their own in place of this prompt, so that no section of it can be expected.

    >>> from foldline.core.profiles.templates import load
    >>> is_replaced(load("handoff", "en"))
    False
    """
    return bool(_override(template).text)


def stack(*parts: str) -> str:
    r"""Parts with a blank line between; a blank part adds no byte.

    >>> stack("a", "", "b")
    'a\n\nb'
    """
    return "\n\n".join(part for part in parts if part)


def _parts(template: Template) -> tuple[str, ...]:
    if template.free_form and not template.sections:
        return (template.prefix, template.free_form)
    return (
        template.prefix,
        template.layout,
        template.opening,
        *(_block(section, template) for section in template.sections),
        template.closing,
        _demands(template),
        template.lock if template.is_locked else "",
        template.suffix,
    )


def _block(section: Section, template: Template) -> str:
    line = heading(section, template)
    return line if section.header_only or not section.instruction else f"{line}\n{section.instruction}"


def _demands(template: Template) -> str:
    """The demands on the form: the fixed ones, then a line for each form with the headings it holds for."""
    words = template.demands
    filled = [section for section in template.sections if not section.header_only]
    lines = (
        _demand(words.headings, _quoted(template.sections, template), template),
        _demand(words.paragraphs, _quoted([one for one in filled if one.form == "paragraphs"], template), template),
        _demand(words.list, _quoted([one for one in filled if one.form == "list"], template), template),
        _demand(words.header_only, _quoted([one for one in template.sections if one.header_only], template), template),
        _demand(words.share, _shares(filled, template), template),
    )
    return "\n".join(line for line in (words.fixed, *lines) if line)


def _demand(words: str, items: list[str], template: Template) -> str:
    gap, comma = ("", "、") if template.language == "zh" else (" ", ", ")
    return f"- {words}{gap}{comma.join(items)}" if words and items else ""


def _quoted(sections: Iterable[Section], template: Template) -> list[str]:
    return [f"`{heading(section, template)}`" for section in sections]


def _shares(sections: Iterable[Section], template: Template) -> list[str]:
    return [f"`{heading(one, template)}` {one.share:.0%}" for one in sections if one.share is not None]


def _override(template: Template) -> PromptOverride:
    """The user's change to this prompt, each field as last given; in `conversation`, full and update are one."""
    is_one = template.profile == "conversation" and template.kind in {"full", "update"}
    kinds = {"full", "update"} if is_one else {template.kind}
    text = extra = ""
    for change in template.prompts:
        if change.kind in kinds:
            text, extra = change.text.strip() or text, change.extra.strip() or extra
    return PromptOverride(template.kind, text, extra)
