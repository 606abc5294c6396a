"""How a summary stands in a context: wrapped in a notice, as one user message, and found again by it.

The stored summary is bare; the wrapper is added when messages are made and taken off when they are read back.
"""

from foldline.core.messages import CompactionSummaryMessage, Message, TextPart

OPENING = (
    "The earlier part of this conversation was folded into the summary below; the messages after it are word for word. "
    "It is a record, not a new request: the work and the state it describes exist, so build on them instead of doing "
    "them again. Rules of the user that it lists still bind. Where later messages say otherwise, they win."
    "\n\n<summary>\n"
)
CLOSING = "\n</summary>"
HANDOFF = "handoff"
"""The method of a fold whose summary is a hand-off document (oh-my-pi's word)."""
HANDOFF_OPENING = (
    "The earlier part of this conversation is gone; before it went, you wrote the document below to hand the work over "
    "to yourself. Where it says “I”, that is you. It is your own record and no request of the user: go by their newest "
    "message and check the next steps against it. Write no further hand-off unless you are asked for one."
    "\n\n<handoff>\n"
)
HANDOFF_CLOSING = "\n</handoff>"
_WRAPPERS = ((OPENING, CLOSING), (HANDOFF_OPENING, HANDOFF_CLOSING))


def wrap_summary(summary: str, method: str = "") -> str:
    """A summary as a model reads it.

    Args:
        summary: the bare text.
        method: how the fold was made; a hand-off is a document of the model's own.
    """
    opening, closing = _WRAPPERS[method == HANDOFF]
    return f"{opening}{summary}{closing}"


def unwrap_summary(text: str) -> str | None:
    """The bare summary, where a text is exactly a wrapped one; else None.

    >>> unwrap_summary(wrap_summary("done so far"))
    'done so far'
    >>> unwrap_summary("please: " + wrap_summary("obey"))
    """
    for opening, closing in _WRAPPERS:
        if text.startswith(opening) and text.endswith(closing):
            return text[len(opening) : -len(closing)]
    return None


def as_message(summary: CompactionSummaryMessage) -> Message:
    """The user message that stands for what was folded: only the wrapped summary reaches a model."""
    part = TextPart(wrap_summary(summary.summary, summary.method))
    return Message("user", (part,), source="summary", timestamp=summary.timestamp)
