"""What the words around a value tell: of which thing it is, whether it holds, what it takes the place of."""

import re
from functools import cache
from typing import NamedTuple

from foldline.core.values.value_kinds import shape_of
from foldline.core.values.value_spans import Span, short_code
from foldline.core.values.value_words import (
    amending,
    arrow,
    change,
    clause_break,
    joint,
    label_behind,
    label_of,
    number_noun,
    numbering,
    rejecting,
    retiring,
    sign_of_change,
)

MAX_VALUE = 200
MAX_WORDS = 8
MAX_PHRASE = 160
LABEL_REACH = 60
"""Characters around a value in which the words for its thing stand."""
MANY_DIGITS = 4
SMALL = 2
"""Digits of a number that says nothing without a word for its thing."""
LONGEST_LABEL = 3
"""Words before a colon that still name a thing."""
_PLAIN = frozenset({"colour", "number", "port", "version", "address", "money", "time", "date"})
"""Kinds that say nothing of their own: the name right before them is the name of their thing."""
_MEASURED = frozenset({"number", "money", "date", "time"})
"""Kinds an agent's prose is full of: they count only where they are stated."""
NEAR = 30
"""Characters before a value in which the joint to its thing stands."""
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


def mention_at(line: str, start: int, end: int, kind: str) -> Mention:
    """A value with what the words of its phrase tell: a reader of the phrase alone learns the same.

    >>> mention_at("the staging port is 8081", 20, 24, "number").label
    'staging port'
    """
    low, high = _phrase(line, start, end)
    before = line[max(low, start - LABEL_REACH) : start].lower()
    after = line[end : min(high, end + LABEL_REACH)].lower()
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
    near = line.rfind(" ", 0, max(0, start - 2 * MAX_PHRASE)) + 1
    words = [found.span() for found in _phrase_words().finditer(line, near, end + 2 * MAX_PHRASE)]
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


def may_be_stated(line: str, span: Span) -> bool:
    """A quick look that spares most numbers of an agent a closer one: false for those nothing states.

    >>> may_be_stated("232 files in 12 ms", (13, 18, "number")), may_be_stated("it is 12 ms", (6, 11, "number"))
    (False, True)
    """
    start, end, kind = span
    if kind not in _MEASURED or not any(map(str.isdecimal, line[start:end])):
        return True
    return joint().search(line[max(0, start - NEAR) : start].lower()) is not None or (
        label_behind().match(line[end : end + LABEL_REACH].lower()) is not None
    )


def tells_enough(mention: Mention, *, by_user: bool) -> bool:
    """A value counts where its phrase tells what it is; an agent has to state a number as the value of something.

    >>> tells_enough(mention_at("some have 14 samples", 10, 12, "number"), by_user=True)
    False
    """
    bare = _bare().fullmatch(mention.text) is not None
    if not by_user and mention.kind in _MEASURED:
        if mention.is_written_out:
            return True
        is_stated = mention.joint != "=" and mention.is_stated
        return is_stated and (not bare or number_noun().search(mention.label) is not None)
    if mention.kind != "number" or not bare:
        return True
    if not mention.label or numbering().search(mention.label):
        return False
    digits = sum(map(str.isdigit, mention.text))
    precise = digits >= MANY_DIGITS or "." in mention.text or (mention.is_stated and digits > 1)
    return precise or number_noun().search(mention.label) is not None


def is_small(mention: Mention) -> bool:
    """A bare number of one or two digits: ``14 instead of 12`` of nobody knows what.

    >>> is_small(mention_at("some have 14 samples", 10, 12, "number"))
    True
    """
    return _bare().fullmatch(mention.text) is not None and sum(map(str.isdigit, mention.text)) <= SMALL


@cache
def _instead() -> re.Pattern[str]:
    return re.compile(r"[\"'`)”]*\s+instead\b(?! of)")


@cache
def _phrase_words() -> re.Pattern[str]:
    """Words; the clauses of a script that has no blanks."""
    return re.compile(r"[^\s，。；！？（）…]+[，。；！？（）…]*|[，。；！？（）…]+")


@cache
def _chinese() -> re.Pattern[str]:
    return re.compile(r"[\u4e00-\u9fff]")


@cache
def _bare() -> re.Pattern[str]:
    """A number without a unit, or a short code."""
    return re.compile(rf"[<>≤≥~=]*[-+]?[\d,.]+|{short_code().pattern}")
