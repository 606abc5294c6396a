"""The exact values of a conversation: what a model would round, shorten or forget.

Read from what people and agents said and from the short arguments of calls; a tool's output counts only as proof for a
value somebody repeats. The newest value of the same thing stands, the older one is marked as superseded.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from foldline.core.authorship import human_text
from foldline.core.facts import Value
from foldline.core.file_calls import DELETERS, MOVERS, READERS, WRITERS
from foldline.core.messages import Message, ToolCallPart
from foldline.core.outcomes import SHELL_TOOLS, command_line, plain_name
from foldline.core.session import Item
from foldline.core.value_mentions import Mention, argument_mentions, command_mentions, prose_mentions

MAX_USER_VALUES = 120
"""The newest are kept. They never give way to the ledger's cap, so their number is bounded here."""
MAX_AGENT_VALUES = 80
MAX_PROOFS = 60
"""Doubtful values that are looked up in tool outputs: each look-up reads them all."""
_FILE_TOOLS = READERS | WRITERS | DELETERS | MOVERS
_DOUBTFUL = frozenset({"code", "port"})
"""Kinds that an agent's prose gives by their look alone; they need proof."""

_STATES = frozenset({"colour", "port", "version", "address", "variable"})
"""Kinds of which a thing has one at a time; an agent's other values are rather entries of a list."""


class _Known(NamedTuple):
    """A value and where it stands among all mentions."""

    value: Value
    mention: Mention
    number: int
    proven: bool


def collect(
    items: Iterable[Item], previous: Sequence[Value] = (), *, typed: Callable[[Message], str] = human_text
) -> tuple[Value, ...]:
    """The exact values a conversation holds: those of the user first, the newest first among each.

    Args:
        items: messages in order.
        previous: values of an earlier fold, older than all of these.
        typed: the text a human typed in a message.

    >>> from foldline.core.messages import TextPart
    >>> said = ("the staging port is 8081", "make the staging port 9090")
    >>> items = [Item(str(number), Message("user", (TextPart(text),))) for number, text in enumerate(said)]
    >>> [(value.text, value.superseded) for value in collect(items)]
    [('9090', False), ('8081', True)]
    """
    book = _Book(previous)
    outputs: list[str] = []
    for item in items:
        message = item.message
        if message.role == "user":
            for mention in prose_mentions(typed(message), by_user=True):
                book.put(mention, item.id, by_user=True, proven=True)
        elif message.role == "assistant" and message.source != "summary":
            for mention in prose_mentions(message.text, by_user=False):
                book.put(mention, item.id, by_user=False, proven=mention.kind not in _DOUBTFUL)
            for call in message.calls:
                for mention in _call_mentions(call):
                    book.put(mention, item.id, by_user=False, proven=True)
        outputs.extend(result.text for result in message.results)
    return book.values(outputs)


def _call_mentions(call: ToolCallPart) -> Iterator[Mention]:
    """Values of a call's own arguments; what a file tool writes is the file's, not the call's."""
    name = plain_name(call.name)
    if name in SHELL_TOOLS:
        return command_mentions(command_line(call))
    if isinstance(call.arguments, str) or name in _FILE_TOOLS:
        return iter(())
    return argument_mentions(call.arguments)


class _Book:
    """The values seen so far, and which of them is the value of which thing now."""

    def __init__(self, previous: Sequence[Value]) -> None:
        self.known: dict[str, _Known] = {}
        self.current: dict[str, str] = {}
        self.count = 0
        for value in reversed(previous):
            mention = next(
                (found for found in prose_mentions(value.phrase, by_user=True) if found.text == value.text), None
            )
            mention = mention or Mention(value.text, "", value.phrase)
            self._add(_Known(value, mention, self._next(), proven=True))
            if mention.assigned and not value.superseded:
                self.current[mention.label] = value.text

    def put(self, mention: Mention, entry_id: str, *, by_user: bool, proven: bool) -> None:
        """Take one mention into account."""
        text = mention.text
        old = self.known.get(text)
        if mention.retired:
            if old is not None and (by_user or not old.value.by_user):
                self._supersede(text)
            return
        if old is None or (by_user and not old.value.by_user):
            value = Value(text, mention.phrase, entry_id, by_user=by_user)
            self._add(_Known(value, mention, self._next(), proven=proven))
        else:
            self._add(old._replace(number=self._next(), proven=proven or old.proven))
        if mention.assigned and (by_user or mention.corrects or mention.kind in _STATES):
            self._assign(mention, entry_id, by_user=by_user)

    def values(self, outputs: Sequence[str]) -> tuple[Value, ...]:
        """The values worth carrying: those of the user, then proven ones of the agent, the newest first."""
        newest = sorted(self.known.values(), key=lambda known: -known.number)
        of_user = [known.value for known in newest if known.value.by_user]
        doubtful = [known.value.text for known in newest if not known.proven][:MAX_PROOFS]
        proven = {text for text in doubtful if any(text in output for output in outputs)}
        of_agent = [
            known.value for known in newest if not known.value.by_user and (known.proven or known.value.text in proven)
        ]
        return (*_standing_first(of_user)[:MAX_USER_VALUES], *_standing_first(of_agent)[:MAX_AGENT_VALUES])

    def _next(self) -> int:
        self.count += 1
        return self.count

    def _add(self, known: _Known) -> None:
        self.known[known.value.text] = known

    def _assign(self, mention: Mention, entry_id: str, *, by_user: bool) -> None:
        """Make it the value of its thing; what an agent says does not replace what the user gave."""
        label = self._thing(mention)
        old = self.known.get(self.current.get(label, ""))
        if old is not None and old.value.text != mention.text and old.value.entry_id != entry_id:
            if old.value.by_user and not by_user:
                return
            self._supersede(old.value.text)
        known = self.known[mention.text]
        if known.value.superseded and (by_user or not known.value.by_user):
            self._add(known._replace(value=replace(known.value, superseded=False)))
        self.current[label] = mention.text

    def _thing(self, mention: Mention) -> str:
        """The label of a known thing that is meant, which a correction may name by its last words only."""
        if mention.label in self.current or not mention.corrects:
            return mention.label
        ends = [label for label in self.current if label.endswith(mention.label)]
        return ends[0] if len(ends) == 1 else mention.label

    def _supersede(self, text: str) -> None:
        known = self.known[text]
        self._add(known._replace(value=replace(known.value, superseded=True)))


def _standing_first(values: list[Value]) -> list[Value]:
    return sorted(values, key=lambda value: value.superseded)
