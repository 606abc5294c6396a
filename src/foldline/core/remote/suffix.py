"""Requests whose instruction stands behind the live conversation, so that the provider's cache of it is read again.

The stand-alone prompt travels with them: it is sent where the live request does not fit or is turned away.
"""

from collections.abc import Callable, Generator
from typing import TypeAlias, TypeVar

from msgspec.structs import replace

from foldline.core.outcome import Job
from foldline.core.profiles.behind import behind
from foldline.core.redaction import redact
from foldline.core.remote.live import Live
from foldline.core.remote.redacted_live import without_secrets
from foldline.core.requests import Kind, Reply, SummaryRequest
from foldline.core.summariser_room import input_tokens
from foldline.core.texts import instruction

T = TypeVar("T")
Asking: TypeAlias = Generator[tuple[SummaryRequest, ...], tuple[Reply, ...], T]


def behind_live(job: Job, asking: Asking[T]) -> Asking[T]:
    """The same asking, with the live request put to each request that is about one of its beginnings."""
    if job.cached is None:
        return (yield from asking)
    live = without_secrets(job.cached) if job.settings.redaction else job.cached
    return (yield from changed(asking, lambda request: _with_live(job, live, request)))


def changed(asking: Asking[T], change: Callable[[SummaryRequest], SummaryRequest]) -> Asking[T]:
    """The same asking, with each request changed on its way."""
    try:
        requests = next(asking)
        while True:
            requests = asking.send((yield tuple(map(change, requests))))
    except StopIteration as stop:
        result: T = stop.value
        return result


def _with_live(job: Job, live: Live, request: SummaryRequest) -> SummaryRequest:
    kind, plan = request.kind, job.plan
    if kind not in {"full", "update", "turn_prefix"}:
        return request
    is_turn = kind == "turn_prefix"
    folded = live.folded if is_turn else live.folded[: len(plan.to_summarize)]
    asked: Kind = "turn_prefix" if is_turn else "update" if plan.previous is not None else "full"
    text = behind(instruction(job, asked, request.retry_reason), job.template.language, last_turn=is_turn)
    text = redact(text) if job.settings.redaction else text
    # Where not all that is folded fits, texts are told portion by portion, and no portion is a beginning of the whole.
    size = plan.tokens_before - plan.kept_tokens
    if not folded or size > input_tokens(job.limits, request.max_tokens, job.tally.counter, job.tally.text(text)):
        return request
    return replace(request, live=replace(live, folded=folded), instruction=text)
