"""A fold put at the end of a Codex session: a `compacted` line with the whole new history, and not a byte before it.

The new history is what the client put first, the summary, and the items that are kept as they stand in the file. Since
2026 the client also tells of windows, of who said what, and of the state to go on in; a file that has none of it gets
the shorter line of its time.
"""

from collections.abc import Iterator
from datetime import datetime
from hashlib import blake2b
from typing import Final
from uuid import UUID

import msgspec

from foldline.core.messages import Json
from foldline.core.session import CompactionEntry, Session
from foldline.core.wrapping import wrap_summary
from foldline.errors import WriteRefusedError
from foldline.formats import jsonl
from foldline.formats.codex_originals import Kept, listed, new_history
from foldline.formats.codex_reader import unwrap
from foldline.wire.blocks import Object, as_object, as_text

_UNTRACKED: Final[Object] = {"client_authored": False, "model_search_state": "unused"}
_BY_CLIENT: Final[Object] = {"mcp_attribution": {"status": "none"}}


def append_fold(session: Session, fold: CompactionEntry) -> bytes:
    """The file with the fold as its last lines.

    Args:
        session: as it was read.
        fold: what to write; the kept part is named by its first entry.

    Raises:
        WriteRefusedError: the file is of early 2025, when Codex had no folds.
    """
    writer = _Writer(session, fold)
    head = session.source
    line_end = b"" if not head or head.endswith(b"\n") else b"\n"
    return head + line_end + b"".join(msgspec.json.encode(line) + b"\n" for line in writer.lines())


class _Lines:
    """The newest line of each kind that a fold repeats or goes on from."""

    def __init__(self, session: Session) -> None:
        self.header: Object = {}
        self.newest: dict[str, Object] = {}
        self.ordinal: int | None = None
        self.is_bare = False
        for start, end in session.records:
            line = jsonl.decode_value(session.source[start:end])
            if isinstance(line, dict):
                self._take(line)

    def _take(self, line: Object) -> None:
        kind, payload = unwrap(line)
        if kind == "session_meta":
            self.header = self.header or payload
        self.is_bare = self.is_bare or (kind == "response_item" and "payload" not in line)
        ordinal = line.get("ordinal")
        if isinstance(ordinal, int):
            self.ordinal = max(ordinal, self.ordinal or 0)
        if kind == "event_msg":
            kind = as_text(payload.get("type"))
        if kind != "token_count" or as_object(payload.get("info")):
            self.newest[kind] = payload

    def of(self, kind: str) -> Object:
        return self.newest.get(kind, {})


class _Writer:
    def __init__(self, session: Session, fold: CompactionEntry) -> None:
        self.session = session
        self.fold = fold
        self.told = _Lines(session)
        if self.told.is_bare:
            msg = "this Codex session is of a time before folds, so it was left as it is; give --out PATH for a copy"
            raise WriteRefusedError(msg)
        self.text = wrap_summary(fold.summary)
        self.turn_id = as_text(self.told.of("turn_context").get("turn_id"))
        self._names = 0

    def lines(self) -> Iterator[Object]:
        modern = self.told.ordinal is not None
        for number, (kind, payload) in enumerate(self._payloads(modern=modern), 1):
            place: Object = {"ordinal": (self.told.ordinal or 0) + number} if modern else {}
            yield {"timestamp": self._time(), **place, "type": kind, "payload": payload}

    def _payloads(self, *, modern: bool) -> Iterator[tuple[str, Object]]:
        yield "compacted", self._compacted(modern=modern)
        if modern:
            state = self.told.of("world_state")
            if state.get("full") is True:
                yield "world_state", state
            for kind, carrier in (("turn_context", "turn_context"), ("thread_settings_applied", "event_msg")):
                if payload := self.told.of(kind):
                    yield carrier, payload
        if count := self._count():
            yield "event_msg", count

    def _compacted(self, *, modern: bool) -> Object:
        said: list[Json] = [{"type": "input_text", "text": self.text}]
        summary: Object = {"type": "message", "role": "user", "content": said}
        if modern:
            summary = {"type": "message", "id": f"msg_{self._fresh_uuid()}", "role": "user", "content": said}
            summary["internal_chat_message_metadata_passthrough"] = {
                "turn_id": self.turn_id,
                "content_item_kinds": ["compaction.summary"],
                "content_item_metadata": [{"provenance": {"type": "harness", "hook": False}}],
            }
        first, kept = new_history(self.session, self.fold)
        own = self.fold.payload.items if self.fold.payload else ()
        sealed = [Kept(msgspec.json.decode(item), {}) for item in own]
        history = [*first, *sealed, Kept(summary, self._next_metadata([*first, *kept])), *kept]
        payload: Object = {"message": self.text, "replacement_history": [each.item for each in history]}
        return {**payload, **self._bookkeeping(history)} if modern else payload

    def _next_metadata(self, others: list[Kept]) -> Object:
        metadata = [as_object(line.get("metadata")) for line in _items_with_metadata(self.session)]
        metadata += [each.metadata for each in others]
        newest = max((_number(each.get("history_sequence")) for each in metadata), default=0)
        sampled = max((_number(each.get("sampled_through_sequence")) for each in metadata), default=0)
        return {"history_sequence": newest + 1, "sampled_through_sequence": sampled, **_UNTRACKED, **_BY_CLIENT}

    def _bookkeeping(self, history: list[Kept]) -> Object:
        before = self.told.of("compacted")
        opening = as_object(self.told.header.get("context_window")).get("window_id")
        first = before.get("first_window_id") or opening or self._fresh_uuid()
        told: Object = {
            "replacement_history_metadata": [each.metadata or {**_UNTRACKED} for each in history],
            "retained_context": self._retained(as_object(before.get("retained_context"))),
            "window_number": _number(before.get("window_number")) + 1,
            "first_window_id": first,
            "previous_window_id": before.get("window_id") or first,
            "window_id": self._fresh_uuid(),
        }
        if usage := self.told.of("token_usage_record"):
            told["latest_token_usage_record"] = usage
        told["resume_metadata"] = self._resume_metadata()
        return told

    def _retained(self, before: Object) -> Object:
        """What the user and the model said in this thread, as the client goes on noting it across folds."""
        spoken: dict[str, list[Json]] = {role: listed(before.get(f"{role}_messages")) for role in ("user", "assistant")}
        known = {as_text(as_object(each).get("message_id")) for each in (*spoken["user"], *spoken["assistant"])}
        orders = [_number(before.get("next_order")) - 1]
        for line in _items_with_metadata(self.session):
            metadata, item = as_object(line.get("metadata")), as_object(line.get("payload"))
            if isinstance(metadata.get("user_input_order"), int):
                orders.append(_number(metadata["user_input_order"]))
            source = as_object(metadata.get("retained_source"))
            named = as_object(source.get("id"))
            role, name = as_text(named.get("role")), as_text(named.get("message_id"))
            if role in spoken and name not in known:
                spoken[role].append({**_spoken(item, source), "order": metadata.get("user_input_order", 0)})
        return {
            "verified_answers": listed(before.get("verified_answers")),
            "incomplete": before.get("incomplete", False),
            "user_messages": spoken["user"],
            "user_messages_incomplete": before.get("user_messages_incomplete", False),
            "assistant_messages": spoken["assistant"],
            "assistant_messages_incomplete": before.get("assistant_messages_incomplete", False),
            "next_order": max(orders) + 1,
        }

    def _resume_metadata(self) -> Object:
        header, context, started = self.told.header, self.told.of("turn_context"), self.told.of("task_started")
        settings = {"model": context.get("model"), "comp_hash": None, "realtime_active": context.get("realtime_active")}
        told: Object = {
            "dynamic_tools": {"thread_id": header.get("id"), "tools": listed(header.get("dynamic_tools"))},
            "multi_agent_version": context.get("multi_agent_version"),
            "last_started_turn_id": started.get("turn_id"),
            "turn_attribution": started.get("turn_attribution"),
            "previous_turn_settings": settings if context else None,
        }
        return {key: value for key, value in told.items() if value is not None}

    def _count(self) -> Object:
        """The size of the new context: the client compacts by it as soon as it reads the file."""
        count = self.told.of("token_count")
        info = as_object(count.get("info"))
        if not info or not self.fold.tokens_after:
            return {}
        last: Object = {
            **dict.fromkeys(as_object(info.get("last_token_usage")), 0),
            "total_tokens": self.fold.tokens_after,
        }
        added: Object = {"last_usage_includes_reasoning": True} if "last_usage_includes_reasoning" in info else {}
        return {**count, "info": {**info, "last_token_usage": last, **added}}

    def _fresh_uuid(self) -> str:
        """A name ordered by time, as the client's are, that follows from the fold."""
        self._names += 1
        seed = f"{self.session.leaf_id}\n{len(self.session)}\n{self._names}\n{self.fold.summary}"
        random = blake2b(seed.encode("utf-8", "surrogatepass"), digest_size=10).digest()
        digits = bytearray(int(_seconds(self.fold.timestamp) * 1000).to_bytes(6, "big") + random)
        digits[6], digits[8] = digits[6] & 0x0F | 0x70, digits[8] & 0x3F | 0x80
        return str(UUID(bytes=bytes(digits)))

    def _time(self) -> str:
        stamp = self.fold.timestamp
        return f"{stamp[:-1]}.000Z" if stamp.endswith("Z") and "." not in stamp else stamp


def _items_with_metadata(session: Session) -> Iterator[Object]:
    for start, end in session.records:
        line = jsonl.decode_value(session.source[start:end])
        if isinstance(line, dict) and "metadata" in line:
            yield line


def _spoken(item: Object, source: Object) -> Object:
    named = as_object(source.get("id"))
    texts = (as_text(as_object(block).get("text")) for block in listed(item.get("content")))
    return {
        "revision": source.get("revision"),
        "order": 0,
        "turn_id": named.get("turn_id"),
        "message_id": named.get("message_id"),
        "text": "\n".join(filter(None, texts)),
        "complete": source.get("complete"),
    }


def _number(value: Json) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def _seconds(stamp: str) -> float:
    try:
        return datetime.fromisoformat(stamp).timestamp()
    except ValueError:
        return 0.0
