"""What of a ledger gives way when it is over its cap, and in which order.

Every fact that may give way has a place in one queue; what is kept is a start of that queue, so nothing less important
stays while something more important goes.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from foldline.core.facts import Failure, Ledger, Rule, Value
from foldline.core.ledger.ledger_words import Language, Omission, Part, omission_line, read_omission

T = TypeVar("T")


class Candidate(NamedTuple):
    """A fact that may give way."""

    part: Part
    words: str
    """Those of it that cost tokens."""
    entry_id: str = ""


def canonical(ledger: Ledger) -> Ledger:
    """The same facts in the order they are written: what holds before what no longer does.

    >>> old, new = Value("1", "1", "a", superseded=True), Value("2", "2", "b")
    >>> [value.text for value in canonical(Ledger(values=(old, new))).values]
    ['2', '1']
    """
    files = ledger.files
    listed = {*files.modified, *files.read}
    return replace(
        ledger,
        rules=tuple(sorted(ledger.rules, key=lambda rule: rule.taken_back is not None)),
        errors=tuple(sorted(ledger.errors, key=lambda failure: failure.resolved)),
        values=tuple(sorted(ledger.values, key=_standing)),
        files=replace(
            files,
            moved_from={path: was for path, was in files.moved_from.items() if path in listed},
            deleted=files.deleted & listed,
        ),
    )


def queue(ledger: Ledger) -> Iterator[Candidate]:
    """What may give way, the most important first: the order in which it is kept.

    Rules, the open request, changed files and the user's own values are not in it. Newer facts stay longer than older
    ones of their kind.
    """
    errors, values = ledger.errors, ledger.values
    yield from (_failed("errors", failure) for failure in reversed(errors) if not failure.resolved)
    if ledger.request is not None and ledger.request != ledger.open_request:
        yield Candidate("request", ledger.request.text, ledger.request.entry_id)
    yield from (Candidate("read", path) for path in ledger.files.read)
    yield from (Candidate("said", quote.text, quote.entry_id) for quote in ledger.said)
    yield from (Candidate("instructions", quote.text, quote.entry_id) for quote in ledger.instructions)
    yield from (Candidate("values", value.text, value.entry_id) for value in values if _of_agent(value))
    yield from (Candidate("superseded", value.text, value.entry_id) for value in values if value.superseded)
    yield from (Candidate("taken_back", rule.text, rule.entry_id) for rule in reversed(ledger.rules) if _may_go(rule))
    yield from (_failed("resolved", failure) for failure in reversed(errors) if failure.resolved)


def without(ledger: Ledger, dropped: Sequence[Candidate], language: Language) -> Ledger:
    """A canonical ledger without the end of its queue, with a line for each kind that is not whole."""
    if not dropped:
        return ledger
    gone = Counter(candidate.part for candidate in dropped)
    rules, errors, values = ledger.rules, ledger.errors, ledger.values
    kept = replace(
        ledger,
        rules=(
            *(rule for rule in rules if not _may_go(rule)),
            *_newest_last(filter(_may_go, rules), gone["taken_back"]),
        ),
        instructions=_first(ledger.instructions, gone["instructions"]),
        said=_first(ledger.said, gone["said"]),
        request=None if gone["request"] else ledger.request,
        files=replace(ledger.files, read=_first(ledger.files.read, gone["read"])),
        errors=(
            *_newest_last((failure for failure in errors if not failure.resolved), gone["errors"]),
            *_newest_last((failure for failure in errors if failure.resolved), gone["resolved"]),
        ),
        values=(
            *(value for value in values if value.by_user and not value.superseded),
            *_first(tuple(filter(_of_agent, values)), gone["values"]),
            *_first(tuple(value for value in values if value.superseded), gone["superseded"]),
        ),
        dropped=_dropped_lines(ledger.dropped, dropped, language),
    )
    return canonical(kept)


def _standing(value: Value) -> int:
    return 2 if value.superseded else 0 if value.by_user else 1


def _of_agent(value: Value) -> bool:
    return not (value.by_user or value.superseded)


def _may_go(rule: Rule) -> bool:
    return rule.taken_back is not None and not rule.pinned


def _failed(part: Part, failure: Failure) -> Candidate:
    return Candidate(part, f"{failure.target} {failure.text}", failure.entry_id)


def _first(facts: tuple[T, ...], gone: int) -> tuple[T, ...]:
    return facts[: len(facts) - gone]


def _newest_last(facts: Iterator[T], gone: int) -> tuple[T, ...]:
    return tuple(facts)[gone:]


def _dropped_lines(before: Sequence[str], dropped: Sequence[Candidate], language: Language) -> tuple[str, ...]:
    """One line a kind, those of earlier folds counted in; lines of another make stay."""
    counted: dict[Part, Omission] = {}
    other: list[str] = []
    for line in before:
        if (omission := read_omission(line)) is None:
            other.append(line)
        else:
            counted[omission.part] = omission
    newest: dict[Part, Omission] = {}
    for part, _, entry_id in dropped:
        known = newest.get(part) or Omission(part, 0, last_id=entry_id)
        newest[part] = Omission(part, known.number + 1, entry_id, known.last_id)
    for part, omission in newest.items():
        old = counted.get(part, omission)
        number = omission.number if old is omission else old.number + omission.number
        counted[part] = Omission(part, number, old.first_id or omission.first_id, omission.last_id or old.last_id)
    return (*other, *(omission_line(omission, language) for omission in counted.values()))
