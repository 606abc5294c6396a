"""Requests whose instruction is the last message of a live one: system prompt, tools and messages as they were sent.

Only what stands behind the live part is new, so that the service reads its cache of it; a tool can't be called.
"""

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from foldline.core.messages import Json
from foldline.core.remote.live import Live
from foldline.core.requests import SummaryRequest
from foldline.core.session import Item
from foldline.core.settings import Effort
from foldline.wire import anthropic_calls, openai_chat, openai_chat_calls, openai_responses_calls
from foldline.wire.anthropic_native import live_messages, live_system, live_tools
from foldline.wire.blocks import Object, as_object
from foldline.wire.native_items import input_items, message_item

ToolChoice: TypeAlias = Literal["none", "auto"]
"""`auto` is for services that know nothing else; what they answer then is believed only where it is a text."""


def chat_body(  # noqa: PLR0913 - as the wires'
    request: SummaryRequest,
    model: str,
    *,
    effort: Effort = "inherit",
    stream: bool = True,
    max_tokens: int | None = None,
    output_cap: int | None = None,
    cap_field: str = "max_tokens",
    tool_choice: ToolChoice = "none",
) -> Object:
    """The body for Chat Completions."""
    live = request.live or Live()
    body = openai_chat_calls.request_body(
        request, model, effort=effort, stream=stream, max_tokens=max_tokens, output_cap=output_cap, cap_field=cap_field
    )
    system: list[Object] = [{"role": "system", "content": live.system}] if live.system else []
    before: list[Object] = [openai_chat.said(live.previous)] if live.previous else []
    head, folded = _objects(live, live.head), _objects(live, live.folded)
    body["messages"] = [*system, *head, *before, *folded, openai_chat.said(request.instruction)]
    if tools := _tools(live):
        body |= {"tools": tools, "tool_choice": tool_choice}
    return body


def responses_body(  # noqa: PLR0913 - as the wires'
    request: SummaryRequest,
    model: str,
    *,
    effort: Effort = "inherit",
    stream: bool = True,
    max_tokens: int | None = None,
    output_cap: int | None = None,
    tool_choice: ToolChoice = "none",
) -> Object:
    """The body for Responses."""
    live = request.live or Live()
    body = openai_responses_calls.request_body(
        request, model, effort=effort, stream=stream, max_tokens=max_tokens, output_cap=output_cap
    )
    body["input"] = [*input_items(live), message_item("user", [request.instruction])]
    del body["instructions"]
    if live.system:
        body["instructions"] = live.system
    if tools := _tools(live):
        body |= {"tools": tools, "tool_choice": tool_choice}
    return body


def anthropic_body(  # noqa: PLR0913 - as the wires'
    request: SummaryRequest,
    model: str,
    *,
    effort: Effort = "inherit",
    stream: bool = True,
    max_tokens: int | None = None,
    output_cap: int | None = None,
    tool_choice: ToolChoice = "none",
) -> Object:
    """The body for Anthropic Messages."""
    live = request.live or Live()
    body = anthropic_calls.request_body(
        request, model, effort=effort, stream=stream, max_tokens=max_tokens, output_cap=output_cap
    )
    body["messages"] = [*live_messages(live), {"role": "user", "content": request.instruction}]
    del body["system"]
    if system := live_system(live):
        body["system"] = system
    if tools := live_tools(live):
        body |= {"tools": tools, "tool_choice": {"type": tool_choice}}
    return body


def _tools(live: Live) -> list[Json]:
    tools = msgspec.json.decode(live.tools_json) if live.tools_json else None
    return tools if isinstance(tools, list) else []


def _objects(live: Live, items: Sequence[Item]) -> list[Object]:
    if all(item.id in live.raws for item in items):
        return [as_object(raw) for item in items for raw in live.raws[item.id]]
    return openai_chat.encode([item.message for item in items])
