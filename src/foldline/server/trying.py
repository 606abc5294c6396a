"""What a try does, as work for a job: reading a file, folding by the built-in summariser or a model, the prompts of it.

Nothing is written, no hook is run, and nothing but the prompts of a fold by a model leaves the machine.
"""

from collections.abc import Callable
from threading import Lock
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from foldline.compactor import compact, plan, template_of
from foldline.config.layers import Config
from foldline.core.counting.tokens import TokenCounter
from foldline.core.hook_commands import NO_HOOKS
from foldline.core.profiles.summary_text import parse_sections
from foldline.core.profiles.templates import Template
from foldline.core.requests import Heard, Limits, Provider, SummaryReply, SummaryRequest, limits_of
from foldline.core.result import CompactionResult, Status
from foldline.core.session import Session
from foldline.core.settings import CompactionSettings
from foldline.errors import CompactionCancelledError, ProviderError
from foldline.server.jobs import Job, Step
from foldline.server.watched_counter import working_for

MakeWriter: TypeAlias = Callable[[CompactionSettings, str, Heard | None], Provider | None]
"""Who writes by these settings for a session of that model; None for the built-in summariser."""


class Trying(NamedTuple):
    """A session to be tried on."""

    session: Session
    counter: TokenCounter
    """The same one for every fold of it."""
    counting: Lock
    """Held while its messages are counted, so that two folds of it never count at once."""


def folding(tried: Trying, found: Config, make: MakeWriter | None) -> Callable[[Job], CompactionResult]:
    """The work of folding a session, which stays as it is.

    Args:
        tried: the session.
        found: the settings in force.
        make: makes who writes; None for the built-in summariser.
    """

    def work(job: Job) -> CompactionResult:
        session, settings = tried.session, replace(found.settings, hooks=NO_HOOKS)
        with working_for(job):
            job.report(stage="planning")
            template = template_of(session, settings)
            job.report(steps=_steps(template, ()))
            with tried.counting:
                plan(session, settings, counter=tried.counter)
            writer = None if make is None else make(settings, session.info.model, _listener(job, template))
            if writer is None:
                job.report(stage="writing")
            observed = None if writer is None else _Observed(writer, job)
            result = compact(session, settings, counter=tried.counter, provider=observed)
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
        fields: dict[str, object] = {"stage": request.kind, "attempt": request.attempt}
        if request.kind == "short":  # asked for when the summary stands
            fields["steps"] = tuple(replace(step, state="written") for step in self._job.progress.steps)
        self._job.report(**fields)
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


def prompts(tried: Trying, settings: CompactionSettings, make: MakeWriter) -> tuple[SummaryRequest, ...]:
    """Every text a model would be asked for, byte for byte; nothing is sent.

    The short summary is asked for with what the built-in summariser wrote, which stands for the model's text.
    """
    nobody = _Nobody(limits_of(make(settings, tried.session.info.model, None)))
    dry = replace(settings, fallback="builtin", hooks=NO_HOOKS)
    compact(tried.session, dry, counter=tried.counter, provider=nobody)
    return tuple(nobody.requests)
