"""What a provider folded by itself, at its place in a list of its wire: found there, and put there."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from foldline.core.messages import Json
from foldline.core.remote.payload import ANTHROPIC, OPENAI, Payload, placeholder
from foldline.core.wrapping import unwrap_summary
from foldline.wire.anthropic_native import bare, leading
from foldline.wire.blocks import Object, as_object, as_text, json_text
from foldline.wire.edits import first_text, without_first_text
from foldline.wire.response_items import COMPACTIONS, read_said

_TALK: Final = frozenset({"user", "assistant"})


class Lead(NamedTuple):
    """A list with such a fold in it."""

    before: list[Object]
    """What stands before it: what the client put first, and what the fold covers."""
    own: tuple[Object, ...]
    """What carries it."""
    payload: Payload
    summary: str
    """What is known of it in words: its own, ours, or the sentence that there are none."""
    after: list[Object]
    is_ours: bool = False
    """A text of ours stands beside it."""


def find(messages: Sequence[Object], wire: str) -> Lead | None:
    """The newest fold in a list that its provider made; None where there is none."""
    if wire == "openai_responses":
        return _item(messages)
    return _block(messages) if wire == "anthropic_messages" and messages else None


def _item(items: Sequence[Object]) -> Lead | None:
    objects = [as_object(item) for item in items]
    at = max((index for index, item in enumerate(objects) if _is_sealed(item)), default=-1)
    if at < 0:
        return None
    covered = [item for item in objects[:at] if not _is_clients(item)]
    # Words of both sides alone are what a fold kept beside its item; anything else is history that it stands for.
    words = covered if all(as_text(item.get("role")) in _TALK for item in covered) else []
    payload = Payload(OPENAI, tuple(map(json_text, (*words, objects[at]))))
    summary, after = _beside(list(items[at + 1 :]))
    return Lead(list(items[:at]), (items[at],), payload, summary or placeholder(payload), after, bool(summary))


def _is_sealed(item: Object) -> bool:
    return item.get("type") in COMPACTIONS and bool(as_text(item.get("encrypted_content")))


def _is_clients(item: Object) -> bool:
    said = {"type": "message", **item}
    return said["type"] == "message" and said.get("role") != "assistant" and read_said(said, "").source == "client"


def _block(messages: Sequence[Object]) -> Lead | None:
    first = as_object(messages[0])
    content = first.get("content")
    blocks = content if isinstance(content, list) else []
    block = as_object(blocks[0]) if blocks else {}
    if first.get("role") != "assistant" or block.get("type") != "compaction" or not as_text(block.get("signature")):
        return None
    payload = Payload(ANTHROPIC, (json_text(block),))
    summary, after = _beside(list(messages[1:]))
    rest: list[Object] = [{**first, "content": blocks[1:]}] if blocks[1:] else []
    text = "\n\n".join(filter(None, (bare(as_text(block.get("content"))), summary)))
    return Lead([], (first,), payload, text or placeholder(payload), [*rest, *after], bool(summary))


def _beside(after: list[Object]) -> tuple[str, list[Object]]:
    """The text of ours directly behind a fold, and what follows."""
    following = as_object(after[0]) if after else {}
    summary = unwrap_summary(first_text(following)) if following.get("role") == "user" else None
    if summary is None:
        return "", after
    left = without_first_text(following)
    return summary, ([] if left is None else [left]) + after[1:]


def placed(head: list[Object], payload: Payload | None, rest: list[Object]) -> list[Object]:
    """A list with a provider's fold where that provider wants it: first of all, or behind what the client put first.

    >>> placed([{"role": "system"}], Payload("openai", ('{"type":"compaction"}',)), [])
    [{'role': 'system'}, {'type': 'compaction'}]
    """
    if payload is None:
        return [*head, *rest]
    if payload.provider == ANTHROPIC:
        return [*leading(payload), *head, *rest]
    items: list[Json] = [msgspec.json.decode(item) for item in payload.items]
    return [*head, *map(as_object, items), *rest]
