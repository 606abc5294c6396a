"""A file's bytes with the readings that format detection asks for, each made at most once and only when asked.

Detection looks at content; ``hint`` (a file name, when there is one) may only break a tie.
"""

from functools import cached_property
from typing import TypeAlias

from foldline.core.messages import Json
from foldline.formats import jsonl

Object: TypeAlias = dict[str, Json]

_HEAD = 4096
"""Bytes looked at to tell text from binary data; a NUL byte in them is not text."""
_TEXT_ENOUGH = 0.7
"""Share of decodable characters below which a head without NUL bytes is still called binary."""


class Peek:
    r"""Readings of a file for `sniff`.

    >>> peek = Peek(b'{"type": "session"}\nbroken\n{"type": "message"}\n')
    >>> [line["type"] for line in peek.first_lines(3)], peek.document
    (['session', 'message'], None)
    """

    def __init__(self, data: bytes, hint: str = "") -> None:
        self.data = data
        self.hint = hint
        self._scanned: list[Object | None] = []
        self._at = len(jsonl.BOM) if data.startswith(jsonl.BOM) else 0

    @cached_property
    def is_binary(self) -> bool:
        """Whether this is no text at all (a database, an archive, a picture)."""
        head = self.data[:_HEAD]
        if b"\0" in head:
            return True
        return len(head.decode("utf-8", "ignore")) + 4 < len(head.decode("utf-8", "replace")) * _TEXT_ENOUGH

    @cached_property
    def is_empty(self) -> bool:
        """Whether there is nothing in it but white space."""
        body = self.data.removeprefix(jsonl.BOM)
        return not body or body.isspace()

    @cached_property
    def document(self) -> Object | list[Json] | None:
        """The whole file as one JSON object or array; None when it is not one."""
        if len(self._scanned) == 1 and self._scanned[0] is not None and self._at >= len(self.data):
            return self._scanned[0]
        body = self.data.removeprefix(jsonl.BOM).lstrip()
        if not body.startswith((b"{", b"[")):
            return None
        value = jsonl.decode_value(body)
        return value if isinstance(value, (dict, list)) else None

    @cached_property
    def sample(self) -> Object:
        """The object that tells most about a document: itself, or the first object in the array; else empty."""
        if isinstance(self.document, dict):
            return self.document
        return next((item for item in self.document or [] if isinstance(item, dict)), {})

    def first_lines(self, count: int) -> list[Object]:
        """The JSON objects among the first ``count`` lines that are not blank; other lines are left out."""
        while len(self._scanned) < count and self._at < len(self.data):
            end = self.data.find(b"\n", self._at)
            end = len(self.data) if end < 0 else end
            line = self.data[self._at : end].strip()
            self._at = end + 1
            if line:
                value = jsonl.decode_value(line) if line.startswith(b"{") else None
                self._scanned.append(value if isinstance(value, dict) else None)
        return [line for line in self._scanned[:count] if line is not None]
