"""The lines of a ledger's block as data again. Lenient: who believes it compares a new rendering with the bytes."""

import re
from collections.abc import Iterator
from itertools import zip_longest
from typing import NamedTuple

from foldline.core.facts import Failure, FileOps, Ledger, Quote, Rule, Value
from foldline.core.ledger.ledger_marks import CLOSING, restore
from foldline.core.ledger.ledger_words import HEADINGS, MARKS, Language, Part
from foldline.core.ledger.ledger_writer import ABOVE, BELOW, BETWEEN, HERE, NO_ID

_UNTAGGED: frozenset[Part] = frozenset({"modified", "read", "dropped", "ids"})


class _Bullet(NamedTuple):
    tag: list[str]
    text: str
    """As it is written, escapes and all."""
    nested: bool = False
    fenced: bool = False


class _Pointed(NamedTuple):
    """A quote, or only its entry where the words are written elsewhere."""

    entry_id: str
    text: str | None


def read(lines: list[str], language: Language) -> Ledger | None:
    """The ledger a block holds; None where a line is none of a ledger's."""
    parts = _parts(lines[2:], language)
    return None if parts is None else _Reader(parts, language).read()


def _parts(lines: list[str], language: Language) -> dict[Part, list[_Bullet]] | None:
    """The bullets under each heading."""
    names = {f"### {heading}": part for part, heading in HEADINGS[language].items()}
    found: dict[Part, list[_Bullet]] = {}
    rest = iter(lines)
    part: Part | None = None
    for line in rest:
        if line == CLOSING:
            return found
        if line in names:
            part = names[line]
            found[part] = []
            continue
        bullet = None if part is None else _bullet(line, rest, tagged=part not in _UNTAGGED)
        if bullet is None or part is None:
            return None
        found[part].append(bullet)
    return None


def _bullet(line: str, rest: Iterator[str], *, tagged: bool) -> _Bullet | None:
    if not tagged:
        return _Bullet([], line[2:]) if line.startswith("- ") else None
    shape = re.fullmatch(r"(?P<indent>  )?- \[(?P<tag>[^\]]*)\] (?P<text>.*)", line, re.DOTALL)
    if shape is None:
        return None
    fenced = re.fullmatch(r"~{3,}", shape["text"]) is not None
    text = "\n".join(_until(rest, shape["text"])) if fenced else shape["text"]
    return _Bullet(shape["tag"].split(" "), text, shape["indent"] is not None, fenced)


def _until(rest: Iterator[str], fence: str) -> Iterator[str]:
    for line in rest:
        if line == fence:
            return
        yield line


class _Reader:
    def __init__(self, parts: dict[Part, list[_Bullet]], language: Language) -> None:
        self.parts = parts
        self.marks = MARKS[language]
        legend = (bullet.text.partition(" = ") for bullet in parts.get("ids", ()))
        self.ids = {NO_ID: "", **{number: restore(entry_id) for number, _, entry_id in legend}}

    def read(self) -> Ledger:
        """Everything, with the words of quotes that are written elsewhere."""
        said = self._pointed("said")
        both = self._pointed("both_requests")
        request, still_open = self._pointed("request"), self._pointed("open_request")
        return Ledger(
            rules=(*self._rules("rules"), *self._rules("taken_back")),
            instructions=_filled(self._pointed("instructions"), []),
            said=_filled(said, [*both, *request, *still_open]),
            request=next(iter(_filled([*both, *request], said)), None),
            open_request=next(iter(_filled([*both, *still_open], said)), None),
            files=self._files(),
            errors=(*self._failures("errors", resolved=False), *self._failures("resolved", resolved=True)),
            values=(*self._values("values_user"), *self._values("values"), *self._values("superseded")),
            dropped=tuple(restore(bullet.text) for bullet in self.parts.get("dropped", ())),
        )

    def _id(self, tag: list[str], at: int) -> str:
        word = tag[at] if at < len(tag) else ""
        return self.ids.get(word, word)

    def _pointed(self, part: Part) -> list[_Pointed]:
        return [
            _Pointed(self._id(bullet.tag, 0), None if _points(bullet) else restore(bullet.text))
            for bullet in self.parts.get(part, ())
        ]

    def _rules(self, part: Part) -> Iterator[Rule]:
        bullets = self.parts.get(part, [])
        for bullet, after in zip_longest(bullets, bullets[1:]):
            if bullet.nested:
                continue
            taken_back = None
            if after is not None and after.nested:
                taken_back = Quote(restore(after.text), self._id(after.tag, 0))
            pinned = bullet.tag[2:] == [self.marks["pinned"]]
            yield Rule(self._id(bullet.tag, 0), restore(bullet.text), self._id(bullet.tag, 1), pinned, taken_back)

    def _files(self) -> FileOps:
        moved: dict[str, str] = {}
        deleted: set[str] = set()
        lists: list[tuple[str, ...]] = []
        for part in ("modified", "read"):
            names = []
            for bullet in self.parts.get(part, ()):
                name, *marks = (field for field in bullet.text.split(BETWEEN))
                names.append(restore(name))
                for mark in marks:
                    if mark == self.marks["deleted"]:
                        deleted.add(names[-1])
                    else:
                        moved[names[-1]] = restore(mark.removeprefix(self.marks["was"]))
            lists.append(tuple(names))
        return FileOps(lists[0], lists[1], moved, frozenset(deleted))

    def _failures(self, part: Part, *, resolved: bool) -> Iterator[Failure]:
        for bullet in self.parts.get(part, ()):
            tool, _, rest = bullet.text.partition(BETWEEN)
            target, _, text = rest.partition(BETWEEN)
            yield Failure(restore(text), restore(tool), restore(target), self._id(bullet.tag, 0), resolved)

    def _values(self, part: Part) -> Iterator[Value]:
        for bullet in self.parts.get(part, ()):
            field, has_phrase, phrase = bullet.text.partition(BETWEEN)
            text = restore(field)
            before, here, after = phrase.partition(HERE)
            whole = restore(before) + (text if here else "") + restore(after) if has_phrase else text
            by_user = part == "values_user" or bullet.tag[1:] == [self.marks["user"]]
            yield Value(text, whole, self._id(bullet.tag, 0), by_user, part == "superseded")


def _points(bullet: _Bullet) -> bool:
    return not bullet.fenced and bullet.text in {ABOVE, BELOW}


def _filled(quotes: list[_Pointed], elsewhere: list[_Pointed]) -> tuple[Quote, ...]:
    """Quotes with their words; one whose words are nowhere keeps none, and so is not believed."""
    words = {quote.entry_id: quote.text for quote in reversed(elsewhere) if quote.text is not None}
    return tuple(
        Quote(words.get(quote.entry_id, "") if quote.text is None else quote.text, quote.entry_id) for quote in quotes
    )
