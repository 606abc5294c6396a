"""The exact values of a conversation: what a model would round, shorten or forget.

Read from what people and agents said and from the short arguments of calls; a tool's output counts only as proof for a
value somebody repeats. The newest value of the same thing stands, the older one is marked as superseded.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from foldline.core.facts import Value
from foldline.core.files.file_calls import DELETERS, MOVERS, READERS, WRITERS
from foldline.core.messages import Message, ToolCallPart
from foldline.core.outcomes import SHELL_TOOLS, command_line, plain_name
from foldline.core.session import Item
from foldline.core.speech.authorship import human_text
from foldline.core.values.value_context import Mention
from foldline.core.values.value_mentions import argument_mentions, command_mentions, prose_mentions, recalled

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

_PLAIN_NUMBERS = frozenset({"number", "money", "time", "date"})


class _Known(NamedTuple):
    """A value and where it stands among all mentions."""

    value: Value
    number: int
    proven: bool
    shape: str = ""


def collect(
    items: Sequence[Item], previous: Sequence[Value] = (), *, typed: Callable[[Message], str] = human_text
) -> tuple[Value, ...]:
    """The exact values a conversation holds: those of the user first, the newest first among each.

    Args:
        items: messages in order.
        previous: values of an earlier fold, older than all of these; those of a message that is among ``items`` are
            read from it anew.
        typed: the text a human typed in a message.

    >>> from foldline.core.messages import TextPart
    >>> said = ("the staging port is 8081", "make the staging port 9090")
    >>> items = [Item(str(number), Message("user", (TextPart(text),))) for number, text in enumerate(said)]
    >>> [(value.text, value.superseded) for value in collect(items)]
    [('9090', False), ('8081', True)]
    """
    shown = {item.id for item in items}
    book = _Book([value for value in previous if value.entry_id not in shown])
    outputs: list[str] = []
    for item in items:
        message = item.message
        if message.role == "user":
            for mention in prose_mentions(typed(message), by_user=True):
                book.put(mention, item.id, by_user=True, proven=True)
        elif message.role == "assistant" and message.source != "summary":
            for mention in prose_mentions(message.text, by_user=False):
                book.put(mention, item.id, by_user=False, proven=not _is_doubtful(mention))
            for call in message.calls:
                for mention in _call_mentions(call):
                    book.put(mention, item.id, by_user=False, proven=True)
        outputs.extend(result.text for result in message.results)
    return book.values(outputs)


def _is_doubtful(mention: Mention) -> bool:
    """A number written out may be a turn of speech, so it needs proof like a code: being said again is one."""
    return mention.is_written_out or mention.kind in _DOUBTFUL


def _call_mentions(call: ToolCallPart) -> Iterator[Mention]:
    """Values of a call's own arguments; what a file tool writes is the file's, not the call's."""
    name = plain_name(call.name)
    if name in SHELL_TOOLS:
        return command_mentions(command_line(call))
    if isinstance(call.arguments, str) or name in _FILE_TOOLS:
        return iter(())
    return argument_mentions(call.arguments)


class _Book:
    """The values seen so far, and which of them stand for which thing now."""

    def __init__(self, previous: Sequence[Value]) -> None:
        self.known: dict[str, _Known] = {}
        self.things: dict[str, list[str]] = {}
        """Name of a thing -> the keys of the values that stand for it now."""
        self.count = 0
        for value in reversed(previous):
            mention = recalled(value.text, value.phrase)
            key = _key(mention)
            if not mention.kind or key in self.known:
                key = f"{value.entry_id}\n{value.phrase}\n{value.text}"
            self.known[key] = _Known(value, self._next(), proven=True, shape=mention.shape)
            if mention.assigned and not value.superseded:
                self.things.setdefault(mention.label, []).append(key)

    def put(self, mention: Mention, entry_id: str, *, by_user: bool, proven: bool) -> None:
        """Take one mention into account."""
        if mention.retired:
            self._retire(mention, by_user=by_user)
            return
        key = _key(mention)
        old = self.known.get(key)
        if old is None or (by_user and not old.value.by_user):
            value = Value(mention.text, mention.phrase, entry_id, by_user=by_user)
            self.known[key] = _Known(value, self._next(), proven=proven, shape=mention.shape)
        else:
            said_again = mention.is_written_out and old.value.entry_id != entry_id
            self.known[key] = old._replace(number=self._next(), proven=proven or said_again or old.proven)
        if mention.amends and by_user and not mention.replaces:
            mention = self._amended(mention, key)
        if mention.assigned or mention.replaces:
            self._assign(mention, entry_id, by_user=by_user)

    def values(self, outputs: Sequence[str]) -> tuple[Value, ...]:
        """The values worth carrying: those of the user, then proven ones of the agent, the newest first."""
        newest = sorted(self.known.values(), key=lambda known: -known.number)
        of_user = [known.value for known in newest if known.value.by_user]
        doubtful = [known.value.text for known in newest if not known.proven][:MAX_PROOFS]
        shown = "\n".join(outputs) if doubtful else ""
        proven = {text for text in doubtful if text in shown}
        of_agent = [
            known.value for known in newest if not known.value.by_user and (known.proven or known.value.text in proven)
        ]
        return (*_standing_first(of_user)[:MAX_USER_VALUES], *_standing_first(of_agent)[:MAX_AGENT_VALUES])

    def _next(self) -> int:
        self.count += 1
        return self.count

    def _retire(self, mention: Mention, *, by_user: bool) -> None:
        for key, known in self.known.items():
            if known.value.text == mention.text and (by_user or not known.value.by_user):
                self._mark(key, superseded=True)

    def _amended(self, mention: Mention, key: str) -> Mention:
        """A correction with what it corrects: the user's newest value of its shape, unless it names its thing."""
        if any(self._gives(label, mention) for label in (mention.label, self._thing(mention)) if label in self.things):
            return mention
        before = [
            (known.number, known.value.text, other)
            for other, known in self.known.items()
            if other != key and known.value.by_user and known.shape == mention.shape
        ]
        if not before:
            return mention
        _, text, other = max(before)
        self._mark(other, superseded=True)
        return mention._replace(replaces=text)

    def _gives(self, label: str, mention: Mention) -> bool:
        return any(self.known[key].shape == mention.shape for key in self.things[label])

    def _assign(self, mention: Mention, entry_id: str, *, by_user: bool) -> None:
        """Make it the value of its thing; what an agent says does not replace what the user gave."""
        label, key = self._thing(mention), _key(mention)
        if not label:
            return
        standing = self.things.setdefault(label, [])
        if by_user or mention.corrects or mention.kind in _STATES:
            for rival in [rival for rival in standing if rival != key]:
                value = self.known[rival].value
                alike = mention.is_stated or mention.replaces or self.known[rival].shape == mention.shape
                if alike and value.entry_id != entry_id and (by_user or not value.by_user):
                    self._mark(rival, superseded=True)
                    standing.remove(rival)
        if by_user or not self.known[key].value.by_user:
            self._mark(key, superseded=False)
        if key not in standing:
            standing.append(key)

    def _thing(self, mention: Mention) -> str:
        """The label of a known thing that is meant: that of a value it replaces, or one a correction names in part."""
        for label, keys in self.things.items():
            if mention.replaces and any(self.known[key].value.text == mention.replaces for key in keys):
                return label
        if mention.label in self.things or not mention.corrects:
            return mention.label
        ends = [label for label in self.things if label.endswith(mention.label) or mention.label.endswith(f" {label}")]
        return ends[0] if len(ends) == 1 else mention.label

    def _mark(self, key: str, *, superseded: bool) -> None:
        known = self.known[key]
        self.known[key] = known._replace(value=replace(known.value, superseded=superseded))


def _key(mention: Mention) -> str:
    """What makes two mentions one value: its text; a plain number is a value only together with its thing."""
    is_plain = mention.kind in _PLAIN_NUMBERS and not mention.is_written_out
    return f"{mention.label}\n{mention.text}" if is_plain else mention.text


def _standing_first(values: list[Value]) -> list[Value]:
    return sorted(values, key=lambda value: value.superseded)
