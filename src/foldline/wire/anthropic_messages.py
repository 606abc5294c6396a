"""Anthropic Messages: the list of messages read, written and checked.

`decode` reads what anybody wrote, `encode` writes only what the vendor accepts, `check` says what it would refuse. The
system prompt is no message on this wire: `system_text` gives it.
"""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from foldline.core.messages import Json, Message, ToolResultPart
from foldline.wire.anthropic_faults import check
from foldline.wire.blocks import Object
from foldline.wire.edits import repaired
from foldline.wire.pairing import OPENING, Turn, pair
from foldline.wire.role_messages import decode, groups, said

__all__ = ["check", "decode", "encode", "groups", "repaired", "said", "system_text"]

_SYSTEM: Final = frozenset({"system", "developer"})


def encode(messages: Sequence[Message]) -> list[Object]:
    """A list the vendor accepts, from messages of any origin; empty when they say nothing.

    The system messages it begins with are left out (`system_text`); later ones become user text.

    >>> from foldline.core.messages import TextPart
    >>> encode([Message("system", (TextPart("Be brief."),)), Message("user", (TextPart("hello"),))])
    [{'role': 'user', 'content': [{'type': 'text', 'text': 'hello'}]}]
    """
    turns = pair(messages[len(_opening_system(messages)) :])
    if turns and turns[-1].role == "assistant" and not turns[-1].calls:
        turns[-1].texts[-1] = turns[-1].texts[-1].rstrip()
    encoded: list[Object] = []
    last: list[Json] = []
    for turn in turns:
        for role, blocks in _encode_turn(turn):
            if not encoded and role == "assistant":
                encoded.append({"role": "user", "content": [_text_block(OPENING)]})
            if encoded and encoded[-1]["role"] == role:
                last += blocks
            else:
                last = blocks
                encoded.append({"role": role, "content": last})
    return encoded


def system_text(messages: Sequence[Message]) -> str:
    """The system prompt for the request: the text of the system messages the list begins with.

    >>> from foldline.core.messages import TextPart
    >>> system_text([Message("system", (TextPart("Be brief."),)), Message("user", (TextPart("hello"),))])
    'Be brief.'
    """
    return "\n\n".join(text for message in _opening_system(messages) if (text := message.text).strip())


def _opening_system(messages: Sequence[Message]) -> list[Message]:
    return list(takewhile(lambda message: message.role in _SYSTEM, messages))


def _encode_turn(turn: Turn) -> Iterator[tuple[str, list[Json]]]:
    """What a turn puts into the list: the role and blocks of its own message, then those of the results."""
    blocks = [_text_block(text) for text in turn.texts]
    if turn.role != "assistant":
        if turn.role == "user" and turn.speaker:
            blocks[0] = _text_block(f"{turn.speaker}: {turn.texts[0]}")
        yield "user", blocks
        return
    blocks += [{"type": "tool_use", "id": call.id, "name": call.name, "input": call.arguments} for call in turn.calls]
    yield "assistant", blocks
    if turn.calls:
        yield "user", [_result_block(call.id, call.result_text, failed=_failed(call.result)) for call in turn.calls]


def _failed(result: ToolResultPart | None) -> bool:
    return result is not None and result.is_error is True


def _text_block(text: str) -> Json:
    return {"type": "text", "text": text}


def _result_block(call_id: str, text: str, *, failed: bool) -> Json:
    block: Object = {"type": "tool_result", "tool_use_id": call_id, "content": text}
    return {**block, "is_error": True} if failed else block
