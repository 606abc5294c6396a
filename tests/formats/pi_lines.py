"""Lines of pi and oh-my-pi sessions, short to write."""

import json

Line = dict[str, object]


def header(**more: object) -> Line:
    return {"type": "session", "version": 3, "id": "s1", "timestamp": "2026-01-01T00:00:00.000Z", "cwd": "/w", **more}


def entry(kind: str, name: str, parent: str | None, /, **more: object) -> Line:
    return {"type": kind, "id": name, "parentId": parent, "timestamp": "2026-01-01T00:00:01.000Z", **more}


def said(name: str, parent: str | None, text: str, **more: object) -> Line:
    return entry("message", name, parent, message={"role": "user", "content": [{"type": "text", "text": text}], **more})


def answered(name: str, parent: str | None, text: str, **more: object) -> Line:
    message = {"role": "assistant", "content": [{"type": "text", "text": text}], "model": "m", "stopReason": "stop"}
    return entry("message", name, parent, message={**message, **more})


def linear(line: Line) -> Line:
    """The line as version 1 wrote it: no id, no parent."""
    return {key: value for key, value in line.items() if key not in {"id", "parentId"}}


def file(*lines: Line | str | bytes) -> bytes:
    return b"".join(_bytes(line) + b"\n" for line in lines)


def _bytes(line: Line | str | bytes) -> bytes:
    if isinstance(line, bytes):
        return line
    return (line if isinstance(line, str) else json.dumps(line, ensure_ascii=False)).encode()
