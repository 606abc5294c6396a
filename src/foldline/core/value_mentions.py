"""Where exact values are mentioned: in typed and written prose, in the short arguments of calls, in command lines.

A mention knows the thing its value is of, as the words around it tell. Code, pasted output and secrets are left out.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple, TypeAlias

from foldline.core.chinese_amounts import amounts
from foldline.core.messages import Json
from foldline.core.value_kinds import has_unit, kind_of, shape_of, unit_after
from foldline.core.value_words import (
    ENUMERATION_LEADS,
    amending,
    arrow,
    change,
    clause_break,
    elliptic,
    enumeration,
    is_secret,
    joint,
    label_behind,
    label_of,
    month,
    month_name,
    named,
    number_noun,
    numbering,
    pasted,
    rejecting,
    retiring,
    sign_of_change,
)

MAX_LINE = 1_500
"""Characters of a line that are looked at; what is longer was not written by hand."""
MAX_VALUE = 200
MAX_WORDS = 8
MAX_PHRASE = 160
LABEL_REACH = 60
"""Characters around a value in which the words for its thing stand."""
MANY_DIGITS = 4
SMALL = 2
LONGEST_LABEL = 3
Span: TypeAlias = tuple[int, int, str]
"""(start, end, kind) of a value in its line."""
_PLAIN = frozenset({"colour", "number", "port", "version", "address", "money", "time", "date"})
"""Kinds that say nothing of their own: the name right before them is the name of their thing."""


_LOOSE = frozenset({"", "of", "at", "to"})
"""Joints that also stand where nothing is set: ``61 of 449``, ``from 50 to 60``."""


class Mention(NamedTuple):
    """One mention of an exact value."""

    text: str
    kind: str
    phrase: str
    label: str = ""
    """The thing it is of, in lower case; empty when nothing tells."""
    joint: str = ""
    """The sign of assignment that joins the two: ``is``, ``=``, ``to``."""
    corrects: bool = False
    """The line speaks of a change, so a shorter name is enough to mean the same thing."""
    retired: bool = False
    """It is mentioned as what no longer holds."""
    doubted: bool = False
    """It is retired only where another value takes its place."""
    replaces: str = ""
    """The value of the same message that it takes the place of."""
    amends: bool = False
    """It corrects a value of its shape that was given before, without naming its thing."""

    @property
    def assigned(self) -> bool:
        """It is stated as the value of its thing, so it takes the place of an older one."""
        return bool(self.label) and (bool(self.joint) or self.kind in _PLAIN)

    @property
    def is_stated(self) -> bool:
        """It is said to be the value of a named thing, as in ``the limit is 20`` or ``set the limit to 20``."""
        if self.joint in _LOOSE:
            return self.joint == "to" and self.corrects and number_noun().search(self.label) is not None
        return bool(self.label)

    @property
    def is_written_out(self) -> bool:
        """It is a number in Chinese numerals."""
        return self.kind == "number" and not any(sign.isdecimal() for sign in self.text)

    @property
    def shape(self) -> str:
        """What it shares with a value that could stand in its place."""
        return f"name {self.label.rpartition(' ')[2]}" if self.kind == "name" else shape_of(self.text, self.kind)


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
        spans = list(_spans(line) if by_user else _agent_spans(line))
        measured = any(kind == "number" and has_unit(line[start:end].replace(" ", "")) for start, end, kind in spans)
        for span in spans:
            mention = _mention(line, *span)
            if not is_secret(mention.text, mention.label):
                tells = _tells_enough(mention, by_user=by_user) or (
                    by_user and measured and span[2] == "number" and elliptic().search(_around(line, span)) is not None
                )
                seen.append(_Seen(mention, number, tells))
    return _with_replacements(seen, by_user=by_user)


def _around(line: str, span: Span) -> str:
    """The word before a value, a blank, and what follows it."""
    return f"{line[max(0, span[0] - LABEL_REACH) : span[0]].lower()}#{line[span[1] : span[1] + 2]}"


def _with_replacements(seen: list[_Seen], *, by_user: bool) -> Iterator[Mention]:
    """Each retired value with the one that takes its place; a doubted one holds until there is another."""
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
        if at in replaces and (tells or (by_user and (mention.amends or not _is_small(mention)))):
            yield mention._replace(replaces=replaces[at])
        elif at in still_holds and tells:
            yield mention._replace(retired=False)
        elif at in still_holds:
            continue
        elif tells or (by_user and mention.amends) or (mention.retired and not _is_small(mention)):
            yield mention


def _is_small(mention: Mention) -> bool:
    """A bare number of one or two digits: ``14 instead of 12`` of nobody knows what."""
    return _bare().fullmatch(mention.text) is not None and sum(map(str.isdigit, mention.text)) <= SMALL


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
    span = next((span for span in _spans(phrase) if phrase[span[0] : span[1]] == text), None) if text else None
    return _mention(phrase, *span) if span else Mention(text, "", phrase)


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
    for start, end, kind in _word_spans(line) if ":" in line or "#" in line else ():
        if kind in {"url", "address", "colour"} and not is_secret(line[start:end], ""):
            yield _mention(line, start, end, kind)


def _spoken_lines(text: str) -> Iterator[str]:
    """The lines somebody wrote, without fenced blocks and pastes."""
    fence = ""
    for line in text.splitlines():
        opening = line.lstrip()[:3]
        if opening in {"```", "~~~"} and (not fence or opening == fence):
            fence = "" if fence else opening
        elif not fence and "    " not in line.strip() and not pasted().match(line):
            yield line[:MAX_LINE]


def _spans(line: str) -> Iterator[Span]:
    """Everything in a line that may be a value, for a line a human typed."""
    yield from _word_spans(line)
    if not line.isascii():
        yield from ((*span, "number") for span in amounts(line))
    if "_" in line:
        yield from ((*found.span(), "variable") for found in _variable().finditer(line))
    for found in named().finditer(line):
        start, end = next(found.span(group) for group in ("quoted", "bare", "letter", "chinese") if found[group])
        if found["bare"] is None or _looks_like_name().search(found["bare"]):
            yield start, end, "name"
    yield from _enumeration_spans(line)


def _agent_spans(line: str) -> Iterator[Span]:
    """The same for an agent, whose prose is full of names and numbers: only what is exact by its shape."""
    yield from _word_spans(line)
    if not line.isascii():
        yield from ((*span, "number") for span in amounts(line, closely=True))
    if "_" in line:
        for found in _variable().finditer(line):
            if f"${found[0]}" in line or f"{found[0]}=" in line or "env" in line.lower():
                yield (*found.span(), "variable")
    yield from _enumeration_spans(line)


def _enumeration_spans(line: str) -> Iterator[Span]:
    lower = line.lower()
    if "|" in line or ("," in line and any(lead in lower for lead in ENUMERATION_LEADS)):
        yield from ((*found.span(found.lastgroup or 0), "enumeration") for found in enumeration().finditer(line))


def _word_spans(line: str) -> Iterator[Span]:
    has_month = month_name().search(line) is not None
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
            if kind in {"version", "date"} and _time_of_day().match(line, end):
                continue
            if kind in {"", "code"} and has_unit(word):
                kind = "number"
            if kind == "number":
                dated = _with_month(line, start, end) if has_month else None
                yield dated or (start, end + len(unit_after(line, end)), kind)
            elif kind or _short_code().fullmatch(word):
                yield start, end, kind or "number"


def _with_month(line: str, start: int, end: int) -> Span | None:
    """``May 27`` and ``27 May`` are one date."""
    before = month().search(line[max(0, start - 12) : start])
    if before and before["before"]:
        return start - len(before["before"]), end, "date"
    after = month().search(line[end : end + 16])
    return (start, end + after.end(), "date") if after and after["after"] else None


def _mention(line: str, start: int, end: int, kind: str) -> Mention:
    """A value with what the words of its phrase tell: a reader of the phrase alone learns the same."""
    low, high = _phrase(line, start, end)
    before, after = (
        line[max(low, start - LABEL_REACH) : start].lower(),
        line[end : min(high, end + LABEL_REACH)].lower(),
    )
    clause = clause_break().split(before)[-1]
    joined = joint().search(clause)
    label = label_of(clause[: joined.start()] if joined else clause)
    if not label and (found := label_behind().match(after)):
        label, joined = label_of(found[1]), found
    going = retiring().search(before)
    surely = going is not None and (going["surely"] or going["surely_zh"])
    doubted = bool(rejecting().match(line, end) or sign_of_change().match(line, end))
    amends = amending().search(before) or _instead().match(after)
    return Mention(
        text=line[start:end][:MAX_VALUE].strip(),
        kind=kind,
        phrase=line[low:high],
        label="" if kind == "variable" else label,
        joint=joined[0].split()[0] if joined and not _ends_sentence(clause, joined) else "",
        corrects=bool(label) and change().search(line.lower()) is not None,
        retired=bool(surely) or doubted or (going is not None and arrow().match(after) is not None),
        doubted=doubted and not surely,
        amends=amends is not None,
    )


def _ends_sentence(clause: str, joined: re.Match[str]) -> bool:
    """A colon behind many words explains them; it gives no value to the last one."""
    return joined[0].startswith(":") and len(clause[: joined.start()].split()) > LONGEST_LABEL


def _phrase(line: str, start: int, end: int) -> tuple[int, int]:
    """Where at most eight words around a value stand, none of which holds the same value before it."""
    words = [found.span() for found in _phrase_words().finditer(line)]
    inside = [number for number, (first, last) in enumerate(words) if first < end and last > start]
    spare = max(0, MAX_WORDS - len(inside))
    first = max(0, inside[0] - max(spare - 2, spare // 2))
    low, high = words[first][0], words[min(len(words), first + MAX_WORDS) - 1][1]
    if not line[low:high].isascii() and _chinese().search(line, *words[inside[0]]):
        low, high = words[max(first, inside[0] - 1)][0], words[inside[-1]][1]
    if high - low > MAX_PHRASE:
        low = max(low, start - MAX_PHRASE // 4)
        high = min(high, max(end, low + MAX_PHRASE))
    if (same := line.rfind(line[start:end], low, end - 1)) >= 0:
        low = max(low, min(start, next((last for _, last in words if last > same), start)))
    text = line[low:high]
    return high - len(text.lstrip()), low + len(text.rstrip())


def _tells_enough(mention: Mention, *, by_user: bool) -> bool:
    """A value counts where its phrase tells what it is; an agent has to state a number as the value of something."""
    bare = _bare().fullmatch(mention.text) is not None
    if not by_user and mention.kind in {"number", "money", "date", "time"}:
        if mention.is_written_out:
            return True
        return (
            mention.joint != "=" and mention.is_stated and (not bare or number_noun().search(mention.label) is not None)
        )
    if mention.kind != "number" or not bare:
        return True
    if not mention.label or numbering().search(mention.label):
        return False
    digits = sum(map(str.isdigit, mention.text))
    precise = digits >= MANY_DIGITS or "." in mention.text or (mention.is_stated and digits > 1)
    return precise or number_noun().search(mention.label) is not None


@cache
def _instead() -> re.Pattern[str]:
    return re.compile(r"[\"'`)”]*\s+instead\b(?! of)")


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
def _variable_set() -> re.Pattern[str]:
    return re.compile(r"(?:^|[\s;])(?:export\s+)?([A-Z][A-Z0-9_]{2,})=(\"[^\"]*\"|'[^']*'|[^\s;&|]+)")


@cache
def _looks_like_name() -> re.Pattern[str]:
    return re.compile(r"[A-Z0-9_./:-]")


@cache
def _time_of_day() -> re.Pattern[str]:
    """What follows a time that is written like a version, as in the names of screenshots."""
    return re.compile(r"[ \u202f][AP]M\b")


@cache
def _phone() -> re.Pattern[str]:
    return re.compile(r"\+\d(?:[ ()/-]{0,2}\d){7,14}(?!\d)")


@cache
def _phrase_words() -> re.Pattern[str]:
    """Words; the clauses of a script that has no blanks."""
    return re.compile(r"[^\s，。；！？（）…]+[，。；！？（）…]*|[，。；！？（）…]+")


@cache
def _chinese() -> re.Pattern[str]:
    return re.compile(r"[\u4e00-\u9fff]")


@cache
def _short_code() -> re.Pattern[str]:
    """A seat, a gate, a room: exact only where the words around it say so."""
    return re.compile(r"[A-Z]-?\d{1,3}|\d{1,3}[A-Z]")


@cache
def _bare() -> re.Pattern[str]:
    """A number without a unit, or a short code."""
    return re.compile(rf"[<>≤≥~=]*[-+]?[\d,.]+|{_short_code().pattern}")
