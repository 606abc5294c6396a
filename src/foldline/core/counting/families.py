"""How a model's own tokens compare with o200k tokens: by family, and better by what the provider reported.

Counts stay in the counter's tokens; a factor turns them into the model's where a window or a report is compared.
"""

import functools
import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final, Literal, NamedTuple

from msgspec import Struct

from foldline.core.counting.context_size import RunningTotal
from foldline.core.counting.tokens import Tally
from foldline.core.counting.usage import prompt_tokens
from foldline.core.counting.windows import Window, plain_name, window
from foldline.core.session import Item

__all__ = ["Calibration", "Family", "Window", "calibrate", "family", "window"]

LEAST_FACTOR: Final = 0.5
LARGEST_FACTOR: Final = 3.0
"""Beyond these it is not the tokenizer that differs: something unseen was sent, or not everything was."""
MAX_REPORTS: Final = 8
"""Reports looked at, the newest ones."""
REPORT_SPACING: Final = 500
"""Counted tokens between two reports that are both looked at: nearer ones say the same."""
LEAST_DISTANCE: Final = 1_000
"""Counted tokens between two reports from which their ratio means something."""
LEAST_COUNTED: Final = 20_000
"""Counted tokens before a single report from which an unseen system prompt no longer dominates it."""
SAMPLE: Final = 4_000
"""Characters of the newest messages that tell the script."""
WIDE_TOKENS: Final = 3
"""A Chinese, Japanese or Korean character has about as many tokens as three Latin letters."""


class Family(Struct, frozen=True):
    """Models that share a tokenizer."""

    name: str
    factor: float = 1.0
    """Its tokens for each o200k token of prose, code, JSON and logs in Latin script."""
    wide_factor: float = 1.0
    """The same for Chinese, Japanese and Korean text."""
    encoding: str = ""
    """The tokenizer itself, where there is one to run."""


_UNKNOWN: Final = Family("unknown")
_FAMILIES: Final[tuple[tuple[str, str, Family], ...]] = (
    ("gpt", r"gpt-(4o|4-1(?!\d)|4-5|5|oss)|chatgpt", Family("o200k", encoding="o200k_base")),
    ("gpt", r"gpt-(4|3-?5)", Family("cl100k", 1.0, 1.3, encoding="cl100k_base")),
    (
        "claude",
        r"claude-([a-z]+-)?(4-([7-9]|\d\d)(?!\d)|[5-9])|claude-(fable|mythos)",
        Family("claude-4.7", 1.62, 1.58),
    ),
    ("claude", "claude", Family("claude-3", 1.25, 1.41)),
    ("gemini", "gemini", Family("gemini", 1.1, 1.0)),
    ("gemma", "gemma", Family("gemini", 1.1, 1.0)),
    ("qwen", r"qwen3-5", Family("qwen3.5", 1.1, 0.9, encoding="qwen3.5")),
    ("qw", r"qwen|qwq", Family("qwen", 1.1, 0.9)),
    ("deepseek", "deepseek", Family("deepseek", 1.05, 0.95)),
    ("llama", r"(code)?llama", Family("llama", 1.05, 1.2)),
    ("tral", r"mi[sx]tral|magistral|ministral|devstral|codestral|pixtral", Family("mistral", 1.1, 1.1)),
    ("grok", "grok", Family("grok", 1.1, 1.1)),
    ("kimi", "kimi", Family("kimi", 1.1, 1.0)),
    ("glm", r"(chat)?glm", Family("glm", 1.1, 1.0)),
    ("minimax", "minimax", Family("minimax", 1.1, 1.0)),
    ("o", r"o[134](?![a-z0-9])|codex", Family("o200k", encoding="o200k_base")),
    ("", r"(opus|sonnet|haiku)$", Family("claude-3", 1.25, 1.41)),
)
"""A mark in a plain name, the pattern of that name, the family; the first that fits counts.

Measured against o200k on 2,000-character passages of English, code, JSON, logs, Chinese, Japanese and Korean: cl100k,
Qwen 3.5, DeepSeek V4 and Mistral's Tekken by their own tokenizers, both Claude ones by `ctok` (upper side of the
range, since a count that is too low overruns a window). Gemini, Llama, Grok, Kimi, GLM, MiniMax are assumed.
"""


@functools.lru_cache(maxsize=256)
def family(model: str) -> Family:
    """The family a model's name belongs to; ``unknown``, with factor 1, for names nobody knows.

    >>> family("openrouter/anthropic/claude-opus-4.8").name, family("gpt-4o-mini").encoding
    ('claude-4.7', 'o200k_base')
    """
    name = plain_name(model)
    for mark, pattern, known in _FAMILIES:
        if mark in name and re.search(rf"(?:^|-)(?:{pattern})", name):
            return known
    return _UNKNOWN


class Calibration(NamedTuple):
    """True tokens for each counted one, and where the number comes from."""

    factor: float
    source: Literal["usage", "family", ""]
    """`usage`: what the provider reported; `family`: the model's name; empty: nothing is known."""


def calibrate(
    items: Sequence[Item], tally: Tally | RunningTotal, known: Family, *, fixed: int = 0, since: int = 0
) -> Calibration:
    """The factor of a conversation's model, from reported usage where that tells, else from its family.

    What every request holds beside the messages, and no file shows, cancels out between two reports: the median of
    their ratios is taken. A single report counts only where that unseen part is known or small.

    Args:
        items: the context, oldest first.
        tally: the counter whose numbers the factor is for.
        known: the family of the model in use; reports of other families say nothing about it.
        fixed: counted tokens of the parts that are no messages, 0 where they are not known.
        since: index of the first item after the newest fold.
    """
    running = tally if isinstance(tally, RunningTotal) else RunningTotal(tally)
    running.extend_to(items)
    reports = list(_reports(items, running, known, since))
    ratios = [
        (new.prompt - old.prompt) / (new.counted - old.counted)
        for new, old in combinations(reports, 2)
        if new.counted - old.counted >= LEAST_DISTANCE and new.prompt > old.prompt
    ]
    if not ratios and reports and reports[0].counted + fixed >= (LEAST_DISTANCE if fixed else LEAST_COUNTED):
        ratios = [reports[0].prompt / (reports[0].counted + fixed)]
    if ratios:
        return Calibration(min(max(_median(ratios), LEAST_FACTOR), LARGEST_FACTOR), "usage")
    factor = _by_script(items, known)
    return Calibration(factor, "family" if known.name != _UNKNOWN.name else "")


def _median(numbers: list[float]) -> float:
    """The middle one; the lower of two."""
    return sorted(numbers)[(len(numbers) - 1) // 2]


class _Report(NamedTuple):
    counted: int
    """Tokens counted before the message that reported."""
    prompt: int
    """Tokens the provider reported for the same."""


def _reports(items: Sequence[Item], running: RunningTotal, known: Family, since: int) -> Iterator[_Report]:
    """The newest reports about this family, newest first; an answer in several messages reports once."""
    found = 0
    last: int | None = None
    for anchor in running.anchors(since):
        message = items[anchor.index].message
        if message.model and family(message.model).name != known.name:
            continue
        counted = running.upto(_start_of_answer(items, anchor.index))
        if last is not None and last - counted < REPORT_SPACING:
            continue
        yield _Report(counted, prompt_tokens(anchor.usage))
        last, found = counted, found + 1
        if found == MAX_REPORTS:
            return


def _start_of_answer(items: Sequence[Item], index: int) -> int:
    response_id = items[index].message.response_id
    while response_id and index and items[index - 1].message.response_id == response_id:
        index -= 1
    return index


def _by_script(items: Sequence[Item], known: Family) -> float:
    if known.factor == known.wide_factor:
        return known.factor
    text = ""
    for item in reversed(items):
        text += item.message.text[:SAMPLE]
        if len(text) >= SAMPLE:
            break
    wide = sum(character >= "\u2e80" for character in text)
    weight = wide * WIDE_TOKENS
    share = weight / (weight + len(text) - wide) if wide else 0.0
    return round(known.factor + (known.wide_factor - known.factor) * share, 2)
