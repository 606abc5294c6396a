"""OpenAI Chat Completions: the list of messages read, written and checked.

`decode` reads what anybody wrote, `encode` writes only what the vendor accepts, `check` says what it would refuse.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from foldline.core.messages import Json, Message
from foldline.wire.blocks import Object, json_text
from foldline.wire.edits import repaired
from foldline.wire.pairing import Call, Turn, pair
from foldline.wire.role_messages import decode, groups, said

__all__ = ["check", "decode", "encode", "groups", "repaired", "said"]

_ROLES: Final = frozenset({"system", "developer", "user", "assistant", "tool", "function"})
_MAX_NAME: Final = 64
"""OpenAI's limit for ``name``."""


def encode(messages: Sequence[Message]) -> list[Object]:
    """A list the vendor accepts, from messages of any origin; empty when they say nothing.

    >>> from foldline.core.messages import TextPart
    >>> encode([Message("user", (TextPart("hello"),))])
    [{'role': 'user', 'content': 'hello'}]
    """
    return [message for turn in pair(messages) for message in _encode_turn(turn)]


def check(messages: Sequence[Object], pending: frozenset[str] = frozenset()) -> list[str]:
    """The faults for which the vendor would refuse the list, a sentence each; none when it would accept it.

    Args:
        messages: the list as it would be sent.
        pending: ids of calls that may stand unanswered at the very end.

    >>> check([{"role": "tool", "tool_call_id": "a", "content": "x"}])
    ["message 0: the result of call 'a' does not stand directly behind the message that makes the call"]
    """
    if not messages:
        return ["the list is empty; at least one message is needed"]
    faults: list[str] = []
    asked_at, unanswered, answered = 0, list[str](), set[str]()
    for index, message in enumerate(messages):
        shape = [f"message {index}: {fault}" for fault in _shape_faults(message)]
        faults += shape
        if isinstance(message, dict) and message.get("role") == "tool":
            call_id = message.get("tool_call_id")
            if isinstance(call_id, str) and call_id in unanswered:
                unanswered.remove(call_id)
                answered.add(call_id)
            elif isinstance(call_id, str) and call_id in answered:
                faults.append(f"message {index}: call {call_id!r} has a result already")
            elif not shape:
                faults.append(
                    f"message {index}: the result of call {call_id!r} does not stand directly behind the message"
                    " that makes the call"
                )
            continue
        faults += _unanswered(asked_at, unanswered)
        asked_at, unanswered, answered = index, _call_ids(message), set()
    return faults + _unanswered(asked_at, [call_id for call_id in unanswered if call_id not in pending])


def _unanswered(index: int, call_ids: list[str]) -> list[str]:
    return [f"message {index}: call {call_id!r} is not answered directly behind it" for call_id in call_ids]


def _call_ids(message: Object) -> list[str]:
    calls = message.get("tool_calls") if isinstance(message, dict) else None
    found = [call.get("id") for call in calls if isinstance(call, dict)] if isinstance(calls, list) else []
    return list(dict.fromkeys(call_id for call_id in found if isinstance(call_id, str)))


def _encode_turn(turn: Turn) -> Iterator[Object]:
    text = "\n".join(turn.texts)
    name = turn.speaker if _is_name(turn.speaker) else ""
    if turn.role == "user" and turn.speaker and not name:
        text = f"{turn.speaker}: {text}"
    message: Object = {"role": turn.role, "content": text or None}
    if name:
        message["name"] = name
    if turn.calls:
        message["tool_calls"] = [_encode_call(call) for call in turn.calls]
    yield message
    for call in turn.calls:
        yield {"role": "tool", "tool_call_id": call.id, "content": call.result_text}


def _encode_call(call: Call) -> Object:
    return {
        "id": call.id,
        "type": "function",
        "function": {"name": call.name, "arguments": json_text(call.arguments)},
    }


def _is_name(speaker: str) -> bool:
    return 0 < len(speaker) <= _MAX_NAME and not any(mark.isspace() or mark in "<|\\/>" for mark in speaker)


def _shape_faults(message: Json) -> Iterator[str]:
    if not isinstance(message, dict):
        yield "it is no object"
        return
    role, content = message.get("role"), message.get("content")
    if role not in _ROLES if isinstance(role, str) else True:
        yield f"the role {role!r} is unknown"
    if role == "assistant" and (content is None or content == []):
        if not any(message.get(key) for key in ("tool_calls", "function_call", "refusal", "audio")):
            yield "the assistant says nothing and calls nothing"
    elif not isinstance(content, (str, list)):
        yield "it has no content"
    elif not content and isinstance(content, list):
        yield "its content is an empty list"
    elif isinstance(content, list) and not all(map(_is_block, content)):
        yield "a block of its content has no type or no text"
    if role == "tool" and not isinstance(message.get("tool_call_id"), str):
        yield "the result names no call"
    if message.get("tool_calls") is not None:
        yield from _call_faults(message["tool_calls"])


def _is_block(block: Json) -> bool:
    if not isinstance(block, dict) or not isinstance(block.get("type"), str):
        return False
    return block["type"] != "text" or isinstance(block.get("text"), str)


def _call_faults(calls: Json) -> Iterator[str]:
    if not isinstance(calls, list) or not calls:
        yield "its list of calls is empty or no list"
        return
    seen: set[str] = set()
    for call in calls:
        call_id = call.get("id") if isinstance(call, dict) else None
        if not isinstance(call, dict) or not isinstance(call_id, str):
            yield "a call has no id"
            continue
        if call_id in seen:
            yield f"two calls have the id {call_id!r}"
        seen.add(call_id)
        body = call.get("function", call.get("custom"))
        if not isinstance(body, dict) or not body.get("name"):
            yield f"call {call_id!r} names no tool"
