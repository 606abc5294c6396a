"""Templates: what a summary is asked for, as a prefix, an ordered row of sections and a suffix.

Sections are data. Nothing a user wrote is ever parsed, searched or formatted; the built-in texts come from prompt
files and are as immutable as everything here. How a template becomes a prompt is in `rendering`, how a user changes
one in `overrides`.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from foldline.core import prompts
from foldline.core.profiles import template_text
from foldline.core.profiles.template_text import Block
from foldline.errors import SettingsError

Language: TypeAlias = Literal["en", "zh"]
PromptKind: TypeAlias = Literal["system", "full", "update", "turn_prefix", "short", "branch", "handoff"]

PROFILES = ("handoff", "conversation")
LANGUAGES: tuple[Language, ...] = ("en", "zh")
KINDS: tuple[PromptKind, ...] = ("system", "full", "update", "turn_prefix", "short", "branch", "handoff")
_LIKE_FULL = frozenset({"update", "turn_prefix", "branch", "handoff"})
"""Kinds whose file says only where they differ from the full prompt of `handoff`."""
_BRACKETS = {"en": ("[", "]"), "zh": ("【", "】")}
"""What stands around a title in `conversation` (Operit's marks)."""


class Section(Struct, frozen=True):
    """One part of a summary: its heading and what the model is to write under it."""

    id: str
    title: str
    instruction: str = ""
    header_only: bool = False
    """Ask for the heading with nothing under it."""
    custom: bool = False
    """The user's own, not one of the profile's."""
    share: float | None = None
    """Part of the length it may take, above 0 and at most 1; None leaves it open."""
    enabled: bool = True
    form: Literal["", "paragraphs", "list"] = ""
    """Empty where the instruction alone says it."""
    subheadings: tuple[str, ...] = ()
    """Heading lines inside it; none once the instruction is the user's."""


class PromptOverride(Struct, frozen=True, omit_defaults=True):
    """A change to one kind of prompt as a whole. Blank fields change nothing."""

    kind: PromptKind
    text: str = ""
    """Stands in place of the built-in text, sections and all."""
    extra: str = ""
    """Follows the text, after a blank line."""
    language: Literal["", "en", "zh"] = ""
    """The language it holds for; empty for all."""


class Demands(Struct, frozen=True):
    """The wording of the demands on the form; each but the first is followed by the headings it holds for."""

    fixed: str = ""
    """The heading of the list and the demands that hold for every summary."""
    headings: str = ""
    paragraphs: str = ""
    list: str = ""
    header_only: str = ""
    share: str = ""


class Template(Struct, frozen=True, kw_only=True):
    """Everything that makes one prompt, in the order it is written."""

    profile: str
    language: Language
    kind: PromptKind = "full"
    prefix: str = ""
    layout: str = ""
    """Announces the fixed form; left out where no section is on."""
    opening: str = ""
    """First line of a summary, where the profile frames it."""
    sections: tuple[Section, ...] = ()
    """Those that are on, in their order."""
    closing: str = ""
    """Last line of a summary, where the profile frames it."""
    demands: Demands = Demands()
    lock: str = ""
    """Says that no other section may come; written only where some are off."""
    suffix: str = ""
    states_request: str = ""
    """Stands in place of the suffix where the short summary is to name the request."""
    free_form: str = ""
    """Stands in place of all form where every section is off."""
    heading_marks: tuple[str, str] = ("## ", "")
    """What stands before and after a title in its heading line."""
    is_locked: bool = False
    """Some sections are off, and some are on."""
    prompts: tuple[PromptOverride, ...] = ()
    """The user's changes to whole prompts, of all kinds."""


def heading(section: Section, template: Template) -> str:
    """The exact heading line under which a summary carries this section.

    >>> template = load("conversation", "zh")
    >>> heading(template.sections[0], template)
    '【核心任务状态】'
    """
    before, after = template.heading_marks
    return f"{before}{section.title}{after}"


@cache
def load(profile: str, language: Language, kind: PromptKind = "full") -> Template:
    """The built-in template of a profile, with nothing changed.

    `conversation` has one text for full and update; its other kinds are those of `handoff`.

    Raises:
        SettingsError: no such profile, language or kind.

    >>> [section.id for section in load("conversation", "en").sections]
    ['core_task', 'interaction', 'progress', 'key_info']
    """
    _check_known("profile", profile, PROFILES)
    _check_known("language", language, LANGUAGES)
    _check_known("kind of prompt", kind, KINDS)
    is_framed = profile == "conversation" and kind in {"full", "update"}
    marks = _BRACKETS[language] if is_framed else ("## ", "")
    blocks = _blocks("conversation" if is_framed else kind, language)
    if kind in _LIKE_FULL and not is_framed:
        blocks = _laid_over(_blocks("full", language), blocks)
    texts = {block.label: block.text for block in blocks}
    return Template(
        profile=profile,
        language=language,
        kind=kind,
        prefix="\n\n".join(texts[name] for name in ("prefix", "content") if name in texts),
        layout=texts.get("layout", ""),
        opening=texts.get("opening", ""),
        sections=tuple(_section(block, marks) for block in blocks if block.name == "section"),
        closing=texts.get("closing", ""),
        demands=Demands(**{name: texts.get(f"demand {name}", "") for name in Demands.__struct_fields__}),
        lock=texts.get("lock", ""),
        suffix=texts.get("suffix", ""),
        states_request=texts.get("states_request", ""),
        free_form=texts.get("free_form", ""),
        heading_marks=marks,
    )


def for_kind(kind: PromptKind, template: Template) -> Template:
    """The template of another kind of prompt, with the same user's changes.

    The update prompt asks for the same sections. The branch and hand-off prompts of `handoff` ask for some of them,
    in the user's order; what the user changed in them goes along, and so do sections of the user's own.

    >>> [section.id for section in for_kind("turn_prefix", load("handoff", "en")).sections]
    ['original_request', 'early_progress', 'suffix_context']
    """
    if kind == template.kind:
        return template
    built_in = load(template.profile, template.language, kind)
    if kind in {"full", "update"}:
        return replace(built_in, sections=template.sections, is_locked=template.is_locked, prompts=template.prompts)
    sections = built_in.sections
    if kind in {"branch", "handoff"} and template.profile == "handoff":
        sections = tuple(_reworded(template, built_in))
    is_locked = bool(sections) and not {section.id for section in built_in.sections}.issubset(
        section.id for section in sections
    )
    return replace(built_in, sections=sections, is_locked=is_locked, prompts=template.prompts)


def _reworded(template: Template, built_in: Template) -> Iterable[Section]:
    """The sections that another kind has too, in its words wherever the words are not the user's."""
    before = {section.id: section for section in load(template.profile, template.language).sections}
    after = {section.id: section for section in built_in.sections}
    for section in template.sections:
        if section.custom:
            yield section
        elif section.id in after and section.instruction == before[section.id].instruction:
            words = after[section.id]
            yield replace(section, instruction=words.instruction, form=words.form, subheadings=words.subheadings)
        elif section.id in after:
            yield section


def _blocks(name: str, language: Language) -> tuple[Block, ...]:
    return template_text.parse(prompts.read(f"{name}.{language}"))


def _laid_over(base: Iterable[Block], own: Sequence[Block]) -> tuple[Block, ...]:
    """The blocks of one prompt with those of another in their place; sections change as a whole or not at all."""
    labels = {block.label for block in own}
    names = {block.name for block in own}
    kept = (
        block for block in base if block.label not in labels and not (block.name == "section" and "section" in names)
    )
    return (*kept, *own)


def _section(block: Block, marks: tuple[str, str]) -> Section:
    line, _, instruction = block.text.partition("\n")
    return Section(
        block.args[0],
        line.removeprefix(marks[0]).removesuffix(marks[1]),
        instruction,
        form="list" if "list" in block.args else "paragraphs" if "paragraphs" in block.args else "",
        subheadings=tuple(row for row in instruction.split("\n") if row.startswith("### ")),
    )


def _check_known(what: str, value: str, known: Iterable[str]) -> None:
    if value not in known:
        msg = f"unknown {what} {value!r}; there are {', '.join(known)}"
        raise SettingsError(msg)
