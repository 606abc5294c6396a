"""Gemini contents: the list read, written and checked.

`decode` reads what anybody wrote, in camel or snake case; `encode` writes only what the vendor accepts, `check` says
what it would refuse. Calls have no ids on this wire: a result belongs to a call by name and order. The system prompt is
no content: `foldline.wire.anthropic_messages.system_text` gives it.
"""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from foldline.core.counting.image_size import image_from_base64
from foldline.core.messages import (
    ImagePart,
    Json,
    Message,
    Part,
    ReasoningPart,
    Role,
    Source,
    TextPart,
    ToolResultPart,
)
from foldline.wire.blocks import Object, UnnamedCalls, as_id, as_object, as_text, json_text, opaque, read_call
from foldline.wire.pairing import OPENING, Call, Turn, pair

__all__ = ["check", "decode", "encode"]

_ROLES: Final[dict[Json, tuple[Role, Source]]] = {
    "user": ("user", "human"),
    "model": ("assistant", "agent"),
    "function": ("tool", "tool"),
    "system": ("system", "client"),
}
_SYSTEM: Final = frozenset({"system", "developer"})
_PAYLOADS: Final = (
    "text", "inlineData", "fileData", "functionCall", "functionResponse", "executableCode", "codeExecutionResult",
)  # fmt: skip


def decode(contents: Sequence[Json]) -> list[Message]:
    """The messages of a list, one for each content and at the same index.

    >>> [message] = decode([{"role": "user", "parts": [{"text": "hello"}]}])
    >>> message.role, message.text, message.source
    ('user', 'hello', 'human')
    """
    unnamed = UnnamedCalls()
    return [_message(content, unnamed) for content in contents]


def _message(content: Json, unnamed: UnnamedCalls) -> Message:
    if not isinstance(content, dict):
        return Message("user", (opaque("content", content),), source="client")
    named = content.get("role") or "user"
    role, source = _ROLES.get(named, ("user", "client")) if isinstance(named, str) else ("user", "client")
    listed = content.get("parts")
    parts = [_part(part, unnamed) for part in (listed if isinstance(listed, list) else [])]
    if parts and all(isinstance(part, ToolResultPart) for part in parts):
        role, source = "tool", "tool"
    return Message(role, tuple(parts), source=source)


def _part(part: Json, unnamed: UnnamedCalls) -> Part:
    if not isinstance(part, dict):
        return TextPart(part) if isinstance(part, str) else opaque("part", part)
    if isinstance(text := part.get("text"), str):
        return _text(part, text)
    if isinstance(call := _field(part, "functionCall", "function_call"), dict):
        return read_call(call.get("id"), call.get("name"), call.get("args"), unnamed)
    if isinstance(response := _field(part, "functionResponse", "function_response"), dict):
        return _result(response, unnamed)
    if isinstance(inline := _field(part, "inlineData", "inline_data"), dict):
        return _picture(part, inline)
    return opaque(next(iter(part), ""), part)


def _text(part: Object, text: str) -> Part:
    signature = as_text(_field(part, "thoughtSignature", "thought_signature"))
    return ReasoningPart(text, signature) if part.get("thought") is True else TextPart(text)


def _field(part: Object, camel: str, snake: str) -> Json:
    return part.get(camel, part.get(snake))


def _picture(part: Object, inline: Object) -> Part:
    kind, data = as_text(_field(inline, "mimeType", "mime_type")), inline.get("data")
    if kind.startswith("image/") and isinstance(data, str):
        return image_from_base64(data, kind)
    return ImagePart(kind) if kind.startswith("image/") else opaque("inlineData", part)


def _result(response: Object, unnamed: UnnamedCalls) -> ToolResultPart:
    name, said = as_text(response.get("name")), response.get("response")
    fields = as_object(said)
    failed = True if "error" in fields else None
    for key in ("output", "result", "error", "content"):
        if list(fields) == [key]:
            said = fields[key]
    text = said if isinstance(said, str) else "" if said is None else json_text(said)
    call_id = as_id(response.get("id")) or unnamed.result(name)
    return ToolResultPart(call_id, (TextPart(text),) if text else (), name, is_error=failed)


def encode(messages: Sequence[Message]) -> list[Object]:
    """A list the vendor accepts, from messages of any origin; empty when they say nothing.

    The system messages it begins with are left out; later ones become user text.

    >>> encode([Message("user", (TextPart("hello"),))])
    [{'role': 'user', 'parts': [{'text': 'hello'}]}]
    """
    opening = list(takewhile(lambda message: message.role in _SYSTEM, messages))
    encoded: list[Object] = []
    last: list[Json] = []
    for turn in pair(messages[len(opening) :]):
        for role, parts in _encode_turn(turn):
            if not encoded and role == "model":
                encoded.append({"role": "user", "parts": [{"text": OPENING}]})
            if encoded and encoded[-1]["role"] == role and not _calls(encoded[-1]) and not _responses({"parts": parts}):
                last += parts
            else:
                last = parts
                encoded.append({"role": role, "parts": last})
    return encoded


def _encode_turn(turn: Turn) -> Iterator[tuple[str, list[Json]]]:
    parts: list[Json] = [{"text": text} for text in turn.texts]
    if turn.role != "assistant":
        if turn.role == "user" and turn.speaker:
            parts[0] = {"text": f"{turn.speaker}: {turn.texts[0]}"}
        yield "user", parts
        return
    parts += [{"functionCall": {"name": call.name, "args": call.arguments}} for call in turn.calls]
    yield "model", parts
    if turn.calls:
        yield "user", [_encode_result(call) for call in turn.calls]


def _encode_result(call: Call) -> Json:
    failed = call.result is not None and call.result.is_error is True
    said: Object = {"error" if failed else "output": call.result_text}
    return {"functionResponse": {"name": call.name, "response": said}}


def check(contents: Sequence[Json], pending: frozenset[str] = frozenset()) -> list[str]:
    """The faults for which the vendor would refuse the list, a sentence each; none when it would accept it.

    Args:
        contents: the list as it would be sent.
        pending: names of calls that may stand unanswered at the very end.

    >>> check([{"role": "model", "parts": [{"functionCall": {"name": "ls", "args": {}}}]}])
    ["content 0: call 'ls' stands before anybody asked", "content 0: call 'ls' is not answered directly behind it"]
    """
    if not contents:
        return ["the list is empty; at least one content is needed"]
    faults: list[str] = []
    for index, content in enumerate(contents):
        faults += (f"content {index}: {fault}" for fault in _shape_faults(content))
        before = contents[index - 1] if index else {}
        asked, answered = _calls(before), _responses(content)
        if asked or answered:
            faults += (f"content {at}: {fault}" for at, fault in _pair_faults(index, asked, answered))
        if _calls(content) and not (index and as_object(before).get("role", "user") != "model"):
            faults += (f"content {index}: call {name!r} stands before anybody asked" for name in _calls(content))
    open_calls = [name for name in _calls(contents[-1]) if name not in pending]
    return faults + [
        f"content {len(contents) - 1}: call {name!r} is not answered directly behind it" for name in open_calls
    ]


def _pair_faults(index: int, asked: list[str], answered: list[str]) -> Iterator[tuple[int, str]]:
    """What is wrong between the calls of one content and the results of the next."""
    left = list(answered)
    for name in asked:
        if name in left:
            left.remove(name)
        else:
            yield index - 1, f"call {name!r} is not answered directly behind it"
    for name in left:
        yield index, f"the result of {name!r} does not stand directly behind the content that makes the call"


def _calls(content: Json) -> list[str]:
    return _names(content, "functionCall", "function_call")


def _responses(content: Json) -> list[str]:
    return _names(content, "functionResponse", "function_response")


def _names(content: Json, camel: str, snake: str) -> list[str]:
    parts = as_object(content).get("parts")
    found = [_field(as_object(part), camel, snake) for part in (parts if isinstance(parts, list) else [])]
    return [as_text(as_object(body).get("name")) for body in found if body is not None]


def _shape_faults(content: Json) -> Iterator[str]:
    if not isinstance(content, dict):
        yield "it is no object"
        return
    role, parts = content.get("role", "user"), content.get("parts")
    if role not in ("user", "model", "function"):
        yield f"the role {role!r} is unknown"
    if not isinstance(parts, list) or not parts:
        yield "it has no parts"
        return
    for part in parts:
        fields = as_object(part)
        held = [name for name in _PAYLOADS if _field(fields, name, _snake(name)) is not None]
        if len(held) != 1:
            yield f"a part holds {len(held) or 'none'} of what a part can hold one of"
    if _calls(content) and role != "model":
        yield "only the model makes calls"
    if _responses(content) and role == "model":
        yield "the model can't answer its own calls"
    if any(not name for name in (*_calls(content), *_responses(content))):
        yield "a call or a result names no tool"


def _snake(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)
