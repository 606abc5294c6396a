"""The error of a text that no model wrote, where nobody may stand in for the model."""

from typing import Protocol

from foldline.core.requests import STAGES
from foldline.core.result import ACCEPTED, Attempt, Status
from foldline.core.settings import CompactionSettings
from foldline.errors import SummarizationError


class Outcome(Protocol):
    """What folds, summaries of branches and hand-offs end in."""

    @property
    def status(self) -> Status:
        """How it ended."""
        ...

    @property
    def attempts(self) -> tuple[Attempt, ...]:
        """Who was asked."""
        ...


def check_written(outcome: Outcome, settings: CompactionSettings) -> None:
    """Refuse an outcome without a text, where ``settings.fallback`` lets nobody stand in.

    Raises:
        SummarizationError: says which text, and why the last model did not write it.
    """
    failed = [attempt for attempt in outcome.attempts if attempt.outcome != ACCEPTED]
    if outcome.status is Status.SUMMARY_FAILED and settings.fallback == "none" and failed:
        last = failed[-1]
        raise SummarizationError(STAGES[last.kind], last.status, last.outcome, attempts=outcome.attempts)
