"""Reads messages that have a role and a content, as OpenAI Chat and Anthropic Messages write them.

One reader for both, because real lists mix them: proxies put Anthropic blocks into chat messages, and chat fields
beside Anthropic blocks. Every object gives one message, whatever is in it: what is odd becomes an `OpaquePart`, never
an error.
"""

from collections.abc import Callable, Sequence
from typing import Final

from foldline.core.messages import (
    Json,
    Message,
    Part,
    ReasoningPart,
    Role,
    Source,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from foldline.wire.blocks import Object, UnnamedCalls, as_id, as_object, as_text, opaque, read_call, read_content

_ROLES: Final[dict[Json, tuple[Role, Source]]] = {
    "system": ("system", "client"),
    "developer": ("developer", "client"),
    "user": ("user", "human"),
    "assistant": ("assistant", "agent"),
    "tool": ("tool", "tool"),
    "function": ("tool", "tool"),
}
_UNKNOWN: Final[tuple[Role, Source]] = ("user", "client")


def decode(messages: Sequence[Object]) -> list[Message]:
    """The messages of a list, one for each object and at the same index.

    >>> [message] = decode([{"role": "user", "content": [{"type": "text", "text": "hello"}]}])
    >>> message.role, message.text, message.source
    ('user', 'hello', 'human')
    """
    unnamed = UnnamedCalls()
    return [_message(raw, unnamed) for raw in messages]


def groups(messages: Sequence[Object]) -> list[tuple[Object, ...]]:
    """What each message that `decode` gives came as: one object each."""
    return [(raw,) for raw in messages]


def said(text: str) -> Object:
    """A text of the user as a message."""
    return {"role": "user", "content": text}


def _message(raw: Object, unnamed: UnnamedCalls) -> Message:
    if not isinstance(raw, dict):
        return Message("user", (opaque("message", raw),), source="client")
    named = as_text(raw.get("role"))
    role, source = _ROLES.get(named, _UNKNOWN)
    speaker = as_text(raw.get("name")) if named in _ROLES else named
    parts = read_content(raw.get("content"), unnamed)
    for field, value in raw.items():
        if value is not None and field in _FIELDS:
            parts = _FIELDS[field](raw, parts, unnamed)
    if role == "tool":
        return Message(role, _results(raw, parts, unnamed), source=source)
    if role == "user" and parts and all(isinstance(part, ToolResultPart) for part in parts):
        source = "tool"
    return Message(role, tuple(parts), source=source, speaker=speaker)


def _results(raw: Object, parts: list[Part], unnamed: UnnamedCalls) -> tuple[Part, ...]:
    """What a tool message says, as the result it is; blocks that are results already stay as they are."""
    content = tuple(part for part in parts if not isinstance(part, _NEVER_IN_RESULTS))
    others = tuple(part for part in parts if isinstance(part, _NEVER_IN_RESULTS))
    if not content and any(isinstance(part, ToolResultPart) for part in others):
        return others
    name = as_text(raw.get("name"))
    call_id = as_id(raw.get("tool_call_id")) or unnamed.result(name)
    return (ToolResultPart(call_id, content, name), *others)


_NEVER_IN_RESULTS: Final = (ReasoningPart, ToolCallPart, ToolResultPart)


def _add_reasoning(raw: Object, parts: list[Part], unnamed: UnnamedCalls) -> list[Part]:
    """Put the thinking first. Vendors state it up to three times over; the form with signatures is the original."""
    if any(isinstance(part, ReasoningPart) for part in parts):
        return parts
    found: list[Part] = []
    if isinstance(blocks := raw.get("thinking_blocks"), list) and blocks:
        found = read_content(blocks, unnamed)
    elif isinstance(details := raw.get("reasoning_details"), list) and details:
        found = [_reasoning_detail(detail) for detail in details]
    elif text := as_text(raw.get("reasoning_content")) or as_text(raw.get("reasoning")):
        found = [ReasoningPart(text)]
    return [*found, *parts]


def _reasoning_detail(detail: Json) -> Part:
    said = as_object(detail)
    text = as_text(said.get("text")) or as_text(said.get("summary"))
    proof = as_text(said.get("signature")) or as_text(said.get("data"))
    return ReasoningPart(text, proof) if text or proof else opaque("reasoning_details", detail)


def _add_refusal(raw: Object, parts: list[Part], _unnamed: UnnamedCalls) -> list[Part]:
    text = as_text(raw["refusal"])
    return [*parts, TextPart(text)] if text else parts


def _add_audio(raw: Object, parts: list[Part], _unnamed: UnnamedCalls) -> list[Part]:
    return [*parts, opaque("audio", raw["audio"])]


def _add_tool_calls(raw: Object, parts: list[Part], unnamed: UnnamedCalls) -> list[Part]:
    calls = raw["tool_calls"]
    known = {part.id for part in parts if isinstance(part, ToolCallPart)}
    added: list[Part] = []
    for call in calls if isinstance(calls, list) else [calls]:
        fields = as_object(call)
        said = as_object(fields.get("function")) or as_object(fields.get("custom"))
        if not said:
            added.append(opaque("tool_call", call))
        elif as_id(fields.get("id")) not in known:
            arguments = said.get("arguments", said.get("input"))
            added.append(read_call(fields.get("id"), said.get("name"), arguments, unnamed))
    return [*parts, *added]


def _add_function_call(raw: Object, parts: list[Part], unnamed: UnnamedCalls) -> list[Part]:
    call = raw["function_call"]
    if not isinstance(call, dict):
        return [*parts, opaque("function_call", call)]
    return [*parts, read_call(None, call.get("name"), call.get("arguments"), unnamed)]


_FIELDS: Final[dict[str, Callable[[Object, list[Part], UnnamedCalls], list[Part]]]] = {
    "thinking_blocks": _add_reasoning,
    "reasoning_details": _add_reasoning,
    "reasoning_content": _add_reasoning,
    "reasoning": _add_reasoning,
    "refusal": _add_refusal,
    "audio": _add_audio,
    "tool_calls": _add_tool_calls,
    "function_call": _add_function_call,
}
"""Readers of what OpenAI and those who speak its wire write beside the content."""
