"""Folding the plain message lists that agent loops hold: in as a list of one wire, out as a list of the same wire.

Stateless: whoever keeps nothing but the returned list loses nothing, because the summary message carries the ledger
and is recognised at the next call. Kept messages are the caller's own objects, unknown keys and all.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from foldline.core.messages import Json, Usage
from foldline.core.result import CompactionState, Status
from foldline.core.settings import CompactionSettings
from foldline.listed import WIRES, CompactedMessages, Listed, Wire, codec, read_list, validated, write_list
from foldline.wire.edits import Object

if TYPE_CHECKING:
    from foldline.core.facts import Ledger
    from foldline.core.hooks import Hooks
    from foldline.core.requests import AsyncProvider, Provider

__all__ = [
    "WIRES",
    "CompactedMessages",
    "Listed",
    "Wire",
    "acompact_messages",
    "codec",
    "compact_messages",
    "read_list",
    "validated",
    "write_list",
]


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
