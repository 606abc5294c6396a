"""A pipeline with a second pair of eyes: what it asks, and what it is answered, passes a scanner for secrets first.

The scanner is somebody else's and comes in as a value; what it finds gets the same placeholders as what is found here.
"""

from functools import partial
from typing import TypeVar

from msgspec.structs import replace

from foldline.core.hooks import HookCall, Steps
from foldline.core.redaction import Scan, redact
from foldline.core.remote.redacted_live import without_secrets
from foldline.core.requests import Reply, SummaryFailure, SummaryRequest

T = TypeVar("T")


def scanned(steps: Steps[T], scan: Scan) -> Steps[T]:
    """The same steps, with every text that crosses them free of what the scanner finds.

    Args:
        steps: a fold, the summary of a branch or a hand-off.
        scan: finds secrets in a text.
    """
    try:
        step = next(steps)
        while True:
            if isinstance(step, HookCall):
                step = steps.send((yield step))
                continue
            replies = yield tuple(_request(request, scan) for request in step)
            step = steps.send(tuple(_reply(reply, scan) for reply in replies))
    except StopIteration as stop:
        value: T = stop.value
        return value


def _request(request: SummaryRequest, scan: Scan) -> SummaryRequest:
    clean = partial(redact, scan=scan)
    return replace(
        request,
        system=clean(request.system),
        prompt=clean(request.prompt),
        instruction=clean(request.instruction),
        live=None if request.live is None else without_secrets(request.live, clean),
    )


def _reply(reply: Reply, scan: Scan) -> Reply:
    if isinstance(reply, SummaryFailure):
        return replace(reply, reason=redact(reply.reason, scan=scan))
    return replace(reply, text=redact(reply.text, scan=scan))
