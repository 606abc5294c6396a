"""Where exact values are mentioned: in typed and written prose, in the short arguments of calls, in command lines.

A mention knows the thing its value is of, as the words around it tell. Code, pasted output and secrets are left out.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from foldline.core.messages import Json
from foldline.core.values.value_context import (
    LABEL_REACH,
    MAX_VALUE,
    Mention,
    is_small,
    may_be_stated,
    mention_at,
    tells_enough,
)
from foldline.core.values.value_kinds import has_unit, kind_of
from foldline.core.values.value_spans import Span, agent_spans, user_spans, word_spans
from foldline.core.values.value_words import elliptic, is_secret, pasted

MAX_LINE = 1_500
"""Characters of a line that are looked at; what is longer was not written by hand."""


class _Seen(NamedTuple):
    """A mention in its message."""

    mention: Mention
    line: int
    tells: bool
    """Its words tell enough of what it is."""


def prose_mentions(text: str, *, by_user: bool) -> Iterator[Mention]:
    """The values in what somebody said. An agent's numbers count only where they are stated as something's value.

    >>> [mention.text for mention in prose_mentions("Use port 8081 and retry after 30 seconds.", by_user=True)]
    ['8081', '30 seconds']
    """
    seen: list[_Seen] = []
    for number, line in enumerate(_spoken_lines(text)):
        worth_a_look = _user_signs() if by_user else _agent_signs()
        if worth_a_look.search(line) is None:
            continue
        spans = [*user_spans(line)] if by_user else [span for span in agent_spans(line) if may_be_stated(line, span)]
        for span in spans:
            mention = mention_at(line, *span)
            if not is_secret(mention.text, mention.label):
                tells = tells_enough(mention, by_user=by_user) or (by_user and _borrows_unit(line, span, spans))
                seen.append(_Seen(mention, number, tells))
    return _with_replacements(seen, by_user=by_user)


def _borrows_unit(line: str, span: Span, spans: list[Span]) -> bool:
    """``at most 5 s, it gives up after 8``: a bare number beside one with a unit."""
    start, end, kind = span
    around = f"{line[max(0, start - LABEL_REACH) : start].lower()}#{line[end : end + 2]}"
    if kind != "number" or elliptic().search(around) is None:
        return False
    return any(other == "number" and has_unit(line[first:last].replace(" ", "")) for first, last, other in spans)


def _with_replacements(seen: list[_Seen], *, by_user: bool) -> Iterator[Mention]:
    """Each retired value with the one that takes its place; a doubted one holds until there is another."""
    if not any(mention.retired for mention, _, _ in seen):
        return (mention for mention, _, tells in seen if tells or (by_user and mention.amends))
    return _linked(seen, by_user=by_user)


def _linked(seen: list[_Seen], *, by_user: bool) -> Iterator[Mention]:
    replaces: dict[int, str] = {}
    still_holds: set[int] = set()
    for at, (mention, line, _) in enumerate(seen):
        rivals = [other for other in range(len(seen)) if mention.retired and _could_replace(seen[other], mention, line)]
        if mention.doubted and not rivals:
            still_holds.add(at)
        unused = [other for other in rivals if other not in replaces]
        if unused:
            replaces[min(unused, key=lambda other: _distance(seen, at, other))] = mention.text
    for at, (mention, _, tells) in enumerate(seen):
        if at in replaces and (tells or (by_user and (mention.amends or not is_small(mention)))):
            yield mention._replace(replaces=replaces[at])
        elif at in still_holds and tells:
            yield mention._replace(retired=False)
        elif at in still_holds:
            continue
        elif tells or (by_user and mention.amends) or (mention.retired and not is_small(mention)):
            yield mention


def _distance(seen: list[_Seen], at: int, other: int) -> tuple[bool, int, bool, int]:
    """How far a value is from taking the place of a retired one: corrections first, then what comes soon after it."""
    return not seen[other].mention.amends, seen[other].line - seen[at].line, other < at, abs(other - at)


def _could_replace(other: _Seen, retired: Mention, line: int) -> bool:
    """A value of the same shape: in the same line, or as a correction further on."""
    if other.mention.retired or other.line < line or (other.line > line and not other.mention.amends):
        return False
    return other.mention.shape == retired.shape and other.mention.text != retired.text


def recalled(text: str, phrase: str) -> Mention:
    """The mention that a value of an earlier fold was, as far as its phrase still tells.

    >>> recalled("8081", "the staging port is 8081").label
    'staging port'
    """
    span = next((span for span in user_spans(phrase) if phrase[span[0] : span[1]] == text), None) if text else None
    return mention_at(phrase, *span) if span else Mention(text, "", phrase)


def argument_mentions(arguments: dict[str, Json]) -> Iterator[Mention]:
    """The values among the short arguments of a call, each named by its key.

    >>> [mention.phrase for mention in argument_mentions({"reservation_id": "ZFA04Y", "limit": 5})]
    ['reservation_id: ZFA04Y']
    """
    for key, value in arguments.items():
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, dict):
                yield from argument_mentions(one)
            elif isinstance(one, str) and len(one) <= MAX_VALUE and not any(map(str.isspace, one)):
                kind = kind_of(one)
                if kind and kind != "number" and not is_secret(one, key):
                    yield Mention(one, kind, f"{key[:LABEL_REACH]}: {one}")


def command_mentions(script: str) -> Iterator[Mention]:
    """The values the first line of a script sets: variables, addresses, versions, ids.

    >>> [mention.text for mention in command_mentions("PORT=4000 npm start")]
    ['4000']
    """
    line = script.partition("\n")[0][:MAX_LINE]
    for found in _variable_set().finditer(line) if "=" in line else ():
        name, value = found[1], found[2].strip("'\"")
        if value and "$" not in value and not is_secret(value, name):
            yield Mention(value, "variable", f"{name}={value}", name.lower(), "=")
    for start, end, kind in word_spans(line) if ":" in line or "#" in line else ():
        if kind in {"url", "address", "colour"} and not is_secret(line[start:end], ""):
            yield mention_at(line, start, end, kind)


def _spoken_lines(text: str) -> Iterator[str]:
    """The lines somebody wrote, without fenced blocks and pastes."""
    fence = ""
    for line in text.splitlines():
        opening = line.lstrip()[:3]
        if opening in {"```", "~~~"} and (not fence or opening == fence):
            fence = "" if fence else opening
        elif not fence and "    " not in line.strip() and not pasted().match(line):
            yield line[:MAX_LINE]


@cache
def _agent_signs() -> re.Pattern[str]:
    """A line of an agent without any of these holds no value."""
    return re.compile(r"[\d_@|,]|://|[\u4e00-\u9fff]")


@cache
def _user_signs() -> re.Pattern[str]:
    """A line of a user without any of these holds none."""
    return re.compile(
        r"\d|_|\||@|[=:：]|\b(?:is|are|to|called|named|either|one of|must be)\b|[\u4e00-\u9fff]|\b[A-Z]\b"
    )


@cache
def _variable_set() -> re.Pattern[str]:
    return re.compile(r"(?:^|[\s;])(?:export\s+)?([A-Z][A-Z0-9_]{2,})=(\"[^\"]*\"|'[^']*'|[^\s;&|]+)")
