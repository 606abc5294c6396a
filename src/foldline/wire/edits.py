"""Small changes to message objects of a caller: everything that is not named here stays as it came.

Kept messages go back as the very objects they were. Only where one has to change (shortened to fit, joined with the
summary, an orphan taken out) a copy is made, and only the changed text differs.
"""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from foldline.core.messages import Json, Message, TextPart, ToolResultPart
from foldline.wire.pairing import NO_RESULT

Object: TypeAlias = dict[str, Json]


def shortened(raw: Object, before: Message, after: Message) -> Object:
    """A copy of ``raw`` with the texts that differ between ``before`` and ``after`` exchanged."""
    exchange = {old: new for old, new in zip(_texts(before), _texts(after), strict=True) if old != new}
    changed = _exchanged(raw, exchange)
    return changed if isinstance(changed, dict) else raw


def _texts(message: Message) -> list[str]:
    texts = []
    for part in message.parts:
        if isinstance(part, TextPart):
            texts.append(part.text)
        elif isinstance(part, ToolResultPart):
            texts += [inner.text for inner in part.content if isinstance(inner, TextPart)]
    return texts


def _exchanged(value: Json, exchange: Mapping[str, str]) -> Json:
    if isinstance(value, str):
        return exchange.get(value, value)
    if isinstance(value, list):
        return [_exchanged(item, exchange) for item in value]
    if isinstance(value, dict):
        return {key: _exchanged(item, exchange) if key in _TEXT_KEYS else item for key, item in value.items()}
    return value


_TEXT_KEYS = frozenset({"content", "text", "output", "parts"})
"""Keys under which the wires keep what was said or answered; ids and arguments are under others."""


def joined(text: str, raw: Object) -> Object:
    """A user message with ``text`` as a block of its own before what it said."""
    content = raw.get("content")
    blocks = content if isinstance(content, list) else [{"type": "text", "text": content}] if content else []
    return {**raw, "content": [{"type": "text", "text": text}, *blocks]}


def first_text(raw: Object) -> str:
    """The text a message begins with: its content, or its first text block."""
    content = raw.get("content")
    if isinstance(content, list) and content and isinstance(content[0], dict):
        content = content[0].get("text")
    return content if isinstance(content, str) else ""


def without_first_text(raw: Object) -> Object | None:
    """What is left of a message when its first text is taken away; None when nothing is."""
    content = raw.get("content")
    if not isinstance(content, list) or len(content) < 2:  # noqa: PLR2004 - the first and one more
        return None
    return {**raw, "content": content[1:]}


def repaired(raws: Sequence[Object], pending: frozenset[str]) -> list[Object]:
    """The list with results that have no call taken out and a note put where a call has no result.

    For lists that were broken before they came here; everything else in them stays.
    """
    known: set[str] = set()
    answered = {call_id for raw in raws for call_id in _results_of(raw)}
    fixed: list[Object] = []
    for raw in raws:
        lost = [call_id for call_id in _results_of(raw) if call_id not in known]
        kept = _without_results(raw, frozenset(lost)) if lost else raw
        if kept is None:
            continue
        fixed.append(kept)
        calls = _calls_of(raw)
        known.update(calls)
        fixed += _notes(raw, [call_id for call_id in calls if call_id not in answered | pending])
    return fixed


def _calls_of(raw: Object) -> list[str]:
    found = [call.get("id") for call in _objects(raw.get("tool_calls"))]
    found += [block.get("id") for block in _objects(raw.get("content")) if block.get("type") == "tool_use"]
    return [call_id for call_id in found if isinstance(call_id, str)]


def _results_of(raw: Object) -> list[str]:
    found = [raw.get("tool_call_id")] if raw.get("role") == "tool" else []
    found += [block.get("tool_use_id") for block in _objects(raw.get("content")) if block.get("type") == "tool_result"]
    return [call_id for call_id in found if isinstance(call_id, str)]


def _without_results(raw: Object, lost: frozenset[str]) -> Object | None:
    if raw.get("role") == "tool":
        return None
    content = raw.get("content")
    blocks = [block for block in (content if isinstance(content, list) else []) if not _answers(block, lost)]
    return {**raw, "content": blocks} if blocks else None


def _answers(block: Json, lost: frozenset[str]) -> bool:
    return isinstance(block, dict) and block.get("type") == "tool_result" and str(block.get("tool_use_id")) in lost


def _notes(raw: Object, unanswered: list[str]) -> list[Object]:
    if not unanswered:
        return []
    if raw.get("tool_calls"):
        return [{"role": "tool", "tool_call_id": call_id, "content": NO_RESULT} for call_id in unanswered]
    block: Object = {"type": "tool_result", "content": NO_RESULT, "is_error": True}
    blocks: list[Json] = [{**block, "tool_use_id": call_id} for call_id in unanswered]
    return [{"role": "user", "content": blocks}]


def _objects(value: Json) -> list[Object]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []
