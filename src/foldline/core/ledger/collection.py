"""Collecting the ledger: what must survive a fold word for word, from every message on the path.

Originals win: facts are read from the messages themselves, those earlier folds cover included. A previous ledger only
adds what no message shows any more, for callers who hold nothing but the newest list.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from foldline.core import failures
from foldline.core.facts import FileOps, Ledger, Quote, Rule
from foldline.core.files import file_ops
from foldline.core.ledger import branch_facts
from foldline.core.ledger.ledger_words import read_omission
from foldline.core.outcomes import outcomes
from foldline.core.session import BranchSummaryEntry, Item
from foldline.core.settings import CompactionSettings
from foldline.core.speech import asks, rules
from foldline.core.speech.authorship import human_text, injected_instructions
from foldline.core.speech.retractions import retracted
from foldline.core.speech.rule_clauses import stated
from foldline.core.values import exact_values


class Sources(NamedTuple):
    """Where the facts of a fold come from."""

    everything: Sequence[Item]
    """All messages of the path, oldest first."""
    kept_ids: frozenset[str] = frozenset()
    """Entries that stay word for word: what they say is visible, so it is not repeated."""
    previous: Ledger | None = None
    files_before: FileOps = FileOps()
    """File lists of earlier folds by other tools."""
    cwd: str = ""
    """The folder the session worked in: relative and whole paths of one file are one."""
    branches: tuple[BranchSummaryEntry, ...] = ()
    """Summaries of branches on the path: what was said there stands in them and nowhere else."""


def collect(sources: Sources, settings: CompactionSettings, count: Callable[[str], int]) -> Ledger:
    """The ledger of a fold.

    Rules and files are complete, those of the kept part included. What was said, errors and values are those of the
    folded part, judged with the kept part in view: a later success resolves an error, a newer value replaces one.
    """
    items, kept = sources.everything, sources.kept_ids
    previous = _beyond(items, sources.previous) if sources.previous else Ledger()
    if sources.branches:
        previous = branch_facts.joined(branch_facts.of_branches(sources.branches, kept), previous)
    folded = [item for item in items if item.id not in kept]
    request, open_request = asks.newest_request(items), asks.open_request(items)
    spoke = any(item.message.source in {"human", "agent"} for item in items)
    files_before = file_ops.merge(previous.files, sources.files_before)
    became = outcomes(items)
    errors = failures.collect(items, previous.errors, became=became)
    values = exact_values.collect(items, previous.values)
    return Ledger(
        rules=_merged_rules(previous.rules, items, settings),
        instructions=_merge_quotes(_instructions(folded), previous.instructions),
        said=_merge_quotes(asks.said(folded, count=count), previous.said),
        request=request or previous.request,
        open_request=open_request if spoke else previous.open_request,
        files=file_ops.collect(items, files_before, cwd=sources.cwd, became=became),
        errors=tuple(failure for failure in errors if failure.entry_id not in kept),
        values=tuple(value for value in values if value.entry_id not in kept),
        dropped=previous.dropped,
    )


def _beyond(items: Sequence[Item], previous: Ledger) -> Ledger:
    """What only a previous ledger knows: without the facts whose entries are here to be read anew.

    Files and lines for what was left out name no entry each: they stay unless most entries of the ledger are here.
    """
    here = {item.id for item in items}
    named = {entry_id for entry_id in _entry_ids(previous) if entry_id}
    originals_are_here = 2 * len(named & here) > len(named)
    return replace(
        previous,
        rules=tuple(rule for rule in previous.rules if rule.pinned or rule.entry_id not in here),
        instructions=tuple(quote for quote in previous.instructions if quote.entry_id not in here),
        said=tuple(quote for quote in previous.said if quote.entry_id not in here),
        files=FileOps() if originals_are_here else previous.files,
        errors=tuple(failure for failure in previous.errors if failure.entry_id not in here),
        values=tuple(value for value in previous.values if value.entry_id not in here),
        dropped=() if originals_are_here else previous.dropped,
    )


def _entry_ids(ledger: Ledger) -> Iterator[str]:
    """The entries a ledger names, those of what it leaves out included."""
    for facts in (ledger.rules, ledger.instructions, ledger.said, ledger.errors, ledger.values):
        yield from (fact.entry_id for fact in facts)
    for omission in filter(None, map(read_omission, ledger.dropped)):
        yield from (omission.first_id, omission.last_id)


def _instructions(folded: Iterable[Item]) -> tuple[Quote, ...]:
    return tuple(Quote(text, item.id) for item in folded for text in injected_instructions(item.message))


def _merged_rules(before: tuple[Rule, ...], items: Sequence[Item], settings: CompactionSettings) -> tuple[Rule, ...]:
    """Rules of a previous ledger first, then new ones; what binds in the same words is one rule."""
    now = rules.collect(items, pins=settings.pins, unpin=settings.unpin)
    older = _taken_back_by(items, [rule for rule in before if rule.id not in settings.unpin], now)
    lifting = {rule.taken_back for rule in older}
    binding = {_words(rule.text): at for at, rule in enumerate(older) if rule.taken_back is None}
    newer = []
    for rule in now:
        at = binding.get(_words(rule.text))
        if at is None or rule.taken_back is not None:
            newer += [rule] if Quote(rule.text, rule.entry_id) not in lifting else []
        elif rule.pinned:
            older[at] = replace(older[at], pinned=True)
    return (*older, *newer)


def _taken_back_by(items: Sequence[Item], older: list[Rule], now: tuple[Rule, ...]) -> list[Rule]:
    """Rules no message shows any more, marked where a clause of these messages lifts exactly one of them."""
    spent = {rule.taken_back for rule in now}
    for item in items if any(rule.taken_back is None for rule in older) else ():
        for clause in stated(human_text(item.message)):
            quote = Quote(clause.text, item.id)
            others = (rule for rule in now if rule.text != clause.text)
            taken = None if quote in spent else retracted(clause.text, [*older, *others])
            if taken is not None and taken < len(older):
                older[taken] = replace(older[taken], taken_back=quote)
    return older


def _words(text: str) -> str:
    return " ".join(text.lower().split())


def _merge_quotes(now: tuple[Quote, ...], before: tuple[Quote, ...]) -> tuple[Quote, ...]:
    """Newest first: what the messages show, then what only the previous ledger still holds."""
    seen = {quote.entry_id for quote in now}
    return (*now, *(quote for quote in before if quote.entry_id not in seen))
