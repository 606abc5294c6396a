"""Rules that point to somebody or something, with the sentence they stand in: "don't let him die" needs its "him"."""

import re
from functools import cache

from foldline.core.facts import Rule
from foldline.core.note.brief import Brief
from foldline.core.note.lines import Line
from foldline.core.note.prose import clip, pieces
from foldline.core.speech.authorship import human_text
from foldline.core.speech.pastes import without_pastes

QUOTE_WIDTH = 220
MOST_RULES = 4
SHORTEST_CONTEXT = 6
"""Characters beside a rule that can say whom it is about."""


def rules_in_full(brief: Brief) -> list[Line]:
    """The newest rules in force that point to somebody, each with the sentence that names them.

    Args:
        brief: the conversation; rules of messages it does not hold stay as the ledger has them.
    """
    asked = {item.id: item.message for item in brief.items}
    binding = [rule for rule in reversed(brief.ledger.rules) if rule.taken_back is None and rule.entry_id in asked]
    pointing = [rule for rule in binding if _pointing().search(rule.text)][:MOST_RULES]
    lines = []
    for rule in reversed(pointing):
        whole = clip(_sentence_of(rule, human_text(asked[rule.entry_id])), QUOTE_WIDTH)
        if whole and rule.text in whole and brief.said.first(whole):
            lines.append(Line(brief.phrases.rule_from.format(" ".join(rule.text.split()), whole), 78))
    return lines


def _sentence_of(rule: Rule, typed: str) -> str:
    """The sentence a rule was cut from, with the one before it where it says no more than the rule."""
    before = ""
    for piece in pieces(without_pastes(typed)):
        if rule.text in piece.text:
            is_more = len(piece.text) > len(rule.text) + SHORTEST_CONTEXT
            return piece.text if is_more else f"{before} {piece.text}".strip() if before else ""
        before = piece.text
    return ""


@cache
def _pointing() -> re.Pattern[str]:
    return re.compile(r"\b(?:him|her|he|she|them|they|it|that|those|these)\b|[他她它]们?|这个|那个", re.IGNORECASE)
