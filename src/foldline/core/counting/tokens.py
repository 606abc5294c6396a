"""How large messages are.

Every part that is sent is counted, each by a rule of its own. One counter measures before and after a fold, so that
the numbers can be compared.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple, Protocol

import msgspec

from foldline.core.counting.part_sizes import encrypted_cost, image_cost, split_encoded
from foldline.core.messages import (
    ImagePart,
    Json,
    Message,
    OpaquePart,
    Part,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)

MESSAGE_OVERHEAD = 4
"""Tokens that frame a message: three marks and the role (OpenAI's guide to counting chat tokens)."""
CLEARED_PLACEHOLDER = "[result cleared]"
"""Stands for what a client sends in place of a result it has blanked."""
DEFAULT_IMAGE_TOKENS = 1_200
"""Tokens of a picture of unknown size (oh-my-pi's flat number)."""


class TokenCounter(Protocol):
    """Counts the tokens of a text."""

    @property
    def name(self) -> str:
        """What results and reports call it."""
        ...

    def count(self, text: str) -> int:
        """Tokens of ``text``; any string is allowed, and 0 for the empty one only."""
        ...

    def exact_for(self, model: str) -> bool:
        """True where this is the tokenizer ``model`` itself uses."""
        ...


class Size(NamedTuple):
    """Tokens of a message, and how many of them are bytes that only a provider can read."""

    tokens: int
    opaque: int

    @property
    def readable(self) -> int:
        """Tokens without the opaque ones: the floor of a decision is made of these."""
        return self.tokens - self.opaque


def measure(message: Message, counter: TokenCounter, image_tokens: int = DEFAULT_IMAGE_TOKENS) -> Size:
    """The size of a message: one join and one count over its text, and rules for the rest.

    Args:
        message: the message.
        counter: counts its text, in one call.
        image_tokens: tokens of a picture whose size is unknown.

    >>> from foldline.core.counting.estimate import EstimateCounter
    >>> measure(Message("user", (TextPart("Good morning"),)), EstimateCounter()).tokens
    6
    """
    return _measure(message, counter.count, image_tokens)


def _measure(message: Message, count: Callable[[str], int], image_tokens: int) -> Size:
    texts: list[str] = [message.speaker] if message.speaker else []
    by_rule = opaque = 0
    for part in message.parts:
        # By exact type: this runs for every part of every message, and a match of class patterns takes twice as long.
        kind = type(part)
        if kind is TextPart:
            texts.append(part.text)  # type: ignore[union-attr]
        elif kind is ToolCallPart:
            texts += (part.name, arguments_text(part.arguments))  # type: ignore[union-attr]
        else:
            plain, hidden = _add_part(part, texts, image_tokens)
            by_rule += plain
            opaque += hidden
    counted = count("\n".join(texts)) if texts else 0
    return Size(MESSAGE_OVERHEAD + counted + by_rule + opaque, opaque)


def _add_part(part: Part, texts: list[str], image_tokens: int) -> tuple[int, int]:
    """Put the text of a part to the others; return the tokens of the rest, readable and opaque."""
    match part:
        case TextPart(text=text):
            texts.append(text)
        case ToolResultPart(cleared=True):
            texts.append(CLEARED_PLACEHOLDER)
        case ToolResultPart():
            costs = [_add_part(inner, texts, image_tokens) for inner in part.content]
            return sum(cost[0] for cost in costs), sum(cost[1] for cost in costs)
        case ReasoningPart():
            texts.append(part.text)
            return 0, encrypted_cost(len(part.signature), readable=utf8_length(part.text)) if part.signature else 0
        case ImagePart():
            return image_cost(part, image_tokens), 0
        case OpaquePart():
            text, encoded = split_encoded(part.kind, part.raw, image_tokens)
            texts.append(text)
            return 0, encoded
    return 0, 0


def arguments_text(arguments: "dict[str, Json] | str") -> str:
    """The arguments of a tool call as the JSON text that is sent; numbers keep all their digits.

    >>> arguments_text({"id": 9007199254740993})
    '{"id":9007199254740993}'
    """
    if isinstance(arguments, str):
        return arguments
    try:
        return msgspec.json.encode(arguments).decode()
    except UnicodeEncodeError:  # a lone surrogate, which JSON can only hold as an escape
        import json

        return json.dumps(arguments, separators=(",", ":"))


def utf8_length(text: str) -> int:
    """Bytes of ``text`` in UTF-8; a lone surrogate counts as three.

    >>> utf8_length("abc"), utf8_length("漢字")
    (3, 6)
    """
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


class Tally:
    """Counts each message once: messages are frozen, so a size stays true as long as its message lives."""

    def __init__(self, counter: TokenCounter, *, image_tokens: int = DEFAULT_IMAGE_TOKENS) -> None:
        self.counter = counter
        self.image_tokens = image_tokens
        self._known: dict[int, Size] = {}
        self._held: list[Message] = []
        """What was counted, held so that its identity is not given to another message."""

    def size(self, message: Message) -> Size:
        """The size of a message, with its opaque share apart."""
        size = self._known.get(id(message))
        if size is None:
            size = self._known[id(message)] = measure(message, self.counter, self.image_tokens)
            self._held.append(message)
        return size

    def of(self, message: Message) -> int:
        """Tokens of a message."""
        return self.size(message).tokens

    def total(self, messages: Iterable[Message]) -> int:
        """Tokens of several messages."""
        return sum(self.size(message).tokens for message in messages)

    def text(self, text: str) -> int:
        """Tokens of a text that is no message."""
        return self.counter.count(text)


def fits(messages: Iterable[Message], tally: Tally, budget: int) -> bool:
    """True where the messages need at most ``budget`` tokens; counts no further than the budget reaches.

    Small inputs are not counted at all: a token is one byte or more.
    """
    counted = list(messages)
    bounds = (_measure(message, utf8_length, tally.image_tokens).tokens for message in counted)
    return _within(bounds, budget) or _within(map(tally.of, counted), budget)


def _within(sizes: Iterable[int], budget: int) -> bool:
    for size in sizes:
        budget -= size
        if budget < 0:
            break
    return budget >= 0
