"""Models as a command names them: who writes the summary, and what that cost."""

from typing import NamedTuple, Protocol

from foldline.compactor import acompact, compact
from foldline.compactor import preview as show_fold
from foldline.core.counting.model_facts import Catalog
from foldline.core.requests import Provider
from foldline.core.result import Attempt, CompactionResult
from foldline.core.session import Session
from foldline.core.settings import CompactionSettings


def fold(session: Session, settings: CompactionSettings, *, preview: bool = False) -> CompactionResult:
    """Fold by the models of the settings, else by the built-in summariser; a preview asks nobody and runs no hook.

    Raises:
        SettingsError: a model's name is none.
        MissingExtraError: something has to be installed for it.
        SummarizationError: no model wrote it, and nobody may stand in.
    """
    if preview:
        return show_fold(session, settings)
    provider = writer_for(session, settings)
    if provider is None:
        return compact(session, settings)
    import asyncio

    return asyncio.run(acompact(session, settings, provider=provider))


def writer_for(session: Session, settings: CompactionSettings) -> Provider | None:
    """Who writes what a command wants written; None for the built-in summariser.

    Raises:
        SettingsError: a model's name is none.
        MissingExtraError: something has to be installed for it.
    """
    if not (settings.models or settings.remote_endpoint):
        return None
    from foldline.config import key_file
    from foldline.providers.registry import writer

    return writer(settings, model=session.info.model, environ=key_file.environment())


class Telling(NamedTuple):
    """What an outcome is told with."""

    written: str = ""
    """A sentence about where it went."""
    catalog: Catalog = {}


class Paid(Protocol):
    """What an outcome tells of its calls."""

    @property
    def attempts(self) -> tuple[Attempt, ...]:
        """Who was asked, and what the answer took."""
        ...


def paid(result: Paid, catalog: Catalog | None = None) -> str:
    """What the calls took and cost, in one line; empty where nobody answered."""
    used = [attempt.usage for attempt in result.attempts if attempt.usage is not None]
    if not used:
        return ""
    calls = "1 call" if len(used) == 1 else f"{len(used):,} calls"
    cached = sum(usage.cache_read for usage in used)
    tokens = sum(usage.input + usage.cache_write for usage in used) + cached
    kept = f" ({cached:,} from the cache)" if cached else ""
    dollars, month = cost(result, catalog), price_month(result, catalog)
    price = "at a price that is not known" if dollars is None else f"${dollars:.4f}"
    if dollars is not None and month:
        price += f" at list prices of {month}"
    return f"{calls}: {tokens:,} tokens in{kept}, {sum(usage.output for usage in used):,} out, {price}"


def price_month(result: Paid, catalog: Catalog | None = None) -> str:
    """The month of the list prices that `cost` counts by; empty where it counts by none."""
    if all(attempt.usage is None for attempt in result.attempts):
        return ""
    from foldline.providers.catalog import month_of

    return month_of(result.attempts, catalog)


def cost(result: Paid, catalog: Catalog | None = None) -> float | None:
    """What the calls cost in US dollars, at list price; None where nobody was paid or a price is not known."""
    if all(attempt.usage is None for attempt in result.attempts):
        return None
    from foldline.providers.catalog import cost_of

    return cost_of(result.attempts, catalog)
