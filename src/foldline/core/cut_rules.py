"""Where a conversation may be cut: one rule a class, and a cut is legal only where all of them allow it.

A cut at index i keeps ``messages[i:]``. Each rule marks the indices it forbids and can say what is wrong with a
whole list; none knows of tokens. Budgets choose among the legal cuts (`foldline.core.cut_points`).
"""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple, Protocol

from msgspec.structs import replace

from foldline.core.messages import Message, ReasoningPart, ToolCallPart, ToolResultPart
from foldline.core.session import Item


class Links(NamedTuple):
    """Which calls were answered where; found once for all rules."""

    answered_at: dict[int, int]
    """Index of a message with calls -> index of the last result of any of them."""
    open_calls: dict[int, tuple[ToolCallPart, ...]]
    """Index of a message -> its calls without a result."""
    orphans: tuple[tuple[int, str], ...]
    """(index, call id) of results whose call is nowhere before them."""


def link(messages: Sequence[Message]) -> Links:
    """Pair calls with results, newest call of an id first: ids are reused in real files."""
    waiting: dict[str, int] = {}
    asked: dict[int, dict[str, ToolCallPart]] = {}
    answered_at: dict[int, int] = {}
    last_caller: dict[str, int] = {}
    orphans: list[tuple[int, str]] = []
    for index, message in enumerate(messages):
        for part in message.parts:
            if isinstance(part, ToolCallPart):
                waiting[part.id] = last_caller[part.id] = index
                asked.setdefault(index, {})[part.id] = part
            elif isinstance(part, ToolResultPart):
                caller = waiting.pop(part.call_id, last_caller.get(part.call_id, -1))
                if caller < 0:
                    orphans.append((index, part.call_id))
                    continue
                asked[caller].pop(part.call_id, None)
                answered_at[caller] = index
    open_calls = {index: tuple(calls.values()) for index, calls in asked.items() if calls}
    return Links(answered_at, open_calls, tuple(orphans))


class Layout(NamedTuple):
    """A conversation as the rules see it."""

    messages: Sequence[Message]
    links: Links
    head: int
    """So many leading messages are fixed."""
    pending: frozenset[str]
    """Ids of calls that still wait for their answer."""


class CutRule(Protocol):
    """One reason why a cut may be illegal."""

    def forbidden(self, layout: Layout) -> Iterator[tuple[int, int]]:
        """Ranges (first, last) of cut indices that break the rule, both ends included."""
        ...

    def faults(self, layout: Layout) -> Iterator[str]:
        """What in the whole list breaks the rule, one sentence each."""
        ...


class HeadStaysWhole:
    """System and client-injected messages at the start are never folded."""

    def forbidden(self, layout: Layout) -> Iterator[tuple[int, int]]:
        """Every index inside the head."""
        yield 0, layout.head - 1

    def faults(self, layout: Layout) -> Iterator[str]:
        """None: any list has a head, if an empty one."""
        return iter(())


class CallsWithResults:
    """A result never stands without its call, and a batch of parallel calls stays whole with all its results."""

    def forbidden(self, layout: Layout) -> Iterator[tuple[int, int]]:
        """Between a message with calls and the last of their results."""
        for caller, last in layout.links.answered_at.items():
            yield caller + 1, last

    def faults(self, layout: Layout) -> Iterator[str]:
        """Results without a call."""
        for index, call_id in layout.links.orphans:
            yield f"message {index + 1} holds a result for call {call_id!r}, which no earlier message makes"


class NotAtResult:
    """The kept part never starts with a result, orphans included."""

    def forbidden(self, layout: Layout) -> Iterator[tuple[int, int]]:
        """Every message that carries a result."""
        for index, message in enumerate(layout.messages):
            if message.role == "tool" or (message.role == "user" and message.results):
                yield index, index

    def faults(self, layout: Layout) -> Iterator[str]:
        """A list that starts with a result."""
        first = next((message for message in layout.messages if message.role not in {"system", "developer"}), None)
        if first is not None and first.results:
            yield "the first message after the system prompt is a tool result"


class PendingCallStays:
    """A call that waits for its answer is kept, with everything after it."""

    def forbidden(self, layout: Layout) -> Iterator[tuple[int, int]]:
        """Every index behind the oldest pending call."""
        waiting = [
            index
            for index, calls in layout.links.open_calls.items()
            if any(call.id in layout.pending for call in calls)
        ]
        if waiting:
            yield min(waiting) + 1, len(layout.messages)

    def faults(self, layout: Layout) -> Iterator[str]:
        """Pending ids that no message of the list asks for."""
        asked = {call.id for calls in layout.links.open_calls.values() for call in calls}
        for call_id in sorted(layout.pending - asked):
            yield f"call {call_id!r} waits for its answer but is not in the list"


class AnswerStaysWhole:
    """The messages of one answer of a model stay together: parts that share its id, reasoning with what it led to."""

    def forbidden(self, layout: Layout) -> Iterator[tuple[int, int]]:
        """Between two assistant messages of one answer."""
        for index in range(1, len(layout.messages)):
            before, message = layout.messages[index - 1], layout.messages[index]
            if message.role != "assistant" or before.role != "assistant":
                continue
            same = bool(message.response_id) and message.response_id == before.response_id
            if same or (before.parts and isinstance(before.parts[-1], ReasoningPart)):
                yield index, index

    def faults(self, layout: Layout) -> Iterator[str]:
        """None: an answer in several messages is valid."""
        return iter(())


class ThinkingWithTurn:
    """In the turn that is still running, signed thinking opens the kept part or is dropped with its whole answer.

    Anthropic refuses a running turn whose first kept answer lost the thinking block it began with.
    """

    def forbidden(self, layout: Layout) -> Iterator[tuple[int, int]]:
        """Answers without thinking inside a running turn that has some."""
        messages = layout.messages
        start = next((i for i in range(len(messages) - 1, -1, -1) if is_turn_start(messages[i])), 0)
        seen = False
        for index in range(start, len(messages)):
            if messages[index].role == "assistant":
                signed = _is_signed(messages[index])
                if seen and not signed:
                    yield index, index
                seen = seen or signed

    def faults(self, layout: Layout) -> Iterator[str]:
        """None: a list may hold turns without thinking."""
        return iter(())


class FirstMessageUser:
    """Behind the system prompt a user message comes first. The summary is one, so every cut keeps this rule."""

    def forbidden(self, layout: Layout) -> Iterator[tuple[int, int]]:
        """Nowhere."""
        return iter(())

    def faults(self, layout: Layout) -> Iterator[str]:
        """A list that starts with an assistant or tool message."""
        first = next((message for message in layout.messages if message.role not in {"system", "developer"}), None)
        if first is not None and first.role != "user":
            yield f"the first message after the system prompt has role {first.role!r}; it must be 'user'"


RULES: tuple[CutRule, ...] = (
    HeadStaysWhole(),
    CallsWithResults(),
    NotAtResult(),
    PendingCallStays(),
    AnswerStaysWhole(),
    ThinkingWithTurn(),
    FirstMessageUser(),
)


def legal_cuts(layout: Layout, rules: Sequence[CutRule] = RULES) -> bytearray:
    """For each index from 0 to the number of messages, 1 where a cut is legal by every rule.

    >>> from foldline.core.messages import TextPart
    >>> messages = [Message("user", (TextPart("a"),)), Message("assistant", (TextPart("b"),), source="agent")]
    >>> list(legal_cuts(lay_out(messages)))
    [1, 1, 1]
    """
    size = len(layout.messages)
    steps = [0] * (size + 2)
    for rule in rules:
        for first, last in rule.forbidden(layout):
            if first <= last:
                steps[first] += 1
                steps[last + 1] -= 1
    legal = bytearray(size + 1)
    depth = 0
    for index in range(size + 1):
        depth += steps[index]
        legal[index] = depth == 0
    return legal


def faults(layout: Layout, rules: Sequence[CutRule] = RULES) -> list[str]:
    """Everything in a list that a rule objects to."""
    return [fault for rule in rules for fault in rule.faults(layout)]


def lay_out(messages: Sequence[Message], *, head: int = 0, waiting: frozenset[str] = frozenset()) -> Layout:
    """A conversation ready for the rules. ``waiting``: ids of calls said to wait although the talk went on."""
    links = link(messages)
    return Layout(messages, links, head, pending_calls(messages, links, waiting))


def pending_calls(messages: Sequence[Message], links: Links, waiting: frozenset[str] = frozenset()) -> frozenset[str]:
    """Ids of the calls whose answer may still come.

    Those of the last assistant message, unless it was aborted or failed or the user went on; and those named in
    ``waiting``. Any other call without a result is abandoned: real files hold dozens.
    """
    pending = {call.id for calls in links.open_calls.values() for call in calls if call.id in waiting}
    for index in range(len(messages) - 1, -1, -1):
        message = messages[index]
        if message.role == "assistant":
            if message.stop_reason not in {"aborted", "error"}:
                pending |= {call.id for call in links.open_calls.get(index, ())}
            break
        if not (message.role == "tool" or message.results):
            break
    return frozenset(pending)


def without_results(items: Sequence[Item], lost: Collection[str]) -> tuple[Item, ...]:
    """The items without the results of the calls in ``lost``; what else a message holds stays.

    >>> from foldline.core.messages import TextPart
    >>> answer = Message("user", (ToolResultPart("gone"), TextPart("and now?")))
    >>> [part.text for item in without_results([Item("a", answer)], {"gone"}) for part in item.message.parts]
    ['and now?']
    """
    left = []
    for item in items:
        parts = tuple(p for p in item.message.parts if not (isinstance(p, ToolResultPart) and p.call_id in lost))
        if len(parts) == len(item.message.parts):
            left.append(item)
        elif parts:
            left.append(Item(item.id, replace(item.message, parts=parts)))
    return tuple(left)


def is_turn_start(message: Message) -> bool:
    """Whether a turn begins here: something the user did, not a result and not what the client put in between."""
    return message.role == "user" and message.source != "client" and not message.results


def _is_signed(message: Message) -> bool:
    return any(isinstance(part, ReasoningPart) and part.signature for part in message.parts)


def head_size(messages: Sequence[Message]) -> int:
    """How many leading messages are fixed: system, developer and what the client injected before the first turn."""
    for index, message in enumerate(messages):
        if message.role not in {"system", "developer"} and not (message.role == "user" and message.source == "client"):
            return index
    return len(messages)
