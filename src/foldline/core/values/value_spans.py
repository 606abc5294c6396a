"""Where in a line something stands that may be a value, by its look alone."""

import re
from collections.abc import Iterator
from functools import cache
from typing import TypeAlias

from foldline.core.values.chinese_amounts import amounts
from foldline.core.values.value_kinds import has_unit, kind_of, unit_after
from foldline.core.values.value_words import ENUMERATION_LEADS, enumeration, month, named

Span: TypeAlias = tuple[int, int, str]
"""(start, end, kind) of a value in its line."""


def user_spans(line: str) -> Iterator[Span]:
    """Everything in a line that may be a value, for a line a human typed.

    >>> list(user_spans("the bucket is 'logs of may'"))
    [(15, 26, 'name')]
    """
    yield from word_spans(line)
    if not line.isascii():
        yield from ((*span, "number") for span in amounts(line))
    if "_" in line:
        yield from ((*found.span(), "variable") for found in _variable().finditer(line))
    for found in named().finditer(line):
        start, end = next(found.span(group) for group in ("quoted", "bare", "letter", "chinese") if found[group])
        if found["bare"] is None or _looks_like_name().search(found["bare"]):
            yield start, end, "name"
    yield from _enumeration_spans(line)


def agent_spans(line: str) -> Iterator[Span]:
    """The same for an agent, whose prose is full of names and numbers: only what is exact by its shape.

    >>> list(agent_spans("commit 7f3c2a9"))
    [(7, 14, 'hash')]
    """
    yield from word_spans(line)
    if not line.isascii():
        yield from ((*span, "number") for span in amounts(line, closely=True))
    if "_" in line:
        for found in _variable().finditer(line):
            if f"${found[0]}" in line or f"{found[0]}=" in line or "env" in line.lower():
                yield (*found.span(), "variable")
    yield from _enumeration_spans(line)


def _enumeration_spans(line: str) -> Iterator[Span]:
    if "|" in line or ("," in line and any(map(line.lower().__contains__, ENUMERATION_LEADS))):
        yield from ((*found.span(found.lastgroup or 0), "enumeration") for found in enumeration().finditer(line))


def word_spans(line: str) -> Iterator[Span]:
    """The words of a line that are values by their look, numbers with their unit.

    >>> list(word_spans("wait 30 seconds"))
    [(5, 15, 'number')]
    """
    phones = [found.span() for found in _phone().finditer(line)] if "+" in line else []
    yield from ((*span, "code") for span in phones)
    for token in _telling_words().finditer(line):
        if any(start <= token.start() < end for start, end in phones):
            continue
        for part in (_link_word() if "://" in token[0] else _plain_word()).finditer(token[0]):
            word = part[0].rstrip(".,:!?*'")
            kind = kind_of(word)
            start = token.start() + part.start()
            end = start + len(word)
            if kind in {"version", "date"} and _half_of_day().match(line, end):
                continue
            if kind in {"", "code"} and has_unit(word):
                kind = "number"
            if kind == "number":
                yield _with_month(line, start, end) or (start, end + len(unit_after(line, end)), kind)
            elif kind == "time":
                half = _half_of_day().match(line, end)
                yield start, half.end() if half else end, kind
            elif kind or short_code().fullmatch(word):
                yield start, end, kind or "number"


def _with_month(line: str, start: int, end: int) -> Span | None:
    """``May 27`` and ``27 May`` are one date."""
    before = month().search(line[max(0, start - 12) : start]) if line[start - 1 : start] == " " else None
    if before and before["before"]:
        return start - len(before["before"]), end, "date"
    after = month().search(line[end : end + 16])
    return (start, end + after.end(), "date") if after and after["after"] else None


@cache
def _telling_words() -> re.Pattern[str]:
    return re.compile(r"(?<![!-~¥€£₹])(?=[!-~]*?(?:\d|://|@)|[¥€£₹]\d)[!-~¥€£₹]+")


@cache
def _plain_word() -> re.Pattern[str]:
    """A word without the brackets, quotes and signs of assignment around it; thousands keep their commas."""
    inner = r"[^\s\"'`()\[\]{}<>=,;|*]"
    return re.compile(rf"(?:(?<![^\s\"'`(])[$€£¥₹:#@~^<>-])?[A-Za-z0-9#@](?:{inner}|,(?=\d{{3}}(?!\d)))*")


@cache
def _link_word() -> re.Pattern[str]:
    return re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://[^\s\"'`<>)\]}]+")


@cache
def _variable() -> re.Pattern[str]:
    return re.compile(r"(?<![A-Za-z0-9_])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?![A-Za-z0-9_])")


@cache
def _looks_like_name() -> re.Pattern[str]:
    return re.compile(r"[A-Z0-9_./:-]")


@cache
def _half_of_day() -> re.Pattern[str]:
    """What follows a time, also one that is written like a version, as in the names of screenshots."""
    return re.compile(r"[ \u202f][AaPp]\.?[Mm]\b")


@cache
def _phone() -> re.Pattern[str]:
    return re.compile(r"\+\d(?:[ ()/-]{0,2}\d){7,14}(?!\d)")


@cache
def short_code() -> re.Pattern[str]:
    """A seat, a gate, a room: exact only where the words around it say so.

    >>> bool(short_code().fullmatch("B-204"))
    True
    """
    return re.compile(r"[A-Z]-?\d{1,3}|\d{1,3}[A-Z]")
