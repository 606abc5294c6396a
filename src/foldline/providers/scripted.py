"""The public fake: answers what it was told to, and remembers what it was asked."""

from collections.abc import Iterable

from foldline.core.requests import SummaryReply, SummaryRequest
from foldline.errors import ProviderError


class ScriptedProvider:
    """Answers requests with the given replies, in order; for tests and examples.

    Args:
        replies: a text, a whole `SummaryReply`, or an error to raise; one a request.
        name: what results call it.

    >>> provider = ScriptedProvider(["The summary."])
    >>> provider.summarize(SummaryRequest("full", "system", "prompt", 100)).text
    'The summary.'
    >>> [request.kind for request in provider.requests]
    ['full']
    """

    side_by_side = False
    """Replies are handed out in the order of the requests."""

    def __init__(self, replies: Iterable[str | SummaryReply | ProviderError], *, name: str = "scripted") -> None:
        self.name = name
        self.requests: list[SummaryRequest] = []
        self._replies = iter(replies)

    def summarize(self, request: SummaryRequest) -> SummaryReply:
        """The next reply; a `ProviderError` when the script is at its end."""
        self.requests.append(request)
        reply = next(self._replies, None)
        if reply is None:
            msg = f"the script of {self.name!r} has no reply for request {len(self.requests)} ({request.kind})"
            raise ProviderError(msg)
        if isinstance(reply, ProviderError):
            raise reply
        return SummaryReply(reply) if isinstance(reply, str) else reply
