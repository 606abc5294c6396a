"""Lines of Codex sessions, short to write."""

import json

from foldline.core.messages import Message
from foldline.core.session import CompactionEntry, MessageEntry, Session
from foldline.formats import codex

Line = dict[str, object]
TIME = "2026-02-01T08:00:00.000Z"


def line(kind: str, **payload: object) -> Line:
    return {"timestamp": TIME, "type": kind, "payload": payload}


def header(**more: object) -> Line:
    return line("session_meta", id="t1", cwd="/w", cli_version="0.171.0", **more)


def item(kind: str, **more: object) -> Line:
    return line("response_item", type=kind, **more)


def event(kind: str, **more: object) -> Line:
    return line("event_msg", type=kind, **more)


def said(text: str, role: str = "user", **more: object) -> Line:
    return item("message", role=role, content=[{"type": "input_text", "text": text}], **more)


def answered(text: str) -> Line:
    return item("message", role="assistant", content=[{"type": "output_text", "text": text}])


def thought(text: str, encrypted: str | None = None) -> Line:
    return item("reasoning", summary=[{"type": "summary_text", "text": text}], encrypted_content=encrypted)


def called(call_id: str, name: str = "shell", arguments: str = '{"command": ["ls"]}') -> Line:
    return item("function_call", name=name, arguments=arguments, call_id=call_id)


def output(call_id: str, value: object = "done") -> Line:
    return item("function_call_output", call_id=call_id, output=value)


def usage(total: int, **more: int) -> Line:
    return {"input_tokens": total - 10, "cached_input_tokens": 5, "output_tokens": 10, "total_tokens": total, **more}


def counted(total: int, running: int, **more: object) -> Line:
    info = {"last_token_usage": usage(total), "total_token_usage": {"total_tokens": running}, **more}
    return event("token_count", info=info)


def file(*lines: Line | str | bytes) -> bytes:
    encoded = (
        each if isinstance(each, bytes) else each.encode() if isinstance(each, str) else json.dumps(each).encode()
        for each in lines
    )
    return b"\n".join(encoded) + b"\n"


ENVIRONMENT = said("<environment_context>\n  <cwd>/elsewhere</cwd>\n</environment_context>")
CALL = [called("c1"), output("c1")]


def load(*lines) -> Session:
    return codex.load(file(*lines))


def messages(session: Session) -> list[Message]:
    return [each.message for each in session.context().items]


def told(session: Session) -> list[str]:
    return [each.text for each in messages(session)]


def answers(session: Session) -> list[Message]:
    return [
        entry.message
        for entry in session.entries
        if isinstance(entry, MessageEntry) and entry.message.role == "assistant"
    ]


def fold(session: Session) -> CompactionEntry:
    previous = session.context().previous
    assert previous is not None
    return previous
