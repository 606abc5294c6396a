"""What was decided, by whom and why, and what was turned down: the things not to be tried again."""

import re
from collections.abc import Iterable, Iterator
from functools import cache

from foldline.core.brief import Brief
from foldline.core.note import Line
from foldline.core.pastes import without_pastes
from foldline.core.prose import clip, pieces
from foldline.core.request_lines import is_nod
from foldline.core.works import Work

QUOTE_WIDTH = 200
LONGEST_REASON = 280
"""Characters of a sentence that can be a decision with its reason."""
SHORT_ANSWER = 60
"""Characters of an answer that chooses without saying what."""
RECENT = 12.0
"""What a decision of the newest piece of work weighs more than one of the oldest."""


def decision_lines(brief: Brief) -> list[Line]:
    """Decisions, oldest first; those of an earlier note come before."""
    lines = brief.carry("decisions", weight=46, rise=8)
    before: Work | None = None
    for at, work in enumerate(brief.works):
        recency = RECENT * (at + 1) / len(brief.works)
        for ask in work.asks:
            lines += _of_user(brief, ask, before, recency)
            before = None
        lines += [Line(text, 46 + recency) for text in _reasons(work) if brief.said.first(text)]
        before = work
    return lines


def _of_user(brief: Brief, ask: str, before: Work | None, recency: float) -> Iterator[Line]:
    """What the user chose, turned down or laid down."""
    phrases, patterns = brief.phrases, _patterns()
    flat = " ".join(ask.split())
    if before is not None and len(flat) < SHORT_ANSWER and (choice := patterns.choice.search(flat)):
        option = _option(choice[0], before)
        if option:
            yield Line(phrases.chose.format(flat, clip(option, QUOTE_WIDTH)), 62 + recency)
            return
    if before is not None and patterns.refusal.match(flat) and (proposal := _proposal(before)):
        refusal = next((piece.text for piece in pieces(ask)), "")
        if refusal and brief.said.first(proposal) and brief.said.first(refusal):
            yield Line(phrases.refused.format(clip(refusal, QUOTE_WIDTH), clip(proposal, QUOTE_WIDTH)), 62 + recency)
    for piece in pieces(without_pastes(ask)):
        text = piece.text
        if patterns.decided.search(text) and not patterns.complaint.search(text) and not is_nod(text):
            quote = clip(text, QUOTE_WIDTH)
            if quote and brief.said.first(text):
                yield Line(phrases.user_said.format(quote), 58 + recency)


def _option(choice: str, before: Work) -> str:
    """What stood under the name the user chose, in the report that offered it."""
    wanted = choice.lower()
    told = (*before.report.outcome, *before.report.points, *before.report.rest)
    return next((text for text in told if text.lower().startswith(wanted)), "")


def _proposal(before: Work) -> str:
    """What the agent had put forward without changing a file yet, in the words that put it forward."""
    if before.edits or before.commits:
        return ""
    told = (*before.report.outcome, *before.report.rest, before.report.offer)
    return next((text for text in told if _patterns().proposing.search(text)), "")


def _reasons(work: Work) -> Iterable[str]:
    """At most two sentences of the report that give a decision with its reason, the decision in bold."""
    found = []
    for text in (*work.report.outcome, *work.report.rest, *work.report.points):
        if len(text) > LONGEST_REASON or not _patterns().choosing.search(text):
            continue
        if match := _patterns().reason.match(text):
            decision, reason = (group for group in match.groups() if group is not None)
            is_whole = decision.count("`") % 2 == 0 and decision.count("(") == decision.count(")")
            found.append(f"**{decision}**: {reason}" if is_whole and "*" not in text else text)
    return found[:2]


class _Patterns:
    """The expressions of this module, compiled on first use."""

    def __init__(self) -> None:
        self.choice = re.compile(r"(?:option|approach|variant|plan|方案|选项)\s*(?:\d|[A-D]\b)", re.IGNORECASE)
        self.refusal = re.compile(
            r"(?:no\b(?! (?:problem|worries|need))|nope\b|nah\b|wait\b|wtf\b|stop\b|that'?s (?:wrong|horrible|not|bad)|"
            r"(?:actually,? )?(?:can|could) you revert|revert|undo|don'?t\b|not (?:like|what)|"
            r"不对|不是|不行|错了|别|不要)",
            re.IGNORECASE,
        )
        self.proposing = re.compile(
            r"\b(?:could|would|should|propos\w+|recommend\w*|suggest\w*|option|let'?s|want me to|i'd|plan is)\b|"
            r"建议|可以|方案|要不要",
            re.IGNORECASE,
        )
        self.decided = re.compile(
            r"\b(?:let'?s (?:use|go|store|do|keep|put|make|take|drop|skip|stick)|instead of|rather than|go with|prefer|"
            r"decided|we (?:want|don'?t)|belongs? in|not .{3,40} but|(?:is|are|that'?s) (?:wrong|horrible|bad|too \w+)|"
            r"leave it|only want|doesn'?t work (?:since|because|as))\b|"
            r"^(?:no,|no (?:don'?t|we|i|it|let'?s|that|the|this|remove|use|keep|just|not)\b|nope|don'?t|"
            r"do not|actually,)|决定|改用|不要|别再|就用|还是用|换成|而不是",
            re.IGNORECASE,
        )
        self.complaint = re.compile(
            r"[?？]$|\b(?:looks? like|seems?|why|not working|broken|still|fails?|error)\b|为什么|报错|不行",
            re.IGNORECASE,
        )
        self.choosing = re.compile(
            r"\b(?:decid|chose|choos|went with|going with|opt(?:ed)? for|recommend|instead of|rather than|kept|keep|"
            r"prefer|cleaner|simpler|safer|better)|决定|选择|改用|采用|建议|保留",
            re.IGNORECASE,
        )
        self.reason = re.compile(
            r"(.{12,160}?)[,;]?\s+((?:because|since|so that|to avoid)\b.{8,})|"
            r"(.{6,80}?)[，；]?((?:因为|以便|以免).{4,})"
        )


@cache
def _patterns() -> _Patterns:
    return _Patterns()
