"""The branch of a session that is left: where it parts from where the work goes on, and what of it a summariser reads.

Nothing here changes a session. What does not fit the summariser is left out from the oldest on; what must not be lost
is collected from all of the branch (`foldline.core.branch_summary`).
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from foldline.core.dialogue import review
from foldline.core.ledger import ledger_text
from foldline.core.messages import CompactionSummaryMessage, Message, TextPart
from foldline.core.session import (
    BranchSummaryEntry,
    CompactionEntry,
    Entry,
    Item,
    MessageEntry,
    ResetEntry,
    Session,
    as_item,
)
from foldline.core.settings import DEFAULT_RESERVE_TOKENS
from foldline.core.transcript import clip_middle, transcript
from foldline.core.useless_results import without_useless
from foldline.core.wrapping import as_message

USUAL_WINDOW = 128_000
"""Tokens of a summariser's window where nobody knows it (oh-my-pi's number for branches)."""
MOST_RESERVE = 0.5
"""Share of a small window that the reserve may take."""
SUMMARY_STILL_FITS = 0.9
"""Below this share of the budget an earlier summary is taken although it goes over (oh-my-pi's number)."""
ROOT = "root"
"""What a branch comes from that starts before the first entry."""


class Branch(NamedTuple):
    """The entries that leaving one place of a session for another takes out of the context."""

    entries: tuple[Entry, ...]
    """Oldest first; those that folds on the branch cover are among them."""
    from_id: str | None
    to_id: str
    ancestor_id: str | None
    """The last entry that both places have on their path."""


class Landing(NamedTuple):
    """Where the work goes on."""

    parent_id: str | None
    """The entry the summary hangs below; None is the place before the first entry."""
    text: str = ""
    """What the user typed at the place that was chosen, to be sent anew."""


class Told(NamedTuple):
    """A message of the branch as a summariser reads it."""

    id: str
    message: Message
    summary: CompactionSummaryMessage | None = None
    """Of an earlier fold on the branch: all that is known of it."""


class End(NamedTuple):
    """The end of a branch."""

    id: str
    item: Item
    """The last message of it that says something."""
    is_current: bool
    """The conversation stands here."""
    ancestor_id: str | None
    """Where the branch parts from the current one; None where they share nothing."""
    messages: int
    """Of the branch since it parted; of the current one, all of its path."""


class Prepared(NamedTuple):
    """What of a branch is read."""

    told: tuple[Told, ...] = ()
    tokens: int = 0
    left_out: int = 0
    """Older messages that did not fit."""


def branch_left(session: Session, from_id: str | None, to_id: str) -> Branch:
    """The branch that is left by going from one entry to another.

    Args:
        session: any with these entries.
        from_id: where the conversation stands; None is the place before the first entry, with no branch to leave.
        to_id: where it is to go on.

    Raises:
        ValueError: there is no such entry.
    """
    for name in (from_id, to_id):
        if name is not None and session.entry(name) is None:
            msg = f"no entry {name!r} in the session; `foldline branch FILE` lists the ends of its branches"
            raise ValueError(msg)
    old, on_target = session.path_to(from_id), {entry.id for entry in session.path_to(to_id)}
    fork = max((at for at, entry in enumerate(old) if entry.id in on_target), default=-1)
    return Branch(tuple(old[fork + 1 :]), from_id, to_id, old[fork].id if fork >= 0 else None)


def ends(session: Session) -> tuple[End, ...]:
    """The branches of a session by their last messages, in the order of the file.

    >>> ends(Session("tree"))
    ()
    """
    parents = {entry.parent_id for entry in session.entries}
    tips = [entry.id for entry in session.entries if entry.id not in parents]
    found: dict[str, End] = {}
    for tip in tips:
        path = session.path_to(tip)
        said = [item for entry in path if (item := as_item(entry)) is not None]
        if not said:
            continue
        last = next((item for item in reversed(said) if item.message.text.strip()), said[-1])
        is_current = tip == session.leaf_id
        left = Branch(tuple(path), tip, tip, None) if is_current else branch_left(session, tip, session.leaf_id or tip)
        count = sum(as_item(entry) is not None for entry in left.entries)
        if is_current or (count and said[-1].id not in found):
            found[said[-1].id] = End(tip, last, is_current, left.ancestor_id, count)
    return tuple(found.values())


def landing(session: Session, to_id: str) -> Landing:
    """Where the work goes on when an entry is chosen: at what a user typed before it, so that it can be said anew.

    pi and oh-my-pi do the same with their `/tree`.
    """
    entry = session.entry(to_id)
    if isinstance(entry, MessageEntry) and entry.message.role == "user" and entry.message.source not in _NOT_TYPED:
        return Landing(entry.parent_id, entry.message.text)
    return Landing(to_id)


_NOT_TYPED = frozenset({"tool", "summary"})


def branch_budget(window: int | None, reserve_tokens: int | None) -> int:
    """Tokens of a branch that a summariser of so large a window can be shown.

    >>> branch_budget(None, None), branch_budget(200_000, None), branch_budget(8_000, None)
    (111616, 183616, 4000)
    """
    window = window or USUAL_WINDOW
    return window - min(reserve_tokens or DEFAULT_RESERVE_TOKENS, int(window * MOST_RESERVE))


def messages_of(entries: tuple[Entry, ...]) -> tuple[Item, ...]:
    """The messages of a branch since its last reset, in order."""
    return tuple(item for entry in _since_reset(entries) if (item := as_item(entry)) is not None)


def is_silent(entries: tuple[Entry, ...]) -> bool:
    """Whether nothing was said on a branch that a summariser could be told.

    >>> is_silent(())
    True
    """
    return next(_told(_since_reset(entries)), None) is None


def prepare(entries: tuple[Entry, ...], budget: int, count: Callable[[str], int], *, thinking: bool = True) -> Prepared:
    """What of a branch is shown to a summariser: its newest part that fits, tool results at their clipped size.

    Results that tell nothing cost nothing. An earlier summary that no longer fits is taken all the same while there is
    some room, because it stands for so much; a single message larger than the budget is cut in its middle.

    Args:
        entries: the branch, oldest first.
        budget: tokens by ``count``; 0 for no limit.
        count: tokens of a text.
        thinking: show the model's reasoning.
    """
    waiting = tuple(_told(_since_reset(entries)))
    taken: list[Told] = []
    total = 0
    for one in reversed(waiting):
        text = transcript([one.message], thinking=thinking)
        tokens = count(text)
        fits = not budget or total + tokens <= budget
        if not fits and taken and (one.message.source != "summary" or total >= SUMMARY_STILL_FITS * budget):
            break
        if budget and tokens > budget:
            one, tokens = one._replace(message=_cut_to(budget, one.message, text, tokens)), budget  # noqa: PLW2901
        taken.append(one)
        total += tokens
        if not fits:
            break
    return Prepared(tuple(taken[::-1]), total, len(waiting) - len(taken))


def _cut_to(budget: int, message: Message, text: str, tokens: int) -> Message:
    part = TextPart(clip_middle(text, max(1, len(text) * budget // (tokens + 1))))
    return replace(message, parts=(part,))


def _told(entries: tuple[Entry, ...]) -> Iterator[Told]:
    by_id = {entry.id: entry for entry in entries}
    shown = (item for entry in entries if (item := _shown(entry)) is not None)
    for item in without_useless(shown):
        entry = by_id[item.id]
        yield Told(item.id, item.message, entry.as_message() if isinstance(entry, CompactionEntry) else None)


def _shown(entry: Entry) -> Item | None:
    """The message an entry puts before a summariser; of a summary only what a model or a person could have written."""
    if isinstance(entry, CompactionEntry) and entry.readable and entry.summary:
        return Item(entry.id, as_message(replace(entry, summary=_prose(entry.summary)).as_message()))
    if isinstance(entry, BranchSummaryEntry):
        return as_item(replace(entry, summary=_prose(entry.summary)))
    return as_item(entry)


def _prose(summary: str) -> str:
    return review.strip(ledger_text.strip(summary))


def _since_reset(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """What was said since the user last cleared the context: nothing older is summarised."""
    start = max((index for index, entry in enumerate(entries) if isinstance(entry, ResetEntry)), default=-1)
    return entries[start + 1 :]
