"""What an agent reported at the end of a turn: what came out, point by point, what remains, what it asks.

Sorts the pieces of its text; changes no word of them.
"""

from collections.abc import Sequence
from typing import NamedTuple

from foldline.core.note.prose import Piece, pieces
from foldline.core.note.sentence_kinds import (
    as_statement,
    is_change,
    is_check_verdict,
    is_empty_talk,
    is_failing,
    is_label,
    is_made,
    is_offer,
    is_outcome,
    is_stage_direction,
    is_telling,
    is_vague_heading,
    names_what_is_left,
)

LONG_REPORT = 12
"""Pieces above which a report is a document, whose headings say more than its list items."""
OPENING = 8
"""Sentences of a report among which the outcome is looked for."""
LABEL = 30
"""Characters before a colon that can be a label."""
_GOING_ON = ("It ", "That ", "This ", "So ")
LAST_WORDS = 3
"""Pieces at the end among which a closing question is looked for."""


class Report(NamedTuple):
    """A report taken apart."""

    outcome: tuple[str, ...] = ()
    """The sentences that say what came out, two at most, in their order."""
    points: tuple[str, ...] = ()
    """What it lists as done or found."""
    remaining: tuple[str, ...] = ()
    """What it names as next or left."""
    failed: tuple[str, ...] = ()
    """What it says could not be done, with the sentence that goes on about it."""
    offer: str = ""
    """Its closing question or offer, or empty."""
    rest: tuple[str, ...] = ()
    """Other sentences that tell something."""


def digest(text: str) -> Report:
    r"""A report taken apart.

    >>> report = digest("Done. The parser reads CRLF now.\n\nNext steps:\n- Release it\n\nWant me to tag it?")
    >>> report.outcome, report.remaining, report.offer
    (('The parser reads CRLF now.',), ('Release it',), 'Want me to tag it?')
    """
    found = list(pieces(text))
    offer = _offer(found)
    told = [piece for piece in found if piece.text != offer]
    remaining = tuple(piece.text for piece in told if piece.kind == "item" and names_what_is_left(piece.under))
    told = [piece for piece in told if not names_what_is_left(piece.under) and not _announces_what_is_left(piece)]
    points = _points(told)
    sentences = [as_statement(piece.text) for piece in told if piece.kind == "sentence"]
    remaining += tuple(sentence for sentence in sentences if _labels_what_is_left(sentence))
    sentences = [sentence for sentence in sentences if not _labels_what_is_left(sentence)]
    sentences = [text for text in sentences if not is_empty_talk(text) and not is_stage_direction(text)]
    failed = _failed(sentences)
    sentences = [sentence for sentence in sentences if not any(sentence in whole for whole in failed)]
    outcome = _outcome(sentences, needed=not points)
    rest = tuple(sentence for sentence in sentences if sentence not in outcome and is_telling(sentence))
    return Report(outcome, points, remaining, failed, offer, rest)


def _failed(sentences: Sequence[str]) -> tuple[str, ...]:
    """What could not be done, each with the next sentence where that only goes on: "It has to be tried there"."""
    found = []
    for at, text in enumerate(sentences):
        if is_failing(text):
            following = sentences[at + 1] if at + 1 < len(sentences) else ""
            found.append(f"{text} {following}" if following.startswith(_GOING_ON) else text)
    return tuple(found)


def _announces_what_is_left(piece: Piece) -> bool:
    announces = piece.kind == "heading" or piece.text.endswith((":", "："))
    return announces and names_what_is_left(piece.text)


def _labels_what_is_left(sentence: str) -> bool:
    """True for "Suggested next step: run the linter" and its kin."""
    label, colon, rest = sentence.partition(": ")
    return bool(colon and rest) and len(label) < LABEL and names_what_is_left(label)


def _offer(found: Sequence[Piece]) -> str:
    """The question or offer the report ends in."""
    for piece in found[: -LAST_WORDS - 1 : -1]:
        if piece.kind == "heading":
            return ""
        if piece.text.endswith(("?", "？")) or is_offer(piece.text):
            return piece.text
    return ""


def _outcome(sentences: Sequence[str], *, needed: bool) -> tuple[str, ...]:
    """The two sentences that say most of what came out, in their order; a plain one only where no list follows."""
    opening = [text for text in sentences[:OPENING] if not is_label(text) and is_outcome(text)]
    best = sorted(range(len(opening)), key=lambda at: (-_says(opening[at], at), at))[:2]
    telling = tuple(opening[at] for at in sorted(best) if _says(opening[at], at) >= 1)
    return telling or (tuple(opening[at] for at in best[:1]) if needed else ())


def _says(text: str, at: int) -> float:
    """How well a sentence says what came out; the earlier it stands, the better."""
    if is_check_verdict(text):
        return 0.0
    worth = 1.5 * is_made(text) + 1.0 * is_telling(text) + 0.5 * is_change(text) - 0.15 * at
    if text.endswith(("!", "！")):
        worth -= 0.7
    return worth - 0.4 if text.startswith(("This ", "These ", "It ", "That ", "So ", "You ")) else worth


def _points(told: Sequence[Piece]) -> tuple[str, ...]:
    """List items; in a long document, the headings that say something stand for the lists under them."""
    headings = [_numberless(piece.text) for piece in told if piece.kind == "heading"]
    headings = [text for text in headings if is_change(text) and not is_vague_heading(text)]
    if len(told) > LONG_REPORT and len(headings) > 1:
        return tuple(headings)
    items = [piece.text for piece in told if piece.kind == "item" and not piece.text.endswith(("?", "？", ":", "："))]
    changes = [text for text in items if is_change(text)]
    return tuple(changes if len(changes) > 1 else items)


def _numberless(heading: str) -> str:
    number, _, rest = heading.partition(" ")
    return rest if number.rstrip(".)、").isdigit() else heading
