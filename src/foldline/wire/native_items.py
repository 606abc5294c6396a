"""A live request as items of OpenAI's Responses, reasoning and all: what the service itself folds.

What a client recorded goes as it was; of what was read from other formats, each part becomes its item. The list is one
the service accepts: no result without its call, no call without a result, nothing said between a call and its result.
"""

from collections.abc import Iterable
from typing import Final

import msgspec

from foldline.core.messages import (
    Json,
    Message,
    OpaquePart,
    Part,
    ReasoningPart,
    ToolCallPart,
    ToolResultPart,
)
from foldline.core.remote.live import Live
from foldline.core.session import Item
from foldline.wire.blocks import Object, as_object, as_text, json_text
from foldline.wire.pairing import NO_RESULT, result_text, said
from foldline.wire.response_items import CALLS, COMPACTIONS, KINDS, RESULTS, UNSENT

WIRE: Final = "openai_responses"
MAX_CALL_ID: Final = 64
"""OpenAI refuses longer ids of calls here."""
_SEALED_MARK: Final = "gAAAA"
"""How OpenAI's encrypted reasoning begins (Fernet's version byte and time); other vendors' proofs do not."""
_OUTPUT_ONLY: Final = ("status", "internal_chat_message_metadata_passthrough")
"""Fields that a record of an item has and an input does not."""


def input_items(live: Live) -> list[Object]:
    """The whole input: what the client put first, the fold before, what it did not cover."""
    lead = [as_object(msgspec.json.decode(item)) for item in live.payload.items] if live.payload else []
    before = [message_item("user", [live.previous])] if live.previous else []
    head = (one for item in live.head for one in item_objects(live, item))
    folded = (one for item in live.folded for one in item_objects(live, item))
    return paired([*head, *lead, *before, *folded])


def item_objects(live: Live, item: Item) -> list[Object]:
    """The items of a message: as the client recorded them, else made from its parts."""
    raws = live.raws.get(item.id, ()) if live.wire == WIRE else ()
    return [_as_input(as_object(raw)) for raw in raws] or message_items(item.message)


def _as_input(item: Object) -> Object:
    return {key: value for key, value in item.items() if key not in _OUTPUT_ONLY}


def message_items(message: Message) -> list[Object]:
    """The items of a message, in the order of its parts.

    >>> [item["type"] for item in message_items(Message("assistant", (ToolCallPart("c1", "ls"),)))]
    ['function_call']
    """
    made: list[Object] = []
    texts: list[str] = []
    for part in message.parts:
        if (item := _item(part)) is None:
            texts.append(said(part))
            continue
        if item:
            _flush(made, message, texts)
            made.append(item)
    _flush(made, message, texts)
    return made


def _flush(made: list[Object], message: Message, texts: list[str]) -> None:
    """Put what was said so far into an item of its own."""
    told = [text for text in texts if text.strip()]
    texts.clear()
    if not told:
        return
    if message.role == "user" and message.speaker:
        told[0] = f"{message.speaker}: {told[0]}"
    made.append(message_item("user" if message.role == "tool" else message.role, told))


def message_item(role: str, texts: Iterable[str]) -> Object:
    """What one side says, as an item."""
    kind = "output_text" if role == "assistant" else "input_text"
    return {"type": "message", "role": role, "content": [{"type": kind, "text": text} for text in texts]}


def _item(part: Part) -> Object | None:
    """The item a part is by itself, an empty one for what is not sent; None for what is said in a message."""
    match part:
        case ToolCallPart(arguments=str() as text) if text.strip() and not text.lstrip().startswith("{"):
            return {"type": "custom_tool_call", "call_id": _call_id(part.id), "name": part.name, "input": text}
        case ToolCallPart(arguments=arguments):
            written = arguments if isinstance(arguments, str) and arguments.strip() else json_text(arguments or {})
            return {"type": "function_call", "call_id": _call_id(part.id), "name": part.name, "arguments": written}
        case ToolResultPart():
            return {"type": "function_call_output", "call_id": _call_id(part.call_id), "output": result_text(part)}
        case ReasoningPart():
            return _reasoning(part)
        case OpaquePart(kind=kind, raw=raw) if kind in KINDS | COMPACTIONS:
            return _as_input(_decoded(raw)) or None
    return None


def _call_id(call_id: str) -> str:
    """The id by which the service pairs; pi writes that of the item behind it."""
    return call_id.partition("|")[0][:MAX_CALL_ID] or "call"


def _reasoning(part: ReasoningPart) -> Object:
    """Reasoning that OpenAI sealed, as its item; what others thought is not sent."""
    item = _decoded(part.signature)
    if item.get("type") == "reasoning":
        return _as_input(item)
    if not part.signature.startswith(_SEALED_MARK):
        return {}
    summary: list[Json] = [{"type": "summary_text", "text": part.text}] if part.text else []
    return {"type": "reasoning", "summary": summary, "encrypted_content": part.signature}


def _decoded(text: str) -> Object:
    if not text.startswith("{"):
        return {}
    try:
        return as_object(msgspec.json.decode(text))
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        return {}


def paired(items: Iterable[Object]) -> list[Object]:
    """The items in an order that the service accepts: calls, then their results, and nothing in between.

    >>> call = {"type": "function_call", "call_id": "a"}
    >>> said = {"type": "message", "role": "assistant"}
    >>> [item["type"] for item in paired([call, said, {"type": "function_call_output", "call_id": "a"}])]
    ['message', 'function_call', 'function_call_output']
    """
    done: list[Object] = []
    open_calls: dict[str, Object] = {}
    batch = 0
    for item in items:
        kind, call_id = as_text(item.get("type")) or "message", as_text(item.get("call_id"))
        if kind in UNSENT:
            continue
        if kind in RESULTS:
            call = open_calls.pop(call_id, None)
            if call is not None:
                done.append({**item, "type": _answering(call)})
        elif kind in CALLS and call_id:
            batch = batch if open_calls else len(done)
            open_calls[call_id] = item
            done.append(item)
        elif open_calls and kind == "message" and item.get("role") == "assistant":
            done.insert(batch, item)
            batch += 1
        else:
            if kind != "reasoning":
                done += _unanswered(open_calls)
            done.append(item)
    return _without_loose_reasoning([*done, *_unanswered(open_calls)])


_ANSWERS: Final = {"custom_tool_call": "custom_tool_call_output", "tool_search_call": "tool_search_output"}


def _answering(call: Object) -> str:
    """The kind of the item that answers a call."""
    return _ANSWERS.get(as_text(call.get("type")), "function_call_output")


def _unanswered(open_calls: dict[str, Object]) -> list[Object]:
    """Results that say that there is none, for calls that nobody answered."""
    waiting = list(open_calls.items())
    open_calls.clear()
    return [
        {"type": _answering(call), "call_id": call_id, "output": NO_RESULT}
        for call_id, call in waiting
        if call.get("type") != "tool_search_call"
    ]


def _without_loose_reasoning(items: list[Object]) -> list[Object]:
    """The items without reasoning that led to nothing: the service wants what came of it behind it."""
    kept: list[Object] = []
    for item in reversed(items):
        following = kept[-1] if kept else {}
        is_own = following.get("role") == "assistant" or following.get("type") in CALLS | {"reasoning"}
        if item.get("type") != "reasoning" or is_own:
            kept.append(item)
    return kept[::-1]
