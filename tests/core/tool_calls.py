"""Conversations made of tool calls and their results, built in one line."""

from typing import NamedTuple

from foldline.core.messages import Json, Message, StopReason, TextPart, ToolCallPart, ToolResultPart
from foldline.core.session import Item


class Ran(NamedTuple):
    """A call and what came back; ``text`` None leaves it without a result."""

    name: str
    arguments: dict[str, Json] | str
    text: str | None = "ok"
    is_error: bool | None = False
    exit_code: int | None = None
    stop_reason: StopReason = "tool_use"


def bash(command: str, text: str | None = "ok", *, is_error: bool | None = False, exit_code: int | None = None) -> Ran:
    return Ran("bash", {"command": command}, text, is_error, exit_code)


def session(*calls: Ran) -> list[Item]:
    """One message a call, then its result; entries are c1, r1, c2, ..."""
    items: list[Item] = []
    for number, ran in enumerate(calls, 1):
        call = ToolCallPart(f"id{number}", ran.name, ran.arguments)
        items.append(Item(f"c{number}", Message("assistant", (call,), source="agent", stop_reason=ran.stop_reason)))
        if ran.text is not None:
            result = ToolResultPart(f"id{number}", (TextPart(ran.text),), ran.name, ran.is_error, ran.exit_code)
            items.append(Item(f"r{number}", Message("tool", (result,), source="tool")))
    return items


def user(entry_id: str, text: str) -> Item:
    return Item(entry_id, Message("user", (TextPart(text),), source="human"))


def agent(entry_id: str, text: str, *calls: ToolCallPart) -> Item:
    return Item(entry_id, Message("assistant", (TextPart(text), *calls), source="agent"))
