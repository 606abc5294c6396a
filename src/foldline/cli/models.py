"""Models as a command names them: who writes the summary, and what that cost."""

from foldline.compactor import acompact, compact
from foldline.core.result import CompactionResult
from foldline.core.session import Session
from foldline.core.settings import CompactionSettings


def fold(session: Session, settings: CompactionSettings, *, preview: bool = False) -> CompactionResult:
    """Fold by the models of the settings, else by the built-in summariser; a preview asks nobody.

    Raises:
        SettingsError: a model's name is none.
        MissingExtraError: something has to be installed for it.
        SummarizationError: no model wrote it, and nobody may stand in.
    """
    if preview or not (settings.models or settings.remote_endpoint):
        return compact(session, settings)
    from foldline.providers.registry import writer

    provider = writer(settings, model=session.info.model)
    if provider is None:
        return compact(session, settings)
    import asyncio

    return asyncio.run(acompact(session, settings, provider=provider))


def cost(result: CompactionResult) -> float | None:
    """What the calls cost in US dollars, at list price; None where nobody was paid or a price is not known."""
    if all(attempt.usage is None for attempt in result.attempts):
        return None
    from foldline.providers import catalog

    return catalog.cost_of(result.attempts)
