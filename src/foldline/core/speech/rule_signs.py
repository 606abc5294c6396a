"""Whether a clause lays down a standing rule, by its own words and by those of its neighbours.

Questions, reports, words of others and orders that end with the present task do not. The phrases are data:
`foldline.core.speech.rule_cues`, `foldline.core.speech.rule_cues_zh`, `foldline.core.speech.clause_shapes`.
"""

import re
from collections.abc import Sequence
from functools import cache

from foldline.core.speech import clause_shapes, rule_cues, rule_cues_beside, rule_cues_zh
from foldline.core.speech.asks import starts_with_order, wants_something
from foldline.core.speech.cues import Cues, compiled, shape
from foldline.core.speech.sentences import Span

LEAD_WORDS = 2
"""Words of a clause that only leads up to the next: "ok, btw"."""
SCOPE_WORDS = 2
"""Words a condition has at least before its order: "before committing"."""
NO_ORDER_AFTER = "to the a an you your my our and or for of in on i we it they this that is are was"
"""Words behind which a verb gives no order."""
LONGEST_RULE = 400
"""Characters; a longer clause is no rule one states, but a text that was not recognised as a paste."""
FIRST_CHINESE, LAST_CHINESE = "\u3400", "\u9fff"


class Signs:
    """The signs of rules that can occur in one text; each clause of the text is asked for them.

    >>> signs = Signs("fix it, and never push")
    >>> signs.binding([Span("fix it, ", 0), Span("and never push", 8)], Span("fix it, and never push", 0))
    [False, True]
    """

    def __init__(self, text: str) -> None:
        tables = _tables()
        self._tables = {**tables, "binding": tables["binding"].within(plain(text))}

    def binding(self, pieces: Sequence[Span], sentence: Span) -> list[bool]:
        """Which clauses of a sentence lay down a rule."""
        whole = looked_at(sentence.text)
        if _is_question(whole):
            return self._in_question(pieces, whole)
        clauses = [plain(piece.text) for piece in pieces]
        binds: list[bool] = []
        for at, clause in enumerate(clauses):
            is_rule = self._binds(pieces[at], clause, sentence) or self._binds_beside(pieces, clauses, at)
            is_rule = is_rule and not _ends_with_the_task(clauses, at)
            binds.append(is_rule or (at > 0 and binds[-1] and self._goes_on_listing(clause)))
        is_told = any(binds) and len(binds) > 1 and _tables()["told"].search(clauses[-1].rstrip(" .!\n"))
        return [False] * len(binds) if is_told else binds

    def _in_question(self, pieces: Sequence[Span], whole: str) -> list[bool]:
        """Which clauses of a question bind: all when it wishes for a rule, else prohibitions in a polite request."""
        if self._tables["wishes"].search(whole) or self._tables["chinese_wishes"].search(whole):
            return [True] * len(pieces)
        if not shaped(clause_shapes.POLITE).search(whole):
            return [False] * len(pieces)
        return [bool(self._tables["in_polite_request"].search(plain(piece.text))) for piece in pieces]

    def _binds(self, piece: Span, clause: str, sentence: Span) -> bool:
        if len(clause) > LONGEST_RULE:
            return False
        if self._binds_in_chinese(clause):
            return not _is_reported(plain(sentence.text[: piece.end - sentence.start]))
        if found := self._tables["binding"].search(clause):
            return not _is_reported(plain(sentence.text[: piece.start - sentence.start]) + clause[: found.end()])
        if self._tables["with_order"].search(clause) and starts_with_order(clause):
            return True
        return bool(self._tables["untouched"].search(clause)) and wants_something(sentence)

    def _binds_in_chinese(self, clause: str) -> bool:
        """Whether a clause lays down a rule; it is matched without the spaces people set around foreign words."""
        if not _has_chinese(clause):
            return False
        clause = compiled(r"(?<=[^\x00-\u33ff])[ \t]+|[ \t]+(?=[^\x00-\u33ff])").sub("", clause)
        if not self._tables["chinese"].search(clause) or shaped(rule_cues_zh.VETOES).search(clause):
            return False
        return not shaped(rule_cues_zh.QUESTION).search(clause) or bool(self._tables["chinese_wishes"].search(clause))

    def _binds_beside(self, pieces: Sequence[Span], clauses: Sequence[str], at: int) -> bool:
        """Whether a clause binds because of its neighbour: "use this, not that", "when testing, be quick"."""
        clause, before = clauses[at], clauses[at - 1] if at else ""
        if self._tables["scope_before_order"].search(before):
            return starts_with_order(clause)
        if self._tables["scope_before_order"].search(clause):
            return _holds_order(clause) or any(starts_with_order(text) for text in clauses[at + 1 : at + 2])
        if self._tables["no_such"].search(clause):
            leads_up = len(before.split()) <= LEAD_WORDS or clause.startswith(("(", "so "))
            return leads_up or wants_something(pieces[at - 1])
        is_contrast = "use" in before and shaped(clause_shapes.CONTRAST).match(clause)
        return bool(is_contrast and compiled(r"\W*(?:\w+\W+){0,3}use\b").match(before))

    def _goes_on_listing(self, clause: str) -> bool:
        """Whether a fragment belongs to the rule before it: "commit often, small commits, no emojis"."""
        return bool(shaped(clause_shapes.LISTED).match(clause) or self._tables["no_such"].search(clause))


def plain(text: str) -> str:
    """The text for matching: lower case, straight apostrophes, quoted words blotted out, of the same length."""
    quoted = compiled(r"\"[^\"\n]*\"|`[^`\n]*`|“[^”\n]*”|「[^」\n]*」")
    return quoted.sub(lambda found: f'"{"q" * (len(found[0]) - 2)}"', text.translate(_LOWER))


def looked_at(sentence: str) -> str:
    """A sentence for matching, without a question mark that only asks for a nod."""
    whole = plain(sentence)
    return shaped(clause_shapes.TAG_QUESTION).sub(".", whole) if "?" in whole or "？" in whole else whole


@cache
def shaped(lines: str) -> re.Pattern[str]:
    """The expression of some lines of `foldline.core.speech.clause_shapes`, compiled on first use."""
    return shape(lines, rule_cues.FRAGMENTS)


_LOWER = (
    {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}
    | dict(zip(b"\n\t", b"  ", strict=True))
    | {ord("’"): ord("'"), ord("‘"): ord("'")}
)


@cache
def _tables() -> dict[str, Cues]:
    sources = {
        "binding": "".join(rule_cues.BINDING),
        "no_such": rule_cues_beside.NO_SUCH,
        "with_order": rule_cues_beside.WITH_ORDER,
        "scope_before_order": rule_cues_beside.SCOPE_BEFORE_ORDER,
        "untouched": rule_cues_beside.UNTOUCHED,
        "wishes": rule_cues_beside.WISHES,
        "in_polite_request": rule_cues_beside.IN_POLITE_REQUEST,
        "reported": clause_shapes.REPORTED,
        "for_now": clause_shapes.FOR_NOW,
        "told": clause_shapes.TOLD,
        "chinese": rule_cues_zh.BINDING,
        "chinese_wishes": rule_cues_zh.WISHES,
    }
    fragments = {**rule_cues.FRAGMENTS, **rule_cues_zh.FRAGMENTS}
    return {name: Cues.of(table, fragments) for name, table in sources.items()}


def _has_chinese(text: str) -> bool:
    return not text.isascii() and any(FIRST_CHINESE <= character <= LAST_CHINESE for character in text)


def _is_question(whole: str) -> bool:
    return whole.rstrip(" \n\"')*_").endswith(("?", "？")) or bool(shaped(clause_shapes.QUESTION).match(whole))


def _is_reported(up_to_here: str) -> bool:
    """Whether somebody else is quoted as saying it: the docs, a colleague, an error."""
    reported = _tables()["reported"].search(up_to_here)
    return bool(reported) and not shaped(clause_shapes.OWN_WORDS).search(up_to_here)


def _ends_with_the_task(clauses: Sequence[str], at: int) -> bool:
    """Whether an order holds for the present task only: "not yet", "this time", "don't change it, just look"."""
    clause = clauses[at]
    following = clauses[at + 1] if at + 1 < len(clauses) else ""
    is_ban = bool(shaped(clause_shapes.PROHIBITS).match(clause))
    if _tables()["for_now"].search(clause):
        ends = is_ban or starts_with_order(clause)
    elif is_ban and following:
        goes_on = starts_with_order(following) or shaped(clause_shapes.ONLY_THAT).match(following)
        ends = bool(shaped(clause_shapes.LOOK_FIRST).search(following)) or bool(
            goes_on and shaped(clause_shapes.ONE_THING).match(clause)
        )
    else:
        ends = False
    return ends and not shaped(clause_shapes.STANDING).search(clause)


def _holds_order(clause: str) -> bool:
    """Whether an order follows a condition in the same clause: "before committing run the tests"."""
    words = clause.split()
    idle = NO_ORDER_AFTER.split()
    return any(
        starts_with_order(word) and words[at - 1] not in idle for at, word in enumerate(words) if at >= SCOPE_WORDS
    )
