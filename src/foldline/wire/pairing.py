"""Puts messages of any origin into the order every vendor accepts: each call with its one result directly behind it.

Nothing said is lost on the way: a result without a call becomes user text, a call without a result says so. What cannot
travel over a wire (pictures without their bytes, unknown parts) is named in brackets; reasoning is left out, because
its proof is valid only in the original record.
"""

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct, field

from foldline.core.messages import (
    ImagePart,
    Json,
    Message,
    OpaquePart,
    Part,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from foldline.wire.blocks import read_arguments

NO_RESULT: Final = "(no result of this call was recorded)"
CLEARED: Final = "(this result was cleared from the context)"
EMPTY_RESULT: Final = "(no output)"
OPENING: Final = "(the conversation begins here)"
"""Stands as the first user message where a vendor wants one and there is none."""
MAX_CALL_ID: Final = 40
"""OpenAI refuses longer ids in ``tool_calls``; Anthropic states no limit."""
MAX_TOOL_NAME: Final = 64
"""OpenAI's limit for a function name, the smaller of the two vendors'."""
_NAME_CHARACTERS: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")
"""What both vendors take in the name of a tool, and Anthropic in the id of a call."""


class Call(Struct):
    """A call with an id that is unique in its list, and its result once there is one."""

    id: str
    name: str
    arguments: dict[str, Json]
    result: ToolResultPart | None = None

    @property
    def result_text(self) -> str:
        """What the result says, never blank."""
        return NO_RESULT if self.result is None else result_text(self.result)


class Turn(Struct):
    """What one side says at one place, and the calls it makes, with their results."""

    role: Literal["system", "user", "assistant"]
    speaker: str = ""
    texts: list[str] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)

    def say(self, text: str) -> None:
        """Add text unless it is blank: no vendor takes a blank block."""
        if text.strip():
            self.texts.append(text)


def pair(messages: Sequence[Message]) -> list[Turn]:
    """Turns in an order that every vendor accepts, with the results regrouped behind their calls.

    >>> from foldline.core.messages import Message, ToolCallPart
    >>> [turn] = pair([Message("assistant", (ToolCallPart("a", "ls"),))])
    >>> turn.calls[0].result_text
    '(no result of this call was recorded)'
    """
    calls = _Calls()
    turns: list[Turn] = []
    for message in messages:
        turns += (turn for turn in _turns_of(message, calls) if turn.texts or turn.calls)
    return turns


def result_text(result: ToolResultPart) -> str:
    """What a result says, never blank."""
    if result.cleared:
        return CLEARED
    text = "\n".join(said(part) for part in result.content)
    return text if text.strip() else EMPTY_RESULT


def said(part: Part) -> str:
    """A part as plain text; empty for what has none.

    >>> said(ImagePart("image/png", 800, 600, 1234))
    '[image/png, 800x600 pixels, 1234 bytes]'
    """
    match part:
        case TextPart(text=text):
            return text
        case ImagePart():
            return _picture(part)
        case OpaquePart(kind=kind):
            return f"[{kind or 'unknown content'}]"
    return ""


def _picture(image: ImagePart) -> str:
    facts = [image.media_type or "image"]
    if image.width and image.height:
        facts.append(f"{image.width}x{image.height} pixels")
    if image.size:
        facts.append(f"{image.size} bytes")
    if image.url:
        facts.append(image.url)
    return f"[{', '.join(facts)}]"


def _turns_of(message: Message, calls: "_Calls") -> tuple[Turn, ...]:
    match message.role:
        case "system" | "developer":
            own = Turn("system", message.speaker)
        case "assistant":
            own = Turn("assistant", message.speaker)
        case _:
            own = Turn("user", message.speaker)
    asking = own if own.role == "assistant" else Turn("assistant")
    telling = own if own.role == "user" else Turn("user")
    calls.begin_message()
    for part in message.parts:
        match part:
            case ToolCallPart():
                asking.calls.append(calls.open(part))
            case ToolResultPart():
                telling.say(calls.answer(part))
            case ReasoningPart():
                pass
            case _:
                own.say(said(part))
    return (own, *(turn for turn in (asking, telling) if turn is not own))


class _Calls:
    """The calls made so far: who still waits for a result, and which ids are taken."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._waiting: dict[str, list[tuple[int, Call]]] = {}
        self._message = 0

    def begin_message(self) -> None:
        self._message += 1

    def open(self, part: ToolCallPart) -> Call:
        arguments = read_arguments(part.arguments)
        if isinstance(arguments, str):
            arguments = {"input": arguments} if arguments.strip() else {}
        call = Call(self._free_id(part.id), _clean(part.name)[:MAX_TOOL_NAME] or "unknown_tool", arguments)
        self._waiting.setdefault(part.id, []).append((self._message, call))
        return call

    def answer(self, part: ToolResultPart) -> str:
        """Give a result to its call; without one, what it says comes back as text.

        Where an id repeats, the newest message that uses it is meant, and in it the first call that still waits.
        """
        waiting = self._waiting.get(part.call_id)
        if waiting:
            newest = waiting[-1][0]
            index = next(index for index, (message, _) in enumerate(waiting) if message == newest)
            waiting.pop(index)[1].result = part
            return ""
        text = result_text(part)
        if text in {EMPTY_RESULT, CLEARED}:
            return ""
        return f"Result of an earlier call of {part.name or 'a tool'}:\n{text}"

    def _free_id(self, wanted: str) -> str:
        stem = _clean(wanted)[:MAX_CALL_ID] or "call"
        call_id, count = stem, 1
        while call_id in self._taken:
            count += 1
            suffix = f"-{count}"
            call_id = stem[: MAX_CALL_ID - len(suffix)] + suffix
        self._taken.add(call_id)
        return call_id


def _clean(name: str) -> str:
    return "".join(character if character in _NAME_CHARACTERS else "_" for character in name)
