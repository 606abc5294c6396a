"""What providers folded by themselves, as oh-my-pi keeps it: under `preserveData` of a fold, a key for each vendor."""

from typing import Final

import msgspec

from foldline.core.messages import Json
from foldline.core.remote.beside import beside
from foldline.core.remote.payload import ANTHROPIC, OPENAI, Payload
from foldline.core.wrapping import unwrap_summary, wrap_summary
from foldline.wire.blocks import Object, as_object, as_text, json_text
from foldline.wire.edits import first_text
from foldline.wire.native_items import message_item

_OPENAI: Final = "openaiRemoteCompaction"
_ANTHROPIC: Final = "anthropicCompaction"


class Kept(msgspec.Struct, frozen=True):
    """What a line keeps of a provider's fold."""

    payload: Payload | None = None
    is_sealed: bool = False
    """There is one that nobody else can read."""


def read(preserved: Object, *, is_ours: bool) -> Kept:
    """The payload of a fold.

    Args:
        preserved: `preserveData` of its line.
        is_ours: it was written here. One of oh-my-pi's own covers what its line says is kept as well, so it can't be
            continued by the rules of this one; the originals can.
    """
    sealed = preserved.get(_OPENAI)
    if isinstance(sealed, dict):
        history = sealed.get("replacementHistory")
        items = [item for item in history if isinstance(item, dict)] if isinstance(history, list) else []
        own = tuple(json_text(item) for item in items if unwrap_summary(first_text(item)) is None)
        if not (is_ours and own):
            return Kept(is_sealed=True)
        provider = as_text(sealed.get("provider")) or OPENAI
        return Kept(Payload(provider, own, version=as_text(sealed.get("version"))), is_sealed=True)
    block = as_object(preserved.get(_ANTHROPIC))
    if is_ours and (text := as_text(block.get("content"))) and (signature := as_text(block.get("signature"))):
        item = json_text({"type": "compaction", "content": text, "signature": signature})
        return Kept(Payload(ANTHROPIC, (item,), as_text(block.get("model"))))
    return Kept()


def written(payload: Payload, summary: str) -> Object:
    """The keys that a line gets for a payload; what stands beside it in the context is sent along."""
    items = [as_object(msgspec.json.decode(item)) for item in payload.items]
    shown = beside(payload, summary)
    used: Object = {"usedTokens": payload.used_tokens} if payload.used_tokens else {}
    if payload.provider == ANTHROPIC:
        (block,) = items
        kept: Object = {
            "provider": ANTHROPIC,
            "content": block.get("content"),
            "signature": block.get("signature"),
            "filesText": shown,
            "exactTail": True,
            "model": payload.model,
            **used,
        }
        return {"preserveData": {_ANTHROPIC: kept}}
    history: list[Json] = [*items, message_item("user", [wrap_summary(shown)])]
    return {
        "preserveData": {
            _OPENAI: {
                "provider": payload.provider,
                "version": payload.version,
                "replacementHistory": history,
                "compactionItem": items[-1],
                **used,
            }
        }
    }
