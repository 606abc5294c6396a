"""What Anthropic's Messages endpoint would refuse in a list of messages.

The server merges neighbours of one role before it looks, and so does this: a *turn* is such a run. Results may come in
several user messages of one turn, as long as all of them stand before anything else in it.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias

from foldline.core.messages import Json
from foldline.wire.blocks import Object

_ROLES: Final = frozenset({"user", "assistant", "system"})
"""Of these ``system`` is taken inside the list only (behind a beta flag), never as its first message."""
_THINKING: Final = frozenset({"thinking", "redacted_thinking"})
_ONLY_FROM: Final[dict[str, Json]] = {
    "tool_result": "user",
    "tool_use": "assistant",
    "thinking": "assistant",
    "redacted_thinking": "assistant",
}
"""Blocks that one side alone may send."""


class _Block(NamedTuple):
    """A block with the index of its message; string content counts as one text block."""

    at: int
    kind: str
    body: Object


_Turn: TypeAlias = tuple[str, list[_Block]]


def check(messages: Sequence[Object], pending: frozenset[str] = frozenset()) -> list[str]:
    """The faults for which the vendor would refuse the list, a sentence each; none when it would accept it.

    Args:
        messages: the list as it would be sent.
        pending: ids of calls that may stand unanswered at the very end.

    >>> check([{"role": "assistant", "content": "hello"}])
    ["message 0: the first message must be the user's"]
    """
    if not messages:
        return ["the list is empty; at least one message is needed"]
    faults = [
        f"message {index}: {fault}"
        for index, message in enumerate(messages)
        for fault in _message_faults(message, is_last=index == len(messages) - 1)
    ]
    if isinstance(messages[0], dict) and messages[0].get("role") != "user" and not _leads(messages[0]):
        faults.insert(0, "message 0: the first message must be the user's")
    turns = _turns(messages)
    faults += _id_faults(turns)
    for number, (role, blocks) in enumerate(turns):
        before = turns[number - 1] if number else ("", [])
        after = turns[number + 1] if number + 1 < len(turns) else None
        if role == "user":
            faults += _result_faults(blocks, before)
        if role == "assistant":
            faults += _call_faults(blocks, after, pending if number + 2 >= len(turns) else frozenset())
    return faults + _ending_faults(turns)


def _leads(message: Object) -> bool:
    """Whether a message holds the block of the service's own fold, which stands before all others."""
    content = message.get("content")
    first = content[0] if isinstance(content, list) and content else None
    return message.get("role") == "assistant" and isinstance(first, dict) and first.get("type") == "compaction"


def _message_faults(message: Json, *, is_last: bool) -> Iterator[str]:
    if not isinstance(message, dict):
        yield "it is no object"
        return
    role, content = message.get("role"), message.get("content")
    if not isinstance(role, str) or role not in _ROLES:
        yield f"the role {role!r} is unknown"
    if not isinstance(content, (str, list)):
        yield "it has no content"
    elif not content:
        # The one message that may be empty: the beginning of an answer that is yet to be written.
        if not (is_last and role == "assistant"):
            yield "its content is empty"
    else:
        blocks: list[Json] = content if isinstance(content, list) else [{"type": "text", "text": content}]
        for block in blocks:
            yield from _block_faults(block, role)


def _block_faults(block: Json, role: Json) -> Iterator[str]:
    kind = block.get("type") if isinstance(block, dict) else None
    if not isinstance(block, dict) or not isinstance(kind, str):
        yield "a block of its content has no type"
        return
    if _ONLY_FROM.get(kind, role) != role:
        yield f"a {kind} block cannot come from the {role}"
    match kind:
        case "text":
            text = block.get("text")
            if not isinstance(text, str) or not text.strip():
                yield "a text block is blank"
        case "tool_use":
            if not isinstance(block.get("id"), str) or not block.get("name"):
                yield "a call has no id or names no tool"
            if not isinstance(block.get("input"), dict):
                yield "the input of a call is no object"
        case "tool_result" if not isinstance(block.get("tool_use_id"), str):
            yield "a result names no call"


def _turns(messages: Sequence[Object]) -> list[_Turn]:
    numbered = [(index, message) for index, message in enumerate(messages) if isinstance(message, dict)]
    return [
        (str(role), [block for index, message in run for block in _blocks(index, message.get("content"))])
        for role, run in groupby(numbered, key=lambda pair: pair[1].get("role"))
    ]


def _blocks(index: int, content: Json) -> Iterator[_Block]:
    if isinstance(content, str):
        yield _Block(index, "text", {"type": "text", "text": content})
    for block in content if isinstance(content, list) else []:
        if isinstance(block, dict) and isinstance(kind := block.get("type"), str):
            yield _Block(index, kind, block)


def _ids(turn: _Turn | None, kind: str, key: str) -> dict[str, int]:
    """Ids in the blocks of a kind, each with the index of the message it stands in."""
    blocks = turn[1] if turn is not None else []
    return {name: index for index, found, body in blocks if found == kind and isinstance(name := body.get(key), str)}


def _id_faults(turns: list[_Turn]) -> Iterator[str]:
    seen: set[str] = set()
    for _, blocks in turns:
        for index, kind, body in blocks:
            if kind == "tool_use" and isinstance(call_id := body.get("id"), str):
                if call_id in seen:
                    yield f"message {index}: another call has the id {call_id!r} already"
                seen.add(call_id)


def _result_faults(blocks: list[_Block], before: _Turn) -> Iterator[str]:
    asked = _ids(before, "tool_use", "id") if before[0] == "assistant" else {}
    answered: set[str] = set()
    other_seen = False
    for index, kind, body in blocks:
        call_id = body.get("tool_use_id")
        if kind != "tool_result":
            other_seen = True
        elif isinstance(call_id, str):
            if call_id in answered:
                yield f"message {index}: call {call_id!r} has a result already"
            elif call_id not in asked:
                yield f"message {index}: the result {call_id!r} answers no call of the assistant turn before it"
            elif other_seen:
                yield f"message {index}: the result {call_id!r} stands behind other content; results come first"
            answered.add(call_id)


def _call_faults(blocks: list[_Block], after: _Turn | None, pending: frozenset[str]) -> Iterator[str]:
    """Unanswered calls. ``pending`` is for the end of the list: nothing but results may follow the calls there."""
    answered = _ids(after, "tool_result", "tool_use_id") if after is not None and after[0] == "user" else {}
    at_end = after is None or all(block.kind == "tool_result" for block in after[1])
    for call_id, index in _ids(("", blocks), "tool_use", "id").items():
        if call_id not in answered and not (at_end and call_id in pending):
            yield f"message {index}: call {call_id!r} is not answered in the next user message"


def _ending_faults(turns: list[_Turn]) -> list[str]:
    faults = [
        f"message {blocks[-1].at}: an assistant turn cannot end with thinking"
        for role, blocks in turns
        if role == "assistant" and blocks and blocks[-1].kind in _THINKING
    ]
    role, blocks = turns[-1] if turns else ("", [])
    text = blocks[-1].body.get("text") if role == "assistant" and blocks else None
    if isinstance(text, str) and text != text.rstrip():
        faults.append(f"message {blocks[-1].at}: the last assistant message ends in white space")
    return faults
