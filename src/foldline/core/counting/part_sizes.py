"""What the parts that are no plain text cost in tokens: pictures, encrypted reasoning, encoded data.

Rules over measures (pixels, lengths), the same for every vendor; never the length of an encoding taken for text.
Where a provider reports usage, the report wins over all of this (`foldline.core.counting.tokens.context_size`).
"""

import functools
import math
import re

from foldline.core.messages import ImagePart

MAX_IMAGE_EDGE = 1_568
"""Anthropic scales a picture down until its longer edge fits this many pixels."""
MAX_IMAGE_TOKENS = 1_568
"""Anthropic's ceiling for one picture of the standard tier; OpenAI's tiles end near it (1,445)."""
PIXELS_PER_TOKEN = 750
"""Anthropic's published rule of thumb."""
ENVELOPE_BYTES = 650
"""Wrapping around an encrypted body that is no reasoning (Codex's number)."""
BYTES_PER_TOKEN = 4
"""Bytes of plain reasoning in one token, for text nobody can read (Codex's number)."""
PAGE_BYTES = 100_000
"""Bytes of a document taken for one page; a page costs about a picture."""
SHORTEST_ENCODED = 256
"""Characters without a break from which on JSON text is taken for encoded data: longer than ids, hashes and tokens."""


def image_cost(image: ImagePart, unknown: int) -> int:
    """Tokens of a picture by its pixels; ``unknown`` where the data does not tell them.

    >>> image_cost(ImagePart(width=750, height=100), 1200), image_cost(ImagePart(), 1200)
    (100, 1200)
    """
    if image.width <= 0 or image.height <= 0:
        return unknown
    scale = min(1.0, MAX_IMAGE_EDGE / max(image.width, image.height))
    pixels = image.width * scale * image.height * scale
    return min(MAX_IMAGE_TOKENS, max(1, math.ceil(pixels / PIXELS_PER_TOKEN)))


def encrypted_cost(length: int, readable: int = 0) -> int:
    """Tokens of an encrypted body of ``length`` characters, less the ``readable`` bytes that say the same.

    >>> encrypted_cost(40_000), encrypted_cost(200), encrypted_cost(40_000, readable=40_000)
    (7337, 0, 0)
    """
    return max(0, length * 3 // 4 - ENVELOPE_BYTES - readable) // BYTES_PER_TOKEN


def split_encoded(kind: str, raw: str, unknown: int) -> tuple[str, int]:
    """The JSON text of a part without the encoded data in it, and the tokens of that data.

    An encrypted body counts by its length, a document by its pages, anything else (picture, sound) as one picture
    of ``unknown`` tokens.

    >>> split_encoded("file", '{"data":"' + "A" * 9000 + '"}', 1200)
    ('{"data":""}', 1200)
    """
    if len(raw) < SHORTEST_ENCODED:
        return raw, 0
    cost = 0
    kept: list[str] = []
    end = 0
    for run in _encoded().finditer(raw):
        kept.append(raw[end : run.start()])
        cost += _encoded_cost(run.group(), f"{kind} {kept[-1][-40:]}", unknown)
        end = run.end()
    kept.append(raw[end:])
    return "".join(kept), cost


def _encoded_cost(run: str, context: str, unknown: int) -> int:
    if _encrypted().search(context):
        return encrypted_cost(len(run))
    if run.startswith("JVBERi0"):  # "%PDF-" in base64
        return unknown * math.ceil(len(run) * 3 / 4 / PAGE_BYTES)
    return unknown


@functools.cache
def _encoded() -> re.Pattern[str]:
    # The look-behind keeps it linear: a run is tried at its first character only. Backslashes are JSON escapes.
    return re.compile(rf"(?<![A-Za-z0-9+/=_\\-])[A-Za-z0-9+/=_\\-]{{{SHORTEST_ENCODED},}}")


@functools.cache
def _encrypted() -> re.Pattern[str]:
    return re.compile(r"encrypted|redacted|reasoning|thinking|compaction|signature")
