"""Folding the plain message lists that agent loops hold: in as a list of one wire, out as a list of the same wire.

Stateless: whoever keeps nothing but the returned list loses nothing, because the summary message carries the ledger
and is recognised at the next call. Kept messages are the caller's own objects, unknown keys and all.
"""

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from foldline.core.messages import Json, Message, Usage
from foldline.core.result import CompactionResult, CompactionState, Status
from foldline.core.session import CompactionEntry, Info, MessageEntry, Session
from foldline.core.settings import CompactionSettings
from foldline.core.wrapping import unwrap_summary, wrap_summary
from foldline.errors import SettingsError
from foldline.wire.edits import Object, first_text, joined, repaired, shortened, without_first_text

if TYPE_CHECKING:
    from types import ModuleType

    from foldline.core.facts import Ledger
    from foldline.core.hooks import Hooks
    from foldline.core.requests import AsyncProvider, Provider

Wire: TypeAlias = Literal["openai_chat", "anthropic_messages"]
WIRES: dict[str, str] = {
    "openai_chat": "foldline.wire.openai_chat",
    "anthropic_messages": "foldline.wire.anthropic_messages",
}


class CompactedMessages(NamedTuple):
    """A folded list and what happened; on any status but `compacted` the list is the one that came."""

    messages: list[Object]
    result: CompactionResult


class Listed(NamedTuple):
    """A message list as a session, with the caller's object behind each entry."""

    session: Session
    raws: dict[str, Object]


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
    raws: dict[str, Object] = {}
    decoded: list[Message] = codec(wire).decode(messages)
    reported = _usage(usage)
    newest = max((index for index, message in enumerate(decoded) if message.role == "assistant"), default=-1)
    at_start = True
    for index, (entry_id, raw, message) in enumerate(zip(_ids(messages), messages, decoded, strict=True)):
        leaf, rest = session.leaf_id, raw
        if at_start and message.role == "user":
            at_start = False
            summary = unwrap_summary(first_text(raw))
            if summary is not None:
                first = session.path()[0].id if session.path() else ""
                session.append(CompactionEntry(f"fold-{entry_id}", leaf, summary, first, method=_METHOD))
                left = without_first_text(raw)
                if left is None:
                    continue
                leaf, rest = session.leaf_id, left
                message = codec(wire).decode([left])[0]  # noqa: PLW2901 - what is left of it
        at_start = at_start and message.role in {"system", "developer"}
        used = replace(message, usage=reported) if index == newest and reported else message
        session.append(MessageEntry(entry_id, leaf, used))
        raws[entry_id] = rest
    return Listed(session, raws)


_METHOD = "foldline"


def _usage(usage: "Usage | Mapping[str, Json] | None") -> Usage | None:
    if usage is None or isinstance(usage, Usage):
        return usage
    from foldline.wire.usage import read

    return read(usage)


def _ids(messages: Sequence[Object]) -> list[str]:
    """Content hashes: the same message has the same id in the next list; repeated ones are numbered."""
    seen: dict[str, int] = {}
    ids = []
    for raw in messages:
        digest = blake2b(_canonical(raw), digest_size=8).hexdigest()
        seen[digest] = seen.get(digest, 0) + 1
        ids.append(digest if seen[digest] == 1 else f"{digest}-{seen[digest]}")
    return ids


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
    head = [listed.raws[item.id] for item in result.head]
    kept = [_kept(listed, item.id, item.message) for item in result.kept]
    text = wrap_summary(result.summary_message.summary)
    if settings.alternate and kept and kept[0].get("role") == "user" and not result.kept[0].message.results:
        folded = [*head, joined(text, kept[0]), *kept[1:]]
    else:
        folded = [*head, {"role": "user", "content": text}, *kept]
    return validated(folded, result, wire, settings)


def validated(
    folded: list[Object], result: CompactionResult, wire: str, settings: CompactionSettings
) -> CompactedMessages:
    """The list if its wire's rules accept it, mended if that is possible; else the failure and nothing else."""
    from foldline.core.cut_rules import lay_out

    check = codec(wire).check
    pending = lay_out(result.messages, waiting=settings.pending_calls).pending
    faults = check(folded, pending)
    if faults:
        folded = repaired(folded, pending)
        faults = check(folded, pending)
    if faults:
        folded = codec(wire).encode(result.messages)
        faults = check(folded, pending)
    if faults:
        reason = f"The folded list would not be valid for {wire}: {faults[0]}."
        return CompactedMessages([], replace(result, status=Status.SUMMARY_FAILED, reason=reason))
    return CompactedMessages(folded, result)


def _kept(listed: Listed, entry_id: str, message: Message) -> Object:
    entry = listed.session.entry(entry_id)
    before = entry.message if isinstance(entry, MessageEntry) else message
    raw = listed.raws[entry_id]
    if before is message or len(before.parts) != len(message.parts):
        return raw  # whole, or with a result that has no call: that is mended with the list
    return shortened(raw, before, message)


def compact_messages(  # noqa: PLR0913 - what a request holds, by name
    messages: Sequence[Object],
    *,
    wire: Wire,
    system: Json = None,
    tools: Sequence[Json] = (),
    usage: "Usage | Mapping[str, Json] | None" = None,
    settings: CompactionSettings | None = None,
    provider: "Provider | None" = None,
    previous: "Ledger | None" = None,
    state: CompactionState | None = None,
    hooks: "Hooks | None" = None,
) -> CompactedMessages:
    """Fold the message list of an agent loop; it always folds when it can, so ask `should_compact` first.

    Args:
        messages: the list as it is sent; neither it nor its objects are changed.
        wire: whose form the list has.
        system: the system prompt, where it is sent beside the list: it counts.
        tools: the tool definitions that are sent: they count.
        usage: what the provider reported with the newest answer.
        settings: what to keep and how to write.
        provider: who writes the summary; None for the built-in summariser.
        previous: a ledger to believe instead of the one in the list.
        state: ``result.state`` of the call before.
        hooks: callables that take part, behind the commands of the settings.

    Returns:
        The new list and the result. Where nothing was folded the list is a copy of the one that came.
    """
    from foldline.compactor import compact

    settings = settings or CompactionSettings()
    listed = read_list(messages, wire, system=system, tools=tools, usage=usage)
    result = compact(listed.session, settings, provider=provider, previous=previous, state=state, hooks=hooks)
    return _handed_out(messages, write_list(listed, result, wire, settings))


async def acompact_messages(  # noqa: PLR0913 - as `compact_messages`
    messages: Sequence[Object],
    *,
    wire: Wire,
    system: Json = None,
    tools: Sequence[Json] = (),
    usage: "Usage | Mapping[str, Json] | None" = None,
    settings: CompactionSettings | None = None,
    provider: "AsyncProvider | Provider | None" = None,
    previous: "Ledger | None" = None,
    state: CompactionState | None = None,
    hooks: "Hooks | None" = None,
) -> CompactedMessages:
    """The same as `compact_messages` for an event loop."""
    from foldline.compactor import acompact

    settings = settings or CompactionSettings()
    listed = read_list(messages, wire, system=system, tools=tools, usage=usage)
    result = await acompact(listed.session, settings, provider=provider, previous=previous, state=state, hooks=hooks)
    return _handed_out(messages, write_list(listed, result, wire, settings))


def _handed_out(messages: Sequence[Object], folded: CompactedMessages) -> CompactedMessages:
    if folded.result.status is Status.COMPACTED:
        return folded
    return CompactedMessages(list(messages), folded.result)
