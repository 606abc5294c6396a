"""What asking a model for one text has in common on all wires: how much it may think, and how its answer comes in.

Each wire has a module `*_calls` with `request_body`, `read_answer` and a `StreamReader`. Pure: no connection is made
here, and no text is believed; a text without a finish reason is none (`foldline.wire.vendor_errors`).
"""

from collections.abc import Sequence
from typing import Final, Protocol

import msgspec

from foldline.core.messages import Json
from foldline.core.requests import SummaryReply
from foldline.core.settings import Effort
from foldline.errors import MalformedAnswerError
from foldline.wire.blocks import Object, as_object
from foldline.wire.sse import Event

LADDER: Final = ("minimal", "low", "medium", "high", "xhigh", "max")
"""Efforts from the least to the most."""
_LIMITS: Final = ("max_tokens", "max_completion_tokens", "max_output_tokens", "maxOutputTokens")
ALL_EFFORTS: Final = ("low", "medium", "high")
THINKING: Final = {"minimal": 1_024, "low": 2_048, "medium": 8_192, "high": 16_384, "xhigh": 24_576, "max": 32_768}
"""Tokens a model may think beside what it writes, by effort (oh-my-pi's numbers up to `high`)."""


class Reader(Protocol):
    """Puts the events of one stream together."""

    @property
    def is_done(self) -> bool:
        """Whether the model has said how it ended; what comes after is not needed."""
        ...

    @property
    def text(self) -> str:
        """What has come of the text so far."""
        ...

    def feed(self, event: Event) -> None:
        """Take one event.

        Raises:
            ProviderError: the event reports one, or is in no form that is known.
        """
        ...

    def reply(self) -> SummaryReply:
        """The whole answer.

        Raises:
            MalformedAnswerError: the model never said how it ended.
            RefusedError: it declined.
        """
        ...


def clamped(effort: Effort, supported: Sequence[str]) -> str:
    """The effort a model is asked for; empty where the request should not speak of it.

    Unset means `high`. What the model does not know becomes the next lower effort it knows, else the next higher.

    >>> clamped("inherit", ALL_EFFORTS), clamped("max", ALL_EFFORTS), clamped("minimal", ALL_EFFORTS)
    ('high', 'high', 'low')
    >>> clamped("off", ALL_EFFORTS), clamped("high", ())
    ('', '')
    """
    if effort == "off" or not supported:
        return ""
    wanted = LADDER.index("high" if effort == "inherit" else effort)
    known = sorted(LADDER.index(name) for name in supported)
    return LADDER[max((level for level in known if level <= wanted), default=known[0])]


def eased(effort: Effort) -> Effort:
    """The effort for a model that thought until no room was left for its text: little, where it was more.

    >>> eased("inherit"), eased("minimal"), eased("off")
    ('low', 'minimal', 'off')
    """
    return effort if effort in {"off", "minimal", "low"} else "low"


def thinking_room(level: str, max_tokens: int, output_cap: int | None) -> int:
    """Tokens to allow for thinking on top of the text; every vendor's limit counts both.

    >>> thinking_room("low", 500, None), thinking_room("high", 500, 8_192), thinking_room("", 500, None)
    (2048, 7692, 0)
    """
    wanted = THINKING.get(level, 0)
    return wanted if output_cap is None else max(0, min(wanted, output_cap - max_tokens))


def output_limit(body: Object) -> int | None:
    """The most that a request body, of whichever wire, lets the model write.

    >>> output_limit({"max_tokens": 9}), output_limit({"generationConfig": {"maxOutputTokens": 8}}), output_limit({})
    (9, 8, None)
    """
    fields = {**body, **as_object(body.get("generationConfig"))}
    found = (fields.get(name) for name in _LIMITS)
    return next((value for value in found if isinstance(value, int)), None)


def event_object(event: Event) -> Object:
    """The JSON object of an event.

    Raises:
        MalformedAnswerError: it is none.
    """
    try:
        value: Json = msgspec.json.decode(event.data)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        value = None
    if not isinstance(value, dict):
        msg = f"an event of the stream is no JSON object: {event.data[:80]!r}"
        raise MalformedAnswerError(msg)
    return value


def unfinished() -> MalformedAnswerError:
    """The error for an answer that stops without a finish reason."""
    return MalformedAnswerError("the answer stopped without a finish reason; what came of it is not used")
