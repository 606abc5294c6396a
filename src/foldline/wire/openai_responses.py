"""OpenAI Responses: the list of input items read, written and checked.

`decode` reads what anybody wrote, `encode` writes only what the vendor accepts, `check` says what it would refuse. What
a model says and the calls it makes are items of their own here; those of one answer in a row are one message.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from foldline.core.messages import Json, Message
from foldline.wire.blocks import Object, as_object, json_text
from foldline.wire.native_items import message_item, paired
from foldline.wire.pairing import Turn, pair
from foldline.wire.response_items import CALLS, RESULTS, UNSENT, is_answer, read_history

__all__ = ["check", "decode", "encode", "groups", "repaired", "said"]

_ROLES: Final = frozenset({"system", "developer", "user", "assistant"})
_ANSWERED: Final = CALLS - {"tool_search_call"}
"""Calls whose result has to stand behind them; the service itself answers a search."""
_RESULTS: Final = RESULTS | {"local_shell_call_output"}
_SAID: Final = frozenset({"output_text", "refusal"})


def decode(items: str | Sequence[Json]) -> list[Message]:
    """The messages that a list of input items stands for; a text alone is the user's.

    >>> [message] = decode("hello")
    >>> message.role, message.text, message.source
    ('user', 'hello', 'human')
    """
    if isinstance(items, str):
        items = [{"type": "message", "role": "user", "content": items}]
    return list(read_history([_typed(item) for item in items]))


def _typed(item: Json) -> Json:
    """An item with its kind: a message may come without."""
    if isinstance(item, dict) and "type" not in item and "role" in item:
        return {"type": "message", **item}
    return item


def groups(items: Sequence[Object]) -> list[tuple[Object, ...]]:
    """The items of each message that `decode` gives, the very objects; what is never sent is left out.

    >>> groups([{"type": "reasoning"}, {"role": "assistant", "content": "hi"}])
    [({'type': 'reasoning'}, {'role': 'assistant', 'content': 'hi'})]
    """
    found: list[tuple[Object, ...]] = []
    goes_on = False
    for item in items:
        typed = as_object(_typed(item))
        if not typed or str(typed.get("type")) in UNSENT:
            continue
        is_part = is_answer(typed)
        if is_part and goes_on:
            found[-1] = (*found[-1], item)
        else:
            found.append((item,))
        goes_on = is_part
    return found


def said(text: str) -> Object:
    """A text of the user as an item."""
    return message_item("user", [text])


def repaired(items: Sequence[Object], pending: frozenset[str]) -> list[Object]:  # noqa: ARG001 - none may wait here
    """The items with results that have no call taken out, and a note where a call has no result."""
    return paired(items)


def encode(messages: Sequence[Message]) -> list[Object]:
    """A list the vendor accepts, from messages of any origin; empty when they say nothing.

    >>> from foldline.core.messages import TextPart
    >>> encode([Message("user", (TextPart("hello"),))])
    [{'type': 'message', 'role': 'user', 'content': [{'type': 'input_text', 'text': 'hello'}]}]
    """
    turns: list[Turn] = []
    for turn in pair(messages):
        if turns and turn.role == turns[-1].role == "assistant" and not turns[-1].calls:
            turns[-1].texts += turn.texts
            turns[-1].calls = turn.calls
        else:
            turns.append(turn)
    return [item for turn in turns for item in _encode_turn(turn)]


def _encode_turn(turn: Turn) -> Iterator[Object]:
    if turn.texts:
        first, *others = turn.texts
        if turn.role == "user" and turn.speaker:
            first = f"{turn.speaker}: {first}"
        kind = "output_text" if turn.role == "assistant" else "input_text"
        content: list[Json] = [{"type": kind, "text": text} for text in (first, *others)]
        yield {"type": "message", "role": turn.role, "content": content}
    for call in turn.calls:
        arguments = json_text(call.arguments)
        yield {"type": "function_call", "call_id": call.id, "name": call.name, "arguments": arguments}
    for call in turn.calls:
        yield {"type": "function_call_output", "call_id": call.id, "output": call.result_text}


def check(items: Sequence[Json], pending: frozenset[str] = frozenset()) -> list[str]:
    """The faults for which the vendor would refuse the list, a sentence each; none when it would accept it.

    Args:
        items: the list as it would be sent.
        pending: ids of calls that may stand unanswered.

    >>> check([{"type": "function_call_output", "call_id": "a", "output": "x"}])
    ["item 0: the result of call 'a' stands behind no such call"]
    """
    if not items:
        return ["the list is empty; at least one item is needed"]
    faults: list[str] = []
    waiting: dict[str, int] = {}
    for index, item in enumerate(items):
        if not isinstance(item, dict):
            faults.append(f"item {index}: it is no object")
            continue
        kind = str(item.get("type", "message"))
        call_id = item.get("call_id")
        if kind in _ANSWERED | _RESULTS and not isinstance(call_id, str):
            faults.append(f"item {index}: it names no call")
        elif kind in _ANSWERED and isinstance(call_id, str):
            waiting[call_id] = index
        elif kind in _RESULTS and isinstance(call_id, str):
            if waiting.pop(call_id, None) is None:
                faults.append(f"item {index}: the result of call {call_id!r} stands behind no such call")
        elif kind == "message":
            faults += (f"item {index}: {fault}" for fault in _message_faults(item))
        elif kind == "reasoning" and not _goes_on(items, index):
            faults.append(f"item {index}: the reasoning stands without the item that it led to")
    return faults + [
        f"item {index}: call {call_id!r} is not answered"
        for call_id, index in waiting.items()
        if call_id not in pending
    ]


def _goes_on(items: Sequence[Json], index: int) -> bool:
    """Whether something of the model's own follows a reasoning item."""
    following = items[index + 1] if index + 1 < len(items) else None
    if not isinstance(following, dict):
        return False
    kind = str(following.get("type", "message"))
    return following.get("role") == "assistant" if kind == "message" else kind not in _RESULTS


def _message_faults(item: Object) -> Iterator[str]:
    role, content = item.get("role"), item.get("content")
    if not isinstance(role, str) or role not in _ROLES:
        yield f"the role {role!r} is unknown"
    if not isinstance(content, (str, list)):
        yield "it has no content"
        return
    for block in content if isinstance(content, list) else []:
        kind = block.get("type") if isinstance(block, dict) else None
        if not isinstance(kind, str):
            yield "a block of its content has no type"
        elif (kind in _SAID) != (role == "assistant"):
            yield f"a block of the type {kind!r} can't be said by {role!r}"
