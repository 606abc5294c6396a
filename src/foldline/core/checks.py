"""What makes a summary acceptable. Each check says what is wrong in a phrase that can be told to the summariser.

A summary counts only when it is checked: a model's text is data until then, whoever the model is.
"""

import re
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from foldline.core.profiles.rendering import is_replaced
from foldline.core.profiles.summary_text import parse_sections
from foldline.core.profiles.templates import Template, for_kind, heading
from foldline.core.requests import Kind, SummaryReply

GOOD_FINISH = frozenset({"stop", "end_turn", "stop_sequence", "STOP", "completed"})
"""Finish reasons of the four wires that mean: the model ended by itself."""
_CUT = frozenset({"length", "max_tokens", "max_output_tokens", "MAX_TOKENS"})
_REPLIES = (
    "sure",
    "certainly",
    "of course",
    "i'll ",
    "i will ",
    "let me ",
    "i'd be happy",
    "i can help",
    "how can i",
    "i'm sorry",
    "i cannot",
    "as an ai",
    "好的",
    "当然",
    "让我",
    "抱歉",
)
"""How answers to a conversation begin, and summaries of one do not."""


class Expected(NamedTuple):
    """What a text is checked against."""

    kind: Kind
    template: Template
    source_tokens: int
    """Tokens of what the text replaces; it must be smaller. 0 where it replaces nothing."""
    source: Callable[[], str]
    """The text it was made from; asked for only when a name has to be looked up."""
    count: Callable[[str], int]


def fault(reply: SummaryReply, expected: Expected) -> str:
    """Why a summariser's answer is not accepted; empty when it is."""
    text = reply.text.strip()
    if reply.finish_reason not in GOOD_FINISH:
        return f"it did not end by itself (finish reason {reply.finish_reason!r})"
    if not text:
        return "it is empty"
    if _is_reply(text):
        return "it answers the conversation instead of summarising it"
    return _shape_fault(text, expected)


def was_cut(reply: SummaryReply) -> bool:
    """Whether a text ended for want of room: with more of it, and less thinking, it may be whole."""
    return reply.finish_reason in _CUT


def _shape_fault(text: str, expected: Expected) -> str:
    template = expected.template
    if expected.kind in {"full", "update"} and not is_replaced(for_kind(expected.kind, template)):
        found = parse_sections(text, template).found
        headings = {section.id: heading(section, template) for section in template.sections}
        doubled = next((line for name, line in headings.items() if found.count(name) > 1), None)
        if doubled:
            return f"the section {doubled!r} stands in it more than once"
        missing = next((line for name, line in headings.items() if name not in found), None)
        if missing and template.profile == "conversation":
            return f"the section {missing!r} is missing"
    if expected.source_tokens and expected.count(text) >= expected.source_tokens:
        return "it is not shorter than what it replaces"
    invented = invented_paths(text, expected.source)
    if invented:
        return f"it names {', '.join(map(repr, invented[:3]))}, which the conversation does not"
    return ""


def _is_reply(text: str) -> bool:
    if text.startswith(("#", "- ", "* ", "[", "【", "=")):
        return text.startswith("[Tool Call]")
    return text[:40].lower().lstrip("*_ \"'").startswith(_REPLIES) or text.startswith(("<tool", "<invoke", "<function"))


def invented_paths(text: str, source: Callable[[], str]) -> list[str]:
    """File paths of a summary that its source does not hold, each once, in order.

    A path counts as held when its last name stands in the source: summaries shorten paths.
    """
    found = dict.fromkeys(match.group().rstrip(".") for match in _path_pattern().finditer(text))
    if not found:
        return []
    known = source()
    return [path for path in found if path not in known and path.rsplit("/", 1)[-1] not in known]


@cache
def _path_pattern() -> re.Pattern[str]:
    return re.compile(r"(?<![\w/.@:-])(?:[\w.@-]+/)+[\w.@-]*\w\.[A-Za-z]\w{0,7}\b")
