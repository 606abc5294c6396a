"""Lines of Claude Code sessions, short to write."""

import json

from foldline.core.messages import Message
from foldline.core.session import CompactionEntry, MessageEntry, Session
from foldline.formats import claude_code

Line = dict[str, object]


def line(kind: str, uuid: str, parent: str | None, **more: object) -> Line:
    common = {"timestamp": "2026-02-01T08:00:00.000Z", "sessionId": "s1", "cwd": "/w", "version": "2.1.0"}
    return {"parentUuid": parent, "isSidechain": False, **common, "type": kind, "uuid": uuid, **more}


def typed(uuid: str, parent: str | None, content: object, **more: object) -> Line:
    return line("user", uuid, parent, message={"role": "user", "content": content}, **more)


def answer(uuid: str, parent: str | None, answer_id: str, *blocks: Line, **more: object) -> Line:
    usage = {"input_tokens": 3, "output_tokens": more.pop("output", 1), "cache_read_input_tokens": 100}
    message = {"id": answer_id, "role": "assistant", "model": more.pop("model", "opus"), "content": list(blocks)}
    message |= {"stop_reason": more.pop("stop_reason", None), "usage": usage}
    return line("assistant", uuid, parent, message=message, **more)


def text(words: str) -> Line:
    return {"type": "text", "text": words}


def call(call_id: str, name: str = "Bash", **arguments: object) -> Line:
    return {"type": "tool_use", "id": call_id, "name": name, "input": arguments}


def result(uuid: str, parent: str | None, call_id: str, content: object = "done", **more: object) -> Line:
    flags = {"is_error": more.pop("is_error")} if "is_error" in more else {}
    return typed(uuid, parent, [{"type": "tool_result", "tool_use_id": call_id, "content": content, **flags}], **more)


def progress(uuid: str, parent: str | None) -> Line:
    return line("progress", uuid, parent, data={"type": "bash_progress", "output": ""}, toolUseID="t")


def boundary(uuid: str, logical_parent: str | None, **metadata: object) -> Line:
    more = {"logicalParentUuid": logical_parent, "compactMetadata": {"trigger": "auto", "preTokens": 9000, **metadata}}
    return line("system", uuid, None, subtype="compact_boundary", content="Conversation compacted", **more)


def summary(uuid: str, parent: str | None, words: str) -> Line:
    return typed(uuid, parent, words, isCompactSummary=True, isVisibleInTranscriptOnly=True)


def attached(uuid: str, parent: str | None, kind: str, **more: object) -> Line:
    return line("attachment", uuid, parent, attachment={"type": kind, **more})


def file(*lines: Line | str | bytes) -> bytes:
    encoded = (
        each if isinstance(each, bytes) else each.encode() if isinstance(each, str) else json.dumps(each).encode()
        for each in lines
    )
    return b"\n".join(encoded) + b"\n"


HELLO, HI = typed("u1", None, "hello"), answer("a1", "u1", "m1", text("hi"))


def load(*lines) -> Session:
    return claude_code.load(file(*lines))


def path(session: Session) -> list[str]:
    return [each.id for each in session.path()]


def told(session: Session) -> list[str]:
    return [item.id for item in session.context().items]


def message(session: Session, entry_id: str) -> Message:
    entry = session.entry(entry_id)
    assert isinstance(entry, MessageEntry)
    return entry.message


def fold(session: Session) -> CompactionEntry:
    previous = session.context().previous
    assert previous is not None
    return previous
