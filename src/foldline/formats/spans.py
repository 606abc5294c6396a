"""Where values stand inside a JSON text, to the byte: what is sliced out and put back is exactly what was there.

msgspec finds the lengths at the speed of its parser; a text it refuses (NaN, lone surrogates, a key twice) is scanned
token by token instead.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple, TypeAlias

import msgspec

from foldline.formats import jsonl

Span: TypeAlias = tuple[int, int]
_GAP: Final = frozenset(b" \t\r\n,:")


class _Child(NamedTuple):
    """A value directly inside an array or object; the key is None in an array."""

    key: object
    start: int
    end: int


def whole(data: bytes) -> Span:
    r"""The span of a document, without a BOM and the white space around it.

    >>> whole(b"\xef\xbb\xbf [1]\n")
    (4, 7)
    """
    start = len(jsonl.BOM) if data.startswith(jsonl.BOM) else 0
    body = data[start:]
    return start + len(body) - len(body.lstrip()), len(data) - len(body) + len(body.rstrip())


def locate(data: bytes, span: Span, path: Sequence[str | int]) -> Span:
    """The span of the value at a path of keys and indices; of a key that stands twice the last counts, as in decoding.

    >>> locate(b'{"a": [1, {"b": true}]}', (0, 23), ["a", 1, "b"])
    (16, 20)
    """
    for step in path:
        children = _children(data, span)
        child = children[step] if isinstance(step, int) else [each for each in children if each.key == step][-1]
        span = child.start, child.end
    return span


def items(data: bytes, span: Span) -> list[Span]:
    """The spans of the elements of an array.

    >>> items(b'[1, "a,b" ,[]]', (0, 14))
    [(1, 2), (4, 9), (11, 13)]
    """
    return [(child.start, child.end) for child in _children(data, span)]


def _children(data: bytes, span: Span) -> list[_Child]:
    return _measured(data, span) or list(_scanned(data, span))


def _measured(data: bytes, span: Span) -> list[_Child]:
    """The children by the lengths msgspec gives; nothing when it refuses the text or leaves a value out."""
    start, end = span
    is_object = data.startswith(b"{", start)
    text = memoryview(data)[start:end]
    pairs: Iterable[tuple[str | None, msgspec.Raw]]
    try:
        if is_object:
            pairs = msgspec.json.decode(text, type=dict[str, msgspec.Raw]).items()
        else:
            pairs = ((None, raw) for raw in msgspec.json.decode(text, type=list[msgspec.Raw]))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return []
    children: list[_Child] = []
    at = start + 1
    for key, raw in pairs:
        at = _past_gap(data, at)
        if is_object:
            string = _string().match(data, at)
            if string is None or jsonl.decode_value(string[0]) != key:
                return []
            at = _past_gap(data, string.end())
        value_end = at + len(memoryview(raw))
        children.append(_Child(key, at, value_end))
        at = value_end
    return children if _past_gap(data, at) == end - 1 else []


def _past_gap(data: bytes, at: int) -> int:
    while data[at] in _GAP:
        at += 1
    return at


def _scanned(data: bytes, span: Span) -> Iterator[_Child]:
    depth = 0
    key: object = None
    begin = span[0] + 1
    for token in _tokens().finditer(data, *span):
        mark = token[0][:1]
        if mark in b"[{":
            depth += 1
        elif mark in b"]}":
            depth -= 1
        if depth == 1 and mark == b":":
            key, begin = jsonl.decode_value(data[begin : token.start()]), token.end()
        elif mark == b"," if depth == 1 else depth == 0:
            yield from _trimmed(data, key, begin, token.start())
            begin = token.end()


def _trimmed(data: bytes, key: object, start: int, end: int) -> Iterator[_Child]:
    text = data[start:end]
    if body := text.strip():
        start += len(text) - len(text.lstrip())
        yield _Child(key, start, start + len(body))


@cache
def _string() -> re.Pattern[bytes]:
    return re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)


@cache
def _tokens() -> re.Pattern[bytes]:
    return re.compile(_string().pattern + rb"|[][{}:,]", re.DOTALL)
