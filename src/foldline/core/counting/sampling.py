"""The sizes of very many messages at once: the newest are counted, the older ones are measured by a sample.

A message that is not counted has the tokens for each character that the sample has. Hardly a fold keeps a message so
old, so only sums of many of them are used; such a sum is within about a hundredth.
"""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from foldline.core.counting.tokens import Size, Tally, measure
from foldline.core.messages import Message, TextPart, ToolCallPart, ToolResultPart

BULK: Final = 20_000
"""Up to so many messages are each counted, however they come."""
NEWEST: Final = 4_000_000
"""Of more than that, the newest with so many characters are each counted: about what the largest windows hold."""
SAMPLED: Final = 2_000
"""So many of the older ones are counted, evenly spread: the error of a sum falls with the root of their number."""
_GOLDEN: Final = (math.sqrt(5) - 1) / 2
"""Its multiples are spread evenly and fall in step with no rhythm: every second message is a call."""


class Sizes(NamedTuple):
    """The sizes of messages, in their order."""

    tokens: list[int]
    readable: list[int]
    sampled: bool
    """Some of them are estimates."""


def to_count(size: int, messages: int) -> int:
    """How much of a text of ``size`` bytes in so many messages is counted, about.

    >>> to_count(5_000_000, 10_000), to_count(200_000_000, 100_000)
    (5000000, 8000000)
    """
    return size if messages <= BULK else min(size, NEWEST + size * SAMPLED // messages)


def sizes(messages: Sequence[Message], tally: Tally) -> Sizes:
    """The size of each message; of very many, most of the older ones are estimated."""
    older: Sequence[Message] = ()
    tokens: list[int] = []
    readable: list[int] = []
    if len(messages) > BULK:
        lengths = [_length(message, tally.image_tokens) for message in messages]
        older = messages[: _newest(lengths)]
        ratios = _ratios(older, lengths, tally)
        tokens = [round(length.tokens * ratios[message.role]) for message, length in zip(older, lengths, strict=False)]
        readable = [
            round(length.readable * ratios[message.role]) for message, length in zip(older, lengths, strict=False)
        ]
    counted = [tally.size(message) for message in messages[len(older) :]]
    tokens += [size.tokens for size in counted]
    readable += [size.readable for size in counted]
    return Sizes(tokens, readable, bool(older))


def _newest(lengths: Sequence[Size]) -> int:
    """Index of the first of the messages that are all counted."""
    room = NEWEST
    for index in range(len(lengths) - 1, -1, -1):
        room -= lengths[index].tokens
        if room < 0:
            return index + 1
    return 0


def _ratios(messages: Sequence[Message], lengths: Sequence[Size], tally: Tally) -> dict[str, float]:
    """Tokens for each character, by role: a tool's output is of another kind than prose."""
    counted: dict[str, int] = {}
    characters: dict[str, int] = {}
    share = SAMPLED / max(1, len(messages))
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
