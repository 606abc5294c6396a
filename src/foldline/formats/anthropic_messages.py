"""Message lists of Anthropic's Messages API: request bodies, and bare lists with blocks that only it has."""

from collections.abc import Sequence
from typing import Final

from foldline.core.messages import Json
from foldline.core.session import Session
from foldline.formats import conversations, foreign, list_files
from foldline.formats.conversations import Conversation
from foldline.formats.peek import Peek
from foldline.wire import anthropic_messages as wire

NAME: Final = "anthropic_messages"
LABEL: Final = "Anthropic messages"

_OWN_BLOCKS: Final = frozenset(
    {"tool_use", "tool_result", "thinking", "redacted_thinking", "document", "server_tool_use", "container_upload"}
)
_CHAT_FIELDS: Final = ("tool_calls", "function_call", "tool_call_id")
_CHAT_ROLES: Final = ("system", "developer", "tool", "function")


def sniff(peek: Peek) -> bool:
    """Whether the first conversation in it is Anthropic's.

    >>> sniff(Peek(b'{"system": "Be brief.", "messages": [{"role": "user", "content": "hello"}]}'))
    True
    >>> sniff(Peek(b'[{"role": "user", "content": "hello"}]'))
    False
    """
    found = conversations.find_near_start(peek)
    return found is not None and not foreign.guess(peek) and is_its(found)


def is_its(conversation: Conversation) -> bool:
    """Whether a conversation has the marks of this wire; text alone has none."""
    for message in conversation.messages:
        if isinstance(message, dict):
            if str(message.get("role")) in _CHAT_ROLES or any(message.get(field) for field in _CHAT_FIELDS):
                return False
            if any(map(_is_own, _blocks(message.get("content")))):
                return True
    owner = conversation.owner
    return isinstance(owner.get("system"), (str, list)) or "anthropic_version" in owner


def load(data: bytes, *, select: int | None = None) -> Session:
    """Read a conversation; see `list_files.load`."""
    return list_files.load(data, NAME, wire.decode, select=select)


def dump(session: Session, messages_json: Sequence[bytes]) -> bytes:
    """The file with other messages in it; see `list_files.dump`."""
    return list_files.dump(session, messages_json)


def _blocks(content: Json) -> list[Json]:
    return content if isinstance(content, list) else []


def _is_own(block: Json) -> bool:
    if not isinstance(block, dict):
        return False
    kind = block.get("type")
    return isinstance(kind, str) and (kind in _OWN_BLOCKS or (kind == "image" and "source" in block))
