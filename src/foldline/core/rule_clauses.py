"""The clauses of a typed text that lay down a standing rule, each the smallest that stands by itself.

Pastes, quotations and words of others yield none; neither do questions, reports and orders for the present task. The
phrases are data: `foldline.core.rule_cues`, `foldline.core.rule_cues_zh`, `foldline.core.clause_shapes`.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from foldline.core import clause_shapes, rule_cues, rule_cues_zh
from foldline.core.asks import starts_with_order, wants_something
from foldline.core.cues import Cues, shape
from foldline.core.pastes import typed_parts
from foldline.core.sentences import Span, clauses, sentences

LEAD_WORDS = 2
"""Words of a clause that only leads up to the next: "ok, btw"."""
SCOPE_WORDS = 2
"""Words a condition has at least before its order: "before committing"."""
NO_ORDER_AFTER = "to the a an you your my our and or for of in on i we it they this that is are was"
"""Words behind which a verb gives no order."""
LONGEST_SENTENCE = 2_000
LONGEST_RULE = 400
"""Characters; a longer clause is no rule one states, but a text that was not recognised as a paste."""


class Clause(NamedTuple):
    """A piece of a human's text that may state a rule or take one back."""

    text: str
    binds: bool


def stated(text: str) -> Iterator[Clause]:
    """The clauses of a typed text, those that belong together joined; ``binds`` tells the rules among them.

    >>> [clause.text for clause in stated("ok, use rgb, no indices! and fix the test") if clause.binds]
    ['use rgb, no indices!']
    """
    for part in typed_parts(text):
        in_list = False
        before: Span | None = None
        for sentence in sentences(part.text):
            in_list = _continues_list(sentence.text, in_list)
            yield from _of_sentence(sentence, before, in_list=in_list)
            before = sentence


class _Patterns:
    """The expressions of this module; a cue is compiled when its key first occurs, a shape with the first rule."""

    def __init__(self) -> None:
        self.binding = _cues("".join(rule_cues.BINDING))
        self.no_such = _cues(rule_cues.NO_SUCH)
        self.with_order = _cues(rule_cues.WITH_ORDER)
        self.scope_before_order = _cues(rule_cues.SCOPE_BEFORE_ORDER)
        self.untouched = _cues(rule_cues.UNTOUCHED)
        self.wishes = _cues(rule_cues.WISHES)
        self.in_polite_request = _cues(rule_cues.IN_POLITE_REQUEST)
        self.chinese = _cues(rule_cues_zh.BINDING)
        self.chinese_wishes = _cues(rule_cues_zh.WISHES)
        self.use = re.compile(r"\W*(?:\w+\W+){0,3}use\b")
        self.list_mark = re.compile(r"\s*(?:[-*+•‣]|\(?\d{1,2}[.)、]|\(?[a-zA-Z][.)])\s*(?=\S)")
        self.quoted = re.compile(r"\"[^\"\n]*\"|`[^`\n]*`|“[^”\n]*”|「[^」\n]*」")
        self.cjk = re.compile(r"[\u3400-\u9fff]")
        self.gaps = re.compile(r"(?<=[\u3400-\u9fff])[ \t]+|[ \t]+(?=[\u3400-\u9fff])")
        self.edges = re.compile(
            r"\A(?:[\s>]|[-*+•‣]\s|\d{1,2}[.)、]\s|(?:and|but|so|also)\b,?\s|(?:但是?|而且|并且|还有|另外)[，,]?(?=\S))+"
            r"|[\s,;:，；：、—-]+\Z",
            re.IGNORECASE,
        )


def _cues(table: str) -> Cues:
    return Cues(table, {**rule_cues.FRAGMENTS, **rule_cues_zh.FRAGMENTS})


@cache
def _shape(lines: str) -> re.Pattern[str]:
    return shape(lines, rule_cues.FRAGMENTS)


@cache
def _patterns() -> _Patterns:
    return _Patterns()


def _continues_list(sentence: str, in_list: bool) -> bool:  # noqa: FBT001 - a state, not an option
    if _shape(clause_shapes.HEADER).match(_plain(sentence)):
        return True
    return in_list and bool(_patterns().list_mark.match(sentence))


def _of_sentence(sentence: Span, before: Span | None, *, in_list: bool) -> Iterator[Clause]:
    _patterns()
    plain = _shape(clause_shapes.TAG_QUESTION).sub(".", _plain(sentence.text))
    if sentence.text.lstrip().startswith(">") or len(plain) > LONGEST_SENTENCE or _shape(clause_shapes.HEADER).match(plain):
        return
    if in_list:
        yield Clause(_trimmed(sentence.text), binds=True)
        return
    pieces = clauses(sentence)
    binds = _binding_in_question(pieces, plain) if _is_question(plain) else _binding(pieces, sentence)
    at = 0
    for start, end in _groups(pieces, binds):
        yield from (Clause(_trimmed(piece.text), binds=False) for piece in pieces[at:start])
        text = "".join(piece.text for piece in pieces[start:end])
        if start == 0 and before is not None and _needs_sentence_before(text, before):
            text = before.text + text
        yield Clause(_trimmed(text), binds=True)
        at = end
    yield from (Clause(_trimmed(piece.text), binds=False) for piece in pieces[at:])


def _is_question(plain: str) -> bool:
    _patterns()
    return plain.rstrip(" \n\"')*_").endswith(("?", "？")) or bool(_shape(clause_shapes.QUESTION).match(plain))


def _binding_in_question(pieces: Sequence[Span], plain: str) -> list[bool]:
    """Which clauses of a question bind: all when it wishes for a rule, else the prohibitions in a polite request."""
    patterns = _patterns()
    if patterns.wishes.search(plain) or (patterns.cjk.search(plain) and patterns.chinese_wishes.search(plain)):
        return [True] * len(pieces)
    is_polite = bool(_shape(clause_shapes.POLITE).search(plain))
    return [is_polite and bool(patterns.in_polite_request.search(_plain(piece.text))) for piece in pieces]


def _binding(pieces: Sequence[Span], sentence: Span) -> list[bool]:
    return [_binds(piece, sentence) or _binds_beside(pieces, at) for at, piece in enumerate(pieces)]


def _binds(clause: Span, sentence: Span) -> bool:
    patterns = _patterns()
    plain = _plain(clause.text)
    if len(plain) > LONGEST_RULE:
        return False
    if patterns.cjk.search(plain) and _binds_in_chinese(plain):
        return not _is_reported(_plain(sentence.text[: clause.end - sentence.start]))
    if found := patterns.binding.search(plain):
        return not _is_reported(_plain(sentence.text[: clause.start - sentence.start]) + plain[: found.end()])
    if patterns.with_order.search(plain) and starts_with_order(plain):
        return True
    return bool(patterns.untouched.search(plain)) and wants_something(sentence)


def _binds_in_chinese(plain: str) -> bool:
    """Whether a clause lays down a rule; it is matched without the spaces people set around foreign words."""
    patterns = _patterns()
    clause = patterns.gaps.sub("", plain)
    if not patterns.chinese.search(clause) or _shape(rule_cues_zh.VETOES).search(clause):
        return False
    return not _shape(rule_cues_zh.QUESTION).search(clause) or bool(patterns.chinese_wishes.search(clause))


def _is_reported(up_to_here: str) -> bool:
    """Whether somebody else is quoted as saying it: the docs, a colleague, an error."""
    _patterns()
    return bool(_shape(clause_shapes.REPORTED).search(up_to_here)) and not _shape(clause_shapes.OWN_WORDS).search(up_to_here)


def _binds_beside(pieces: Sequence[Span], at: int) -> bool:
    """Whether a clause binds because of its neighbour: "no emojis", "use this, not that", "when testing, be quick"."""
    patterns = _patterns()
    plain = _plain(pieces[at].text)
    before = _plain(pieces[at - 1].text) if at else ""
    if patterns.scope_before_order.search(before):
        return starts_with_order(plain)
    if patterns.scope_before_order.search(plain):
        following = pieces[at + 1 : at + 2]
        return _holds_order(plain) or any(starts_with_order(piece.text) for piece in following)
    if patterns.no_such.search(plain):
        leads_up = len(before.split()) <= LEAD_WORDS or plain.startswith(("(", "so "))
        return leads_up or wants_something(pieces[at - 1])
    return bool(_shape(clause_shapes.CONTRAST).match(plain) and patterns.use.match(before))


def _holds_order(plain: str) -> bool:
    """Whether an order follows a condition in the same clause: "before committing run the tests"."""
    words = plain.split()
    idle = NO_ORDER_AFTER.split()
    return any(
        starts_with_order(word) and words[at - 1] not in idle for at, word in enumerate(words) if at >= SCOPE_WORDS
    )


def _groups(pieces: Sequence[Span], binds: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Runs of binding clauses, each widened until it stands by itself."""
    plain = [_plain(piece.text) for piece in pieces]
    at = 0
    while at < len(pieces):
        if not binds[at]:
            at += 1
            continue
        end = at
        while end < len(pieces) and binds[end]:
            end += 1
        start, end = _widened(plain, at, end)
        if not all(_shape(clause_shapes.DANGLING).match(text) for text in plain[start:end]):
            yield start, end
        at = end


def _widened(plain: Sequence[str], start: int, end: int) -> tuple[int, int]:
    _patterns()
    if _shape(clause_shapes.ANNOUNCES).match(plain[start]):
        return start, len(plain)
    while end < len(plain) and (
        all(_shape(clause_shapes.SCOPE_ONLY).match(text) or _goes_on(text) for text in plain[start:end])
        or _shape(clause_shapes.CONDITION).match(plain[end])
        or _shape(clause_shapes.COMPLETES).search(plain[end])
    ):
        end += 1
    if start > 0 and _shape(clause_shapes.SCOPE_ONLY).match(plain[start - 1]):
        start -= 1
    first = plain[start]
    hangs_on = _shape(clause_shapes.POINTS_BACK).search(first) or _shape(clause_shapes.SCOPE_ONLY).match(first)
    if start > 0 and (hangs_on or (_shape(clause_shapes.CONTRAST).match(first) and starts_with_order(plain[start - 1]))):
        start -= 1
    return start, end


def _goes_on(plain: str) -> bool:
    """Whether a clause only adds to the condition before it: "if you run it and it fails, ..."."""
    return plain.startswith(("and ", "or ")) and not starts_with_order(plain)


def _needs_sentence_before(text: str, before: Span) -> bool:
    """Whether a rule only points at what the sentence before it says."""
    is_near = len(before.text) <= LONGEST_RULE // 2 and "\n\n" not in before.text[-3:]
    return is_near and bool(_shape(clause_shapes.POINTS_BACK).match(_plain(text)))


_LOWER = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)} | {ord("’"): ord("'"), ord("‘"): ord("'")}


def _plain(text: str) -> str:
    """The text for matching: lower case, straight apostrophes, quoted words blotted out, of the same length."""
    return _patterns().quoted.sub(lambda found: f'"{"q" * (len(found[0]) - 2)}"', text.translate(_LOWER))


def _trimmed(text: str) -> str:
    text = _patterns().edges.sub("", text)
    if text.startswith(("(", "（")) and text.endswith((")", "）")) and "(" not in text[1:]:
        return text[1:-1].strip()
    return text
