"""A session written once more beside the old one, under an id and a name of its own, so that both can be opened."""

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from foldline.formats import jsonl
from foldline.wire.blocks import Object


class Fresh(NamedTuple):
    """What the new session is told apart by."""

    id: str
    """A UUID that no session has."""
    time: str
    """ISO time with milliseconds, in UTC."""

    @property
    def file_time(self) -> str:
        """The time as it stands in file names, without what some systems forbid there."""
        return self.time.replace(":", "-").replace(".", "-")


class Renewed(NamedTuple):
    """The new session: the name of its file, and all it holds."""

    name: str
    data: bytes


def with_line(data: bytes, kind: str, changes: Object) -> bytes:
    """A file with the first line of a kind changed, and no other byte.

    Args:
        data: the file.
        kind: the ``type`` of the line.
        changes: keys to set in it; those of an object inside are set inside.
    """
    for start, end in jsonl.split(data):
        line = jsonl.decode_value(data[start:end])
        if isinstance(line, dict) and str(line.get("type")) == kind:
            return data[:start] + msgspec.json.encode(_merged(line, changes.items())) + data[end:]
    return data


def _merged(line: Object, changes: Iterable[tuple[str, object]]) -> Object:
    merged = dict(line)
    for key, value in changes:
        inner = merged.get(key)
        merged[key] = _merged(inner, value.items()) if isinstance(inner, dict) and isinstance(value, dict) else value  # type: ignore[assignment]
    return merged
