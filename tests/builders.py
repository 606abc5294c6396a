"""Short ways to say a conversation."""

from foldline.core.messages import Message, ReasoningPart, TextPart, ToolCallPart, ToolResultPart, Usage
from foldline.core.session import Item, MessageEntry, Session


def user(text: str = "please go on", **more) -> Message:
    return Message("user", (TextPart(text),), **more)


def agent(text: str = "done", **more) -> Message:
    return Message("assistant", (TextPart(text),), source="agent", **more)


def thinking(text: str = "hm", *, signature: str = "sig", **more) -> Message:
    return Message("assistant", (ReasoningPart(text, signature), TextPart("so")), source="agent", **more)


def calls(*ids: str, name: str = "bash", arguments: dict | None = None, **more) -> Message:
    parts = tuple(ToolCallPart(call_id, name, arguments or {"command": "ls"}) for call_id in ids)
    return Message("assistant", parts, source="agent", **more)


def result(call_id: str, text: str = "ok", *, is_error: bool | None = None) -> Message:
    return Message("tool", (ToolResultPart(call_id, (TextPart(text),), is_error=is_error),), source="tool")


def system(text: str = "be good") -> Message:
    return Message("system", (TextPart(text),), source="client")


def client(text: str = "<environment_context>here</environment_context>") -> Message:
    return Message("user", (TextPart(text),), source="client")


def usage(total: int) -> Usage:
    return Usage(input=total)


def items(*messages: Message) -> tuple[Item, ...]:
    return tuple(Item(f"m{number}", message) for number, message in enumerate(messages))


def session(*messages: Message) -> Session:
    built = Session("test")
    for item in items(*messages):
        built.append(MessageEntry(item.id, built.leaf_id, item.message))
    return built


class Words:
    """Counts a token a word; exact for nobody."""

    name = "words"

    def count(self, text: str) -> int:
        return len(text.split())

    def exact_for(self, model: str) -> bool:
        return False


def run(steps, *rounds):
    """Drive a generator with prepared rounds; returns the requests of each round and the value at its end."""
    asked = []
    try:
        requests = next(steps)
        for replies in rounds:
            asked.append(requests)
            requests = steps.send(replies)
    except StopIteration as stop:
        return asked, stop.value
    raise AssertionError(requests)
