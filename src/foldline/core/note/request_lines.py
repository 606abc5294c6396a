"""A request as one line that can be quoted: whole where it is short, else the sentence that asks most plainly."""

import re
from collections.abc import Collection, Sequence
from functools import cache

from foldline.core.note.prose import clip, is_cjk, pieces
from foldline.core.note.ranking import words
from foldline.core.speech.asks import asks
from foldline.core.speech.pastes import without_pastes

ASK_WIDTH = 160
"""Characters of a request as a note quotes it; the ledger holds it whole."""
SHORTEST_REQUEST = 8
"""Characters beside a rule that can be a request of their own; a shorter piece is a cry."""
SHORTEST_MATTER = 20
"""Characters of a sentence that can say what the next one is about."""
MATTER_WORDS = 2
"""Content words below which a request does not say what it is about, so that the sentence before it has to."""
POINTING_WORDS = 5
"""The same for a request that points: "can you look into that?"."""
MATTER_WIDTH = 2
"""Times the width that a request may take together with the sentence that gives its matter."""
_GOING_ON = frozenset((
    "ok", "okay", "yes", "yep", "yeah", "alright", "please", "continue", "proceed", "go", "ahead", "on", "now",
    "do", "it", "so", "sure", "and", "then", "that", "this", "them", "let's", "lets", "thanks", "thx", "thank", "you",
    "great", "good", "perfect", "fine", "nice", "cool", "very", "makes", "sense",
))  # fmt: skip
_GOING_ON_CJK = frozenset(("继续", "请继续", "继续吧", "好的继续", "开始", "开始吧"))


def is_nod(ask: str) -> bool:
    """True for a message that asks for nothing of its own: "ok", "continue", "好的".

    >>> is_nod("ok, go ahead"), is_nod("ok, add a test")
    (True, False)
    """
    return is_assent(ask) or not asks(ask)


def is_assent(text: str) -> bool:
    """True for nothing but a yes, a thanks or a word to go on.

    >>> is_assent("makes sense, thanks."), is_assent("no index then")
    (True, False)
    """
    said = [word.strip(",.!?;'\"") for word in text.lower().split()]
    return all(word in _GOING_ON for word in said) or text.strip().strip("!.。！~～，, ") in _GOING_ON_CJK


def request_line(ask: str, width: int = ASK_WIDTH, rules: Collection[str] = ()) -> str:
    """A request as one line: whole where it is short, else the sentence that asks most plainly, with its matter.

    Args:
        ask: what the human typed.
        width: characters of the line.
        rules: clauses that bind later turns; a sentence that sets one is no request.

    >>> request_line("The import fails on CRLF files since Monday. " * 5 + "Can you fix the parser?")
    'Can you fix the parser?'
    >>> request_line("The hours of KL-07 are off. " + "It began on Monday 3 May. " * 9 + "Can you find out why?")
    'It began on Monday 3 May. Can you find out why?'
    """
    flat = " ".join(ask.split())
    own = [rule for rule in (" ".join(rule.split()) for rule in rules) if rule in flat]
    is_short = len(flat) <= width // (2 if is_cjk(flat) else 1) and "```" not in flat and "<" not in flat
    if is_short and not own:
        return flat
    typed = without_pastes(ask)
    told = [piece.text for piece in pieces(typed) if piece.kind != "heading"]
    told = quotes = [quote for quote in told if not any(rule in quote or quote in rule for rule in own)]
    if len(typed) < len(ask) or own:
        quotes = [quote for quote in quotes if asks(quote) and not is_nod(quote) and len(quote) > SHORTEST_REQUEST]
    if not quotes:
        return ""
    best = max(quotes, key=_asking)
    if best.endswith((":", "：")):
        return clip(" ".join((best, *_announced(best, ask))), width)
    return _with_matter(clip(best, width), told[: told.index(best)], width)


def _with_matter(request: str, before: Sequence[str], width: int) -> str:
    """A request that does not say what it is about, behind the sentence that does."""
    least = POINTING_WORDS if _patterns().pointing.search(request) else MATTER_WORDS
    if not before or len(words(request)) >= least or is_cjk(request) or len(before[-1]) < SHORTEST_MATTER:
        return request
    matter = clip(before[-1], width * MATTER_WIDTH - len(request))
    return f"{matter} {request}".strip()


def _announced(line: str, ask: str) -> list[str]:
    """What follows a line that announces it: the title of a plan, the first entry of a list."""
    following = [piece.text for piece in pieces(ask)]
    at = following.index(line) + 1 if line in following else len(following)
    return following[at : at + 1]


class _Patterns:
    """The expressions of this module, compiled on first use."""

    def __init__(self) -> None:
        self.pointing = re.compile(r"\b(?:why|whats|what's|it|this|that|these|those|them)\b", re.IGNORECASE)
        self.limit = re.compile(r"\b(?:don'?t|do not|no \w+ yet|not yet|only|just)\b|不要|别|先不", re.IGNORECASE)
        self.second_thought = re.compile(r"(?:hmm|oh|ah|no,? wait|wait|sorry)\b", re.IGNORECASE)
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
    limits = 1.0 * bool(patterns.limit.search(sentence)) + 0.5 * bool(patterns.second_thought.match(sentence))
    return 2.0 * wishes + 1.5 * orders - limits + sentence.endswith(("?", "？")) + min(len(words(sentence)), 12) / 12
