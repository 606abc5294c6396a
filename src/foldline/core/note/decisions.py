"""What was decided, by whom and why, and what was turned down: the things not to be tried again."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from foldline.core.note.brief import Brief
from foldline.core.note.lines import Line
from foldline.core.note.prose import clip, pieces
from foldline.core.note.request_lines import is_assent, is_nod
from foldline.core.note.works import Work
from foldline.core.speech.pastes import without_pastes

QUOTE_WIDTH = 200
LONGEST_REASON = 280
"""Characters of a sentence that can be a decision with its reason."""
LONGEST_ANSWER = 3
"""Sentences of an answer to the agent's question."""
DECISIONS_SHOWN = 2
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
        following = brief.works[at + 1].asks if at + 1 < len(brief.works) else ()
        agreed = _agreed(work, following[0]) if following else ""
        reasons = [text for text in _reasons(work, without=agreed) if brief.said.first(text)]
        lines += [Line(text, 46 + recency) for text in reasons]
        before = work
    return lines


def _of_user(brief: Brief, ask: str, before: Work | None, recency: float) -> Iterator[Line]:
    """What the user chose, agreed to, turned down, answered or laid down."""
    answer = _to_the_agent(brief, ask, before) if before is not None else ""
    if answer:
        yield Line(answer, 62 + recency)
        return
    rules = [" ".join(rule.text.split()) for rule in brief.ledger.rules]
    for piece in pieces(without_pastes(ask)):
        text = piece.text
        if not _lays_down(text) or is_nod(text) or any(rule in text for rule in rules):
            continue
        if (quote := clip(text, QUOTE_WIDTH)) and brief.said.first(text):
            yield Line(brief.phrases.user_said.format(quote), 58 + recency)


def _to_the_agent(brief: Brief, ask: str, before: Work) -> str:
    """The line on what the user made of what the agent had put to them; empty where they speak of something else."""
    phrases, patterns = brief.phrases, _patterns()
    flat = " ".join(ask.split())
    if len(flat) < SHORT_ANSWER and (choice := patterns.choice.search(flat)) and (option := _option(choice[0], before)):
        return phrases.chose.format(flat, clip(option, QUOTE_WIDTH))
    first = next((piece.text for piece in pieces(ask)), "")
    proposal = _proposal(before)
    if proposal and first and patterns.refusal.match(flat):
        is_new = brief.said.first(proposal) and brief.said.first(first)
        return phrases.refused.format(clip(first, QUOTE_WIDTH), clip(proposal, QUOTE_WIDTH)) if is_new else ""
    if first and (agreed := _agreed(before, ask)):
        brief.said.add(agreed)
        return phrases.agreed.format(clip(first, SHORT_ANSWER), clip(agreed, QUOTE_WIDTH))
    question = before.report.offer
    rules = [" ".join(rule.text.split()) for rule in brief.ledger.rules]
    is_choice = patterns.alternatives.search(question) and not patterns.courtesy.match(question)
    if is_choice and (answer := _answer(ask, rules)) and brief.said.first(answer):
        return phrases.answered_choice.format(clip(answer, QUOTE_WIDTH), clip(question, QUOTE_WIDTH))
    return ""


def _agreed(before: Work, ask: str) -> str:
    """What the agent had put forward and the user said yes to; empty where they did not."""
    question = before.report.offer
    if not question.endswith(("?", "？")) or not _patterns().assent.match(" ".join(ask.split())):
        return ""
    proposal = _proposal(before)
    return proposal if proposal != question else ""


def _answer(ask: str, rules: Sequence[str]) -> str:
    """The sentences at the beginning of a message that answer; one that the next takes back is no answer."""
    patterns = _patterns()
    said: list[str] = []
    for piece in pieces(without_pastes(ask)):
        text = piece.text
        if text.endswith(("?", "？")) or len(said) == LONGEST_ANSWER:
            break
        if patterns.second_thought.search(text):
            said = said[:-1]
        if not is_assent(text) and not any(rule in text for rule in rules):
            said.append(text)
    return " ".join(said)


def _lays_down(text: str) -> bool:
    """True where a sentence settles how something is to be; a report of trouble that compares does not."""
    patterns = _patterns()
    if patterns.complaint.search(text):
        return False
    return bool(patterns.decided.search(text) or (patterns.contrast.search(text) and patterns.laying.search(text)))


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


def _reasons(work: Work, *, without: str) -> Iterable[str]:
    """What was ruled out, and decisions of the report with their reason, the decision in bold."""
    found = [*_ruled_out(work)]
    for text in (*work.report.outcome, *work.report.rest, *work.report.points):
        if text == without or len(text) > LONGEST_REASON or not _patterns().choosing.search(text):
            continue
        if match := _patterns().reason.match(text):
            decision, reason = (group for group in match.groups() if group is not None)
            is_whole = decision.count("`") % 2 == 0 and decision.count("(") == decision.count(")")
            found.append(f"**{decision}**: {reason}" if is_whole and "*" not in text else text)
    return found[:DECISIONS_SHOWN]


def _ruled_out(work: Work) -> list[str]:
    """Sentences that say, on the way or at the end, why something would not do."""
    ruled_out = _patterns().ruled_out
    texts = [text for text in work.remarks if ruled_out.search(text)]
    told = [piece.text for text in texts for piece in pieces(text) if ruled_out.search(piece.text)]
    return [text for text in told if len(text) <= LONGEST_REASON and _patterns().why.search(text)][:1]


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
        self.assent = re.compile(
            r"(?:yes|yeah|yep|yup|sure|ok(?:ay)?|do (?:it|that)|go ahead|sounds good|好|可以|行|是的)(?![a-z])",
            re.IGNORECASE,
        )
        self.alternatives = re.compile(r"\b(?:which|or|prefer)\b.*[?？]|哪|还是", re.IGNORECASE)
        self.courtesy = re.compile(
            r"(?:do you )?(?:want|ready|would you like|could|can|shall|anything|is there|let me|please)\b",
            re.IGNORECASE,
        )
        self.second_thought = re.compile(
            r"\b(?:no,? wait|wait,? no|actually|scratch that|on second thought)\b|不对", re.IGNORECASE
        )
        self.decided = re.compile(
            r"\b(?:let'?s (?:use|go|store|do|keep|put|make|take|drop|skip|stick)|go with|prefer|"
            r"decided|we (?:want|don'?t)|belongs? in|"
            r"(?:leave|keep) (?:it|them|that|this)\b(?=.{6})|only want|doesn'?t work (?:since|because|as))\b|"
            r"^(?:no,|no (?:don'?t|we|i|it|let'?s|that|the|this|remove|use|keep|just|not)\b|nope|don'?t|"
            r"do not|actually,)|决定|改用|不要|别再|就用|还是用|换成|而不是",
            re.IGNORECASE,
        )
        self.contrast = re.compile(r"\b(?:instead of|rather than|not .{3,40} but)\b", re.IGNORECASE)
        self.laying = re.compile(
            r"\b(?:use|keep|put|make|take|store|write|call|name|add|should|must|want|let'?s|go|do|needs? to|better)\b",
            re.IGNORECASE,
        )
        self.ruled_out = re.compile(
            r"\b(?:ruled? (?:it |that |them )?out|discarded|not an option|(?:won't|would not|wouldn't|cannot|can't) "
            r"work here)\b|排除|行不通",
            re.IGNORECASE,
        )
        self.why = re.compile(r"\b(?:because|since|as|but|so)\b|因为|所以|但", re.IGNORECASE)
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
