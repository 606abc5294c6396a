"""Collecting the ledger: what must survive a fold word for word, from every message on the path.

Originals win: facts are read from the messages themselves, those earlier folds cover included. A previous ledger only
adds what no message shows any more, for callers who hold nothing but the newest list.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from foldline.core import asks, exact_values, failures, file_ops, rules
from foldline.core.authorship import injected_instructions
from foldline.core.facts import FileOps, Ledger, Quote, Rule
from foldline.core.session import Item
from foldline.core.settings import CompactionSettings


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


def collect(sources: Sources, settings: CompactionSettings, count: Callable[[str], int]) -> Ledger:
    """The ledger of a fold.

    Rules and files are complete, those of the kept part included. What was said, errors and values are those of the
    folded part, judged with the kept part in view: a later success resolves an error, a newer value replaces one.
    """
    items, kept, previous = sources.everything, sources.kept_ids, sources.previous or Ledger()
    folded = [item for item in items if item.id not in kept]
    request, open_request = asks.newest_request(items), asks.open_request(items)
    spoke = any(item.message.source in {"human", "agent"} for item in items)
    files_before = file_ops.merge(previous.files, sources.files_before)
    errors = failures.collect(items, previous.errors)
    values = exact_values.collect(items, previous.values)
    return Ledger(
        rules=_merge_rules(previous.rules, rules.collect(items, pins=settings.pins, unpin=settings.unpin), settings),
        instructions=_merge_quotes(_instructions(folded), previous.instructions),
        said=_merge_quotes(asks.said(folded, count=count), previous.said),
        request=request or previous.request,
        open_request=open_request if spoke else previous.open_request,
        files=file_ops.collect(items, files_before, cwd=sources.cwd),
        errors=tuple(failure for failure in errors if failure.entry_id not in kept),
        values=tuple(value for value in values if value.entry_id not in kept),
    )


def _instructions(folded: Iterable[Item]) -> tuple[Quote, ...]:
    return tuple(Quote(text, item.id) for item in folded for text in injected_instructions(item.message))


def _merge_rules(before: tuple[Rule, ...], now: tuple[Rule, ...], settings: CompactionSettings) -> tuple[Rule, ...]:
    """Rules of a previous ledger first, then new ones; the same words of the same message are one rule."""
    merged = {(rule.text, rule.entry_id): rule for rule in before if rule.id not in settings.unpin}
    for rule in now:
        key = (rule.text, rule.entry_id)
        old = merged.get(key)
        merged[key] = rule if old is None or rule.taken_back else replace(old, pinned=rule.pinned or old.pinned)
    return tuple(merged.values())


def _merge_quotes(now: tuple[Quote, ...], before: tuple[Quote, ...]) -> tuple[Quote, ...]:
    """Newest first: what the messages show, then what only the previous ledger still holds."""
    seen = {quote.entry_id for quote in now}
    return (*now, *(quote for quote in before if quote.entry_id not in seen))
