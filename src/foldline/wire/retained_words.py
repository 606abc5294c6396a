"""The user's newest words beside a sealed fold, as Codex and oh-my-pi keep them: the service seals the rest."""

from collections.abc import Iterator
from typing import Final

import msgspec

from foldline.core.remote.live import Live
from foldline.core.transcript import clip_middle
from foldline.wire.blocks import Object, as_object, as_text
from foldline.wire.native_items import item_objects, message_item

MOST_TOKENS: Final = 64_000
"""Codex's and oh-my-pi's number."""
IMAGE_TOKENS: Final = 765
"""Of a picture among them (oh-my-pi's number)."""
CHARS_PER_TOKEN: Final = 4


def retained(live: Live, budget: int = MOST_TOKENS) -> list[Object]:
    """The messages that a person wrote, as items in order: the newest that fit, and of the next one what fits.

    Args:
        live: the conversation; words that the fold before kept come along.
        budget: tokens, at four characters each.
    """
    kept: list[Object] = []
    left = budget
    for item in _words(live):
        texts, pictures = _told(item)
        cost = len("".join(texts)) // CHARS_PER_TOKEN + pictures * IMAGE_TOKENS
        if cost > left:
            text = "\n".join(texts)
            kept += [message_item("user", [clip_middle(text, left * CHARS_PER_TOKEN)])] if left and text else []
            break
        kept.append(item)
        left -= cost
    return kept[::-1]


def _words(live: Live) -> Iterator[Object]:
    """The items that hold them, newest first."""
    for item in reversed(live.folded):
        if item.message.source == "human" and item.message.role == "user":
            yield from (one for one in reversed(item_objects(live, item)) if one.get("role") == "user")
    for text in reversed(live.payload.items if live.payload else ()):
        before = as_object(msgspec.json.decode(text))
        if before.get("role") == "user":
            yield before


def _told(item: Object) -> tuple[list[str], int]:
    """What an item says, and how many pictures are in it."""
    content = item.get("content")
    blocks = [as_object(block) for block in content] if isinstance(content, list) else []
    texts = [content] if isinstance(content, str) else [as_text(block.get("text")) for block in blocks]
    return texts, sum(block.get("type") == "input_image" for block in blocks)
