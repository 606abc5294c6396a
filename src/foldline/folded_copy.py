"""The folded conversation as something to be kept elsewhere: a list of messages, a document, a session file.

Bytes are made here and never written.
"""

import json

import msgspec

from foldline.compactor import entry
from foldline.core.messages import Json
from foldline.core.result import CompactionResult, Status
from foldline.core.session import MessageEntry, Session
from foldline.core.settings import CompactionSettings
from foldline.message_lists import Listed, codec, validated, write_list
from foldline.wire.blocks import json_text
from foldline.wire.edits import Object

DEFAULT_WIRES = {
    "openai_chat": "openai_chat",
    "anthropic_messages": "anthropic_messages",
    "codex": "openai_chat",
    "claude_code": "anthropic_messages",
}
"""The form that a session's own client speaks; anything else is given as OpenAI chat messages."""


def as_list(session: Session, result: CompactionResult, wire: str | None) -> list[Object]:
    """The messages a model would be sent now, folded or, where nothing was folded, as they are.

    A list in its own form keeps the very objects of the file; any other session is put into the form of the wire.
    """
    wire = wire or DEFAULT_WIRES.get(session.format, "openai_chat")
    settings = CompactionSettings()
    if wire == session.format and result.status is Status.COMPACTED:
        return write_list(Listed(session, _originals(session)), result, wire, settings).messages
    sealed = result.payload.message() if result.payload is not None else None
    made: list[Object] = codec(wire).encode([message for message in result.messages if message != sealed])
    if result.status is Status.COMPACTED:
        made = validated(made, result, wire, settings).messages
    return made


def _originals(session: Session) -> dict[str, tuple[Json, ...]]:
    return {
        entry.id: (_object(session.record(entry.records[0])),)
        for entry in session.entries
        if isinstance(entry, MessageEntry) and entry.records
    }


def _object(raw: bytes) -> Object:
    try:
        value = msgspec.json.decode(raw)
    except msgspec.DecodeError:
        value = json.loads(raw.decode("utf-8", "replace"))
    return value if isinstance(value, dict) else {}


def as_document(session: Session, result: CompactionResult, wire: str | None) -> tuple[bytes, str]:
    """The folded messages as a file: the document they came in with its list exchanged, else a plain list."""
    from foldline.formats import registry

    messages = as_list(session, result, wire)
    module = registry.module(session.format)
    if wire in {None, session.format} and session.format in {"openai_chat", "anthropic_messages"}:
        return module.dump(session, [json_text(message).encode() for message in messages]), module.LABEL
    name = wire or DEFAULT_WIRES.get(session.format, "openai_chat")
    return b"[\n" + b",\n".join(json_text(message).encode() for message in messages) + b"\n]\n", f"{name} messages"


def folded_copy(session: Session, result: CompactionResult, wire: str | None = None) -> tuple[bytes, str]:
    """The whole file of a folded conversation, and what it is: in the session's own format, else as messages.

    Args:
        session: the conversation as it was.
        result: its fold.
        wire: the form of the messages, where a list of them is wanted of any session.
    """
    from foldline.formats import registry

    if wire is None and registry.folds_in_place(session.format):
        module = registry.module(session.format)
        return module.dump(session, entry(result, session)), module.LABEL
    return as_document(session, result, wire)
