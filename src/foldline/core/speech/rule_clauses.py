"""The clauses of a typed text that lay down a standing rule, each the smallest that stands by itself.

Pastes and quoted lines yield none. What makes a clause a rule is told by `rule_signs`; here clauses that are understood
only together are joined.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from foldline.core.speech import clause_shapes
from foldline.core.speech.asks import starts_with_order
from foldline.core.speech.cues import compiled
from foldline.core.speech.pastes import typed_parts
from foldline.core.speech.retractions import points_back
from foldline.core.speech.rule_signs import LONGEST_RULE, Signs, looked_at, plain, shaped
from foldline.core.speech.sentences import Span, clauses, sentences

LONGEST_SENTENCE = 2_000
"""Characters; nobody states a rule in a longer one."""
KEPT_READINGS = 512
"""Texts whose clauses are kept: an agent's loop folds the same messages again and again."""

EDGES = (
    r"\A(?:[\s>]|[-*+•‣]\s|\d{1,2}[.)、]\s|(?:[aA]nd|[bB]ut|[sS]o|[aA]lso)\b,?\s|(?:但是?|而且|并且|还有|另外)[，,]?(?=\S))+"
    r"|[\s,;:，；：、—-]+\Z"
)
"""What surrounds a quoted clause: list marks, words that tie it to what came before, separators."""


class Clause(NamedTuple):
    """A piece of a human's text that may state a rule or take one back."""

    text: str
    binds: bool


def stated(text: str) -> Iterator[Clause]:
    """The clauses of a typed text, those that belong together joined; ``binds`` tells the rules among them.

    >>> [clause.text for clause in stated("ok, use rgb, no indices! and fix the test") if clause.binds]
    ['use rgb, no indices!']
    """
    yield from _read(text) if text.strip() else ()


@lru_cache(maxsize=KEPT_READINGS)
def _read(text: str) -> tuple[Clause, ...]:
    return tuple(_clauses_of(text))


def _clauses_of(text: str) -> Iterator[Clause]:
    for part in typed_parts(text):
        signs = Signs(part.text)
        in_list = False
        before: Span | None = None
        for sentence in sentences(part.text):
            in_list = _continues_list(sentence.text, in_list)
            yield from _of_sentence(sentence, before, signs, in_list=in_list)
            before = sentence


def _continues_list(sentence: str, in_list: bool) -> bool:  # noqa: FBT001 - a state, not an option
    return _is_header(plain(sentence)) or (
        in_list and bool(compiled(r"\s*(?:[-*+•‣]|\(?\d{1,2}[.)、]|\(?[a-zA-Z][.)])\s*(?=\S)").match(sentence))
    )


def _is_header(sentence: str) -> bool:
    return sentence.rstrip().endswith((":", "：")) and bool(shaped(clause_shapes.HEADER).match(sentence))


def _of_sentence(sentence: Span, before: Span | None, signs: Signs, *, in_list: bool) -> Iterator[Clause]:
    if (
        sentence.text.lstrip().startswith(">")
        or len(sentence.text) > LONGEST_SENTENCE
        or _is_header(looked_at(sentence.text))
    ):
        return
    if in_list:
        yield Clause(_trimmed(sentence.text), binds=True)
        return
    pieces = clauses(sentence)
    takes_back = [at > 0 and points_back(piece.text) for at, piece in enumerate(pieces)]
    binds = [
        is_rule and not is_back and not any(takes_back[at + 1 : at + 2])
        for at, (is_rule, is_back) in enumerate(zip(signs.binding(pieces, sentence), takes_back, strict=True))
    ]
    at = 0
    for start, end in _groups(pieces, binds):
        yield from _unbound(pieces[at:start], takes_back[at:start])
        text = "".join(piece.text for piece in pieces[start:end])
        if start == 0 and before is not None and _needs_sentence_before(text, before):
            text = before.text + text
        yield Clause(_trimmed(text), binds=True)
        at = end
    yield from _unbound(pieces[at:], takes_back[at:])


def _unbound(pieces: Sequence[Span], takes_back: Sequence[bool]) -> Iterator[Clause]:
    """Clauses that are no rules; "the emoji rule, forget it" is one."""
    texts: list[str] = []
    for piece, is_back in zip(pieces, takes_back, strict=True):
        if is_back and texts:
            texts[-1] += piece.text
        else:
            texts.append(piece.text)
    yield from (Clause(_trimmed(text), binds=False) for text in texts)


def _groups(pieces: Sequence[Span], binds: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Runs of binding clauses, each widened until it stands by itself."""
    texts = [plain(piece.text) for piece in pieces]
    at = 0
    while at < len(pieces):
        if not binds[at]:
            at += 1
            continue
        end = at
        while end < len(pieces) and binds[end]:
            end += 1
        start, end = _widened(texts, at, end)
        if not all(shaped(clause_shapes.DANGLING).match(text) for text in texts[start:end]):
            yield start, end
        at = end


def _widened(texts: Sequence[str], start: int, end: int) -> tuple[int, int]:
    if shaped(clause_shapes.ANNOUNCES).match(texts[start]):
        return start, len(texts)
    while end < len(texts) and (
        all(shaped(clause_shapes.SCOPE_ONLY).match(text) or _goes_on(text) for text in texts[start:end])
        or shaped(clause_shapes.CONDITION).match(texts[end])
        or shaped(clause_shapes.COMPLETES).search(texts[end])
    ):
        end += 1
    if start > 0 and shaped(clause_shapes.SCOPE_ONLY).match(texts[start - 1]):
        start -= 1
    first = texts[start]
    hangs_on = shaped(clause_shapes.POINTS_BACK).search(first) or shaped(clause_shapes.SCOPE_ONLY).match(first)
    if start > 0 and (
        hangs_on or (shaped(clause_shapes.CONTRAST).match(first) and starts_with_order(texts[start - 1]))
    ):
        start -= 1
    return start, end


def _goes_on(clause: str) -> bool:
    """Whether a clause only adds to the condition before it: "if you run it and it fails, ..."."""
    return clause.startswith(("and ", "or ")) and not starts_with_order(clause)


def _needs_sentence_before(text: str, before: Span) -> bool:
    """Whether a rule only points at what the sentence before it says."""
    is_near = len(before.text) <= LONGEST_RULE // 2 and "\n\n" not in before.text[-3:]
    return is_near and bool(shaped(clause_shapes.POINTS_BACK).match(plain(text)))


def _trimmed(text: str) -> str:
    text = compiled(EDGES).sub("", text)
    if text.startswith(("(", "（")) and text.endswith((")", "）")) and "(" not in text[1:]:
        return text[1:-1].strip()
    while text.endswith((")", "）")) and _is_unopened(text):
        text = compiled(EDGES).sub("", text[:-1])
    return text


def _is_unopened(text: str) -> bool:
    """Whether a bracket at the end closes one that was opened before the quoted words."""
    return sum(text.count(bracket) for bracket in "(（") < sum(text.count(bracket) for bracket in ")）")
