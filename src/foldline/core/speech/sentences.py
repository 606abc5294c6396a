"""Sentences and clauses of what people type, English and Chinese, without losing a character.

The spans of a text joined together are the text; the spans of a sentence joined together are the sentence. A full
stop inside a file name, URL, version, abbreviation or `code` ends nothing, nor do dots with text right behind them; a
line break ends a sentence unless the line was only wrapped.
"""

import re
from collections.abc import Iterable
from functools import cache, cached_property
from typing import NamedTuple

WRAPPED_AT = 40
"""Columns from which a line that goes on in lower case is taken for wrapped; shorter lines are lines of their own."""


class Span(NamedTuple):
    """A piece of a text and where it starts there."""

    text: str
    start: int

    @property
    def end(self) -> int:
        """The offset after its last character."""
        return self.start + len(self.text)


_SHORT_FORMS = (
    "e.g|i.e|eg|ie|etc|vs|cf|al|approx|resp|incl|excl|fig|no|nr|vol|pp|dr|mr|mrs|ms|prof|st|jr|sr|inc|ltd|corp|dept|"
    "est|max|min|ver|rev|a.m|p.m|u.s|u.k"
)
_ABBREVIATIONS = frozenset(_SHORT_FORMS.split("|"))
_WORDS_TOO = frozenset({"al", "no", "fig", "st", "max", "min", "est", "ver", "rev", "etc"})
"""Abbreviations that end a sentence as well: before a capital, and `no.` before anything but a number."""
_CJK = (("\u3040", "\u30ff"), ("\u3400", "\u9fff"), ("\uac00", "\ud7af"), ("\uff01", "\uff5e"))
"""First and last letters of the scripts that set no space between words, and of their full-width marks."""
_CLOSERS = r"[\"'”’»」』）】)\]*_~`]*"


class _Patterns:
    """The expressions of this module, each compiled on first use."""

    @cached_property
    def stop(self) -> re.Pattern[str]:
        return re.compile(
            rf"`[^`\n]+`|(?P<line>[ \t]*\n\s*)|(?P<mark>[。！？；]+|…{{2}}|[.!?…]+){_CLOSERS}(?P<gap>[^\S\n]*)"
        )

    @cached_property
    def list_mark(self) -> re.Pattern[str]:
        return re.compile(r"\s*(?:\d{1,3}|[A-Za-z])\Z")

    @cached_property
    def new_line_item(self) -> re.Pattern[str]:
        return re.compile(r"(?:[-*+•>#|➜$]|\d{1,3}[.)、]|\(?[A-Za-z][.)]|```|~~~)(?:\s|`|\Z)|```")

    @cached_property
    def last_word(self) -> re.Pattern[str]:
        return re.compile(r"([\w.]+)\Z")

    @cached_property
    def clause(self) -> re.Pattern[str]:
        return re.compile(
            r"`[^`\n]+`|"
            r"(?P<end>[,;:](?=\s)|[，；：]+|(?<=\s)(?:-{1,3}|[–—]|->|=>)(?=\s)|——|…+|\.{2,}(?=\s)|[!?。！？](?=\s))\s*|"
            r"(?P<bracket>[)）](?!\w))\s*|"
            r"(?P<start>(?<=\s)[(（](?=\w)|（)|"
            r"(?<=\s)(?P<word>(?:but|and|so|because|or|then|unless|instead)\s+(?=(?:[a-z]+\s+)?"
            r"(?:never|always|don'?t|don’t|do\s+not|not|no|only|please|pls|plz|make\s+sure|from\s+now|keep|use|i|i'm|we|you|"
            r"let's|lets|it|it's|that|they|if|when|whenever)\b))",
            re.IGNORECASE,
        )


@cache
def _patterns() -> _Patterns:
    return _Patterns()


def sentences(text: str) -> tuple[Span, ...]:
    """The sentences of a text in order, white space behind each included.

    >>> [span.text for span in sentences("Fix a.b.ts, e.g. now. Never push! 不要提交。好的")]
    ['Fix a.b.ts, e.g. now. ', 'Never push! ', '不要提交。', '好的']
    """
    cuts: list[int] = []
    start = 0
    for found in _patterns().stop.finditer(text):
        if (found["line"] and _line_ends(text, start, found)) or (found["mark"] and _mark_ends(text, start, found)):
            start = found.end()
            cuts.append(start)
    return _spans(text, 0, cuts)


def clauses(sentence: Span) -> tuple[Span, ...]:
    """The clauses of a sentence in order, the separator behind each included.

    >>> [span.text for span in clauses(Span("ok, use tabs (no spaces!) but never in YAML", 0))]
    ['ok, ', 'use tabs ', '(no spaces!) ', 'but never in YAML']
    """
    cuts: list[int] = []
    is_open = False
    for found in _patterns().clause.finditer(sentence.text):
        if found["bracket"]:
            cuts.extend([found.end()] if is_open else [])
            is_open = False
        elif found["end"]:
            cuts.append(found.end())
        elif found["start"] or found["word"]:
            cuts.append(found.start())
            is_open = is_open or bool(found["start"])
    return _spans(sentence.text, sentence.start, cuts)


def _spans(text: str, offset: int, cuts: Iterable[int]) -> tuple[Span, ...]:
    """The text cut at the offsets; a piece without a word goes with its neighbour."""
    spans: list[Span] = []
    start = 0
    for cut in (*cuts, len(text)):
        piece = text[start:cut]
        if not piece:
            continue
        if spans and not (_has_word(piece) and _has_word(spans[-1].text)):
            spans[-1] = Span(spans[-1].text + piece, spans[-1].start)
        else:
            spans.append(Span(piece, offset + start))
        start = cut
    return tuple(spans)


def _has_word(piece: str) -> bool:
    return any(character.isalnum() for character in piece)


def _line_ends(text: str, start: int, found: re.Match[str]) -> bool:
    """Whether a line break ends the sentence, or only wraps it."""
    if found["line"].count("\n") > 1:
        return True
    following = text[found.end() : found.end() + 12]
    if not following or not following[0].islower() or _patterns().new_line_item.match(following):
        return True
    line = text[max(start, text.rfind("\n", 0, found.start()) + 1) : found.start()]
    return len(line) < WRAPPED_AT or line[-1] in ".!?:;。！？；：…"


def _mark_ends(text: str, start: int, found: re.Match[str]) -> bool:
    """Whether a full stop, question or exclamation mark ends the sentence."""
    mark, following = found["mark"], text[found.end() : found.end() + 1]
    if following in {"", "\n"} or mark[0] in "。！？；":
        return following != "\n"
    if not found["gap"]:
        return mark[0] != "…" and mark != "." and _is_cjk(following)
    if mark[0] == "…" or mark.startswith(".."):
        return not following.islower()
    return mark != "." or _stop_ends(text[start : found.start()], following)


def _is_cjk(character: str) -> bool:
    return any(first <= character <= last for first, last in _CJK)


def _stop_ends(before: str, following: str) -> bool:
    """Whether a single full stop is more than the mark of a list item, an abbreviation or an initial."""
    if _patterns().list_mark.match(before):
        return False
    word = _patterns().last_word.search(before)
    if word is None:
        return True
    name = word[1].lower()
    if name in _WORDS_TOO:
        return not following.isdigit() if name == "no" else following.isupper()
    is_initial = len(name) == 1 and word[1].isupper() and following.isupper()
    return name not in _ABBREVIATIONS and not is_initial
