"""What the pipeline asks of a summariser, and what it is answered.

The seam between the rules and the world: the pipeline yields `SummaryRequest` values, a driver sends `Reply` values
back. A `Provider` turns one into the other; nothing else crosses.
"""

from collections.abc import Awaitable, Callable
from typing import Final, Literal, Protocol, TypeAlias, runtime_checkable

from msgspec import Struct

from foldline.core.messages import Usage
from foldline.core.remote.live import Live
from foldline.core.remote.payload import Payload

Kind: TypeAlias = Literal["full", "update", "turn_prefix", "short", "branch", "handoff"]
CallKind: TypeAlias = Kind | Literal["native"]
"""A text, or a fold that the provider makes by itself."""


STAGES: Final[dict[CallKind, str]] = {
    "full": "Summarization",
    "update": "Summarization",
    "turn_prefix": "Turn prefix summarization",
    "short": "Short summary",
    "branch": "Branch summary",
    "handoff": "Handoff generation",
    "native": "Native compaction",
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

    kind: CallKind
    system: str
    prompt: str
    max_tokens: int
    attempt: int = 1
    retry_reason: str = ""
    """Why the last answer to this request was not accepted; already part of the prompt."""
    think_less: bool = False
    """The last answer was cut for its length: ``max_tokens`` is larger, and there is to be little thinking."""
    live: Live | None = None
    """The live request that a `native` fold is made from, or behind which the instruction may stand."""
    skip: tuple[str, ...] = ()
    """Who is not to be asked, of several: their texts were not accepted."""
    instruction: str = ""
    """The same wish for a model that has read the conversation in ``live``."""


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
    payload: Payload | None = None
    """What only the provider can read, of a `native` fold."""
    others: bool = False
    """There is somebody else who could be asked (`SummaryRequest.skip`)."""


class SummaryFailure(Struct, frozen=True):
    """A summariser could not answer. The pipeline goes on; the record stands in ``result.attempts``."""

    reason: str
    status: int | None = None
    provider_message: str = ""
    tried: tuple[Tried, ...] = ()
    """Everybody that was asked, where there were several."""
    overflow: bool = False
    """The prompt does not fit: a shorter one may."""


REMOTE: Final = "remote:"
"""How the name of a service begins that is known by its address alone."""
Reply: TypeAlias = SummaryReply | SummaryFailure
Heard: TypeAlias = Callable[[SummaryRequest, str], None]
"""Is told what has come of the answer to a request so far; nothing is believed of it before it is whole."""


class Limits(Struct, frozen=True):
    """What a summariser takes and gives, as far as anybody knows."""

    window: int | None = None
    """Tokens of its own that prompt and answer may have together."""
    output: int | None = None
    """The most tokens it writes in one answer."""
    model: str = ""
    """Whose tokens these are."""
    takes_reasoning: bool = True
    """False where it refuses texts that repeat a model's reasoning."""
    native: str = ""
    """Whose folds it can make that only their provider reads; empty where it makes none."""
    wire: str = ""
    """In whose form it takes a live request; empty where it takes none."""


@runtime_checkable
class Limited(Protocol):
    """A provider that knows its limits; of any other a large window is assumed, and what it turns away is halved."""

    @property
    def limits(self) -> Limits:
        """What it takes and gives."""
        ...


def limits_of(provider: object) -> Limits:
    """The limits of a provider, unknown ones where it tells none.

    >>> limits_of(None).window is None
    True
    """
    return provider.limits if isinstance(provider, Limited) else Limits()


@runtime_checkable
class Provider(Protocol):
    """Writes summaries. One method; raise `foldline.errors.ProviderError` when there is no answer to give.

    Requests that do not wait for one another come from several threads at once, unless it has an attribute
    ``side_by_side`` that is False. Limits it may tell as `Limited`.
    """

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
