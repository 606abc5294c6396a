"""A ledger as the lines of its block. One bullet a fact; a text of several lines stands whole between two fences."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache

from foldline.core.facts import Failure, FileOps, Ledger, Quote, Rule, Value
from foldline.core.ledger.ledger_marks import CLOSING, escape, opening_line
from foldline.core.ledger.ledger_words import HEADINGS, MARKS, NOTES, Language, Part

BETWEEN = " — "
"""Stands between the fields of a line; the dash is escaped inside them."""
HERE = "…"
"""Stands in a value's phrase for the value itself."""
ABOVE, BELOW = "↑", "↓"
"""Stand for a quote whose words are written above or below."""
NO_ID = "-"
"""Stands for an empty id."""
SHORT_ID = 12
"""Ids up to this length are written where they are used; longer ones that come twice get a number."""


def lines(ledger: Ledger, language: Language, *, requests_below: bool) -> list[str]:
    """The lines of a ledger's block.

    Args:
        ledger: in canonical order.
        language: of headings and marks.
        requests_below: write the newest and the open request in sections of their own at the end, and only point to
            them from the list of what was said; else the other way round.
    """
    writer = _Writer(ledger, language)
    written = [opening_line(language), NOTES[language]]
    for part, bullets in writer.parts(requests_below=requests_below):
        if body := list(bullets):
            written += [f"### {HEADINGS[language][part]}", *body]
    return [*written, CLOSING]


class _Writer:
    def __init__(self, ledger: Ledger, language: Language) -> None:
        self.ledger = ledger
        self.marks = MARKS[language]
        uses = Counter(filter(None, _ids(ledger)))
        numbered = (entry_id for entry_id, times in uses.items() if not _is_plain(entry_id, times))
        self.numbers = {entry_id: f"#{number}" for number, entry_id in enumerate(numbered, 1)}
        self.words = {**self.numbers, "": NO_ID}

    def parts(self, *, requests_below: bool) -> Iterator[tuple[Part, Iterable[str]]]:
        """The parts in the order they are written; what binds comes last."""
        ledger = self.ledger
        errors, values = ledger.errors, ledger.values
        yield "modified", self._files(ledger.files.modified)
        yield "read", self._files(ledger.files.read)
        yield "errors", (self._failure(failure) for failure in errors if not failure.resolved)
        yield "resolved", (self._failure(failure) for failure in errors if failure.resolved)
        yield "values_user", (self._value(value) for value in values if value.by_user and not value.superseded)
        yield "values", (self._value(value) for value in values if not (value.by_user or value.superseded))
        yield "superseded", (self._value(value) for value in values if value.superseded)
        yield "said", self._said(requests_below=requests_below)
        yield "instructions", (line for quote in ledger.instructions for line in self._quote(quote))
        yield "dropped", (f"- {_line(line)}" for line in ledger.dropped)
        yield "ids", (f"- {number} = {_line(entry_id)}" for entry_id, number in self.numbers.items())
        yield "taken_back", (line for rule in ledger.rules if rule.taken_back for line in self._rule(rule))
        yield from self._requests(requests_below=requests_below)
        yield "rules", (line for rule in ledger.rules if not rule.taken_back for line in self._rule(rule))

    def _files(self, paths: Iterable[str]) -> Iterator[str]:
        files: FileOps = self.ledger.files
        for path in paths:
            fields = [_field(path)]
            if path in files.moved_from:
                fields.append(self.marks["was"] + _field(files.moved_from[path]))
            if path in files.deleted:
                fields.append(self.marks["deleted"])
            yield "- " + BETWEEN.join(fields)

    def _failure(self, failure: Failure) -> str:
        fields = (_field(failure.tool), _field(failure.target), _line(failure.text))
        return f"- {self._tag(failure.entry_id)} {BETWEEN.join(fields)}"

    def _value(self, value: Value) -> str:
        user = (self.marks["user"],) if value.by_user and value.superseded else ()
        line = f"- {self._tag(value.entry_id, marks=user)} {_field(value.text)}"
        if value.phrase == value.text:
            return line
        before, found, after = value.phrase.partition(value.text) if value.text else (value.phrase, "", "")
        phrase = escape(before, also=HERE, one_line=True)
        if found:
            phrase += HERE + escape(after, also=HERE, one_line=True)
        return f"{line}{BETWEEN}{phrase}"

    def _said(self, *, requests_below: bool) -> Iterator[str]:
        below = own_requests(self.ledger) if requests_below else ()
        for quote in self.ledger.said:
            shown = next((request for request in below if request.entry_id == quote.entry_id), None)
            yield from [f"- {self._tag(quote.entry_id)} {BELOW}"] if shown == quote else self._quote(quote)

    def _requests(self, *, requests_below: bool) -> Iterator[tuple[Part, Iterable[str]]]:
        request, still_open = self.ledger.request, self.ledger.open_request
        if request is not None and request == still_open:
            yield "both_requests", self._request(request, requests_below=requests_below)
            return
        if request is not None:
            yield "request", self._request(request, requests_below=requests_below)
        if still_open is not None:
            yield "open_request", self._request(still_open, requests_below=requests_below)

    def _request(self, request: Quote, *, requests_below: bool) -> Iterator[str]:
        said = next((quote for quote in self.ledger.said if quote.entry_id == request.entry_id), None)
        if said == request and not requests_below:
            return iter([f"- {self._tag(request.entry_id)} {ABOVE}"])
        return self._quote(request)

    def _rule(self, rule: Rule) -> Iterator[str]:
        pinned = (self.marks["pinned"],) if rule.pinned else ()
        yield from _text_lines(f"- {self._tag(rule.id, rule.entry_id, marks=pinned)}", rule.text)
        if rule.taken_back is not None:
            yield from _text_lines(f"  - {self._tag(rule.taken_back.entry_id)}", rule.taken_back.text)

    def _quote(self, quote: Quote) -> Iterator[str]:
        return _text_lines(f"- {self._tag(quote.entry_id)}", quote.text)

    def _tag(self, *ids: str, marks: tuple[str, ...] = ()) -> str:
        words = (*(self.words.get(entry_id, entry_id) for entry_id in ids), *marks)
        return f"[{' '.join(words)}]"


def own_requests(ledger: Ledger) -> tuple[Quote, ...]:
    """The requests that get a section of their own, in its order."""
    requests = (ledger.request, ledger.open_request)
    return tuple(dict.fromkeys(quote for quote in requests if quote is not None))


def _ids(ledger: Ledger) -> Iterator[str]:
    """Every id that is written, in a fixed order."""
    for rule in ledger.rules:
        yield from (rule.id, rule.entry_id)
        if rule.taken_back is not None:
            yield rule.taken_back.entry_id
    for quote in (*own_requests(ledger), *ledger.said, *ledger.instructions):
        yield quote.entry_id
    yield from (failure.entry_id for failure in ledger.errors)
    yield from (value.entry_id for value in ledger.values)


def _is_plain(entry_id: str, times: int) -> bool:
    return (
        entry_id != NO_ID and _plain_id().fullmatch(entry_id) is not None and (times == 1 or len(entry_id) <= SHORT_ID)
    )


def _text_lines(bullet: str, text: str) -> Iterator[str]:
    """A text behind its bullet, or between fences where it has several lines or would be taken for something else."""
    if "\n" not in text and text not in {ABOVE, BELOW} and not text.startswith("~~~"):
        yield f"{bullet} {escape(text)}"
        return
    longest = max((len(run) for run in re.findall(r"~+", text)), default=0)
    fence = "~" * max(3, longest + 1)
    yield f"{bullet} {fence}"
    yield from escape(text).split("\n")
    yield fence


def _field(text: str) -> str:
    """A text that others follow in its line."""
    return escape(text, also="—", one_line=True)


def _line(text: str) -> str:
    """A text that ends its line."""
    return escape(text, one_line=True)


@cache
def _plain_id() -> re.Pattern[str]:
    return re.compile(r"[A-Za-z0-9_.:@/-]{1,64}")
