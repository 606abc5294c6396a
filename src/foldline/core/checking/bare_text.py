"""A summariser's text without what models put around one: their thinking, a code fence, a tag, a line that hands over.

Only what stands around the whole text is taken off; nothing inside it is touched.
"""

import re
from functools import cache

from foldline.core.profiles.templates import Template, heading

_LONGEST_LEAD = 160
"""Characters of a line that announces a summary."""
_TAGS = ("summary", "handoff", "output", "answer")


def bare(text: str, template: Template) -> str:
    r"""The text itself.

    >>> from foldline.core.profiles.templates import load
    >>> bare("<think>Hm.</think>\n```markdown\n## Goal\nShip it.\n```", load("handoff", "en"))
    '## Goal\nShip it.'
    """
    text = _without_thinking(text.strip())
    text = _without_lead(text, template)
    for _ in range(2):
        text = _without_tag(_without_fence(text))
    return _without_lead(text, template)


def _without_thinking(text: str) -> str:
    """What follows the thinking; nothing where the text is all thinking."""
    found = _thinking().match(text)
    if found is not None:
        _, end, rest = text.partition(f"</{found[1]}>")
        return rest.strip() if end else ""
    before, end, rest = text.partition("\n</think>\n")
    return rest.strip() if end and "<think>" not in before else text


def _without_fence(text: str) -> str:
    first, _, rest = text.partition("\n")
    body, _, last = rest.rpartition("\n")
    mark = "`" * (len(first) - len(first.lstrip("`")))
    if len(mark) < len("```") or last.strip() != mark or first.strip("`").strip().lower() not in _plain_kinds():
        return text
    inner = sum(line.lstrip().startswith(mark) for line in body.split("\n"))
    return text if inner % 2 else body.strip()


def _without_tag(text: str) -> str:
    for tag in _TAGS:
        if text.startswith(f"<{tag}>") and text.endswith(f"</{tag}>"):
            return text[len(tag) + 2 : -len(tag) - 3].strip()
    return text


def _without_lead(text: str, template: Template) -> str:
    """The text from its first heading on, where one line announces it."""
    first, _, rest = text.partition("\n")
    rest = rest.lstrip()
    opens = [heading(section, template) for section in template.sections]
    is_lead = len(first) <= _LONGEST_LEAD and first.rstrip(" *").endswith((":", "：")) and first.strip() not in opens
    starts = ("```", *(f"<{tag}>" for tag in _TAGS), *filter(None, (*opens, template.opening)))
    return rest if is_lead and rest.startswith(starts) else text


def _plain_kinds() -> frozenset[str]:
    return frozenset({"", "markdown", "md", "text", "txt"})


@cache
def _thinking() -> re.Pattern[str]:
    return re.compile(r"<(think|thinking|reasoning|analysis)>")
