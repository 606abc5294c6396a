"""The lines that make up nearly all of a pi or oh-my-pi file, decoded straight into values.

Speed only: a line that is not exactly of these shapes is left to `foldline.formats.pi_messages`, and both give the same
message wherever both can read a line.
"""

from typing import Annotated, Any, Final

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from foldline.core.messages import (
    Message,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    Usage,
)
from foldline.formats.pi_messages import STOP_REASONS, user_source


class _Thinking(Struct, tag="thinking", rename="camel"):
    thinking: str = ""
    thinking_signature: str = ""


class _ToolCall(Struct, tag="toolCall"):
    id: str
    name: str
    arguments: dict[str, Any]


class _Usage(Struct, rename="camel"):
    input: int = 0
    output: int = 0
    cache_read: int = 0
    cache_write: int = 0
    total_tokens: int = 0
    context_tokens: int | None = None
    orchestration: None = None


class _Details(Struct, rename="camel"):
    exit_code: int | None = None


class _User(Struct, tag_field="role", tag="user"):
    content: tuple[TextPart, ...]
    synthetic: bool = False
    attribution: str = ""


class _Assistant(Struct, tag_field="role", tag="assistant", rename="camel"):
    content: tuple[TextPart | _Thinking | _ToolCall, ...]
    model: str = ""
    usage: _Usage | None = None
    stop_reason: str = ""
    response_id: str = ""


class _ToolResult(Struct, tag_field="role", tag="toolResult", rename="camel"):
    tool_call_id: str
    content: tuple[TextPart, ...]
    tool_name: str = ""
    is_error: bool | None = None
    details: _Details | None = None
    useless: bool = False


class UsualLine(Struct, tag="message", rename="camel"):
    """A message entry of the common shape."""

    timestamp: Annotated[str, Meta(min_length=1)]
    message: _Assistant | _ToolResult | _User
    id: str = ""
    parent_id: str | None | UnsetType = UNSET


_decoder: Final = msgspec.json.Decoder(UsualLine)


def usual_line(raw: bytes) -> UsualLine | None:
    """The line, if it is of the common shape.

    >>> usual_line(b'{"type":"label","id":"a"}') is None
    True
    """
    try:
        return _decoder.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def usual_message(line: UsualLine) -> Message:
    """The message of such a line."""
    message, time = line.message, line.timestamp
    if isinstance(message, _ToolResult):
        code = message.details.exit_code if message.details is not None else None
        useless = message.useless and message.is_error is not True
        result = ToolResultPart(
            message.tool_call_id, message.content, message.tool_name, message.is_error, code, useless=useless
        )
        return Message("tool", (result,), "tool", "", time)
    if isinstance(message, _User):
        source = user_source(synthetic=message.synthetic, attribution=message.attribution)
        return Message("user", message.content, source, "", time)
    return Message(
        "assistant",
        tuple([part if isinstance(part, TextPart) else _part(part) for part in message.content]),
        "agent",
        "",
        time,
        message.model,
        _usage(message.usage) if message.usage is not None else None,
        STOP_REASONS.get(message.stop_reason, ""),
        message.response_id,
    )


def _part(part: _Thinking | _ToolCall) -> ReasoningPart | ToolCallPart:
    if isinstance(part, _ToolCall):
        return ToolCallPart(part.id, part.name, part.arguments)
    return ReasoningPart(part.thinking, part.thinking_signature)


def _usage(usage: _Usage) -> Usage:
    return Usage(
        usage.input, usage.output, usage.cache_read, usage.cache_write, usage.total_tokens, usage.context_tokens
    )
