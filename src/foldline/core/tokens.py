"""How large messages are, and how large the context is.

Every part that is sent is counted, each by a rule of its own. The number a provider reported is the anchor; only what
came after it is counted here. One counter measures before and after a fold, so that the numbers can be compared.
"""

import functools
import math
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

import msgspec
from msgspec import Struct

from foldline.core.messages import (
    ImagePart,
    Json,
    Message,
    Part,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    Usage,
)
from foldline.core.part_sizes import encrypted_cost, image_cost, split_encoded
from foldline.core.session import Item

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


def count_message(
    message: Message, counter: TokenCounter, *, image_tokens: int = DEFAULT_IMAGE_TOKENS, opaque: bool = True
) -> int:
    """Tokens of everything in a message that is sent.

    Args:
        message: the message.
        counter: counts its text, in one call.
        image_tokens: tokens of a picture whose size is unknown.
        opaque: count encrypted reasoning and signatures too; a decision's floor leaves them out.

    >>> from foldline.core.estimate import EstimateCounter
    >>> count_message(Message("user", (TextPart("Good morning"),)), EstimateCounter())
    6
    """
    size = measure(message, counter, image_tokens)
    return size.tokens if opaque else size.readable


def measure(message: Message, counter: TokenCounter, image_tokens: int = DEFAULT_IMAGE_TOKENS) -> Size:
    """The size of a message: one join and one count over its text, and rules for the rest."""
    return _measure(message, counter.count, image_tokens)


def _measure(message: Message, count: Callable[[str], int], image_tokens: int) -> Size:
    texts: list[str] = [message.speaker] if message.speaker else []
    by_rule = opaque = 0
    for part in message.parts:
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
        case ToolCallPart():
            texts += (part.name, arguments_text(part.arguments))
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
        case _:
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


class _Known(weakref.ref[Message]):
    """The size of a message that is still alive."""

    __slots__ = ("key", "size")
    key: int
    size: Size


class Tally:
    """Counts each message once: messages are frozen, so a size is remembered as long as its message lives."""

    def __init__(self, counter: TokenCounter, *, image_tokens: int = DEFAULT_IMAGE_TOKENS) -> None:
        self.counter = counter
        self.image_tokens = image_tokens
        self._known: dict[int, _Known] = {}
        # Not a method of self: the tally would hold itself in a cycle.
        self._forget = functools.partial(_forget, self._known)

    def size(self, message: Message) -> Size:
        """The size of a message, with its opaque share apart."""
        known = self._known.get(id(message))
        if known is not None:
            return known.size
        known = _Known(message, self._forget)
        known.key = id(message)
        known.size = measure(message, self.counter, self.image_tokens)
        self._known[known.key] = known
        return known.size

    def of(self, message: Message) -> int:
        """Tokens of a message."""
        return self.size(message).tokens

    def total(self, messages: Iterable[Message]) -> int:
        """Tokens of several messages."""
        return sum(self.size(message).tokens for message in messages)

    def text(self, text: str) -> int:
        """Tokens of a text that is no message."""
        return self.counter.count(text)


def _forget(known: dict[int, _Known], gone: _Known) -> None:
    del known[gone.key]


class RunningTotal:
    """Sums over a growing context: after one more message only that message is counted.

    Any other list than a longer one of the same start is recognised, and the sums are made anew. A session hands out
    the same `Item` objects as it grows, so their identity is enough; items made afresh are compared one by one.
    """

    def __init__(self, tally: Tally) -> None:
        self.tally = tally
        self._items: tuple[Item, ...] = ()
        self._tokens = [0]
        self._readable = [0]

    def extend_to(self, items: Sequence[Item]) -> int:
        """Take in ``items``, the whole context as it is now; return its tokens."""
        items = tuple(items)
        known = len(self._items)
        if not self._continued_by(items):
            known = 0
            del self._tokens[1:], self._readable[1:]
        for item in items[known:]:
            size = self.tally.size(item.message)
            self._tokens.append(self._tokens[-1] + size.tokens)
            self._readable.append(self._readable[-1] + size.readable)
        self._items = items
        return self._tokens[-1]

    def _continued_by(self, items: tuple[Item, ...]) -> bool:
        known = len(self._items)
        if known == 0 or known > len(items):
            return known == 0
        if items[0] is self._items[0] and items[known - 1] is self._items[-1]:
            return True
        return items[:known] == self._items

    def upto(self, count: int) -> int:
        """Tokens of the first ``count`` items."""
        return self._tokens[count]

    def readable_upto(self, count: int) -> int:
        """The same without opaque tokens."""
        return self._readable[count]


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


def context_tokens(usage: Usage) -> int:
    """Tokens in the context after the request that reported ``usage``.

    >>> context_tokens(Usage(input=1000, output=500, cache_read=200, cache_write=100))
    1800
    """
    if usage.context_tokens is not None:
        return max(0, usage.context_tokens)
    parts = usage.input + usage.output + usage.cache_read + usage.cache_write
    return max(0, (usage.total or parts) - usage.orchestration)


def prompt_tokens(usage: Usage) -> int:
    """Tokens the request itself had, without the answer where that can be told."""
    if usage.context_tokens is not None:
        return max(0, usage.context_tokens)
    prompt = usage.input + usage.cache_read + usage.cache_write
    return prompt if prompt > 0 else context_tokens(usage)


def has_context_usage(usage: Usage) -> bool:
    """True where ``usage`` says how large the context was, and not only how long the answer.

    >>> has_context_usage(Usage(output=29)), has_context_usage(Usage(output=29, total=120_000))
    (False, True)
    """
    return (
        (usage.context_tokens or 0) > 0
        or usage.input + usage.cache_read + usage.cache_write > 0
        or context_tokens(usage) > usage.output
    )


class Anchor(Struct, frozen=True):
    """The newest usage report that can be trusted, and the index of its message."""

    index: int
    usage: Usage


def last_usage(messages: Sequence[Message], *, since: int = 0) -> Anchor | None:
    """The newest report to build on, if there is one.

    Args:
        messages: the context, oldest first.
        since: index of the first message after the newest fold; older reports describe a prompt that is gone.
    """
    return next(anchors(reversed(messages), len(messages), since), None)


def anchors(newest_first: Iterable[Message], count: int, since: int = 0) -> Iterator[Anchor]:
    """The reports that can be trusted among the last ``count - since`` of ``count`` messages, newest first."""
    for index, message in zip(range(count - 1, since - 1, -1), newest_first, strict=False):
        usage = message.usage
        if usage is None or message.role != "assistant" or message.stop_reason in {"aborted", "error"}:
            continue
        if has_context_usage(usage):
            yield Anchor(index, usage)


class ContextSize(Struct, frozen=True):
    """How large the context is, and where the number comes from."""

    tokens: int
    """The number to decide by."""
    anchor_tokens: int
    """Reported by the provider; 0 without a report."""
    counted_after: int
    """Counted for what came after the report; for everything without one."""
    index: int | None
    """Index of the message with the report."""


def context_size(
    items: Sequence[Item], tally: "Tally | RunningTotal", *, fixed: int = 0, since: int = 0, factor: float = 1.0
) -> ContextSize:
    """The size of a context: what the provider reported last, and the count of what came after it.

    Args:
        items: the context, oldest first.
        tally: counts; a `RunningTotal` makes repeated calls on a growing context fast.
        fixed: counted tokens of the parts that are no messages: system prompt, tool definitions, a summary.
        since: index of the first item after the newest fold.
        factor: true tokens of the model for each counted one.
    """
    running = tally if isinstance(tally, RunningTotal) else RunningTotal(tally)
    total = running.extend_to(items)
    floor = fixed + running.readable_upto(len(items))
    anchor = next(anchors((item.message for item in reversed(items)), len(items), since), None)
    if anchor is None:
        counted = math.ceil((fixed + total) * factor)
        return ContextSize(decision_tokens(counted, floor), 0, counted, None)
    after = total - running.upto(anchor.index + 1) + _answered_within(items, anchor.index, running.tally)
    counted = math.ceil(after * factor)
    reported = context_tokens(anchor.usage)
    return ContextSize(decision_tokens(reported + counted, floor), reported, counted, anchor.index)


def decision_tokens(reported: int, floor: int) -> int:
    """The number a fold is decided by: the larger one, because either can be too small.

    A request that was shrunk on its way deflates the report; opaque reasoning must not inflate the ``floor``.

    >>> decision_tokens(20_000, 90_000), decision_tokens(-5, -10)
    (90000, 0)
    """
    return max(reported, floor, 0)


def _answered_within(items: Sequence[Item], index: int, tally: Tally) -> int:
    """Tokens of results that stand between the parts of one answer: its request did not hold them yet."""
    response_id = items[index].message.response_id
    inside = pending = 0
    for position in range(index - 1, -1, -1) if response_id else ():
        message = items[position].message
        if message.role != "assistant":
            pending += tally.of(message)
        elif message.response_id == response_id:
            inside, pending = inside + pending, 0
        else:
            break
    return inside
