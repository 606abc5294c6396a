"""What is known of a session beside its messages: how large they are, by which counter, in which window."""

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from foldline.core.result import CounterInfo
from foldline.core.session import Session
from foldline.core.settings import CompactionSettings

if TYPE_CHECKING:
    from foldline.core.counting.context_size import RunningTotal
    from foldline.core.counting.tokens import Tally, TokenCounter
    from foldline.core.plan import Surroundings

_TOTALS: "WeakKeyDictionary[Session, dict[str, RunningTotal]]" = WeakKeyDictionary()


def totals_of(session: Session, counter: "TokenCounter | None", settings: CompactionSettings) -> "RunningTotal":
    """Running sums over a session's context; kept as long as the session lives, so a message is counted once.

    Without a ``counter`` the best one that is installed counts.
    """
    from foldline.core.counting.context_size import RunningTotal
    from foldline.core.counting.sampling import to_count
    from foldline.core.counting.tokens import Tally

    if counter is None:
        from foldline.counters import best_counter

        counter = best_counter(to_count(len(session.source), len(session)))
    known = _TOTALS.setdefault(session, {})
    key = f"{counter.name} {settings.image_tokens}"
    if key not in known:
        known[key] = RunningTotal(Tally(counter, image_tokens=settings.image_tokens))
    return known[key]


def measured(session: Session, settings: CompactionSettings, counter: "TokenCounter | None" = None) -> "Tally":
    """The sizes of a session's messages, each counted once however often it is asked."""
    return totals_of(session, counter, settings).tally


def surroundings_of(session: Session, settings: CompactionSettings, totals: "RunningTotal") -> "Surroundings":
    """Window, counter and fixed part of a session, each with its origin."""
    from foldline.core.counting.model_facts import facts_of, window_of
    from foldline.core.plan import Surroundings

    model = session.info.model
    window, origin = settings.window
    if window is None and (window := facts_of(model, settings.catalog).context_window):
        origin = f"stated for model {model!r}"
    if window is None and session.info.context_window:
        window, origin = session.info.context_window, "stated in the session"
    if window is None and model:
        known = window_of(model, settings.catalog)
        window, origin = known.tokens, f"{'guessed' if known.guessed else 'known'} for model {model!r}"
    fixed = sum(totals.tally.text(text) for text in (session.info.system, session.info.tools_json) if text)
    return Surroundings(
        fixed_tokens=fixed,
        window=window or None,
        window_origin=origin,
        counter=_counter_info(session, totals, fixed),
        waiting=session.info.pending_calls,
    )


def _counter_info(session: Session, totals: "RunningTotal", fixed: int) -> CounterInfo:
    """The counter, and how its numbers relate to those of the session's model."""
    from foldline.core.counting import families

    model, counter, context = session.info.model, totals.tally.counter, session.context()
    if context.previous is not None:
        fixed += totals.tally.text(context.previous.summary)
    known = families.calibrate(context.items, totals, families.family(model), fixed=fixed, since=context.since)
    exact = counter.exact_for(model)
    by_usage = known.source == "usage"
    return CounterInfo(
        name=counter.name,
        exact=exact,
        model=model,
        factor=1.0 if exact and not by_usage else known.factor,
        sampled=totals.is_sampled,
        factor_source=known.source,
    )
