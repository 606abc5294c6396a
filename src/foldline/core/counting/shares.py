"""Whom the tokens of a conversation are of: people, the model, each tool with its results, the client."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from foldline.core.messages import Message

_OWNERS = {"human": "user", "agent": "assistant", "client": "client", "summary": "summary"}


class Share(NamedTuple):
    """Tokens of a role or tool."""

    name: str
    messages: int
    tokens: int


def shares(messages: Sequence[Message], size: Callable[[Message], int]) -> tuple[Share, ...]:
    """Who takes how much, the largest share first.

    Args:
        messages: the conversation.
        size: tokens of a message.

    >>> shares([Message("user"), Message("user"), Message("system")], lambda message: 5)
    (Share(name='user', messages=2, tokens=10), Share(name='system', messages=1, tokens=5))
    """
    names = tool_names(messages)
    tokens: Counter[str] = Counter()
    count: Counter[str] = Counter()
    for message in messages:
        name = owner(message, names)
        tokens[name] += size(message)
        count[name] += 1
    return tuple(Share(name, count[name], total) for name, total in tokens.most_common())


def tool_names(messages: Sequence[Message]) -> dict[str, str]:
    """Id of each call -> name of its tool."""
    return {call.id: call.name for message in messages for call in message.calls}


def owner(message: Message, names: Mapping[str, str]) -> str:
    """Who wrote a message; of a tool's result the tool.

    Args:
        message: the message.
        names: ids of calls -> names of their tools, for results that don't name theirs.

    >>> owner(Message("assistant", source="agent"), {})
    'assistant'
    """
    if message.results:
        result = message.results[0]
        return f"tool {result.name or names.get(result.call_id, 'unknown')}"
    if message.role in {"system", "developer"}:
        return "system"
    return _OWNERS.get(message.source, "tool")
