"""A fold that the provider makes by itself, as one request of the pipeline.

Where it fails, the fold goes on as it would without it: by the models, from the originals, and the result tells both.
"""

from collections.abc import Callable, Generator, Iterator
from typing import Final, TypeAlias

from foldline.core.checks import Expected, fault
from foldline.core.outcome import Job, Own
from foldline.core.redaction import redact
from foldline.core.remote.payload import placeholder
from foldline.core.remote.redacted_live import without_secrets
from foldline.core.requests import Reply, SummaryFailure, SummaryReply, SummaryRequest
from foldline.core.result import ACCEPTED, Attempt
from foldline.core.summariser_room import output_tokens
from foldline.core.texts import instruction
from foldline.core.transcript import transcript

_WHOLE: Final = 1_000_000_000
"""Characters of a tool result that the provider has seen: all."""
Steps: TypeAlias = Generator[tuple[SummaryRequest, ...], tuple[Reply, ...], Job]


def asked(job: Job) -> Steps:
    """Ask the provider for its own fold; returns the fold to go on with.

    Args:
        job: a fold with a live request.
    """
    clean: Callable[[str], str] = redact if job.settings.redaction else str
    live = job.live
    if live is not None and job.settings.redaction:
        live = without_secrets(live)
    prompt = instruction(job, "full")
    most = output_tokens("full", job.settings, job.limits)
    request = SummaryRequest("native", clean(prompt.system), clean(prompt.user), most, live=live)
    (reply,) = yield (request,)
    outcome = _outcome(job, reply)
    attempts = tuple(_attempts(reply, job.summariser, clean(outcome), clean))
    if outcome or not isinstance(reply, SummaryReply) or reply.payload is None:
        again = job if job.expanded is None else job.expanded()
        return again._replace(live=None, expanded=None, earlier=(*job.earlier, *attempts))
    text = clean(reply.text.strip()) or placeholder(reply.payload)
    own = Own(reply.payload, text, reply.by or job.summariser, is_readable=bool(reply.text.strip()))
    return job._replace(live=None, expanded=None, own=own, earlier=(*job.earlier, *attempts))


def _outcome(job: Job, reply: Reply) -> str:
    """Why it is not used; empty when it is. A text that anybody can read is checked like any other."""
    if isinstance(reply, SummaryFailure):
        return reply.reason
    if reply.payload is None or not reply.payload.items:
        return "it holds nothing that the provider made"
    if not reply.text.strip():
        return ""
    messages = [item.message for item in (*job.plan.head, *job.plan.folded)]
    before = job.live.previous if job.live else ""

    def source() -> str:
        return "\n".join((before, transcript(messages, result_chars=_WHOLE)))

    return fault(reply, Expected("branch", job.template, job.plan.folded_tokens, source, job.tally.text))


def _attempts(reply: Reply, summariser: str, outcome: str, clean: Callable[[str], str]) -> Iterator[Attempt]:
    for tried in reply.tried:
        yield Attempt("native", tried.summariser, clean(tried.reason), tried.usage, tried.status)
    if isinstance(reply, SummaryReply):
        yield Attempt("native", reply.by or summariser, outcome or ACCEPTED, reply.usage)
    elif not reply.tried:
        yield Attempt("native", summariser, outcome, status=reply.status)
