"""A chat as a summariser reads it: its turns numbered in one way for every language, or a group's lines with names.

Plain text in, plain text out; the fences around it are the prompt's business (`foldline.core.profiles.prompting`).
"""

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Literal, TypeAlias

from foldline.core.dialogue.spoken_text import spoken
from foldline.core.messages import Message, ToolCallPart, ToolResultPart
from foldline.core.profiles.binding import GROUP_SIZE, characters
from foldline.core.profiles.templates import Language
from foldline.core.transcript import transcript, unlabelled

Group: TypeAlias = Literal["auto", "on", "off"]


def dialogue(messages: Sequence[Message], *, language: Language, group: Group = "auto", first: int = 1) -> str:
    r"""The turns of a chat as text.

    A turn keeps its number where nothing is left of it, so that numbers count turns. Calls and results of tools stand
    below the turn they belong to. A group's lines have no numbers, and empty ones are left out.

    Args:
        messages: in order.
        language: of the placeholders for pictures and sounds that were all of a turn.
        group: whether to tell it as a group's chat; `auto` where two or more characters speak.
        first: number of the first turn.

    >>> from foldline.core.messages import TextPart
    >>> turns = [Message("user", (TextPart("hi"),)), Message("assistant", (TextPart("Hello."),))]
    >>> dialogue(turns, language="en")
    '#1 user: hi\n\n#2 assistant: Hello.'
    """
    in_group = is_group(messages, group)
    blocks: list[str] = []
    number = first - 1
    for message in messages:
        if message.role not in {"user", "assistant"}:
            blocks.append(transcript([message]))
            continue
        text = spoken(message, language)
        tools = transcript([_tools_of(message)])
        if in_group:
            blocks += [f"{speaker(message)}: {unlabelled(text)}" if text else "", tools]
            continue
        if not _is_turn(message, text):
            blocks.append(tools)
            continue
        number += 1
        blocks += [f"#{number} {_label(message)}: {unlabelled(text)}".rstrip(), tools]
    return "\n\n".join(block for block in blocks if block)


def turns_before(messages: Iterable[Message], language: Language) -> list[int]:
    """For each message the number of turns before it, so that a part of a chat can be told with its own numbers.

    >>> turns_before([Message("user"), Message("system"), Message("assistant")], "en")
    [0, 1, 1]
    """
    is_turn = (
        message.role in {"user", "assistant"}
        and _is_turn(message, spoken(message, language) if message.results else "")
        for message in messages
    )
    return list(accumulate(is_turn, initial=0))[:-1]


def _is_turn(message: Message, text: str) -> bool:
    return bool(text) or not message.results


def is_group(messages: Iterable[Message], group: Group = "auto") -> bool:
    """Whether a chat is told as a group's.

    >>> is_group([Message("assistant", speaker="Ann"), Message("assistant", speaker="Bo")])
    True
    """
    return len(characters(messages)) >= GROUP_SIZE if group == "auto" else group == "on"


def speaker(message: Message) -> str:
    """Who speaks, by name where there is one.

    >>> speaker(Message("assistant")), speaker(Message("user")), speaker(Message("assistant", speaker="Ann"))
    ('AI', 'user', 'Ann')
    """
    if message.speaker.strip():
        return " ".join(message.speaker.split())
    return "AI" if message.role == "assistant" else _role(message)


def _label(message: Message) -> str:
    return " ".join((_role(message), *message.speaker.split()))


def _role(message: Message) -> str:
    """The side a message is on; what a client put under the user's role is not the user's."""
    if message.role == "user" and message.source != "human":
        return message.source
    return message.role


def _tools_of(message: Message) -> Message:
    """A message with its calls and results alone."""
    parts = tuple(part for part in message.parts if isinstance(part, ToolCallPart | ToolResultPart))
    return Message(message.role, parts, source=message.source)
