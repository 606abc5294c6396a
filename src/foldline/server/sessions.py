"""What a server holds of opened sessions: the shelf they lie on, and the jobs that read and fold them."""

from collections.abc import Callable
from secrets import token_urlsafe
from typing import TypeAlias

from msgspec import Struct

from foldline.compactor import template_of
from foldline.config.layers import Config
from foldline.core.result import Attempt, Status
from foldline.core.session import Session
from foldline.errors import (
    CompactionCancelledError,
    FoldlineError,
    InputError,
    NotAConversationError,
    SeveralConversationsError,
    SummarizationError,
)
from foldline.providers.catalog import cost_of
from foldline.server.fold_view import Made
from foldline.server.jobs import Job, Jobs, Progress, State
from foldline.server.opened import Opened, Shelf
from foldline.server.plan_view import Planned, planned
from foldline.server.trial import Trial
from foldline.server.trying import MakeWriter, folding
from foldline.server.watched_counter import working_for

SettingsOf: TypeAlias = Callable[[Session], Config]
"""The settings in force for a session."""


class JobView(Struct, frozen=True):
    """How far a piece of work is, or how it ended."""

    id: str
    kind: str
    """`open` or `fold`."""
    session: str
    state: State
    version: int
    """Grows with each news; hand it back to wait for the next."""
    progress: Progress
    fold: str
    """Id of the fold that was made; empty where none was."""
    error: str
    """Why it failed, in one sentence."""
    status: str
    """What kind of failure: `unreadable`, `not_a_conversation`, `several_conversations`, `summary_failed`, or empty."""
    titles: tuple[str, ...]
    """The conversations to choose from, where a file holds several."""
    attempts: tuple[Attempt, ...]
    """Who was asked in vain, where no model wrote the summary."""


class Sessions:
    """The opened sessions of a server.

    Args:
        make: makes who writes by a model.
    """

    def __init__(self, make: MakeWriter) -> None:
        self.make = make
        self.shelf = Shelf()
        self.jobs = Jobs()

    def close(self) -> None:
        """End all work and forget every session."""
        self.jobs.close()
        self.shelf.close()

    def session(self, opened_id: str) -> Session:
        """The conversation of an opened session.

        Raises:
            NotThereError: there is none of that id (any more).
        """
        return self.shelf.get(opened_id).tried.session

    def read(self, opened: Opened, settings_of: SettingsOf, select: int | None = None) -> Job:
        """Begin to read a session, count it and plan its fold.

        Raises:
            BusyError: too much is going on.
        """

        def work(job: Job) -> None:
            with working_for(job):
                job.report(stage="reading")
                session = opened.read(select)
                job.report(stage="planning")
                plan(opened, settings_of(session))

        return self.jobs.start("open", work, of=opened.id)

    def fold(self, opened: Opened, found: Config, trial: Trial) -> Job:
        """Begin to fold a session.

        Raises:
            BusyError: too much is going on.
        """
        session = opened.tried.session
        fold = folding(opened.tried, found, self.make if trial.by == "models" else None)

        def work(job: Job) -> str:
            result = fold(job)
            job.check()
            template = template_of(session, found.settings)
            cost = cost_of(result.attempts, found.settings.catalog)
            made = Made(token_urlsafe(9), result, found.settings, template, trial.as_shipped, cost)
            opened.remember(made)
            return made.id

        return self.jobs.start("fold", work, of=opened.id)

    def job(self, job_id: str) -> tuple[Job, Opened]:
        """A job, and the session it works on.

        Raises:
            NotThereError: one of them is forgotten.
        """
        job = self.jobs.get(job_id)
        return job, self.shelf.get(job.of)


def plan(opened: Opened, found: Config) -> Planned:
    """Plan a fold of an opened session; its messages are then shown by it."""
    tried, known = opened.tried, opened.planned
    if known is not None and known.settings == found.settings and known.view.warnings == found.warnings:
        return known
    with tried.counting:
        opened.planned = made = planned(tried.session, found, tried.counter)
    return made


def job_view(job: Job, opened: Opened) -> JobView:
    """How far a job is."""
    error = job.error
    attempts = error.attempts if isinstance(error, SummarizationError) else ()
    return JobView(
        id=job.id,
        kind=job.kind,
        session=opened.id,
        state=job.state,
        version=job.version,
        progress=job.progress,
        fold=job.value if isinstance(job.value, str) else "",
        error=_sentence(error),
        status=_status(error),
        titles=opened.titles if isinstance(error, SeveralConversationsError) else (),
        attempts=tuple(attempt for attempt in attempts if isinstance(attempt, Attempt)),
    )


def _sentence(error: Exception | None) -> str:
    if error is None:
        return ""
    if isinstance(error, SeveralConversationsError):
        return f"this file holds {len(error.titles):,} conversations; choose one"
    if isinstance(error, FoldlineError):
        return str(error)
    return f"the server failed ({type(error).__name__}); what happened stands where it runs"


def _status(error: Exception | None) -> str:
    kinds: tuple[tuple[type[Exception], Status], ...] = (
        (SeveralConversationsError, Status.SEVERAL_CONVERSATIONS),
        (NotAConversationError, Status.NOT_A_CONVERSATION),
        (InputError, Status.UNREADABLE),
        (SummarizationError, Status.SUMMARY_FAILED),
        (CompactionCancelledError, Status.CANCELLED),
    )
    return next((status.value for kind, status in kinds if isinstance(error, kind)), "")
