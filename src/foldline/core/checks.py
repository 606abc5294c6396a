"""What makes a summary acceptable. Each check says what is wrong in a phrase that can be told to the summariser.

A summary counts only when it is checked: a model's text is data until then, whoever the model is.
"""

from collections.abc import Callable
from typing import NamedTuple

from foldline.core.checking.bare_text import bare
from foldline.core.checking.inventions import invented
from foldline.core.checking.languages import language_fault
from foldline.core.checking.replies import reply_fault
from foldline.core.checking.sections import section_fault
from foldline.core.profiles.templates import Template
from foldline.core.requests import Kind, SummaryReply

GOOD_FINISH = frozenset({"stop", "end_turn", "stop_sequence", "STOP", "completed"})
"""Finish reasons of the four wires that mean: the model ended by itself."""
_CUT = frozenset({"length", "max_tokens", "max_output_tokens", "MAX_TOKENS"})
_MOST_OVER = 2
"""How many times its room a text may count: the tokens of another model are never exactly ours."""
_NAMED = 3
"""Inventions that a reason names."""


class Expected(NamedTuple):
    """What a text is checked against."""

    kind: Kind
    template: Template
    source_tokens: int
    """Tokens of what the text replaces; it must be smaller. 0 where it replaces nothing."""
    source: Callable[[], str]
    """The text it was made from; asked for only when a name has to be looked up."""
    count: Callable[[str], int]
    language: str = ""
    """English name of the language the user wants; empty where nobody knows."""
    max_tokens: int = 0
    """The room it was given; 0 for any."""
    may_ask: bool = False
    """A short summary that names what is open may end in a question."""


def fault(reply: SummaryReply, expected: Expected) -> str:
    """Why a summariser's answer is not accepted; empty when it is."""
    text = text_of(reply, expected)
    if was_cut(reply):
        return f"it was cut off for its length (finish reason {reply.finish_reason!r}); write less"
    if reply.finish_reason not in GOOD_FINISH:
        return f"it did not end by itself (finish reason {reply.finish_reason!r})"
    if not text:
        return "it is empty"
    return (
        reply_fault(text, may_ask=expected.kind != "short" or expected.may_ask)
        or section_fault(text, expected.kind, expected.template, expected.source)
        or _size_fault(text, expected)
        or language_fault(text, expected.language)
        or _invention_fault(text, expected)
    )


def text_of(reply: SummaryReply, expected: Expected) -> str:
    """The text of an answer, without what models put around one."""
    return bare(reply.text, expected.template)


def was_cut(reply: SummaryReply) -> bool:
    """Whether a text ended for want of room: with more of it, and less thinking, it may be whole."""
    return reply.finish_reason in _CUT


def _size_fault(text: str, expected: Expected) -> str:
    if not expected.source_tokens and not expected.max_tokens:
        return ""
    tokens = expected.count(text)
    if expected.source_tokens and tokens >= expected.source_tokens:
        return "it is not shorter than what it replaces"
    if expected.max_tokens and tokens > _MOST_OVER * expected.max_tokens:
        return f"it is longer than the {expected.max_tokens:,} tokens it may take"
    return ""


def _invention_fault(text: str, expected: Expected) -> str:
    names = invented(text, expected.source)
    named = ", ".join(map(repr, names[:_NAMED]))
    return f"it names {named}, which the conversation does not" if names else ""
