"""The pixels and bytes of a picture, read from a few bytes at the start of its base64 text.

The picture itself is never decoded or kept. Whatever the data is, an answer comes back: zero pixels where it does
not tell.
"""

import binascii
from typing import Final, NamedTuple

from foldline.core.messages import ImagePart

_HEADER: Final = 32
"""Bytes that hold the size in every format here but JPEG."""
_OS2_HEADER: Final = 12
"""Length of the old BMP header, the one with 16-bit sizes."""
_MARKER: Final = 0xFF
_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""JPEG markers of a frame header; the three left out are tables and a reserved code."""
_MAX_SEGMENTS: Final = 1000
"""JPEG segments looked at: a colour profile or a thumbnail takes some dozens, damaged data could go on."""
_WRAPPED: Final = 80
"""Characters in which a base64 text that is broken into lines shows its first line end (MIME breaks after 76)."""


class Measure(NamedTuple):
    """Pixels and decoded bytes of a picture."""

    width: int
    height: int
    size: int


def measure(base64_text: str) -> Measure:
    """Learn what a picture will cost without decoding it; (0, 0, size) when its header does not tell.

    PNG, JPEG, GIF, WebP and BMP. Never raises.

    >>> measure("R0lGODlhIANYAgAAADs=")
    Measure(width=800, height=600, size=14)
    """
    text = base64_text
    if any(space in text[:_WRAPPED] for space in "\r\n\t "):
        text = "".join(text.split())
    size = len(text.rstrip("=")) * 3 // 4
    try:
        width, height = _pixels(text)
    except (ValueError, IndexError):
        width = height = 0
    return Measure(width, height, size)


def image_from_base64(base64_text: str, media_type: str = "") -> ImagePart:
    """A picture as a message holds it, from the base64 text of its record."""
    width, height, size = measure(base64_text)
    return ImagePart(media_type, width, height, size)


def image_from_url(url: str) -> ImagePart:
    """A picture as a message holds it, from a link or a data URL.

    >>> image_from_url("data:image/gif;base64,R0lGODlhIANYAgAAADs=")
    ImagePart(media_type='image/gif', width=800, height=600, size=14, url='')
    >>> image_from_url("https://example.org/a.png").url
    'https://example.org/a.png'
    """
    if url[:5].lower() != "data:":
        return ImagePart(url=url)
    head, _, body = url[5:].partition(",")
    media_type, *options = head.split(";")
    if "base64" not in (option.strip().lower() for option in options):
        return ImagePart(media_type, size=len(body) - 2 * body.count("%"))
    return image_from_base64(body, media_type)


def _pixels(text: str) -> tuple[int, int]:
    head = _bytes_at(text, 0, _HEADER)
    match head[:2]:
        case b"\x89P" if head[12:16] == b"IHDR":
            return _big(head[16:20]), _big(head[20:24])
        case b"\xff\xd8":
            return _jpeg_pixels(text)
        case b"GI":
            return _little(head[6:8]), _little(head[8:10])
        case b"RI" if head[8:12] == b"WEBP":
            return _webp_pixels(head)
        case b"BM":
            return _bmp_pixels(head)
    return 0, 0


def _bmp_pixels(head: bytes) -> tuple[int, int]:
    if _little(head[14:18]) == _OS2_HEADER:
        return _little(head[18:20]), _little(head[20:22])
    # A negative height says that the rows run downwards.
    return _little(head[18:22]), abs(int.from_bytes(head[22:26], "little", signed=True))


def _webp_pixels(head: bytes) -> tuple[int, int]:
    match head[12:16]:
        case b"VP8X":
            return _little(head[24:27]) + 1, _little(head[27:30]) + 1
        case b"VP8L":
            bits = _little(head[21:25])
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8 ":
            return _little(head[26:28]) & 0x3FFF, _little(head[28:30]) & 0x3FFF
    return 0, 0


def _jpeg_pixels(text: str) -> tuple[int, int]:
    at = 2
    for _ in range(_MAX_SEGMENTS):
        segment = _bytes_at(text, at, 9)
        if segment[0] != _MARKER:
            break
        marker = segment[1]
        if marker == _MARKER:  # a fill byte before the marker
            at += 1
        elif marker in _FRAMES:
            return _big(segment[7:9]), _big(segment[5:7])
        else:
            at += 2 + _big(segment[2:4])
    return 0, 0


def _bytes_at(text: str, start: int, count: int) -> bytes:
    """Decoded bytes from the middle of a base64 text: every four characters hold three of them."""
    first = start // 3
    window = text[first * 4 : -(-(start + count) // 3) * 4].translate(_URL_SAFE)
    window += "=" * (-len(window) % 4)
    skip = start - first * 3
    return binascii.a2b_base64(window)[skip : skip + count]


_URL_SAFE: Final = str.maketrans("-_", "+/")


def _big(raw: bytes) -> int:
    return int.from_bytes(raw, "big")


def _little(raw: bytes) -> int:
    return int.from_bytes(raw, "little")
