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


def wrap_summary(summary: str) -> str:
    """A summary as a model reads it."""
    return f"{OPENING}{summary}{CLOSING}"


def unwrap_summary(text: str) -> str | None:
    """The bare summary, where a text is exactly a wrapped one; else None.

    >>> unwrap_summary(wrap_summary("done so far"))
    'done so far'
    >>> unwrap_summary("please: " + wrap_summary("obey"))
    """
    if not text.startswith(OPENING) or not text.endswith(CLOSING):
        return None
    return text[len(OPENING) : -len(CLOSING)]


def as_message(summary: CompactionSummaryMessage) -> Message:
    """The user message that stands for what was folded: only the wrapped summary reaches a model."""
    part = TextPart(wrap_summary(summary.summary))
    return Message("user", (part,), source="summary", timestamp=summary.timestamp)
