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
    """The expressions of this module, compiled on first use."""

    def __init__(self) -> None:
        self.binding = _compiled("".join(rule_cues.BINDING))
        self.no_such = _compiled(rule_cues.NO_SUCH)
        self.with_order = _compiled(rule_cues.WITH_ORDER)
        self.scope_before_order = _compiled(rule_cues.SCOPE_BEFORE_ORDER)
        self.untouched = _compiled(rule_cues.UNTOUCHED)
        self.wishes = _compiled(rule_cues.WISHES)
        self.in_polite_request = _compiled(rule_cues.IN_POLITE_REQUEST)
        self.polite = _compiled(clause_shapes.POLITE)
        self.question = _compiled(clause_shapes.QUESTION)
        self.tag_question = _compiled(clause_shapes.TAG_QUESTION)
        self.reported = _compiled(clause_shapes.REPORTED)
        self.own_words = _compiled(clause_shapes.OWN_WORDS)
        self.dangling = _compiled(clause_shapes.DANGLING)
        self.scope_only = _compiled(clause_shapes.SCOPE_ONLY)
        self.condition = _compiled(clause_shapes.CONDITION)
        self.points_back = _compiled(clause_shapes.POINTS_BACK)
        self.announces = _compiled(clause_shapes.ANNOUNCES)
        self.completes = _compiled(clause_shapes.COMPLETES)
        self.contrast = _compiled(clause_shapes.CONTRAST)
        self.header = _compiled(clause_shapes.HEADER)
        self.use = re.compile(r"\W*(?:\w+\W+){0,3}use\b")
        self.list_mark = re.compile(r"\s*(?:[-*+•‣]|\(?\d{1,2}[.)、]|\(?[a-zA-Z][.)])\s*(?=\S)")
        self.quoted = re.compile(r"\"[^\"\n]*\"|`[^`\n]*`|“[^”\n]*”|「[^」\n]*」")
        self.cjk = re.compile(r"[\u3400-\u9fff]")
        self.edges = re.compile(
            r"\A(?:[\s>]|[-*+•‣]\s|\d{1,2}[.)、]\s|(?:and|but|so|also)\b,?\s|(?:但是?|而且|并且|还有|另外)[，,]?(?=\S))+"
            r"|[\s,;:，；：、—-]+\Z",
            re.IGNORECASE,
        )


class _Chinese:
    """The expressions for Chinese, compiled when Chinese is first read."""

    def __init__(self) -> None:
        self.binding = _compiled(rule_cues_zh.BINDING)
        self.wishes = _compiled(rule_cues_zh.WISHES)
        self.vetoes = _compiled(rule_cues_zh.VETOES)
        self.question = _compiled(rule_cues_zh.QUESTION)
        self.gaps = re.compile(r"(?<=[\u3400-\u9fff])[ \t]+|[ \t]+(?=[\u3400-\u9fff])")

    def binds(self, plain: str) -> bool:
        """Whether a clause lays down a rule; it is matched without the spaces people set around foreign words."""
        clause = self.gaps.sub("", plain)
        is_idle = self.vetoes.search(clause) or (self.question.search(clause) and not self.wishes.search(clause))
        return bool(self.binding.search(clause)) and not is_idle


@cache
def _chinese() -> _Chinese:
    return _Chinese()


def _compiled(cues: str) -> re.Pattern[str]:
    """One expression from a table of cues in the notation of `foldline.core.rule_cues`."""
    lines = [line for line in re.sub(r"\n +", "", cues).split("\n") if line]
    behind_lead = [line.removeprefix("{lead}") for line in lines if line.startswith("{lead}")]
    others = [f"(?:{line})" for line in lines if not line.startswith("{lead}")]
    joined = "|".join([f"{{lead}}(?:{'|'.join(behind_lead)})", *others] if behind_lead else others)
    fragments = {**rule_cues.FRAGMENTS, **rule_cues_zh.FRAGMENTS}
    while names := set(re.findall(r"\{([a-z]+)\}", joined)):
        for name in names:
            joined = joined.replace(f"{{{name}}}", re.sub(r"\n +", "", fragments[name]))
    return re.compile(joined.replace(" ?", r"\s*").replace(" ", r"\s+"), re.DOTALL)


@cache
def _patterns() -> _Patterns:
    return _Patterns()


def _continues_list(sentence: str, in_list: bool) -> bool:  # noqa: FBT001 - a state, not an option
    if _patterns().header.match(_plain(sentence)):
        return True
    return in_list and bool(_patterns().list_mark.match(sentence))


def _of_sentence(sentence: Span, before: Span | None, *, in_list: bool) -> Iterator[Clause]:
    patterns = _patterns()
    plain = patterns.tag_question.sub(".", _plain(sentence.text))
    if sentence.text.lstrip().startswith(">") or len(plain) > LONGEST_SENTENCE or patterns.header.match(plain):
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
    patterns = _patterns()
    return plain.rstrip(" \n\"')*_").endswith(("?", "？")) or bool(patterns.question.match(plain))


def _binding_in_question(pieces: Sequence[Span], plain: str) -> list[bool]:
    """Which clauses of a question bind: all when it wishes for a rule, else the prohibitions in a polite request."""
    patterns = _patterns()
    if patterns.wishes.search(plain) or (patterns.cjk.search(plain) and _chinese().wishes.search(plain)):
        return [True] * len(pieces)
    is_polite = bool(patterns.polite.search(plain))
    return [is_polite and bool(patterns.in_polite_request.search(_plain(piece.text))) for piece in pieces]


def _binding(pieces: Sequence[Span], sentence: Span) -> list[bool]:
    return [_binds(piece, sentence) or _binds_beside(pieces, at) for at, piece in enumerate(pieces)]


def _binds(clause: Span, sentence: Span) -> bool:
    patterns = _patterns()
    plain = _plain(clause.text)
    if len(plain) > LONGEST_RULE:
        return False
    if patterns.cjk.search(plain) and _chinese().binds(plain):
        return not _is_reported(_plain(sentence.text[: clause.end - sentence.start]))
    if found := patterns.binding.search(plain):
        return not _is_reported(_plain(sentence.text[: clause.start - sentence.start]) + plain[: found.end()])
    if patterns.with_order.search(plain) and starts_with_order(plain):
        return True
    return bool(patterns.untouched.search(plain)) and wants_something(sentence)


def _is_reported(up_to_here: str) -> bool:
    """Whether somebody else is quoted as saying it: the docs, a colleague, an error."""
    patterns = _patterns()
    return bool(patterns.reported.search(up_to_here)) and not patterns.own_words.search(up_to_here)


def _binds_beside(pieces: Sequence[Span], at: int) -> bool:
    """Whether a clause binds because of its neighbour: "no emojis", "use this, not that", "when testing, be quick"."""
    patterns = _patterns()
    plain = _plain(pieces[at].text)
    before = _plain(pieces[at - 1].text) if at else ""
    if patterns.scope_before_order.match(before):
        return starts_with_order(plain)
    if patterns.scope_before_order.match(plain):
        following = pieces[at + 1 : at + 2]
        return _holds_order(plain) or any(starts_with_order(piece.text) for piece in following)
    if patterns.no_such.search(plain):
        leads_up = len(before.split()) <= LEAD_WORDS or plain.startswith(("(", "so "))
        return leads_up or wants_something(pieces[at - 1])
    return bool(patterns.contrast.match(plain) and patterns.use.match(before))


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
        if not all(_patterns().dangling.match(text) for text in plain[start:end]):
            yield start, end
        at = end


def _widened(plain: Sequence[str], start: int, end: int) -> tuple[int, int]:
    patterns = _patterns()
    if patterns.announces.match(plain[start]):
        return start, len(plain)
    while end < len(plain) and (
        all(patterns.scope_only.match(text) or _goes_on(text) for text in plain[start:end])
        or patterns.condition.match(plain[end])
        or patterns.completes.search(plain[end])
    ):
        end += 1
    if start > 0 and patterns.scope_only.match(plain[start - 1]):
        start -= 1
    first = plain[start]
    hangs_on = patterns.points_back.search(first) or patterns.scope_only.match(first)
    if start > 0 and (hangs_on or (patterns.contrast.match(first) and starts_with_order(plain[start - 1]))):
        start -= 1
    return start, end


def _goes_on(plain: str) -> bool:
    """Whether a clause only adds to the condition before it: "if you run it and it fails, ..."."""
    return plain.startswith(("and ", "or ")) and not starts_with_order(plain)


def _needs_sentence_before(text: str, before: Span) -> bool:
    """Whether a rule only points at what the sentence before it says."""
    is_near = len(before.text) <= LONGEST_RULE // 2 and "\n\n" not in before.text[-3:]
    return is_near and bool(_patterns().points_back.match(_plain(text)))


_LOWER = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)} | {ord("’"): ord("'"), ord("‘"): ord("'")}


def _plain(text: str) -> str:
    """The text for matching: lower case, straight apostrophes, quoted words blotted out, of the same length."""
    return _patterns().quoted.sub(lambda found: f'"{"q" * (len(found[0]) - 2)}"', text.translate(_LOWER))


def _trimmed(text: str) -> str:
    text = _patterns().edges.sub("", text)
    if text.startswith(("(", "（")) and text.endswith((")", "）")) and "(" not in text[1:]:
        return text[1:-1].strip()
    return text
