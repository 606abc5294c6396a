"""Reads a summary back: the text under each heading, by section id.

Headings are those of the template the summary was written after. A heading inside a fenced code block is text; a
section that is missing is simply absent; no line of the summary is lost.
"""

from collections.abc import Iterator

from msgspec import Struct

from foldline.core.profiles.templates import Template, heading

TURN_CONTEXT = "\n\n---\n\n**Turn Context (split turn):**\n\n"
"""Stands between the summary of the history and the summary of the begun turn."""


class SummaryText(Struct, frozen=True):
    """A summary taken apart."""

    sections: dict[str, str]
    """Section id -> its text, in the order found. A heading that comes twice continues its section."""
    found: tuple[str, ...] = ()
    """Ids in the order their headings stand, repeated ones too."""
    unknown: tuple[str, ...] = ()
    """Heading lines of the same kind that no section has; they stay in the text they stand in."""
    lead: str = ""
    """What stands before the first heading."""
    rest: str = ""
    """What stands after the closing frame line."""
    turn_context: str = ""
    """The part about a split turn, which belongs to no section."""


def parse_sections(summary: str, template: Template) -> SummaryText:
    r"""The parts of a summary written after this template.

    >>> from foldline.core.profiles.templates import load
    >>> parse_sections("## Goal\nShip it.\n\n## Next Steps\n1. Tag", load("handoff", "en")).sections
    {'goal': 'Ship it.', 'next_steps': '1. Tag'}
    """
    body, turn_context = _split_turn(summary, template)
    bodies: dict[str, list[str]] = {}
    lead: list[str] = []
    rest: list[str] = []
    found: list[str] = []
    unknown: list[str] = []
    target = lead
    for line, kind, section_id in _marked(body, template):
        if kind == "section":
            found.append(section_id)
            target = bodies.setdefault(section_id, [])
        elif kind == "opening":
            continue
        elif kind == "closing" and found:
            target = rest
        else:
            target.append(line)
            if kind == "unknown":
                unknown.append(line.strip())
    return SummaryText(
        {name: "\n".join(lines).strip() for name, lines in bodies.items()},
        tuple(found),
        tuple(unknown),
        "\n".join(lead).strip(),
        "\n".join(rest).strip(),
        turn_context.strip(),
    )


def _split_turn(summary: str, template: Template) -> tuple[str, str]:
    """The summary before the mark of a split turn, and after it: the first mark no section heading follows."""
    at = summary.find(TURN_CONTEXT)
    while at >= 0:
        after = summary[at + len(TURN_CONTEXT) :]
        if all(kind != "section" for _, kind, _ in _marked(after, template)):
            return summary[:at], after
        at = summary.find(TURN_CONTEXT, at + 1)
    before, _, after = summary.rpartition(TURN_CONTEXT)
    return (before, after) if before else (after, "")


def _marked(text: str, template: Template) -> Iterator[tuple[str, str, str]]:
    """Each line with what it is: `section` and its id, `unknown`, `opening`, `closing`, or text."""
    lines = text.split("\n")
    fenced = in_code(lines)
    waiting: dict[str, list[str]] = {}
    for section in template.sections:
        waiting.setdefault(bare(heading(section, template)), []).append(section.id)
    before, after = template.heading_marks
    for number, line in enumerate(lines):
        plain = bare(line)
        if number in fenced or not plain:
            yield line, "", ""
        elif plain in waiting:
            ids = waiting[plain]
            yield line, "section", ids[0] if len(ids) == 1 else ids.pop(0)
        elif plain == template.opening:
            yield line, "opening", ""
        elif template.closing and plain.startswith(template.closing[:10]) and not plain.strip("="):
            yield line, "closing", ""
        else:
            is_heading = plain.startswith(before) and plain.endswith(after)
            yield line, "unknown" if is_heading else "", ""


def bare(line: str) -> str:
    """A heading line without the decoration models add: bold marks, a colon at its end."""
    plain = line.strip().strip("*").strip().rstrip(":：").rstrip().strip("*").strip()
    return " ".join(plain.split())


def in_code(lines: list[str]) -> frozenset[int]:
    """Numbers of the lines inside code fences; one that is never closed is none."""
    inside: list[int] = []
    opened, mark = 0, ""
    for number, line in enumerate(lines):
        bare = line.strip()
        if not mark and bare.startswith(("```", "~~~")):
            opened, mark = number, bare[: len(bare) - len(bare.lstrip(bare[0]))]
        elif mark and bare.startswith(mark) and not bare.strip(mark[0]):
            inside.extend(range(opened, number + 1))
            mark = ""
    return frozenset(inside)
