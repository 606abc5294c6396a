"""What the pipeline asks of a summariser, and what it is answered.

The seam between the rules and the world: the pipeline yields `SummaryRequest` values, a driver sends `Reply` values
back. A `Provider` turns one into the other; nothing else crosses.
"""

from collections.abc import Awaitable, Callable
from typing import Final, Literal, Protocol, TypeAlias, runtime_checkable

from msgspec import Struct

from foldline.core.messages import Usage

Kind: TypeAlias = Literal["full", "update", "turn_prefix", "short", "branch", "handoff"]


STAGES: Final[dict[Kind, str]] = {
    "full": "Summarization",
    "update": "Summarization",
    "turn_prefix": "Turn prefix summarization",
    "short": "Short summary",
    "branch": "Branch summary",
    "handoff": "Handoff generation",
}
"""What each kind of text is called where it could not be written."""


class Tried(Struct, frozen=True):
    """One summariser that was asked and did not give a usable answer before another one was."""

    summariser: str
    reason: str
    status: int | None = None
    usage: Usage | None = None


class SummaryRequest(Struct, frozen=True):
    """One text wanted from a summariser: the prompt is complete, plain text, and bounded."""

    kind: Kind
    system: str
    prompt: str
    max_tokens: int
    attempt: int = 1
    retry_reason: str = ""
    """Why the last answer to this request was not accepted; already part of the prompt."""


class SummaryReply(Struct, frozen=True):
    """A summariser's answer. ``finish_reason`` is `stop` only when the model ended by itself."""

    text: str
    finish_reason: str = "stop"
    usage: Usage | None = None
    model: str = ""
    by: str = ""
    """Who wrote it, where the provider asks several; empty for the provider itself."""
    tried: tuple[Tried, ...] = ()
    """Who was asked before."""


class SummaryFailure(Struct, frozen=True):
    """A summariser could not answer. The pipeline goes on; the record stands in ``result.attempts``."""

    reason: str
    status: int | None = None
    provider_message: str = ""
    tried: tuple[Tried, ...] = ()
    """Everybody that was asked, where there were several."""


Reply: TypeAlias = SummaryReply | SummaryFailure
Heard: TypeAlias = Callable[[SummaryRequest, str], None]
"""Is told what has come of the answer to a request so far; nothing is believed of it before it is whole."""


@runtime_checkable
class Provider(Protocol):
    """Writes summaries. One method; raise `foldline.errors.ProviderError` when there is no answer to give."""

    name: str

    def summarize(self, request: SummaryRequest) -> SummaryReply:
        """Answer one request."""
        ...


@runtime_checkable
class AsyncProvider(Protocol):
    """The same for an event loop."""

    name: str

    def asummarize(self, request: SummaryRequest) -> Awaitable[SummaryReply]:
        """Answer one request."""
        ...
