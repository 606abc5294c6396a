"""What a try does, as work for a job: reading a file, folding by the built-in summariser or a model, the prompts of it.

Nothing is written, and nothing but the prompts of a fold by a model leaves the machine.
"""

from collections.abc import Callable
from contextvars import ContextVar
from typing import Final, TypeAlias

from msgspec.structs import replace

from foldline.compactor import compact, plan, template_of
from foldline.config.layers import Config
from foldline.core.counting.tokens import TokenCounter
from foldline.core.profiles.summary_text import parse_sections
from foldline.core.profiles.templates import Template
from foldline.core.requests import Heard, Limits, Provider, SummaryReply, SummaryRequest, limits_of
from foldline.core.result import CompactionResult, Status
from foldline.core.session import Session
from foldline.core.settings import CompactionSettings
from foldline.errors import CompactionCancelledError, ProviderError
from foldline.server.jobs import Job, Step, Work

MakeProvider: TypeAlias = Callable[[CompactionSettings, str, Heard | None], Provider | None]
"""Who writes by these settings for a session of that model; None for the built-in summariser."""
_WATCHED: Final[ContextVar[Job | None]] = ContextVar("_WATCHED", default=None)


class WatchedCounter:
    """A counter by which long counting ends soon after its job was cancelled."""

    def __init__(self, counter: TokenCounter) -> None:
        self._counter = counter

    @property
    def name(self) -> str:
        """That of the counter behind it."""
        return self._counter.name

    def count(self, text: str) -> int:
        """Tokens of ``text``.

        Raises:
            CompactionCancelledError: nobody wants to know any more.
        """
        job = _WATCHED.get()
        if job is not None:
            job.check()
        return self._counter.count(text)

    def exact_for(self, model: str) -> bool:
        """As the counter behind it."""
        return self._counter.exact_for(model)


def folding(session: Session, found: Config, counter: TokenCounter, make: MakeProvider | None) -> Work:
    """The work of folding a session.

    Args:
        session: what is folded; it is not changed.
        found: the settings in force.
        counter: counts, the same one for every fold of the session.
        make: makes who writes; None for the built-in summariser.
    """

    def work(job: Job) -> CompactionResult:
        token = _WATCHED.set(job)
        try:
            template = template_of(session, found.settings)
            job.report(stage="planning", steps=_steps(template, ()))
            # Counted before anybody is waited for, so that two folds of a session never count at once.
            plan(session, found.settings, counter=counter)
            provider = None if make is None else make(found.settings, session.info.model, _listener(job, template))
            if provider is None:
                job.report(stage="writing")
                result = compact(session, found.settings, counter=counter)
            else:
                result = compact(session, found.settings, counter=counter, provider=_Observed(provider, job))
        finally:
            _WATCHED.reset(token)
        if result.status is Status.CANCELLED:
            raise CompactionCancelledError(result.reason)
        return result

    return work


class _Observed:
    """A provider that tells a job which text it is asked for, and asks nobody once the job is cancelled."""

    def __init__(self, provider: Provider, job: Job) -> None:
        self.name = provider.name
        self.side_by_side = getattr(provider, "side_by_side", True)
        self._provider = provider
        self._job = job
        if stop := getattr(provider, "cancel", None):
            job.when_cancelled(stop)

    @property
    def limits(self) -> Limits:
        return limits_of(self._provider)

    def summarize(self, request: SummaryRequest) -> SummaryReply:
        self._job.report(stage=request.kind, attempt=request.attempt)
        reply = self._provider.summarize(request)
        self._job.check()
        return reply


def _listener(job: Job, template: Template) -> Heard:
    """Tells a job which section a model is writing. Asked at each line, not at each word."""
    lines = 0

    def heard(request: SummaryRequest, text: str) -> None:
        nonlocal lines
        if request.kind not in {"full", "update"}:
            return
        if (now := text.count("\n")) != lines:
            lines = now
            found = parse_sections(text, template).found
            job.report(stage=request.kind, steps=_steps(template, found), characters=len(text))

    return heard


def _steps(template: Template, found: tuple[str, ...]) -> tuple[Step, ...]:
    """The sections in force; of those whose heading has come the last is being written."""
    writing = found[-1] if found else ""
    return tuple(
        Step(one.id, one.title, "writing" if one.id == writing else "written" if one.id in found else "waiting")
        for one in template.sections
    )


class _Nobody:
    """Remembers what it was asked for, and answers nothing."""

    name = "nobody"
    side_by_side = False

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.requests: list[SummaryRequest] = []

    def summarize(self, request: SummaryRequest) -> SummaryReply:
        self.requests.append(request)
        msg = "nobody was asked"
        raise ProviderError(msg)


def prompts(
    session: Session, settings: CompactionSettings, counter: TokenCounter, make: MakeProvider
) -> tuple[SummaryRequest, ...]:
    """Every text a model would be asked for, byte for byte; nothing is sent.

    The short summary is asked for with what the built-in summariser wrote, which stands for the model's text.
    """
    nobody = _Nobody(limits_of(make(settings, session.info.model, None)))
    compact(session, replace(settings, fallback="builtin"), counter=counter, provider=nobody)
    return tuple(nobody.requests)
