"""The sizes of very many messages at once: the newest are counted, the older ones are measured by a sample.

A message that is not counted has the tokens for each character that the sample has. Hardly a fold keeps a message so
old, so only sums of many of them are used; such a sum is within about a hundredth.
"""

import math
from collections.abc import Sequence
from typing import Final

from foldline.core.counting.tokens import Size, Tally, measure
from foldline.core.messages import Message, TextPart, ToolCallPart, ToolResultPart

BULK: Final = 20_000
"""Up to so many messages are each counted, however they come."""
NEWEST: Final = 4_000
"""Of more than that, so many of the newest are each counted: far more than a fold usually keeps."""
SAMPLED: Final = 2_000
"""So many of the older ones are counted, evenly spread: the error of a sum falls with the root of their number."""
_GOLDEN: Final = (math.sqrt(5) - 1) / 2
"""Its multiples are spread evenly and fall in step with no rhythm: every second message is a call."""


def is_sampled(messages: int) -> bool:
    """Whether so many messages taken in at once are measured by a sample."""
    return messages > BULK


def counted_share(messages: int) -> float:
    """The share of so many messages that is really counted.

    >>> counted_share(10_000), counted_share(60_000)
    (1.0, 0.1)
    """
    return (NEWEST + SAMPLED) / messages if is_sampled(messages) else 1.0


def sizes(messages: Sequence[Message], tally: Tally) -> list[Size]:
    """The size of each message; of very many, most of the older ones are estimated (see `is_sampled`)."""
    if not is_sampled(len(messages)):
        return [tally.size(message) for message in messages]
    older = messages[:-NEWEST]
    lengths = [_length(message, tally.image_tokens) for message in older]
    ratios = _ratios(older, lengths, tally)
    estimated = [
        Size(round(length.tokens * ratios[message.role]), round(length.opaque * ratios[message.role]))
        for message, length in zip(older, lengths, strict=True)
    ]
    return estimated + [tally.size(message) for message in messages[-NEWEST:]]


def _ratios(messages: Sequence[Message], lengths: Sequence[Size], tally: Tally) -> dict[str, float]:
    """Tokens for each character, by role: a tool's output is of another kind than prose."""
    counted: dict[str, int] = {}
    characters: dict[str, int] = {}
    share = SAMPLED / len(messages)
    for index, message in enumerate(messages):
        if index * _GOLDEN % 1 < share or message.role not in counted:
            counted[message.role] = counted.get(message.role, 0) + tally.of(message)
            characters[message.role] = characters.get(message.role, 0) + lengths[index].tokens
    return {role: tokens / max(1, characters[role]) for role, tokens in counted.items()}


def _length(message: Message, image_tokens: int) -> Size:
    """The characters of a message. Nothing is encoded or joined for it: this runs over everything there is."""
    length = opaque = 0
    for part in message.parts:
        kind = type(part)
        if kind is TextPart:
            length += len(part.text)  # type: ignore[union-attr]
        elif kind is ToolResultPart:
            for inner in part.content:  # type: ignore[union-attr]
                if type(inner) is not TextPart:
                    return measure(message, _CHARACTERS, image_tokens)
                length += len(inner.text)
        elif kind is ToolCallPart and isinstance(part.arguments, dict):  # type: ignore[union-attr]
            values = part.arguments.values()  # type: ignore[union-attr]
            if not all(type(value) is str for value in values):
                return measure(message, _CHARACTERS, image_tokens)
            length += sum(map(len, values))
        else:
            return measure(message, _CHARACTERS, image_tokens)
    return Size(length, opaque)


class _CharacterCounter:
    name = "characters"

    def count(self, text: str) -> int:
        return len(text)

    def exact_for(self, model: str) -> bool:  # noqa: ARG002 - the protocol's
        return False


_CHARACTERS: Final = _CharacterCounter()
