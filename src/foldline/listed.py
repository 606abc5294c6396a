"""A list of messages as a session, and the folded session as a list again: every kept object the caller's own.

A summary of ours that opens a list becomes the fold it was. What a provider folded by itself leads the list it came in,
and leads the one that goes out until that provider folds again.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from foldline.core.messages import Json, Message, Usage
from foldline.core.remote.beside import beside
from foldline.core.remote.payload import ANTHROPIC, OPENAI
from foldline.core.result import CompactionResult, Status
from foldline.core.session import CompactionEntry, Info, MessageEntry, Session
from foldline.core.settings import CompactionSettings
from foldline.core.wrapping import unwrap_summary, wrap_summary
from foldline.errors import SettingsError
from foldline.wire import sealed
from foldline.wire.blocks import as_object
from foldline.wire.edits import Object, first_text, joined, shortened, without_first_text

if TYPE_CHECKING:
    from types import ModuleType

Wire: TypeAlias = Literal["openai_chat", "anthropic_messages", "openai_responses"]
WIRES: dict[str, str] = {
    "openai_chat": "foldline.wire.openai_chat",
    "anthropic_messages": "foldline.wire.anthropic_messages",
    "openai_responses": "foldline.wire.openai_responses",
}
_READERS = {"anthropic_messages": ANTHROPIC, "openai_responses": OPENAI}
"""Who is sent lists of a wire, and reads what it folded by itself."""
_METHOD = "foldline"


class CompactedMessages(NamedTuple):
    """A folded list and what happened; on any status but `compacted` the list is the one that came."""

    messages: list[Object]
    result: CompactionResult


class Listed(NamedTuple):
    """A message list as a session, with the caller's objects behind each entry."""

    session: Session
    objects: Mapping[str, tuple[Json, ...]]


def codec(wire: str) -> "ModuleType":
    """The codec of a wire.

    Raises:
        SettingsError: no such wire; names those there are.
    """
    from importlib import import_module

    if wire not in WIRES:
        msg = f"unknown wire {wire!r}; known are {', '.join(map(repr, WIRES))}"
        raise SettingsError(msg)
    return import_module(WIRES[wire])


def read_list(
    messages: Sequence[Object],
    wire: str,
    *,
    system: Json = None,
    tools: Sequence[Json] = (),
    usage: "Usage | Mapping[str, Json] | None" = None,
) -> Listed:
    """A message list as a session. A summary of ours that opens it becomes the fold it was."""
    texts = system if isinstance(system, str) else msgspec.json.encode(system).decode() if system else ""
    info = Info(system=texts, tools_json=msgspec.json.encode(list(tools)).decode() if tools else "")
    session = Session(wire, info=info)
    session.reader = _READERS.get(wire, "")
    reading, reported = _Reading(session, codec(wire)), _usage(usage)
    lead = sealed.find(messages, wire)
    if lead is None:
        reading.take(messages, opens=True, usage=reported)
        return Listed(session, session.objects)
    reading.take(lead.before)
    reading.take_fold(lead)
    reading.take(lead.after, usage=reported)
    return Listed(session, session.objects)


class _Reading:
    """Puts a list into a session, message by message."""

    def __init__(self, session: Session, codec: "ModuleType") -> None:
        self._session = session
        self._codec = codec
        self._seen: dict[str, int] = {}
        self._entries: list[MessageEntry] = []

    def take(self, messages: Sequence[Object], *, opens: bool = False, usage: Usage | None = None) -> None:
        """Take a run of messages.

        Args:
            messages: as they came.
            opens: it begins the list: a summary of ours may stand in its first user message.
            usage: what was reported with the newest answer in it.
        """
        groups = self._codec.groups(messages)
        decoded: list[Message] = self._codec.decode([raw for group in groups for raw in group])
        newest = max((index for index, message in enumerate(decoded) if message.role == "assistant"), default=-1)
        for index, (group, message) in enumerate(zip(groups, decoded, strict=True)):
            raws, told = group, replace(message, usage=usage) if index == newest and usage else message
            name = self._name(group)
            if opens and message.role == "user":
                opens = False
                raws, told = self._opening(name, group, message)
            opens = opens and message.role in {"system", "developer"}
            if raws:
                self._add(name, raws, told)

    def _opening(self, name: str, group: tuple[Object, ...], message: Message) -> tuple[tuple[Object, ...], Message]:
        """What is left of the first user message when a summary of ours is taken out of it."""
        summary = unwrap_summary(first_text(group[0]))
        if summary is None:
            return group, message
        session = self._session
        first = session.path()[0].id if session.path() else ""
        session.append(CompactionEntry(f"fold-{name}", session.leaf_id, summary, first, method=_METHOD))
        left = without_first_text(group[0])
        return ((), message) if left is None else ((left,), self._codec.decode([left])[0])

    def take_fold(self, lead: sealed.Lead) -> None:
        """Take what a provider folded by itself, with what stands beside it."""
        session = self._session
        head = tuple(entry.id for entry in self._entries if entry.message.source == "client")
        name = f"fold-{self._name(lead.own)}"
        fold = CompactionEntry(name, session.leaf_id, lead.summary, kept_entry_ids=head, method=_METHOD)
        session.append(replace(fold, payload=lead.payload, by_client=not lead.is_ours))

    def _add(self, name: str, raws: tuple[Object, ...], message: Message) -> None:
        self._session.objects[name] = raws
        self._entries.append(MessageEntry(name, self._session.leaf_id, message))
        self._session.append(self._entries[-1])

    def _name(self, raws: Iterable[Object]) -> str:
        """A hash of the content: the same message has the same id in the next list; repeated ones are numbered."""
        digest = blake2b(b"".join(map(_canonical, raws)), digest_size=8).hexdigest()
        self._seen[digest] = self._seen.get(digest, 0) + 1
        return digest if self._seen[digest] == 1 else f"{digest}-{self._seen[digest]}"


def _usage(usage: "Usage | Mapping[str, Json] | None") -> Usage | None:
    if usage is None or isinstance(usage, Usage):
        return usage
    from foldline.wire.usage import read

    return read(usage)


def _canonical(raw: Object) -> bytes:
    try:
        return msgspec.json.encode(raw, order="sorted")
    except (UnicodeEncodeError, TypeError):  # lone surrogates; values that are no JSON but that the caller may hold
        import json

        return json.dumps(raw, sort_keys=True, default=repr).encode()


def write_list(listed: Listed, result: CompactionResult, wire: str, settings: CompactionSettings) -> CompactedMessages:
    """The folded list: head, summary, kept part, each kept message the object it was.

    The whole list is validated by the wire's own rules. Faults that the caller's list had before are repaired; a list
    that still would be refused is not handed out.
    """
    if result.status is not Status.COMPACTED or result.summary_message is None:
        return CompactedMessages([], result)
    objects = listed.objects
    head = [as_object(raw) for item in result.head for raw in objects[item.id]]
    kept = [raw for item in result.kept for raw in _kept(listed, item.id, item.message)]
    text = wrap_summary(beside(result.payload, result.summary_message.summary))
    is_joined = settings.alternate and wire != "openai_responses" and kept and kept[0].get("role") == "user"
    if is_joined and not result.kept[0].message.results:
        rest = [joined(text, kept[0]), *kept[1:]]
    else:
        rest = [codec(wire).said(text), *kept]
    return validated(sealed.placed(head, result.payload, rest), result, wire, settings)


def validated(
    folded: list[Object], result: CompactionResult, wire: str, settings: CompactionSettings
) -> CompactedMessages:
    """The list if its wire's rules accept it, mended if that is possible; else the failure and nothing else."""
    from foldline.core.cut_rules import lay_out

    check = codec(wire).check
    pending = lay_out(result.messages, waiting=settings.pending_calls).pending
    faults = check(folded, pending)
    if faults:
        folded = codec(wire).repaired(folded, pending)
        faults = check(folded, pending)
    if faults:
        own = result.payload.message() if result.payload is not None else None
        made = codec(wire).encode([message for message in result.messages if message != own])
        folded = sealed.placed([], result.payload, made)
        faults = check(folded, pending)
    if faults:
        reason = f"The folded list would not be valid for {wire}: {faults[0]}."
        return CompactedMessages([], replace(result, status=Status.SUMMARY_FAILED, reason=reason))
    return CompactedMessages(folded, result)


def _kept(listed: Listed, entry_id: str, message: Message) -> Iterator[Object]:
    entry = listed.session.entry(entry_id)
    before = entry.message if isinstance(entry, MessageEntry) else message
    for raw in map(as_object, listed.objects[entry_id]):
        if before is message or len(before.parts) != len(message.parts):
            yield raw  # whole, or with a result that has no call: that is mended with the list
        else:
            yield shortened(raw, before, message)
