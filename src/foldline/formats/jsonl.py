"""JSON from files as they really are: line by line, with broken lines, byte order marks and Windows line ends.

A line ends at a line feed and nowhere else, because U+2028 and its like stand inside JSON strings. Nothing here changes
a byte: a caller keeps the spans, and slices the original when it writes.
"""

import json
from enum import Enum
from typing import Final

import msgspec

from foldline.core.messages import Json

BOM: Final = b"\xef\xbb\xbf"


class Broken(Enum):
    """The type of `BROKEN`."""

    BROKEN = "broken"


BROKEN: Final = Broken.BROKEN
"""Stands for a line that is no JSON at all."""

_decoder: Final = msgspec.json.Decoder()
_BLANK: Final = frozenset(b" \t\n\r\v\f")


def split(data: bytes) -> list[tuple[int, int]]:
    r"""The (start, end) byte offsets of every line that is not blank, without its line end and without a BOM.

    >>> split(b'{"a":1}\r\n\n{"b":2}')
    [(0, 7), (10, 17)]
    """
    spans: list[tuple[int, int]] = []
    at = len(BOM) if data.startswith(BOM) else 0
    size = len(data)
    while at < size:
        line_end = data.find(b"\n", at)
        if line_end < 0:
            line_end = size
        end = line_end - data.endswith(b"\r", at, line_end)
        if end > at and (data[at] not in _BLANK or not data[at:end].isspace()):
            spans.append((at, end))
        at = line_end + 1
    return spans


def decode(data: bytes, span: tuple[int, int]) -> "Json | Broken":
    """The value of one line; `BROKEN` where it is no JSON."""
    start, end = span
    return decode_value(data[start:end])


def decode_value(raw: bytes) -> "Json | Broken":
    r"""The value of a JSON text, read strictly if it can be and leniently if it must be.

    Lenient means: NaN and infinities are read, and broken UTF-8 and lone surrogates become U+FFFD, so that every string
    that comes out can be encoded again.

    >>> decode_value(b'{"a": "\\ud800", "b": NaN}')
    {'a': '\ufffd', 'b': nan}
    >>> decode_value(b'{"a": ') is BROKEN
    True
    """
    try:
        value: Json = _decoder.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return _decode_leniently(raw)
    except RecursionError:
        return BROKEN
    return value


def _decode_leniently(raw: bytes) -> "Json | Broken":
    text = raw.decode("utf-8", "replace")
    try:
        value: Json = json.loads(text, strict=False)
        if "\\u" in text:
            whole = json.dumps(value, ensure_ascii=False)
            value = json.loads(whole.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))
    except (ValueError, RecursionError):
        return BROKEN
    return value
