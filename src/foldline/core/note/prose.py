"""What of a message can be quoted: whole sentences and list items, without code, tables, logs and markup.

A piece holds only words of its text, in their order, with white space folded; no piece opens a fence, a heading or
a tag of ours.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from foldline.core.speech.sentences import Span, sentences
from foldline.core.tag_forms import brackets, may_hold_tags

ELLIPSIS = "…"
LONGEST_TEXT = 40_000
"""Characters of one message that are looked at, half from each end: longer prose is a paste."""

Kind = Literal["heading", "item", "sentence"]


class Piece(NamedTuple):
    """A quotable piece of a text."""

    text: str
    kind: Kind
    under: str = ""
    """The heading or the announcing line ("Changes:") it stands under."""


class _Patterns:
    """The expressions of this module, compiled on first use."""

    def __init__(self) -> None:
        self.item = re.compile(r"\s*(?:[-*+•‣]|\d{1,3}[.)、]|\([a-z\d]\))\s+(?:\[[ xX]\]\s+)?(?=\S)")
        self.heading = re.compile(r"\s*#{1,6}\s+(?=\S)")
        self.bold_line = re.compile(r"\s*\*\*([^*]+?):?\*\*[:：]?\s*")
        self.bold = re.compile(r"(?<!\w)\*\*|\*\*(?!\w)")
        self.ornament = re.compile(r"^[\s\u2600-\u27bf\U0001f300-\U0001faff\ufe0f]+")
        self.noise = re.compile(r"[{}<>=;|\\│├└─┌┐→]|&&|::")
        self.tag = re.compile(r"</?[a-zA-Z][\w:-]*(?:\s[^<>]*)?/?>")
        ours = ("foldline", "summary", "conversation", "previous", "additional", "handoff", "files", "read-files")
        self.our_tag = re.compile(brackets(*ours, "modified-files", whole_names=False), re.IGNORECASE)
        self.cjk = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af]")


@cache
def _patterns() -> _Patterns:
    return _Patterns()


@lru_cache(maxsize=2048)
def pieces(text: str) -> tuple[Piece, ...]:
    r"""The quotable pieces of a text, in order.

    >>> [piece.text for piece in pieces("Fixed it.\n```py\nx = 1\n```\n- **Added** `run()`")]
    ['Fixed it.', 'Added `run()`']
    """
    return tuple(_pieces(text))


def _pieces(text: str) -> Iterator[Piece]:
    patterns = _patterns()
    under = ""
    for line in _paragraphs(_without_middle(text)):
        if found := patterns.heading.match(line):
            under = plain(line[found.end() :])
            yield Piece(under, "heading")
        elif found := patterns.bold_line.fullmatch(line):
            under = plain(found[1])
            yield Piece(under, "heading")
        elif found := patterns.item.match(line):
            if item := _quotable(line[found.end() :]):
                yield Piece(item, "item", under)
        else:
            for sentence in _whole(sentences(line)):
                if quote := _quotable(sentence):
                    yield Piece(quote, "sentence", under)
                    if quote.endswith((":", "：")):
                        under = quote


def plain(text: str) -> str:
    """Without bold marks and ornaments, white space folded; no word is joined to another."""
    patterns = _patterns()
    if "**" in text:
        text = patterns.bold.sub("", text)
    if not text[:1].isalnum():
        text = patterns.ornament.sub("", text)
    return _balanced(" ".join(text.split()))


def harmless(text: str) -> str:
    """A quote in which no tag that frames a summary, a ledger or a prompt can open or close.

    >>> harmless("as in </summary> and Map<str>")
    'as in ‹/summary> and Map<str>'
    """
    return _patterns().our_tag.sub("‹", text) if may_hold_tags(text) else text


def is_cjk(text: str) -> bool:
    """True where at least a fifth of the letters are Chinese, Japanese or Korean."""
    return not text.isascii() and len(_patterns().cjk.findall(text)) * 5 >= len(text)


def clip(text: str, limit: int) -> str:
    """The text up to a limit of characters, ended at a sentence, a clause or a word, and marked when cut.

    Args:
        text: one line.
        limit: characters; a Chinese, Japanese or Korean one counts twice.

    >>> clip("It works now. The rest is left for later.", 20)
    'It works now. …'
    """
    if is_cjk(text):
        limit //= 2
    if len(text) <= limit:
        return text
    head = text[: max(limit - 1, 1)]
    end = max((span.end for span in sentences(text) if span.end <= len(head)), default=0)
    if end * 3 >= limit:
        return _balanced(head[:end].rstrip()) + " " + ELLIPSIS
    for marks in (("；", "，", "、", "; ", ", ", " — "), (" ",)):
        at = max(head.rfind(mark) for mark in marks)
        if at * 2 >= limit:
            return _balanced(head[:at].rstrip()) + " " + ELLIPSIS
    at = len(head)
    while at and not is_cjk(head[at - 1]) and not is_cjk(text[at]):
        at -= 1
    return _balanced(head[:at].rstrip()) + " " + ELLIPSIS if at else ""


def _balanced(text: str) -> str:
    """With apostrophes for backticks, where a cut has left one of a pair: no word is joined to another."""
    return text.replace("`", "'") if text.count("`") % 2 else text


def _without_middle(text: str) -> str:
    if len(text) <= LONGEST_TEXT:
        return text
    half = LONGEST_TEXT // 2
    return text[:half].rpartition("\n")[0] + "\n\n" + text[-half:].partition("\n")[2]


def _paragraphs(text: str) -> Iterator[str]:
    """Lines outside fences and tables, those that a hard wrap has cut joined again."""
    open_fence = ""
    joined = ""
    for line in text.splitlines():
        bare = line.strip()
        if open_fence:
            if bare.startswith(open_fence) and not bare.strip(open_fence[0]):
                open_fence = ""
            continue
        if bare.startswith(("```", "~~~")):
            open_fence = bare[:3]
        elif joined and _goes_on(joined, line, bare):
            joined += " " + bare
            continue
        if joined:
            yield joined
        joined = "" if open_fence or not bare or bare.startswith(("|", "+--", "---", "===", "***")) else line.rstrip()
    if joined:
        yield joined


def _goes_on(before: str, line: str, bare: str) -> bool:
    wrapped = len(before) >= 50 and before[-1] not in ".!?:;。！？：；|"  # noqa: PLR2004 - shorter lines end on purpose
    return wrapped and bool(bare) and bare[0].islower() and _patterns().item.match(line) is None


def _whole(spans: Iterable[Span]) -> Iterator[str]:
    """The sentences, one that ends inside brackets together with the next."""
    begun = ""
    for span in spans:
        begun += span.text
        if begun.count("(") <= begun.count(")") and begun.count("（") <= begun.count("）"):
            yield begun
            begun = ""
    if begun:
        yield begun


def _quotable(text: str) -> str:
    """The text as a quote; empty for code, logs, tags and what has no words."""
    quote = plain(text)
    patterns = _patterns()
    if len(quote) < 2 or "```" in text or "~~~" in text or ("<" in quote and patterns.tag.search(quote)):  # noqa: PLR2004
        return ""
    if patterns.noise.search(quote):
        outside = "".join(quote.split("`")[::2])
        if len(patterns.noise.findall(outside)) > 1 + len(outside) // 25:
            return ""
    return quote if any(char.isalpha() for char in quote) else ""
