"""Fitting what a service folds by itself into its window: the newest tool results give way, nothing else does."""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from foldline.core.messages import Json
from foldline.wire.blocks import Object, as_text, json_text
from foldline.wire.response_items import RESULTS

OVERHEAD: Final = 256
"""Tokens allowed for what stands around the input (oh-my-pi's number)."""
IMAGE_TOKENS: Final = 12_000
"""The most a picture costs there (oh-my-pi's number)."""
BYTES_PER_TOKEN: Final = 4
CUT: Final = "(this output was cut so that the conversation fits)"


class Fitted(NamedTuple):
    """An input, and whether it fits now."""

    items: list[Object]
    fits: bool


def estimate(items: Sequence[Object]) -> int:
    """Tokens of an input, pictures by the piece and everything else by its JSON.

    >>> estimate([]), estimate([{"type": "input_image", "image_url": "data:image/png;base64," + "A" * 90_000}])
    (257, 12266)
    """
    pictures = 0

    def bare(value: Json) -> Json:
        nonlocal pictures
        if isinstance(value, list):
            return [bare(one) for one in value]
        if not isinstance(value, dict):
            return value
        if value.get("type") == "input_image":
            pictures += 1
            value = {**value, "image_url": ""}
        return {key: bare(one) for key, one in value.items()}

    text = json_text(bare(list(items)))
    return math.ceil(len(text.encode("utf-8", "replace")) / BYTES_PER_TOKEN) + OVERHEAD + pictures * IMAGE_TOKENS


def fitted(items: Sequence[Object], window: int) -> Fitted:
    """The input for a window; where cutting the results at its end is not enough, the input as it was.

    >>> fitted([{"type": "function_call_output", "call_id": "a", "output": "x" * 13_000}], 1_000).items[0]["output"]
    '(this output was cut so that the conversation fits)'
    """
    shorter = list(items)
    tokens = estimate(shorter)
    for at in range(len(shorter) - 1, -1, -1):
        if tokens <= window:
            break
        item = shorter[at]
        if _is_picture(item):
            continue
        if as_text(item.get("type")) not in RESULTS:
            break
        cut: Object = {**item, "output": CUT}
        tokens += estimate([cut]) - estimate([item])
        shorter[at] = cut
    return Fitted(shorter, fits=True) if tokens <= window else Fitted(list(items), fits=False)


def _is_picture(item: Object) -> bool:
    """Whether an item only shows the pictures of the result before it."""
    content = item.get("content")
    blocks = content if isinstance(content, list) else []
    return bool(blocks) and all(isinstance(one, dict) and one.get("type") == "input_image" for one in blocks)
