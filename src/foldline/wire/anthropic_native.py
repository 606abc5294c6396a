"""Folds that Anthropic makes by itself, when asked: one signed block, with a text in it that anybody can read.

The block goes back as it came, before all other messages and under the same beta header. Pure, as all of the wires.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

import msgspec

from foldline.core.counting.windows import plain_name
from foldline.core.messages import Json
from foldline.core.remote.live import Live
from foldline.core.remote.payload import ANTHROPIC, Payload
from foldline.core.requests import SummaryReply, SummaryRequest
from foldline.core.settings import Effort
from foldline.errors import MalformedAnswerError
from foldline.wire import anthropic_calls, usage
from foldline.wire.anthropic_messages import check, encode, system_text
from foldline.wire.blocks import Object, as_object, as_text, json_text
from foldline.wire.calls import event_object, unfinished
from foldline.wire.sse import Event
from foldline.wire.vendor_errors import error_of, refused

WIRE: Final = "anthropic_messages"
BETA: Final = "compact-2026-09-04"
"""Value of the header ``anthropic-beta``, on the request for a block and on every one that sends it back."""


@cache
def knows(model: str) -> bool:
    """Whether a model folds by itself.

    >>> knows("claude-opus-4-6"), knows("claude-sonnet-4-5"), knows("claude-haiku-4-5")
    (True, False, False)
    """
    pattern = r"claude-(fable|mythos)-|claude-(opus|sonnet)-(4-[6-9](?!\d)|[5-9](?!\d))"
    return re.search(pattern, plain_name(model)) is not None


def request_body(  # noqa: PLR0913 - as the wires'
    request: SummaryRequest,
    model: str,
    *,
    effort: Effort = "inherit",
    stream: bool = True,
    max_tokens: int | None = None,
    output_cap: int | None = None,
) -> Object:
    """The body that asks for a block: the live request as it is, and how to summarise it."""
    live = request.live or Live()
    asked = anthropic_calls.request_body(
        request, model, effort=effort, stream=stream, max_tokens=max_tokens, output_cap=output_cap
    )
    instructions = f"{request.system}\n\n{request.prompt}"
    body: Object = {
        **asked,
        "messages": list[Json](live_messages(live)),
        "compaction": {"type": "summarize", "instructions": instructions},
    }
    del body["system"]
    if system := live_system(live):
        body["system"] = system
    if tools := live_tools(live):
        body["tools"] = tools
    return body


def live_system(live: Live) -> Json:
    """The system prompt as the client sends it; of a session of another wire, the text it begins with."""
    if live.system.lstrip().startswith("["):
        try:
            blocks: Json = msgspec.json.decode(live.system)
        except msgspec.DecodeError:
            blocks = None
        if isinstance(blocks, list):
            return blocks
    return live.system or system_text([item.message for item in live.head])


def live_tools(live: Live) -> list[Json]:
    """The tool definitions of the live request, where they are in this vendor's form."""
    tools = msgspec.json.decode(live.tools_json) if live.tools_json else None
    listed = tools if isinstance(tools, list) else []
    return listed if all("input_schema" in as_object(tool) or "type" in as_object(tool) for tool in listed) else []


def live_messages(live: Live) -> list[Object]:
    """The messages of the live request; in their own objects where the client sent such and they can be sent alone."""
    before: list[Object] = [{"role": "user", "content": live.previous}] if live.previous else []
    lead = list(leading(live.payload))
    items = (*live.head, *live.folded)
    if live.wire == WIRE and all(item.id in live.raws for item in items):
        head = [as_object(raw) for item in live.head for raw in live.raws[item.id]]
        folded = [as_object(raw) for item in live.folded for raw in live.raws[item.id]]
        whole = [*lead, *head, *before, *folded]
        if not check(whole):
            return whole
    head = encode([item.message for item in live.head])
    return [*lead, *head, *before, *encode([item.message for item in live.folded])]


def leading(payload: Payload | None) -> Iterator[Object]:
    """The message that carries a block, before all others."""
    if payload is not None and payload.provider == ANTHROPIC:
        blocks: list[Json] = [msgspec.json.decode(item) for item in payload.items]
        yield {"role": "assistant", "content": blocks}


def read_answer(answer: Json) -> SummaryReply:
    """The block of a whole answer.

    Raises:
        RefusedError: the model declined.
        ProviderError: it reports an error, or holds no block.
    """
    fields = as_object(answer)
    content = fields.get("content")
    if fields.get("type") == "error" or not isinstance(content, list):
        raise error_of(None, fields)
    return _reply([as_object(block) for block in content], fields)


class StreamReader:
    """Puts the events of one answer together."""

    text = ""

    def __init__(self) -> None:
        self._blocks: list[Object] = []
        self._message: Object = {}
        self._usage: Object = {}

    @property
    def is_done(self) -> bool:
        """Whether a stop reason came."""
        return bool(self._message.get("stop_reason"))

    def feed(self, event: Event) -> None:
        """Take one event of the stream."""
        if not event.data:
            return
        fields = event_object(event)
        match fields.get("type"):
            case "message_start":
                self._message |= as_object(fields.get("message"))
                self._usage |= as_object(self._message.get("usage"))
            case "content_block_start":
                self._blocks.append(dict(as_object(fields.get("content_block"))))
            case "content_block_delta" if self._blocks:
                self._add(as_object(fields.get("delta")))
            case "message_delta":
                self._message |= as_object(fields.get("delta"))
                self._usage |= as_object(fields.get("usage"))
            case "error" | None:
                raise error_of(None, fields)

    def _add(self, delta: Object) -> None:
        for name in ("content", "signature"):
            if piece := as_text(delta.get(name)):
                self._blocks[-1][name] = as_text(self._blocks[-1].get(name)) + piece

    def reply(self) -> SummaryReply:
        """The block."""
        if not self.is_done:
            raise unfinished()
        return _reply(self._blocks, {**self._message, "usage": self._usage})


def _reply(blocks: list[Object], message: Object) -> SummaryReply:
    finish = as_text(message.get("stop_reason"))
    if finish == "refusal":
        raise refused(finish)
    if not finish:
        raise unfinished()
    own = [block for block in blocks if block.get("type") == "compaction"]
    is_whole = len(own) == 1 and as_text(own[0].get("content")).strip() and as_text(own[0].get("signature"))
    if finish != "compaction" or not is_whole:
        msg = f"it gave {len(own) or 'no'} signed blocks and ended with {finish!r}, so it did not fold"
        raise MalformedAnswerError(msg)
    told = usage.read(_billed(as_object(message.get("usage"))))
    used = told.input + told.cache_read + told.cache_write
    payload = Payload(ANTHROPIC, (json_text(own[0]),), as_text(message.get("model")), used)
    return SummaryReply(bare(as_text(own[0].get("content"))), "stop", told, payload.model, payload=payload)


def bare(text: str) -> str:
    """The text without the tags that the service's own prompt puts around a summary."""
    inner = re.fullmatch(r"\s*<summary>(.*)</summary>\s*", text, re.DOTALL)
    return (inner[1] if inner else text).strip()


def _billed(reported: Object) -> Object:
    """The sum of what was computed: the numbers at the top are of the answer, which there is none of."""
    listed = reported.get("iterations")
    rounds = [as_object(one) for one in listed] if isinstance(listed, list) and listed else [reported]
    names = ("input_tokens", "output_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")
    return {name: sum(count for one in rounds if isinstance(count := one.get(name), int)) for name in names}
