"""Answers that are no stream although the service does not say that they are JSON."""

from collections.abc import Callable

import msgspec

from foldline.core.messages import Json
from foldline.core.requests import SummaryReply
from foldline.errors import MalformedAnswerError
from foldline.wire.sse import Event


class WholeAnswer:
    """Puts the bytes of an answer together and has them read as JSON.

    Args:
        read: reads the whole answer.
    """

    is_done = False
    text = ""

    def __init__(self, read: Callable[[Json], SummaryReply]) -> None:
        self._read = read
        self._raw = bytearray()

    def feed(self, event: Event) -> None:
        """Take the bytes of what looked like an event."""
        self._raw += event.raw

    def reply(self) -> SummaryReply:
        """The whole answer.

        Raises:
            MalformedAnswerError: it is no JSON.
            ProviderError: as ``read``.
        """
        try:
            answer: Json = msgspec.json.decode(self._raw)
        except (msgspec.DecodeError, RecursionError):
            msg = f"it answered with no JSON but with {bytes(self._raw[:40])!r}; check its address"
            raise MalformedAnswerError(msg) from None
        return self._read(answer)
