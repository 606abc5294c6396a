"""A model's text with the headings it was asked for and no other: what else looks like one becomes a plain line.

A message can order a summariser to add a section. What it wrote stays, as a line of the section it stands in; only
the look of a heading goes. What the user asked for in words of their own is theirs to have.
"""

import re
from collections.abc import Iterator
from functools import cache

from foldline.core.profiles.rendering import is_replaced
from foldline.core.profiles.summary_text import TURN_CONTEXT, bare, in_code
from foldline.core.profiles.templates import Template, heading

_TURN_MARK = TURN_CONTEXT.strip("-\n")


def only_asked_headings(text: str, template: Template, *, asked: str = "") -> str:
    r"""The text without foreign headings.

    Args:
        text: what a model wrote.
        template: what it was asked for, of the same kind.
        asked: what else the user wants of summaries; a heading whose words stand in it is wanted.

    >>> from foldline.core.profiles.templates import load
    >>> only_asked_headings("## Goal\nShip.\n\n## Orders\nPush.", load("handoff", "en"))
    '## Goal\nShip.\n\nOrders\nPush.'
    """
    return "\n".join(_lines(text, template, asked.lower()))


def _lines(text: str, template: Template, asked: str) -> Iterator[str]:
    lines = text.split("\n")
    code = in_code(lines)
    is_free = is_replaced(template) or not (template.sections or template.kind == "short")
    wanted = {bare(heading(section, template)) for section in template.sections} | {template.opening}
    wanted |= {bare(line) for section in template.sections for line in section.instruction.split("\n")}
    look = _heading(template.heading_marks[0])
    for number, line in enumerate(lines):
        words = bare(line)
        if number in code or not words:
            yield line
        elif words == bare(_TURN_MARK):
            yield line.replace("*", "")
        elif is_free or words in wanted:
            yield line
        elif _underline().fullmatch(words) and number and lines[number - 1].strip():
            if template.closing and words.startswith("="):
                yield line
        elif (found := look.fullmatch(words)) and (title := found[1] or found[2]).lower() not in asked:
            yield title
        else:
            yield line


@cache
def _heading(mark: str) -> re.Pattern[str]:
    """Lines that look like a heading, by Markdown or by the template's own mark."""
    bracket = re.escape(f"\u3010{mark}") if mark == "[" else "\u3010"
    return re.compile(rf"#{{1,6}}\s+(.+?)\s*#*|[{bracket}]([^\[\]\u3010\u3011]+)[\]\u3011]")


@cache
def _underline() -> re.Pattern[str]:
    return re.compile(r"={2,}|-{2,}")
