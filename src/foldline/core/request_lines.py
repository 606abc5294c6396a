"""A request as one line that can be quoted: whole where it is short, else the sentence that asks most plainly."""

import re
from functools import cache

from foldline.core.asks import asks
from foldline.core.pastes import without_pastes
from foldline.core.prose import clip, is_cjk, pieces
from foldline.core.ranking import words

ASK_WIDTH = 160
"""Characters of a request as a note quotes it; the ledger holds it whole."""
_GOING_ON = frozenset((
    "ok", "okay", "yes", "yep", "yeah", "alright", "please", "continue", "proceed", "go", "ahead", "on", "now",
    "do", "it", "so", "sure", "and", "then",
))  # fmt: skip
_GOING_ON_CJK = frozenset(("继续", "请继续", "继续吧", "好的继续", "开始", "开始吧"))


def is_nod(ask: str) -> bool:
    """True for a message that asks for nothing of its own: "ok", "continue", "好的".

    >>> is_nod("ok, go ahead"), is_nod("ok, add a test")
    (True, False)
    """
    said = [word.strip(",.!?;'\"") for word in ask.lower().split()]
    bare = ask.strip().strip("!.。！~～，, ")
    return all(word in _GOING_ON for word in said) or bare in _GOING_ON_CJK or not asks(ask)


def request_line(ask: str, width: int = ASK_WIDTH) -> str:
    """A request as one line: whole where it is short, else the sentence that asks most plainly.

    >>> request_line("The import fails on CRLF files since Monday. " * 5 + "Can you fix the parser?")
    'Can you fix the parser?'
    """
    flat = " ".join(ask.split())
    if len(flat) <= width // (2 if is_cjk(flat) else 1) and "```" not in flat and "<" not in flat:
        return flat
    typed = without_pastes(ask)
    quotes = [piece.text for piece in pieces(typed) if piece.kind != "heading"]
    if len(typed) < len(ask):
        quotes = [quote for quote in quotes if asks(quote)]
    if not quotes:
        return ""
    best = max(quotes, key=_asking)
    if best.endswith((":", "：")):
        best = " ".join((best, *_announced(best, ask)))
    return clip(best, width)


def _announced(line: str, ask: str) -> list[str]:
    """What follows a line that announces it: the title of a plan, the first entry of a list."""
    following = [piece.text for piece in pieces(ask)]
    at = following.index(line) + 1 if line in following else len(following)
    return following[at : at + 1]


class _Patterns:
    """The expressions of this module, compiled on first use."""

    def __init__(self) -> None:
        self.wish = re.compile(
            r"\b(?:i want|i'd like|i need|we need|we want|can you|could you|can we|could we|please|pls|let's|help me|"
            r"make sure)\b|请|帮我|我想|我要|需要|能不能|可以.{0,8}吗",
            re.IGNORECASE,
        )
        self.order = re.compile(
            r"(?:^|[,;:] |\b(?:and|then|ok|alright|so|now|you to|can you|could you|please|just) )"
            r"(?:add|fix|implement|create|remove|delete|update|make|write|run|move|rename|refactor|use|change|read|check|look|find|explain|build|test|show|put|"
            r"split|replace|investigate|continue|propose|suggest|analy[sz]e|review|clean|set up|give me|tell me|do)\b|"
            r"把|改成|写一|加上|修复|实现|检查|删除|生成",
            re.IGNORECASE,
        )


@cache
def _patterns() -> _Patterns:
    return _Patterns()


def _asking(sentence: str) -> float:
    """How plainly a sentence asks for something."""
    patterns = _patterns()
    wishes = min(2, len(patterns.wish.findall(sentence)))
    orders = min(3, len(patterns.order.findall(sentence)))
    return 2.0 * wishes + 1.5 * orders + sentence.endswith(("?", "？")) + min(len(words(sentence)), 12) / 12
