"""Message lists of OpenAI's Chat Completions and of all who speak it; also lists of nothing but text."""

from collections.abc import Sequence
from typing import Final

from foldline.core.session import Session
from foldline.formats import anthropic_messages, conversations, foreign, list_files
from foldline.formats.peek import Peek
from foldline.wire import openai_chat as wire

NAME: Final = "openai_chat"
LABEL: Final = "OpenAI chat messages"


def sniff(peek: Peek) -> bool:
    r"""Whether there are messages in it that are not Anthropic's.

    >>> sniff(Peek(b'{"role": "user", "content": "hello"}\n{"role": "assistant", "content": "hi"}\n'))
    True
    """
    found = conversations.find_near_start(peek)
    return found is not None and not foreign.guess(peek) and not anthropic_messages.is_its(found)


def load(data: bytes, *, select: int | None = None) -> Session:
    """Read a conversation; see `list_files.load`."""
    return list_files.load(data, NAME, wire.decode, select=select)


def dump(session: Session, messages_json: Sequence[bytes]) -> bytes:
    """The file with other messages in it; see `list_files.dump`."""
    return list_files.dump(session, messages_json)
