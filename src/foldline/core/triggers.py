"""Whether a conversation is due for a fold: its size against the threshold, and what earlier folds achieved.

No loop, ever: a fold that just happened is not repeated before something was said, and folds that free too little
stop automatic folding with one plain reason.
"""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from foldline.core.budget import MAX_FOLDS_PER_TURN, MAX_STRIKES, Decision, Measures, decide
from foldline.core.counting.context_size import ContextSize, RunningTotal, context_size
from foldline.core.speech.authorship import is_human

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldline.core.plan import Surroundings
    from foldline.core.result import CompactionState
    from foldline.core.session import Context, Item
    from foldline.core.settings import CompactionSettings


def decide_for(
    context: "Context",
    settings: "CompactionSettings",
    totals: RunningTotal,
    around: "Surroundings",
    state: "CompactionState | None" = None,
) -> Decision:
    """Whether to fold this context now, with the origin of every number."""
    fixed = around.fixed_tokens
    if context.previous is not None:
        fixed += totals.tally.text(context.previous.summary)
        fixed += totals.tally.of(context.previous.payload.message()) if context.previous.payload else 0
    factor = around.counter.factor if around.counter else 1.0
    size = context_size(context.items, totals, fixed=fixed, since=context.since, factor=factor)
    measures = Measures(size.tokens, len(context.items), _user_messages(context, settings))
    decision = decide(measures, around.window, settings, _origins(size, around))
    stop = _stop(context, state) if decision.fold else ""
    return replace(decision, fold=False, reason=stop) if stop else decision


def _user_messages(context: "Context", settings: "CompactionSettings") -> int:
    """Messages a human typed since the newest fold; looked at only where a trigger asks for them."""
    if "user_messages" not in str(settings.triggers):
        return 0
    return sum(is_human(item.message) for item in context.items[context.since :])


def _origins(size: ContextSize, around: "Surroundings") -> tuple[str, ...]:
    name = around.counter.name if around.counter else "the counter"
    if size.index is None:
        number = f"{size.tokens:,} tokens: all counted by {name}; no provider reported any since the last fold"
    elif size.tokens > size.anchor_tokens + size.counted_after:
        number = f"{size.tokens:,} tokens: counted by {name}; the provider reported less ({size.anchor_tokens:,})"
    else:
        number = (
            f"{size.tokens:,} tokens: {size.anchor_tokens:,} reported by the provider with message {size.index + 1}, "
            f"{size.counted_after:,} counted after it by {name}"
        )
    factor = around.counter.factor if around.counter else 1.0
    if factor != 1 and around.counter is not None:
        number += f" (x{factor:.2f} for {around.counter.model or 'this model'}, from {around.counter.factor_source})"
    return (number, *((f"window {around.window:,}: {around.window_origin}",) if around.window else ()))


def _stop(context: "Context", state: "CompactionState | None") -> str:
    """Why automatic folding rests although the threshold is passed."""
    if context.previous is not None and context.since >= len(context.items):
        return "No fold: nothing was said since the last one."
    return "" if state is None else rests(state, context.items)


def rests(state: "CompactionState", items: "Sequence[Item]") -> str:
    """Why automatic folding rests after what earlier folds achieved; empty when it does not."""
    if state.strikes >= MAX_STRIKES:
        return (
            f"Automatic folding has stopped: {state.strikes} folds in a row freed too little, the newest one left "
            f"{state.usage_at_last_fold:,} tokens. Start a new session, keep fewer recent tokens, or raise the window."
        )
    turn = next((item.id for item in reversed(items) if is_human(item.message)), "")
    if state.folds_this_turn >= MAX_FOLDS_PER_TURN and turn in {"", state.turn}:
        return (
            f"Automatic folding rests: this turn was already folded {state.folds_this_turn} times. "
            "Fold by hand, or go on with a new message."
        )
    return ""
