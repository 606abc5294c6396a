"""Items of OpenAI's Responses format, as its API takes them and Codex records them, read into parts and messages.

An item of an unknown kind is kept as its JSON text at its place in the answer.
"""

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec
from msgspec import Struct

from foldline.core.counting.image_size import image_from_base64
from foldline.core.messages import (
    ImagePart,
    Json,
    Message,
    OpaquePart,
    Part,
    ReasoningPart,
    Role,
    Source,
    StopReason,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    Usage,
)
from foldline.core.speech.authorship import typed_text
from foldline.wire.blocks import (
    Object,
    UnnamedCalls,
    as_id,
    as_object,
    as_text,
    opaque,
    read_arguments,
    read_content,
)

COMPACTIONS: Final = frozenset({"compaction", "compaction_summary", "context_compaction"})
"""Items that stand for what the provider folded; only it can read them."""
CALLS: Final = frozenset({"function_call", "custom_tool_call", "local_shell_call", "tool_search_call"})
RESULTS: Final = frozenset({"function_call_output", "custom_tool_call_output", "tool_search_output"})
UNSENT: Final = frozenset({"ghost_snapshot"})
"""Items that are recorded and never sent."""
KINDS: Final = CALLS | RESULTS | COMPACTIONS | {"message", "reasoning", "web_search_call", "image_generation_call"}

_HEADER_LINES: Final = 8
"""Lines a command's result may open with before its output; there are up to five."""
_EXIT_CODES: Final = ("Exit code: ", "Process exited with code ")
_HEADER: Final = (*_EXIT_CODES, "Chunk ID: ", "Wall time: ", "Original token count: ", "Total output lines: ")


class Answer(Struct):
    """An answer of the model while its items come in."""

    parts: list[Part] = []
    timestamp: str = ""
    model: str = ""
    usage: Usage | None = None
    aborted: bool = False
    response_id: str = ""

    def message(self) -> Message:
        """The answer as it stands."""
        stop: StopReason = "stop" if self.parts else ""
        if self.aborted:
            stop = "aborted"
        elif any(isinstance(part, ToolCallPart) for part in self.parts):
            stop = "tool_use"
        return Message(
            "assistant",
            tuple(self.parts),
            "agent",
            timestamp=self.timestamp,
            model=self.model,
            usage=self.usage,
            stop_reason=stop,
            response_id=self.response_id,
        )


def is_answer(item: Object) -> bool:
    """Whether an item is part of a model's answer, and not what was said to the model."""
    kind = str(item.get("type"))
    return (kind != "message" or item.get("role") == "assistant") and kind not in RESULTS and kind != "agent_message"


def read_answer(item: Object) -> list[Part]:
    """What an item adds to an answer."""
    match item.get("type"):
        case "message":
            return read_content(item.get("content"), UnnamedCalls())
        case "reasoning":
            texts = [*_texts(item.get("summary")), *_texts(item.get("content"))]
            return [ReasoningPart("\n\n".join(texts), as_text(item.get("encrypted_content")))]
        case "image_generation_call" if isinstance(result := item.get("result"), str):
            return [image_from_base64(result)]
        case str() as kind if kind in CALLS and (call_id := _call_id(item)):
            return [_call(item, call_id)]
        case kind:
            return [opaque(kind, item)]


def read_said(item: Object, timestamp: str) -> Message:
    """What was said to the model: a message of the user or the client, or the result of a tool."""
    if str(item.get("type")) in RESULTS:
        return Message("tool", (_result(item),), "tool", timestamp=timestamp)
    parts = tuple(read_content(item.get("content"), UnnamedCalls()))
    role: Role = "system" if item.get("role") == "system" else "user"
    if item.get("role") == "developer":
        role = "developer"
    by_human = role == "user" and item.get("type") == "message" and any(map(_is_typed, parts))
    source: Source = "human" if by_human else "client"
    return Message(role, parts, source, timestamp=timestamp)


def read_history(items: Iterable[Json], timestamp: str = "") -> Iterator[Message]:
    """The messages a list of items stands for; the items of one answer in a row become one."""
    for group in grouped(items):
        if is_answer(group[0]):
            answer = Answer(timestamp=timestamp)
            for item in group:
                answer.parts += read_answer(item)
            yield answer.message()
        else:
            yield read_said(group[0], timestamp)


def grouped(items: Iterable[Json]) -> Iterator[list[Object]]:
    """The items of each message in a list; what is never sent is left out."""
    answer: list[Object] = []
    for item in items:
        if not isinstance(item, dict) or str(item.get("type")) in UNSENT:
            continue
        if is_answer(item):
            answer.append(item)
            continue
        if answer:
            yield answer
            answer = []
        yield [item]
    if answer:
        yield answer


def _is_typed(part: Part) -> bool:
    return isinstance(part, ImagePart) or (isinstance(part, TextPart) and bool(typed_text(part.text).strip()))


def _texts(blocks: Json) -> list[str]:
    if not isinstance(blocks, list):
        return []
    return [text for block in blocks if isinstance(block, dict) and isinstance(text := block.get("text"), str)]


def _call_id(item: Object) -> str:
    """The id that a result names; early shell calls have none but their own."""
    own = item.get("id") if item.get("type") == "local_shell_call" else None
    return as_id(item.get("call_id")) or as_id(own)


def _call(item: Object, call_id: str) -> ToolCallPart:
    match item.get("type"):
        case "local_shell_call":
            return ToolCallPart(call_id, "local_shell", as_object(item.get("action")))
        case "tool_search_call":
            return ToolCallPart(call_id, "tool_search", read_arguments(item.get("arguments")))
        case "custom_tool_call":
            return ToolCallPart(call_id, as_text(item.get("name")), as_text(item.get("input")))
        case _:
            return ToolCallPart(call_id, as_text(item.get("name")), read_arguments(item.get("arguments")))


class _Metadata(Struct):
    exit_code: int


class _OldOutput(Struct):
    """The JSON text that Codex wrote as the result of a command until late 2025."""

    output: str
    metadata: _Metadata


_old_output: Final = msgspec.json.Decoder(_OldOutput)


def _result(item: Object) -> ToolResultPart:
    output, is_error, exit_code = item.get("output", item.get("tools")), None, None
    if isinstance(output, dict):
        is_error = not output["success"] if isinstance(output.get("success"), bool) else None
        output = output.get("content", output)
    call_id = as_id(item.get("call_id"))
    if isinstance(output, str):
        text, exit_code = _command_output(output)
        return ToolResultPart(call_id, (TextPart(text),) if text else (), is_error=is_error, exit_code=exit_code)
    if isinstance(output, list):
        exit_code = _command_output(next(iter(_texts(output)), ""))[1]
    content = tuple(
        part if isinstance(part, (TextPart, ImagePart, OpaquePart)) else opaque("content", output)
        for part in read_content(output, UnnamedCalls())
    )
    return ToolResultPart(call_id, content, is_error=is_error, exit_code=exit_code)


def _command_output(output: str) -> tuple[str, int | None]:
    """The text of a command's result and the code it ended with, where the result tells it."""
    if output.startswith("{"):
        try:
            old = _old_output.decode(output)
        except (msgspec.DecodeError, UnicodeEncodeError):
            return output, None
        return old.output, old.metadata.exit_code
    if output.startswith(_HEADER):
        for line in output.split("\n", _HEADER_LINES)[:_HEADER_LINES]:
            if line.startswith("Output:"):
                break
            if line.startswith(_EXIT_CODES) and (code := line.rpartition(" ")[2]).removeprefix("-").isdecimal():
                return output, int(code)
    return output, None
