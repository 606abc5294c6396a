"""What the summaries of left branches carry, for the ledger of a fold that covers them.

The messages of a branch are not on the path any more, so these are the only place where its rules and files stand. A
ledger is believed only in a summary of ours.
"""

from collections.abc import Iterable
from functools import reduce
from typing import TypeVar

from msgspec.structs import replace

from foldline.core.facts import Failure, FileOps, Ledger, Quote, Rule, Value
from foldline.core.files import file_ops
from foldline.core.ledger import ledger_text
from foldline.core.result import HOOK
from foldline.core.session import BranchSummaryEntry

F = TypeVar("F", Rule, Quote, Failure, Value)


def of_branches(entries: Iterable[BranchSummaryEntry], kept: frozenset[str] = frozenset()) -> Ledger:
    """The facts of the branches, as one ledger; nothing of them is a request any more.

    Args:
        entries: the summaries, oldest first.
        kept: ids of those that stay word for word: of these only what must be complete is carried, rules and files.
    """
    return reduce(joined, (_of_branch(entry, is_kept=entry.id in kept) for entry in entries), Ledger())


def _of_branch(entry: BranchSummaryEntry, *, is_kept: bool) -> Ledger:
    files = FileOps() if entry.from_extension else FileOps(entry.modified_files, entry.read_files)
    own = ledger_text.parse(entry.summary) if entry.method not in {"", HOOK} else None
    if own is None:
        return Ledger(files=files)
    files = file_ops.merge(files, own.files)
    if is_kept:
        return Ledger(rules=own.rules, files=files)
    return replace(own, request=None, open_request=None, files=files)


def joined(earlier: Ledger, later: Ledger) -> Ledger:
    """Two ledgers as one, each fact once; the requests are those of the later one.

    >>> joined(Ledger(), Ledger(dropped=("x",))).dropped
    ('x',)
    """
    return Ledger(
        rules=_once(*earlier.rules, *later.rules),
        instructions=_once(*later.instructions, *earlier.instructions),
        said=_once(*later.said, *earlier.said),
        request=later.request,
        open_request=later.open_request,
        files=file_ops.merge(earlier.files, later.files),
        errors=_once(*earlier.errors, *later.errors),
        values=_once(*earlier.values, *later.values),
        dropped=later.dropped or earlier.dropped,
    )


def _once(*facts: F) -> tuple[F, ...]:
    """The same words of the same message are one fact, as it was told last."""
    return tuple({(fact.text, fact.entry_id): fact for fact in facts}.values())
