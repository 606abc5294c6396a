"""The published context windows of models, by the form of their names. A table and the rule that reads it, no more.

Numbers as the vendors publish them for their own interface, as of 2026; resellers and subscriptions may give less, so
`settings.context_window` wins wherever it is set.
"""

import functools
import re
from typing import Final

from msgspec import Struct

UNKNOWN_WINDOW: Final = 128_000
"""For models nobody knows: the smallest window still common among models that run agents."""


class Window(Struct, frozen=True):
    """The window of a model, and whether it is only a guess."""

    tokens: int
    guessed: bool = False


_PUBLISHED: Final[dict[str, tuple[tuple[str, int], ...]]] = {
    "gpt": (
        (r"gpt-5(-\d)?-chat|codex-spark", 128_000),
        (r"gpt-6(-1)?-(sol|terra|luna|astra)", 1_050_000),
        (r"gpt-5-[4-6](?!\d)(?!-(mini|nano))", 1_050_000),
        (r"gpt-5(-[1-6])?(?!-\d(?!\d))", 400_000),
        (r"gpt-4-1(?!\d)", 1_047_576),
        (r"gpt-4o|gpt-4-turbo|gpt-4-5|gpt-4-\d+-preview|chatgpt", 128_000),
        (r"gpt-4-32k", 32_768),
        (r"gpt-4(?!\d)", 8_192),
        (r"gpt-3-?5", 16_385),
        (r"gpt-oss", 131_072),
    ),
    "o": ((r"o1-(mini|preview)", 128_000), (r"o[134](?![a-z0-9])|codex-mini", 200_000)),
    "claude": (
        (r"claude-instant|claude-2-0", 100_000),
        (r"claude.*-1m|claude-(fable|mythos)-", 1_000_000),
        (r"claude-([a-z]+-)?5|claude-(?!haiku)([a-z]+-)?4-[6-8](?!\d)", 1_000_000),
        (r"claude-([a-z]+-)?[2-4]", 200_000),
    ),
    "gemini": ((r"gemini-1-5-pro", 2_097_152), (r"gemini-(1-0|pro)", 32_768), (r"gemini-[1-3]", 1_048_576)),
    "gemma": ((r"gemma-?4", 262_144), (r"gemma-?3", 131_072)),
    "qwen": (
        (r"qwen3-coder-(plus|flash)|qwen(3-[5-6])?-(plus|flash)", 1_000_000),
        (r"qwen3-(coder|max|[5-6])", 262_144),
        (r"qwen[23]", 131_072),
    ),
    "deepseek": ((r"deepseek-v4", 1_000_000), (r"deepseek-(v[23]|r1)", 131_072)),
    "llama": (
        (r"llama-?4-scout", 10_000_000),
        (r"llama-?4", 1_048_576),
        (r"llama-?3-[1-3]", 131_072),
        (r"llama-?3", 8_192),
        (r"llama-?2", 4_096),
    ),
    "mixtral": ((r"mixtral", 32_768),),
    "grok": (
        (r"grok-4(-1)?-fast|grok-4-20", 2_000_000),
        (r"grok-4-3", 1_000_000),
        (r"grok-(4|code)(?!-\d(?!\d))", 256_000),
        (r"grok-3", 131_072),
    ),
    "kimi": ((r"kimi-k3", 1_048_576), (r"kimi-k2", 262_144)),
    "glm": ((r"glm-5-[23]", 1_000_000), (r"glm-(4-[67]|5)", 200_000), (r"glm-4", 131_072)),
    "minimax": ((r"minimax-m2", 204_800), (r"minimax-(m[13]|text)", 1_000_000)),
}
"""Vendor's mark -> (pattern of a `plain_name`, tokens); the first that fits counts: the special before the general."""
_GUESSES: Final[dict[str, int]] = {
    "gpt-5": 400_000,
    "gpt-6": 400_000,
    "claude": 200_000,
    "opus": 200_000,
    "sonnet": 200_000,
    "haiku": 200_000,
    "gemini": 1_048_576,
    "gemma": 8_192,
    "qwen": 131_072,
    "deepseek": 131_072,
    "mistral": 32_768,
    "grok": 131_072,
    "kimi": 262_144,
    "glm": 131_072,
    "minimax": 204_800,
}
"""For members of a known family that the first table does not know: the smaller of its likely windows."""


@functools.lru_cache(maxsize=256)
def window(model: str) -> Window:
    """The context window of a model by its name, in any vendor's or reseller's spelling.

    >>> window("anthropic/claude-sonnet-4.5"), window("house-model-7")
    (Window(tokens=200000, guessed=False), Window(tokens=128000, guessed=True))
    """
    name = plain_name(model)
    for mark, rows in _PUBLISHED.items():
        for pattern, tokens in rows if mark in name else ():
            if re.search(rf"(?:^|-)(?:{pattern})", name):
                return Window(tokens)
    guess = next((tokens for mark, tokens in _GUESSES.items() if mark in name), UNKNOWN_WINDOW)
    return Window(guess, guessed=True)


def plain_name(model: str) -> str:
    """A model's name in lower case with one kind of separator.

    >>> plain_name("us.anthropic.Claude-3.5-Sonnet@20241022[1m]")
    'us-anthropic-claude-3-5-sonnet-20241022-1m'
    """
    return re.sub(r"[^a-z0-9]+", "-", model.lower()).strip("-")
