r"""Tables of phrases made searchable: a cue is tried only where one of its keys occurs, and compiled when first tried.

One cue a line, `keys >> expression` or `keys & more keys >> expression`; an indented line goes on with the one before.
Keys are pieces of text of which every match holds at least one (of each group), so that looking for them first changes
nothing but the time; `_` in a key is a space, `^` says that the match begins with it. In an expression a space stands
for any white space, a name in braces for a fragment; `{lead}` in front lets words come first that only lead up.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

LEAD = "{lead}"


class Cue(NamedTuple):
    """One expression of a table."""

    keys: tuple[str, ...]
    more: tuple[str, ...]
    """The second group of keys; empty where one is enough."""
    expression: str
    behind_lead: bool
    opens: bool = False
    """Whether every match begins with one of the keys."""


class Cues:
    r"""The cues of a table, or those of them that a text can match at all.

    >>> cues = Cues.of("stop quit >> {lead}(?:stop|quit) {what}", {"what": r"\w+ing", "lead": "please"})
    >>> bool(cues.search("please stop guessing")), bool(cues.search("the bus stop"))
    (True, False)
    """

    def __init__(self, cues: Sequence[Cue], lead: str) -> None:
        self._lead = lead
        by_key: dict[str, list[tuple[int, Cue]]] = {}
        for numbered in enumerate(cues):
            for key in numbered[1].keys:
                by_key.setdefault(key, []).append(numbered)
        self._by_key = tuple(by_key.items())

    @classmethod
    def of(cls, table: str, fragments: Mapping[str, str]) -> "Cues":
        """All cues of a table."""
        words = fragments.get("lead")
        return cls(tuple(read(table, fragments)), rf"(?:{_expanded('{lead}', fragments)})(?:[\W_]+|$)" if words else "")

    def within(self, text: str) -> "Cues":
        """The cues that may match a clause of this text; the rest need not be looked at again."""
        narrowed = Cues((), self._lead)
        narrowed._by_key = tuple(entry for entry in self._by_key if entry[0] in text)
        return narrowed

    def search(self, clause: str) -> re.Match[str] | None:
        """The first cue of the table that a clause in lower case matches."""
        if not self._by_key:
            return None
        hits = {numbered for key, cues in self._by_key if key in clause for numbered in cues}
        if not hits:
            return None
        starts: tuple[int, ...] = ()
        for _, cue in sorted(hits):
            if cue.more and not any(key in clause for key in cue.more):
                continue
            if not cue.behind_lead:
                if found := compiled(cue.expression).search(clause):
                    return found
                continue
            starts = starts or self._starts(clause)
            for start in starts:
                if cue.opens and not clause.startswith(cue.keys, start):
                    continue
                if found := compiled(cue.expression).match(clause, start):
                    return found
        return None

    def _starts(self, clause: str) -> tuple[int, ...]:
        """Where the words behind the lead may begin, the farthest first."""
        opening = compiled(r"[\W_]*").match(clause)
        starts = [opening.end() if opening else 0]
        while found := compiled(self._lead).match(clause, starts[-1]):
            starts.append(found.end())
        return tuple(reversed(starts))


def read(table: str, fragments: Mapping[str, str]) -> Iterator[Cue]:
    r"""The cues of a table in its order.

    >>> next(read("no none >> no(?:ne)? of {it}", {"it": "them"}))
    Cue(keys=('no', 'none'), more=(), expression='no(?:ne)?\\s+of\\s+them', behind_lead=False, opens=False)
    """
    for line in _joined(table).split("\n"):
        keys, mark, expression = line.partition(" >>")
        if mark:
            expression = expression.lstrip()
            bare = expression.removeprefix(LEAD)
            first, more = (_keys(group, fragments) for group in keys.partition(" & ")[::2])
            opens = all(key.startswith("^") for key in first)
            first = tuple(key.removeprefix("^") for key in first)
            yield Cue(first, more, _expanded(bare, fragments), bare != expression, opens)


def _keys(group: str, fragments: Mapping[str, str]) -> tuple[str, ...]:
    """The keys of a group; a name in braces stands for a fragment that is a list of them."""
    names = (fragments[key[1:-1]] if key.startswith("{") else key for key in group.split())
    return tuple(key.replace("_", " ") for name in names for key in name.split())


def shape(lines: str, fragments: Mapping[str, str]) -> re.Pattern[str]:
    r"""One expression out of lines without keys, for what is looked for everywhere.

    >>> bool(shape("^no{end}", {"end": r"\W*$"}).search("no!"))
    True
    """
    expressions = [f"(?:{_expanded(line, fragments)})" for line in _joined(lines).split("\n") if line]
    return compiled("|".join(expressions))


@cache
def compiled(expression: str) -> re.Pattern[str]:
    """An expression, compiled the first time it is asked for."""
    return re.compile(expression, re.DOTALL)


def _joined(table: str) -> str:
    return re.sub(r"\n +", "", table)


def _expanded(expression: str, fragments: Mapping[str, str]) -> str:
    while names := set(re.findall(r"\{([a-z]+)\}", expression)):
        for name in names:
            expression = expression.replace(f"{{{name}}}", _joined(fragments[name]))
    return expression.replace(" ?", r"\s*").replace(" ", r"\s+")
