"""Templates: what a summary is asked for, as a prefix, an ordered row of sections and a suffix.

Sections are data. Text is only ever joined: nothing a user wrote is parsed, searched or formatted, and a section
that nobody touched is in the prompt byte for byte as it ships. The list of format demands is made from the sections
that are in force.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from foldline.core import prompts, template_text
from foldline.errors import SettingsError

Language: TypeAlias = Literal["en", "zh"]
PromptKind: TypeAlias = Literal["system", "full", "update", "turn_prefix", "short", "branch", "handoff"]

PROFILES = ("handoff", "conversation")
LANGUAGES: tuple[Language, ...] = ("en", "zh")
KINDS: tuple[PromptKind, ...] = ("system", "full", "update", "turn_prefix", "short", "branch", "handoff")


_LIKE_FULL = frozenset({"update", "turn_prefix", "branch", "handoff"})
"""Kinds whose file says only where they differ from the full prompt of `handoff`."""
_MARKS: dict[str, tuple[str, str]] = {"en": ("[", "]"), "zh": ("【", "】")}
"""What stands around a title in `conversation`."""


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
    form: str = ""
    """`paragraphs`, `list`, or empty where the instruction alone says it."""
    subheadings: tuple[str, ...] = ()
    """Heading lines inside it; none once the instruction is the user's."""


class PromptOverride(Struct, frozen=True):
    """A change to one kind of prompt as a whole. Blank fields change nothing."""

    kind: str
    text: str = ""
    """Stands in place of the built-in text."""
    extra: str = ""
    """Follows the text, after a blank line."""


class Template(Struct, frozen=True, kw_only=True):
    """Everything that makes one prompt, in the order it is written."""

    profile: str
    language: Language
    kind: PromptKind = "full"
    prefix: str = ""
    layout: str = ""
    """The line that announces the fixed form; left out where no section is on."""
    opening: str = ""
    """First line of a summary, where the profile frames it."""
    sections: tuple[Section, ...] = ()
    """Those that are on, in their order."""
    closing: str = ""
    """Last line of a summary, where the profile frames it."""
    demands: Mapping[str, str] = {}
    """Wording of the format demands: which one -> the text its headings follow."""
    lock: str = ""
    """Says that no other section may come; used only where some are off."""
    suffix: str = ""
    free_form: str = ""
    """Stands in place of all form where every section is off."""
    heading_marks: tuple[str, str] = ("## ", "")
    """What stands before and after a title in its heading line."""
    is_locked: bool = False
    """Some of the profile's sections are off."""
    prompts: tuple[PromptOverride, ...] = ()
    """The user's changes to whole prompts."""


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
    _known("profile", profile, PROFILES)
    _known("language", language, LANGUAGES)
    _known("kind of prompt", kind, KINDS)
    is_conversation = profile == "conversation" and kind in {"full", "update"}
    marks = _MARKS[language] if is_conversation else ("## ", "")
    blocks = template_text.parse(prompts.read(f"{'conversation' if is_conversation else kind}.{language}"))
    if kind in _LIKE_FULL and not is_conversation:
        blocks = _over(template_text.parse(prompts.read(f"full.{language}")), blocks)
    texts = {block.name: block.text for block in blocks if block.name != "demand"}
    return Template(
        profile=profile,
        language=language,
        kind=kind,
        prefix="\n\n".join(texts[name] for name in ("prefix", "content") if name in texts),
        layout=texts.get("layout", ""),
        opening=texts.get("opening", ""),
        sections=tuple(_section(block, marks) for block in blocks if block.name == "section"),
        closing=texts.get("closing", ""),
        demands={" ".join(block.args): block.text for block in blocks if block.name == "demand"},
        lock=texts.get("lock", ""),
        suffix=texts.get("suffix", ""),
        free_form=texts.get("free_form", ""),
        heading_marks=marks,
    )


def _over(base: Iterable[template_text.Block], own: Sequence[template_text.Block]) -> tuple[template_text.Block, ...]:
    """The blocks of one prompt with those of another in their place; its sections come as a whole or not at all."""
    named = {(block.name, block.args) for block in own}
    has_sections = any(block.name == "section" for block in own)
    kept = (
        block
        for block in base
        if (block.name, block.args) not in named and not (has_sections and block.name == "section")
    )
    return (*kept, *own)


def for_kind(kind: PromptKind, template: Template) -> Template:
    """The template of another kind of prompt, with the same user's changes.

    The update prompt asks for the same sections. Branch and hand-off prompts of `handoff` ask for some of them, in
    the user's order; what the user changed goes along, and so do sections of the user's own.

    >>> [section.id for section in for_kind("turn_prefix", load("handoff", "en")).sections]
    ['original_request', 'early_progress', 'suffix_context']
    """
    stock = load(template.profile, template.language, kind)
    if kind == template.kind:
        return template
    if kind in {"full", "update"}:
        return replace(stock, sections=template.sections, is_locked=template.is_locked, prompts=template.prompts)
    sections = stock.sections
    if kind in {"branch", "handoff"} and template.profile == "handoff":
        sections = tuple(_in_form_of(stock, template))
    missing = {section.id for section in stock.sections} - {section.id for section in sections}
    return replace(stock, sections=sections, is_locked=bool(missing and sections), prompts=template.prompts)


def render(template: Template) -> str:
    """The instructions a model gets, without conversation, focus or rules.

    >>> render(load("handoff", "en")) == render(for_kind("full", load("handoff", "en")))
    True
    """
    override = _override(template)
    text = override.text.strip() or "\n\n".join(part for part in _parts(template) if part)
    extra = override.extra.strip()
    return f"{text}\n\n{extra}" if extra else text


def is_replaced(template: Template) -> bool:
    """Whether the user put a text of their own in place of this prompt, so that no section can be demanded."""
    return bool(_override(template).text.strip())


def _parts(template: Template) -> Iterable[str]:
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
    """The format demands: the fixed ones, then one line for each form with the headings it holds for."""
    if "" not in template.demands:
        return ""
    wanted = (
        ("headings", [_quoted(section, template) for section in template.sections]),
        (
            "paragraphs",
            [_quoted(section, template) for section in template.sections if _has_form(section, "paragraphs")],
        ),
        ("list", [_quoted(section, template) for section in template.sections if _has_form(section, "list")]),
        ("header_only", [_quoted(section, template) for section in template.sections if section.header_only]),
        (
            "share",
            [
                f"{_quoted(section, template)} {section.share:.0%}"
                for section in template.sections
                if section.share is not None
            ],
        ),
    )
    gap, comma = ("", "、") if template.language == "zh" else (" ", ", ")
    lines = [
        f"- {template.demands[name]}{gap}{comma.join(items)}"
        for name, items in wanted
        if items and name in template.demands
    ]
    return "\n".join((template.demands[""], *lines))


def _has_form(section: Section, form: str) -> bool:
    return section.form == form and not section.header_only


def _quoted(section: Section, template: Template) -> str:
    return f"`{heading(section, template)}`"


def _override(template: Template) -> PromptOverride:
    """The user's change to this kind; the last one given wins."""
    kinds = [template.kind]
    if template.profile == "conversation" and template.kind == "update":
        kinds.append("full")
    for kind in kinds:
        for override in reversed(template.prompts):
            if override.kind == kind:
                return override
    return PromptOverride(template.kind)


def _in_form_of(stock: Template, template: Template) -> Iterable[Section]:
    """The sections of a template in the wording of another kind, wherever the wording is not the user's."""
    before = {section.id: section for section in load(template.profile, template.language).sections}
    after = {section.id: section for section in stock.sections}
    for section in template.sections:
        if section.custom:
            yield section
        elif section.id in after:
            form = after[section.id]
            if section.instruction == before[section.id].instruction:
                section = replace(section, instruction=form.instruction, form=form.form, subheadings=form.subheadings)
            yield section


def _section(block: template_text.Block, marks: tuple[str, str]) -> Section:
    line, _, instruction = block.text.partition("\n")
    title = line.removeprefix(marks[0]).removesuffix(marks[1])
    subheadings = tuple(row for row in instruction.split("\n") if row.startswith("### "))
    form = block.args[1] if len(block.args) > 1 else ""
    return Section(block.args[0], title, instruction, form=form, subheadings=subheadings)


def _known(what: str, value: str, known: Iterable[str]) -> None:
    if value not in known:
        msg = f"unknown {what} {value!r}; there are {', '.join(known)}"
        raise SettingsError(msg)
