"""What an agent reported at the end of a turn: what came out, point by point, what remains, what it asks.

Sorts the pieces of its text; changes no word of them.
"""

import re
from functools import cache
from typing import NamedTuple

from foldline.core.prose import Piece, is_cjk, pieces

LONG_REPORT = 12
"""Pieces above which a report is a document, whose headings say more than its list items."""


class Report(NamedTuple):
    """A report taken apart."""

    outcome: tuple[str, ...] = ()
    """Sentences that say what came out, best first two in their order."""
    points: tuple[str, ...] = ()
    """What it lists as done or found."""
    remaining: tuple[str, ...] = ()
    """What it names as next or left."""
    offer: str = ""
    """Its closing question or offer, or empty."""
    rest: tuple[str, ...] = ()
    """Other sentences worth a note."""


class _Patterns:
    """The expressions of this module, compiled on first use."""

    def __init__(self) -> None:
        self.filler = re.compile(
            r"(?:done|perfect|great|good|excellent|fixed|ok(?:ay)?|sure|yes|right|exactly|got it|all set|understood|"
            r"thanks|you're (?:absolutely )?right|no problem|of course|wonderful|awesome|nice|yo|here(?:'s| is| are)|"
            r"好的?|完成|搞定|没问题|当然|明白|收到|是的)\b[^`/\d]{0,60}",
            re.IGNORECASE,
        )
        self.process = re.compile(
            r"(?:ok(?:ay)?,? |great,? |good,? |perfect,? )?(?:now )?(?:let me\b|i'll\b|i will\b|let's\b|i need to\b|i'm going to\b|"
            r"i(?: now)? have (?:a|the|all|enough)\b|i(?: can)? (?:now )?(?:see|understand)\b|first,? (?:let|i)\b|looking at\b|time to\b|"
            r"next(?:,| is| up)|no response requested|让我|我来|我先|接下来)",
            re.IGNORECASE,
        )
        self.offer = re.compile(
            r"(?:do you )?want me\b|would you (?:like|prefer)|should (?:i|we)\b|shall i|let me know|ready (?:to|for)\b|"
            r"if you(?:'d| would)? (?:like|want|need)|feel free|is there anything|what(?:'s| is) your take|how does that|"
            r"anything else|please (?:confirm|let me|provide|tell)|could you (?:please )?(?:confirm|provide|tell)|"
            r"需要我|要不要|要我|是否需要|请告诉我|请问|你希望|您希望|还需要",
            re.IGNORECASE,
        )
        self.remaining = re.compile(
            r"remaining|next step|next up|what's next|todo|to do|still (?:open|to)|left to|not (?:yet )?done|pending|"
            r"future|outstanding|follow-?ups?\b|下一步|接下来|剩余|待办|未完成|后续",
            re.IGNORECASE,
        )
        self.over = re.compile(
            r"\b(?:made|completed|finished|resolved|fixed|(?<!not )(?<!not yet )done)\b|已完成", re.IGNORECASE
        )
        self.change = re.compile(
            r"\b(?:add|fix|remov|updat|creat|mov|refactor|replac|renam|implement|mad|chang|extract|split|delet|clean|wrote|"
            r"rewr|convert|switch|introduc|support|merg|revert|bump|wir|load|return|allow|prevent|cach|consolidat|complet|"
            r"sav|reduc|commit)\w*|增加|添加|修复|删除|更新|创建|移动|重构|替换|重命名|实现|改|支持|完成",
            re.IGNORECASE,
        )
        self.made = re.compile(
            r"(?:i(?:'ve| have)? |done[.,!] |also )?(?:added|fixed|removed|updated|created|moved|refactored|replaced|renamed|"
            r"implemented|made|changed|extracted|deleted|cleaned|wrote|rewrote|converted|switched|introduced|merged|"
            r"reverted|now |已)",
            re.IGNORECASE,
        )
        self.holds_now = re.compile(
            r"\b(?:now|no longer|has been|have been|(?:is|are|was|were) (?:added|fixed|removed|moved|updated|replaced|renamed))\b|"
            r"现在|已经|不再",
            re.IGNORECASE,
        )
        self.checks_pass = re.compile(
            r"(?:[✅ ]*)(?:perfect|great|good|excellent|done)?[!.,]? ?(?:all |the )?(?:\w+ )?(?:tests?|checks?|lint|build)\b"
            r"[\w ,]{0,30}(?:pass(?:es|ed|ing)?|green|clean|succe\w+)(?: and [\w ]{0,30})?",
            re.IGNORECASE,
        )
        self.option = re.compile(r"(?:option|approach|step|方案|选项)\s*(?:\d|[A-D]\b)", re.IGNORECASE)
        self.vague = re.compile(
            r"(?:summary|changes?|overview|result|final|what (?:was|i)|here|the |this |architecture|deep |files?|benefits|"
            r"risks|options?|pros|cons|key |code flow|总结|概述|说明|结果)[\w\s:'’]*",
            re.IGNORECASE,
        )
        self.telling = re.compile(
            r"`[^`]+`|\d|\b(?:because|since|instead|cause|bug|problem|issue|need|must|only|never|cannot|can't|found|means|"
            r"recommend|risk|not)\b|因为|原因|问题|必须|不能|发现|建议",
            re.IGNORECASE,
        )


@cache
def _patterns() -> _Patterns:
    return _Patterns()


def digest(text: str) -> Report:
    """A report taken apart.

    >>> report = digest("Done. The parser reads CRLF now.\\n\\nNext steps:\\n- Release it\\n\\nWant me to tag it?")
    >>> report.outcome, report.remaining, report.offer
    (('The parser reads CRLF now.',), ('Release it',), 'Want me to tag it?')
    """
    found = list(pieces(text))
    offer = _offer(found)
    body = [piece for piece in found if piece.text != offer]
    remaining = tuple(piece.text for piece in body if piece.kind == "item" and _is_remaining(piece.under))
    open_now = [piece for piece in body if not _is_remaining(piece.under) and not _is_remaining_heading(piece)]
    points = _points(open_now)
    outcome = _outcome(open_now, needed=not points)
    rest = tuple(
        piece.text
        for piece in open_now
        if piece.kind == "sentence"
        and piece.text not in outcome
        and is_telling(piece.text)
        and not is_empty_talk(piece.text)
    )
    return Report(outcome, points, remaining, offer, rest)


def is_empty_talk(text: str) -> bool:
    """True for what says nothing once the moment has passed: "Done.", "Let me look", an announced list, a question."""
    patterns = _patterns()
    if text.endswith((":", "：", "?", "？")):
        return True
    if patterns.filler.fullmatch(text.rstrip(".!。！ ")) and not (is_cjk(text) and len(text) > 12):  # noqa: PLR2004
        return len(text) < 60  # noqa: PLR2004 - a long sentence that begins politely still says something
    return bool(patterns.process.match(text) or patterns.offer.search(text))


def is_telling(text: str) -> bool:
    """True where a sentence names something exact or gives a reason."""
    return bool(_patterns().telling.search(text))


def is_made(text: str) -> bool:
    """True where a text says that a change has been made, not that one could be."""
    return bool(_patterns().made.match(text) or _patterns().holds_now.search(text))


def is_change(text: str) -> bool:
    """True where a text speaks of a change that was made."""
    return bool(_patterns().change.search(text))


def _is_remaining(heading: str) -> bool:
    patterns = _patterns()
    if not heading or len(heading) > 80 or patterns.over.search(heading):  # noqa: PLR2004 - longer ones are sentences
        return False
    return bool(patterns.remaining.search(heading))


def _is_remaining_heading(piece: Piece) -> bool:
    announces = piece.kind == "heading" or piece.text.endswith((":", "："))
    return announces and _is_remaining(piece.text)


def _offer(found: list[Piece]) -> str:
    """The question or offer the report ends in."""
    for piece in found[:-4:-1]:
        if piece.kind == "heading":
            return ""
        if piece.text.endswith(("?", "？")) or _patterns().offer.search(piece.text):
            return piece.text
    return ""


def _outcome(found: list[Piece], *, needed: bool) -> tuple[str, ...]:
    """The one or two sentences of the opening that say what came out; that checks pass only where nothing else is told."""
    plain = [
        text
        for piece in found
        if piece.kind == "sentence" and not is_empty_talk(text := _without_announcing(piece.text))
    ]
    patterns = _patterns()
    said = [text for text in plain if not patterns.option.match(text)]
    opening = [text for text in said if not patterns.checks_pass.fullmatch(text.rstrip(".!。 "))][:4]
    if needed and not opening:
        return tuple(said[:1])
    best = [text for text in opening if is_change(text) or is_telling(text)][:2]
    return tuple(best or opening[:1])


def _without_announcing(text: str) -> str:
    """A line that announces a list, without its colon where it says something by itself."""
    bare = text.rstrip(":：")
    return bare if bare != text and "`" in bare and _patterns().made.match(bare) else text


def _points(found: list[Piece]) -> tuple[str, ...]:
    """List items; in a long document, the headings that say something stand for the lists under them."""
    patterns = _patterns()
    headings = [
        piece.text
        for piece in found
        if piece.kind == "heading" and not patterns.vague.fullmatch(_numberless(piece.text)) and is_change(piece.text)
    ]
    items = [piece.text for piece in found if piece.kind == "item" and not piece.text.endswith("?")]
    if len(found) > LONG_REPORT and len(headings) > 1:
        return tuple(_numberless(text) for text in headings)
    told = [text for text in items if is_change(text)]
    return tuple(told if len(told) > 1 else items)


def _numberless(heading: str) -> str:
    return heading.lstrip("0123456789.)、 ")
