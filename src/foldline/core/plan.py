"""What a fold would do, before anybody writes a word: head, folded part, turn prefix, kept part, and why.

A plan changes nothing. Where no fold is possible it carries the status and the sentence instead.
"""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from foldline.core.budget import Measures, exceeds, threshold
from foldline.core.clamping import clamp_to
from foldline.core.counting.context_size import RunningTotal
from foldline.core.counting.tokens import Tally
from foldline.core.cut_points import CutPoint, choose
from foldline.core.cut_rules import Layout, head_size, is_turn_start, lay_out, without_results
from foldline.core.keeping import Room, keep_budget
from foldline.core.remote.beside import beside
from foldline.core.result import Clamped, CounterInfo, Status
from foldline.core.session import CompactionEntry, Context, Item
from foldline.core.settings import CompactionSettings
from foldline.core.wrapping import wrap_summary


class Surroundings(NamedTuple):
    """What is known beside the messages."""

    fixed_tokens: int = 0
    """Tokens of the system prompt and tool definitions that are sent with every request but are no messages."""
    window: int | None = None
    window_origin: str = ""
    counter: CounterInfo | None = None
    waiting: frozenset[str] = frozenset()
    """Ids of calls the format says are waiting."""


class CompactionPlan(Struct, frozen=True, kw_only=True):
    """A fold that could be made now."""

    status: Status
    """`compacted` where the fold can go ahead; else why not, with ``reason``."""
    reason: str = ""
    previous: CompactionEntry | None = None
    head: tuple[Item, ...] = ()
    to_summarize: tuple[Item, ...] = ()
    turn_prefix: tuple[Item, ...] = ()
    """The beginning of the turn that the cut falls into."""
    kept: tuple[Item, ...] = ()
    kept_for_model: tuple[Item, ...] = ()
    """The kept part as a model is sent it: what ``clamped`` names is shortened."""
    clamped: tuple[Clamped, ...] = ()
    cut: CutPoint | None = None
    first_kept_entry_id: str = ""
    keep_budget: int = 0
    tokens_before: int = 0
    head_tokens: int = 0
    folded_tokens: int = 0
    kept_tokens: int = 0
    fixed_tokens: int = 0
    counter: CounterInfo | None = None
    why_here: str = ""
    abandoned_calls: tuple[str, ...] = ()
    """Ids of folded calls that never got a result."""
    lost_results: tuple[str, ...] = ()
    """Ids of kept results whose call was nowhere in the context, before any fold; no model is sent them."""

    @property
    def is_split_turn(self) -> bool:
        """Whether the cut falls inside a turn."""
        return bool(self.turn_prefix)

    @property
    def folded(self) -> tuple[Item, ...]:
        """Everything that leaves the context, in order."""
        return (*self.to_summarize, *self.turn_prefix)


def make_plan(
    context: Context,
    settings: CompactionSettings,
    counted: Tally | RunningTotal,
    around: Surroundings | None = None,
) -> CompactionPlan:
    """Plan a fold of a context.

    Args:
        context: what a model would be sent now.
        settings: what to keep.
        counted: counts each message once; running totals, where they are kept, save summing up again.
        around: the window, the fixed part, the calls that wait.
    """
    around = around or Surroundings()
    items = context.items
    messages = [item.message for item in items]
    head = head_size(messages)
    totals = counted if isinstance(counted, RunningTotal) else RunningTotal(counted)
    totals.extend_to(items)
    base = _Base(context, settings, totals, around, head)
    refused = _refusal(base)
    if refused is not None:
        return refused
    layout = lay_out(messages, head=head, waiting=around.waiting | settings.pending_calls)
    budget, origin = keep_budget(settings, _room_for(base))
    cut = choose(layout, lambda index: totals.tally.of(messages[index]), _KeepLimit(base, budget))
    if cut is None or cut.at <= head:
        return base.plan(Status.NOTHING_TO_FOLD, _why_nothing(layout, cut, budget), kept=items[head:])
    return _fold(base, layout, cut, budget, origin)


class _Base(NamedTuple):
    context: Context
    settings: CompactionSettings
    totals: RunningTotal
    around: Surroundings
    head: int

    def summary_tokens(self) -> int:
        previous = self.context.previous
        if previous is None:
            return 0
        sealed = self.totals.tally.of(previous.payload.message()) if previous.payload is not None else 0
        text = beside(previous.payload, previous.summary)
        wrapped = wrap_summary(text, previous.method) if text else ""
        return sealed + (self.totals.tally.text(wrapped) if wrapped else 0)

    def tokens_before(self) -> int:
        return self.around.fixed_tokens + self.summary_tokens() + self.totals.upto(len(self.context.items))

    def plan(self, status: Status, reason: str, *, kept: tuple[Item, ...]) -> CompactionPlan:
        return CompactionPlan(
            status=status,
            reason=reason,
            previous=self.context.previous,
            head=self.context.items[: self.head],
            kept=kept,
            kept_for_model=kept,
            tokens_before=self.tokens_before(),
            head_tokens=self.totals.upto(self.head),
            kept_tokens=self.totals.upto(len(self.context.items)) - self.totals.upto(self.head),
            fixed_tokens=self.around.fixed_tokens,
            counter=self.around.counter,
        )


def _room_for(base: _Base) -> Room:
    head = base.totals.upto(base.head)
    counter = base.around.counter
    ratio = counter.factor if counter and counter.factor_source == "usage" else 1.0
    return Room(base.around.window, base.around.fixed_tokens + head, ratio)


def _refusal(base: _Base) -> CompactionPlan | None:
    items, head = base.context.items, base.head
    if not items and base.context.previous is None:
        return base.plan(Status.NOT_A_CONVERSATION, "There are no messages to fold.", kept=())
    if base.context.previous is not None and base.context.since >= len(items):
        reason = "Already compacted: nothing was said since the last fold."
        return base.plan(Status.ALREADY_COMPACTED, reason, kept=items[head:])
    fixed = base.around.fixed_tokens + base.totals.upto(head)
    limit = None if base.around.window is None else threshold(base.around.window, base.settings).tokens
    if limit is not None and fixed > limit:
        reason = (
            f"The fixed part alone (system prompt, tools, what the client put first) is {fixed:,} tokens, above the "
            f"threshold of {limit:,}; folding the conversation cannot help. Shorten it or raise the window."
        )
        return base.plan(Status.FIXED_PART_TOO_LARGE, reason, kept=items[head:])
    return None


class _KeepLimit:
    """Whether a kept part is over the budget; remembers how many turns it has seen on the way back."""

    def __init__(self, base: _Base, budget: int) -> None:
        self._base = base
        self._budget = budget
        self._seen = len(base.context.items)
        self._turns = 0

    def __call__(self, kept: int, first: int) -> bool:
        keep = self._base.settings.keep
        if keep is None:
            return kept > self._budget
        items = self._base.context.items
        self._turns += sum(is_turn_start(item.message) for item in items[first : self._seen])
        self._seen = first
        return exceeds(keep, Measures(kept, len(items) - first, self._turns), self._base.around.window)


def _why_nothing(layout: Layout, cut: CutPoint | None, budget: int) -> str:
    if cut is None:
        return "Nothing to fold: there is no place where a cut would leave a valid conversation."
    if len(layout.messages) == layout.head:
        return "Nothing to fold: there are only system and client messages."
    if layout.pending and cut.kept_tokens > budget:
        return "Nothing to fold: a tool call still waits for its answer, and everything since it must stay."
    if cut.kept_tokens > budget:
        return "Nothing to fold: the conversation is one group of messages that can't be cut."
    return f"Nothing to fold: all {cut.kept_tokens:,} tokens fit the {budget:,} that are kept."


def _fold(base: _Base, layout: Layout, cut: CutPoint, budget: int, origin: str) -> CompactionPlan:
    items, head, totals = base.context.items, base.head, base.totals
    kept = items[cut.at :]
    over = base.settings.keep is None and cut.kept_tokens > budget
    lost = {call_id for index, call_id in layout.links.orphans if index >= cut.at}
    answered = without_results(kept, lost) if lost else kept
    for_model, clamped = clamp_to(answered, budget, totals.tally) if over else (answered, ())
    split = cut.turn_start if cut.is_split_turn else cut.at
    gone = {call.id for index, calls in layout.links.open_calls.items() if index < cut.at for call in calls}
    return CompactionPlan(
        status=Status.COMPACTED,
        previous=base.context.previous,
        head=items[:head],
        to_summarize=items[head:split],
        turn_prefix=items[split : cut.at],
        kept=kept,
        kept_for_model=for_model,
        clamped=clamped,
        cut=cut,
        first_kept_entry_id=kept[0].id,
        keep_budget=budget,
        tokens_before=base.tokens_before(),
        head_tokens=totals.upto(head),
        folded_tokens=totals.upto(cut.at) - totals.upto(head),
        kept_tokens=cut.kept_tokens,
        fixed_tokens=base.around.fixed_tokens,
        counter=base.around.counter,
        why_here=why_here(cut, origin, over=over),
        abandoned_calls=tuple(sorted(gone)),
        lost_results=tuple(sorted(lost)),
    )


def why_here(cut: CutPoint, origin: str, *, over: bool) -> str:
    """Why the cut is where it is, in one sentence."""
    if over:
        return f"{origin}; the newest group of messages alone has {cut.kept_tokens:,} and is always kept"
    if cut.next_at < 0:
        return f"{origin}; there is no legal cut before this one"
    earlier = cut.at - cut.next_at
    distance = "one message" if earlier == 1 else f"{earlier} messages"
    return f"{origin}; the next legal cut, {distance} earlier, would keep {cut.next_tokens:,}"


def cut_candidates(layout: Layout, legal: Sequence[int]) -> tuple[int, ...]:
    """The indices where a fold could cut, oldest first."""
    return tuple(index for index in range(layout.head + 1, len(layout.messages)) if legal[index])
