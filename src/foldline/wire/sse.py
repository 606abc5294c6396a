"""Server-sent events, read as the bytes come in, in pieces of any size.

Lossless: the `raw` bytes of all events, and what `end` gives, joined, are the bytes that came. The meaning of an event
follows the WHATWG standard: lines end in LF, CR or CRLF, a blank line ends an event.
"""

import re
from functools import cache

from msgspec import Struct


class Event(Struct, frozen=True):
    """One event of a stream."""

    data: str
    """The data lines, joined by a line break; empty for a block of comments only."""
    event: str = ""
    """The name of its kind, where the stream gives one."""
    id: str = ""
    raw: bytes = b""
    """The bytes it came as, with the blank line that ends it."""


class SseParser:
    r"""Cuts a stream into events.

    >>> parser = SseParser()
    >>> parser.feed(b"data: a\n\ndata:")
    [Event(data='a', event='', id='', raw=b'data: a\n\n')]
    >>> parser.feed(b" b\n\n")[0].data
    'b'
    """

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._line_start = 0
        self._seen = 0

    def feed(self, chunk: bytes) -> list[Event]:
        """The events that the chunk completes."""
        self._bytes += chunk
        events: list[Event] = []
        begun = 0
        for match in _line_end().finditer(self._bytes, self._seen):
            if match.start() == self._line_start:
                events.append(_event(bytes(self._bytes[begun : match.end()])))
                begun = match.end()
            self._line_start = match.end()
        del self._bytes[:begun]
        self._line_start -= begun
        self._seen = max(self._line_start, len(self._bytes) - 1)
        return events

    def end(self) -> Event | None:
        """What stands behind the last blank line when the stream ends, as an event; None when there is nothing."""
        rest = bytes(self._bytes)
        self._bytes.clear()
        self._line_start = self._seen = 0
        return _event(rest) if rest else None


@cache
def _line_end() -> re.Pattern[bytes]:
    """The end of a line. A CR that stands last is left for the next chunk: its LF may still come."""
    return re.compile(rb"\r\n|\n|\r(?=[^\n])")


def _event(raw: bytes) -> Event:
    fields: dict[str, str] = {}
    data: list[str] = []
    for line in raw.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n"):
        name, _, value = line.decode("utf-8", "replace").partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            data.append(value)
        elif name:
            fields[name] = value
    return Event("\n".join(data), fields.get("event", ""), fields.get("id", ""), raw)
