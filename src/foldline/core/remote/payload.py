"""What a provider's own fold gave back: sent to that provider again byte for byte, and to nobody else.

Beside it stands a text for everybody: what the provider wrote, what was written here, or a sentence that says why
there is nothing to read.
"""

from typing import Final

from msgspec import Struct

from foldline.core.messages import Message, OpaquePart

OPENAI: Final = "openai"
ANTHROPIC: Final = "anthropic"
"""Providers that fold by themselves."""
SHORT: Final = "Remote compaction"
"""The short summary of a fold that a provider made by itself."""
_PLACEHOLDER: Final = "The earlier part of this conversation is kept in a form that only its provider can read."


class Payload(Struct, frozen=True):
    """The items of a fold, in the order in which they are sent."""

    provider: str
    """Who made them and can read them: `openai` or `anthropic`."""
    items: tuple[str, ...]
    """Each as its JSON text."""
    model: str = ""
    used_tokens: int = 0
    """Tokens it was made from, as reported; 0 where nobody said."""
    version: str = ""
    """Which of the provider's ways made it."""

    def message(self) -> Message:
        """The items as one message: they count, and no other provider can make anything of them."""
        return Message("assistant", tuple(OpaquePart("compaction", item) for item in self.items), source="summary")


def placeholder(payload: Payload) -> str:
    """The sentence in place of a summary that cannot be read.

    >>> placeholder(Payload("openai", (), used_tokens=12_345)).rpartition(". ")[2]
    'It was made from 12,345 input tokens.'
    """
    used = f" It was made from {payload.used_tokens:,} input tokens." if payload.used_tokens > 0 else ""
    return f"{_PLACEHOLDER}{used}"


def is_placeholder(summary: str) -> bool:
    """Whether a summary, or its prose, is no more than that sentence.

    >>> is_placeholder(placeholder(Payload("openai", ()))), is_placeholder("## Goal")
    (True, False)
    """
    return summary.lstrip().startswith(_PLACEHOLDER)
