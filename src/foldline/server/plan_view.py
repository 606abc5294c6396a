"""Where a fold would cut, and where the tokens are: turn by turn, in as many columns as a screen can tell apart."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from msgspec import Struct

from foldline.compactor import plan as plan_fold
from foldline.compactor import should_compact
from foldline.config.layers import Config
from foldline.core.budget import Decision
from foldline.core.counting.shares import owner, tool_names
from foldline.core.counting.tokens import Tally, TokenCounter
from foldline.core.cut_rules import is_turn_start
from foldline.core.messages import Message
from foldline.core.plan import CompactionPlan
from foldline.core.result import CounterInfo
from foldline.core.session import Session
from foldline.core.settings import CompactionSettings
from foldline.core.wrapping import wrap_summary
from foldline.server.session_view import Rows, rows_of
from foldline.surroundings import measured

MOST_COLUMNS: Final = 160
MOST_SERIES: Final = 7
"""Roles and tools told apart by a colour each; the rest are one."""
REST: Final = "other"


class Series(Struct, frozen=True):
    """Tokens of a role or tool, in each column."""

    name: str
    total: int
    messages: int
    values: tuple[int, ...]


class Chart(Struct, frozen=True):
    """Tokens by role and tool over the turns."""

    turns: int
    first_turns: tuple[int, ...]
    """Of each column the first turn in it, from 1; two columns may share a turn where the cut falls into it."""
    first_rows: tuple[int, ...]
    """Of each column the place of its first message in the list."""
    series: tuple[Series, ...]
    fixed: int
    """Tokens before the first message: system prompt, tools, the summary of an earlier fold."""
    kept_from: int | None
    """The first column of the part that is kept; None where nothing would be folded."""


class PlanView(Struct, frozen=True):
    """The fold that would be made now."""

    status: str
    reason: str
    why_here: str
    tokens: int
    fixed_tokens: int
    folded_messages: int
    folded_tokens: int
    kept_messages: int
    kept_tokens: int
    clamped: int
    """Kept messages that are too large for the budget: a model is sent them shortened."""
    keep_budget: int
    cut_row: int | None
    """Place in the list of the first message that is kept."""
    is_split_turn: bool
    counter: CounterInfo | None
    would_fold: bool
    """Automatic folding would act now."""
    decision: str
    origins: tuple[str, ...]
    """Where each number of the decision comes from."""
    threshold: int | None
    chart: Chart
    profile: str
    models: tuple[str, ...]
    warnings: tuple[str, ...]


class Planned(NamedTuple):
    """A plan with the list that goes with it."""

    view: PlanView
    rows: Rows
    settings: CompactionSettings
    """By which it was planned."""


def planned(session: Session, found: Config, counter: TokenCounter) -> Planned:
    """Plan a fold of a session, and draw where its tokens are."""
    settings = found.settings
    plan = plan_fold(session, settings, counter=counter)
    decision = should_compact(session, settings, counter=counter)
    tally = measured(session, settings, counter)
    rows = rows_of(session, plan, tally)
    earlier = len(rows.items) - len(session.context().items)
    cut_row = None if plan.cut is None else earlier + plan.cut.at
    view = PlanView(
        status=plan.status.value,
        reason=plan.reason,
        why_here=plan.why_here,
        tokens=plan.tokens_before,
        fixed_tokens=plan.fixed_tokens,
        folded_messages=len(plan.folded),
        folded_tokens=plan.folded_tokens,
        kept_messages=len(plan.kept),
        kept_tokens=plan.kept_tokens,
        clamped=len(plan.clamped),
        keep_budget=plan.keep_budget,
        cut_row=cut_row,
        is_split_turn=plan.is_split_turn,
        counter=plan.counter,
        would_fold=decision.fold,
        decision=decision.reason,
        origins=decision.origins,
        threshold=_threshold(decision),
        chart=_chart(session, plan, tally, earlier),
        profile=settings.profile,
        models=settings.models,
        warnings=found.warnings,
    )
    return Planned(view, rows, settings)


def _threshold(decision: Decision) -> int | None:
    return decision.threshold or None


def _chart(session: Session, plan: CompactionPlan, tally: Tally, earlier: int) -> Chart:
    messages = [item.message for item in session.context().items]
    cut = None if plan.cut is None else plan.cut.at
    starts, turns = _columns(messages, cut)
    names = tool_names(messages)
    before = 0 if plan.previous is None else tally.text(wrap_summary(plan.previous.summary))
    return Chart(
        turns=sum(map(is_turn_start, messages)),
        first_turns=tuple(turns),
        first_rows=tuple(earlier + start for start in starts),
        series=tuple(_series(messages, [owner(message, names) for message in messages], starts, tally)),
        fixed=plan.fixed_tokens + before,
        kept_from=None if cut is None else starts.index(cut) if cut in starts else None,
    )


def _columns(messages: Sequence[Message], cut: int | None) -> tuple[list[int], list[int]]:
    """Index of the first message of each column, and its turn. A turn a column, or several; the cut begins one."""
    starts = [0, *(index for index, message in enumerate(messages) if index and is_turn_start(message))]
    width = -(-len(starts) // MOST_COLUMNS)
    columns = {start: number + 1 for number, start in enumerate(starts) if number % width == 0}
    if cut is not None and 0 < cut < len(messages) and cut not in columns:
        columns[cut] = sum(start <= cut for start in starts)
    return sorted(columns), [columns[start] for start in sorted(columns)]


def _series(messages: Sequence[Message], owners: Sequence[str], starts: list[int], tally: Tally) -> Iterator[Series]:
    """The largest roles and tools, and all the others as one."""
    values: dict[str, list[int]] = {}
    counts: dict[str, int] = {}
    column = -1
    for index, (message, name) in enumerate(zip(messages, owners, strict=True)):
        while column + 1 < len(starts) and starts[column + 1] <= index:
            column += 1
        values.setdefault(name, [0] * len(starts))[column] += tally.of(message)
        counts[name] = counts.get(name, 0) + 1
    ordered = sorted(values, key=lambda name: (-sum(values[name]), name))
    for name in ordered[:MOST_SERIES]:
        yield Series(name, sum(values[name]), counts[name], tuple(values[name]))
    if rest := ordered[MOST_SERIES:]:
        together = tuple(map(sum, zip(*(values[name] for name in rest), strict=True)))
        yield Series(REST, sum(together), sum(counts[name] for name in rest), together)
