"""Nodes of a Claude Code session as entries: who said it, what it cost, how it ended."""

from typing import Any, Final

import msgspec

from foldline.core.messages import ImagePart, Message, Part, Source, StopReason, TextPart, ToolResultPart, Usage
from foldline.core.session import CompactionEntry, Entry, MessageEntry, MetaEntry
from foldline.core.speech.authorship import typed_text
from foldline.core.wrapping import unwrap_summary
from foldline.formats.claude_code_chain import kept_uuids
from foldline.formats.claude_code_lines import Attachment, Line, Reported
from foldline.formats.claude_code_nodes import Node, Nodes

SYNTHETIC: Final = "<synthetic>"
"""The model named in answers that the client made up itself."""

_STOP_REASONS: Final[dict[str, StopReason]] = {
    "end_turn": "stop",
    "stop_sequence": "stop",
    "pause_turn": "stop",
    "tool_use": "tool_use",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "refusal": "error",
}


def entry_of(node: Node, nodes: Nodes, cleared: frozenset[str]) -> Entry:
    """The entry a node becomes.

    Args:
        node: the node, its parent set.
        nodes: all nodes of the file.
        cleared: ids of the calls whose results the client has blanked.
    """
    line = node.line
    parent_id = node.parent.id if node.parent is not None else None
    records = tuple(node.indices)
    if line is None or node.kind == "other":
        attached = _attached(line) if line is not None and line.attachment is not None and node.chained else None
        if attached is None:
            return MetaEntry(node.id, parent_id, _meta_kind(line), records)
        return MessageEntry(node.id, parent_id, attached, records)
    if node.kind == "fold":
        return _fold(node, line, nodes, parent_id)
    message = _answer(node, line, nodes) if node.kind == "answer" else _user(node, line, cleared)
    return MessageEntry(node.id, parent_id, message, records)


def _attached(line: Line) -> Message | None:
    """What an attachment put before the model: a file, a snippet of one, a memory file, what a hook said."""
    attachment = line.attachment or Attachment()
    match attachment.type:
        case "file" | "nested_memory":
            name, text = attachment.filename or attachment.path, _inner_text(attachment.content)
        case "edited_text_file":
            name, text = attachment.filename, _inner_text(attachment.snippet)
        case "hook_additional_context":
            name, text = attachment.hook_name, _inner_text(attachment.content)
        case _:
            return None
    if not text:
        return None
    part = TextPart(f"<system-reminder>\n{attachment.type} {name or ''}:\n{text}\n</system-reminder>")
    return Message("user", (part,), "client", timestamp=line.timestamp or "")


def _inner_text(value: Any, levels: int = 4) -> str:
    """The text in an attachment's content; a file has it under ``content.file.content``, nothing has it deeper."""
    if isinstance(value, str) or levels == 0:
        return value if isinstance(value, str) else ""
    if isinstance(value, dict):
        return _inner_text(value.get("content") or value.get("file") or value.get("text"), levels - 1)
    inner = value if isinstance(value, list) else []
    return "\n".join(text for each in inner if (text := _inner_text(each, levels - 1)))


def _meta_kind(line: Line | None) -> str:
    if line is None:
        return "unreadable"
    detail = line.subtype or (line.attachment.type if line.attachment is not None else None)
    return f"{line.type}:{detail}" if detail else line.type or "unknown"


def _user(node: Node, line: Line, cleared: frozenset[str]) -> Message:
    parts = tuple(_cleared(part, cleared) for part in node.parts) if cleared else tuple(node.parts)
    return Message("user", parts, _source(line, parts), timestamp=line.timestamp or "")


def _cleared(part: Part, cleared: frozenset[str]) -> Part:
    if isinstance(part, ToolResultPart) and part.call_id in cleared:
        return msgspec.structs.replace(part, cleared=True)
    return part


def _source(line: Line, parts: tuple[Part, ...]) -> Source:
    """Who wrote a message that stands under the user's role."""
    said = [part for part in parts if not isinstance(part, ToolResultPart)]
    if not line.is_meta and _sender(line) in {"", "human"} and any(map(_is_typed, said)):
        return "human"
    return "tool" if len(said) < len(parts) else "client"


def _is_typed(part: Part) -> bool:
    return isinstance(part, ImagePart) or (isinstance(part, TextPart) and bool(typed_text(part.text).strip()))


def _sender(line: Line) -> str:
    """Who the client says sent it; empty where it does not say."""
    origin = line.origin
    if line.attachment is not None:
        if line.attachment.is_meta or line.attachment.mode not in {None, "prompt", "bash"}:
            return "client"
        origin = origin or line.attachment.origin
    kind = origin.get("kind") if isinstance(origin, dict) else None
    return kind if isinstance(kind, str) else ""


def _answer(node: Node, first: Line, nodes: Nodes) -> Message:
    lines = [line for index in node.indices if (line := nodes.lines[index]) is not None]
    said = [line.message for line in lines if line.message is not None]
    failed = any(line.is_api_error for line in lines) or said[0].model == SYNTHETIC
    return Message(
        "assistant",
        tuple(node.parts),
        "agent",
        timestamp=first.timestamp or "",
        model=said[0].model or "",
        usage=_usage(max((each.usage for each in said if each.usage is not None), key=_output, default=None)),
        stop_reason="error" if failed else _STOP_REASONS.get(said[-1].stop_reason or "", ""),
        response_id=said[0].id or "",
    )


def _output(usage: Reported) -> int:
    """Each line of an answer repeats its usage, the early ones with too little output."""
    return usage.output_tokens or 0


def _usage(reported: Reported | None) -> Usage | None:
    """What the provider reported; None where that is nothing, as for answers the client made up."""
    if reported is None:
        return None
    usage = Usage(
        input=max(0, reported.input_tokens or 0),
        output=max(0, reported.output_tokens or 0),
        cache_read=max(0, reported.cache_read_input_tokens or 0),
        cache_write=max(0, reported.cache_creation_input_tokens or 0),
    )
    return usage if usage != Usage() else None


def _fold(node: Node, boundary: Line, nodes: Nodes, parent_id: str | None) -> CompactionEntry:
    summary = "\n".join(part.text for part in node.parts if isinstance(part, TextPart))
    metadata = boundary.compact_metadata if isinstance(boundary.compact_metadata, dict) else {}
    kept = dict.fromkeys(nodes.owner[uuid].id for uuid in kept_uuids(node, nodes) if uuid in nodes.owner)
    trigger = metadata.get("trigger")
    ours = unwrap_summary(summary)
    return CompactionEntry(
        node.id,
        parent_id,
        ours or summary,
        kept_entry_ids=tuple(kept) if metadata else None,
        tokens_before=_count(metadata.get("preTokens")),
        tokens_after=_count(metadata.get("postTokens")) or None,
        method=trigger if isinstance(trigger, str) else "",
        timestamp=boundary.timestamp or "",
        by_client=ours is None,
        records=tuple(node.indices),
    )


def _count(value: object) -> int:
    return value if isinstance(value, int) and value > 0 else 0
