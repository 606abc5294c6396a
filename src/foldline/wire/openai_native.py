"""Folds that OpenAI's Responses make by themselves: an item at the end of a normal request, or an address of its own.

What comes back is sealed: one item, behind the user's own newest words (as Codex keeps them) or those the service
chose. Pure, as all of the wires.
"""

from typing import Final

import msgspec
from msgspec.structs import replace

from foldline.core.counting.windows import window
from foldline.core.messages import Json
from foldline.core.remote.live import Live
from foldline.core.remote.payload import OPENAI, Payload
from foldline.core.requests import SummaryReply, SummaryRequest
from foldline.core.settings import Effort
from foldline.errors import ContextOverflowError, MalformedAnswerError
from foldline.wire import usage
from foldline.wire.blocks import Object, as_object, as_text, json_text
from foldline.wire.calls import clamped, event_object, unfinished
from foldline.wire.native_items import input_items
from foldline.wire.openai_chat_calls import DONE, efforts
from foldline.wire.remote_input import fitted
from foldline.wire.retained_words import retained
from foldline.wire.sse import Event
from foldline.wire.vendor_errors import error_of

STREAMED, COMPACT = "v2", "v1"
_SEALED: Final = frozenset({"compaction", "compaction_summary"})


def streamed_body(  # noqa: PLR0913 - as the wires'
    request: SummaryRequest,
    model: str,
    *,
    effort: Effort = "inherit",
    stream: bool = True,  # noqa: ARG001 - this way is a stream
    max_tokens: int | None = None,  # noqa: ARG001 - the service decides
    output_cap: int | None = None,  # noqa: ARG001 - the service decides
) -> Object:
    """The body of a normal request whose last item asks for a fold.

    Raises:
        ContextOverflowError: the conversation does not fit the model, whatever is cut.
    """
    live = request.live or Live()
    tools = _tools(live)
    body: Object = {
        "model": model,
        "instructions": live.system or request.system,
        "input": [*_input(live, model), {"type": "compaction_trigger"}],
        "store": False,
        "stream": True,
        "include": ["reasoning.encrypted_content"],
    }
    if tools:
        body |= {"tools": tools, "tool_choice": "auto"}
    if level := clamped(effort, efforts(model)):
        body["reasoning"] = {"effort": level, "summary": "auto"}
    if live.cache_key:
        body["prompt_cache_key"] = live.cache_key
    return body


def compact_body(  # noqa: PLR0913 - as the wires'
    request: SummaryRequest,
    model: str,
    *,
    effort: Effort = "inherit",  # noqa: ARG001 - this address takes none
    stream: bool = False,  # noqa: ARG001 - whole answers only
    max_tokens: int | None = None,  # noqa: ARG001 - the service decides
    output_cap: int | None = None,  # noqa: ARG001 - the service decides
) -> Object:
    """The body for the address that does nothing but fold.

    Raises:
        ContextOverflowError: the conversation does not fit the model, whatever is cut.
    """
    live = request.live or Live()
    return {"model": model, "input": [*_input(live, model)], "instructions": live.system or request.system}


def _input(live: Live, model: str) -> list[Object]:
    known = window(model)
    items = input_items(live)
    if known.guessed:
        return items
    made = fitted(items, known.tokens)
    if not made.fits:
        msg = (
            f"the conversation does not fit the {known.tokens:,} tokens of {model!r}; name a model with a larger window"
        )
        raise ContextOverflowError(msg)
    return made.items


def _tools(live: Live) -> list[Json]:
    tools = msgspec.json.decode(live.tools_json) if live.tools_json else None
    return tools if isinstance(tools, list) else []


def read_compact(answer: Json) -> SummaryReply:
    """What the folding address answered: its newest sealed item with what it kept beside it.

    Raises:
        ProviderError: it reports an error, or there is no sealed item in it.
    """
    fields = as_object(answer)
    output = fields.get("output")
    if fields.get("error") or not isinstance(output, list):
        raise error_of(None, fields)
    kept = [item for item in map(as_object, output) if _is_kept(item)]
    if not any(item.get("type") in _SEALED for item in kept):
        raise _nothing_sealed(0)
    return _reply(kept, fields, COMPACT)


def _is_kept(item: Object) -> bool:
    kind = item.get("type")
    if kind == "compaction":
        return bool(as_text(item.get("encrypted_content")))
    return kind in _SEALED or (kind == "message" and item.get("role") in {"user", "assistant"})


class StreamReader:
    """Waits for the one sealed item and for the end of the response."""

    text = ""

    def __init__(self) -> None:
        self._sealed: list[Object] = []
        self._response: Object | None = None

    @property
    def is_done(self) -> bool:
        """Whether the response ended."""
        return self._response is not None

    def feed(self, event: Event) -> None:
        """Take one event of the stream."""
        if not event.data or event.data.strip() == DONE:
            return
        fields = event_object(event)
        match fields.get("type"):
            case "response.output_item.done":
                item = as_object(fields.get("item"))
                self._sealed += [item] if item.get("type") in _SEALED else []
            case "response.completed" | "response.done":
                self._response = as_object(fields.get("response"))
            case "response.failed" | "response.incomplete" | "error" | None:
                raise error_of(None, as_object(fields.get("response")) or {"error": fields.get("error") or fields})

    def reply(self) -> SummaryReply:
        """The sealed item.

        Raises:
            MalformedAnswerError: the stream broke off, or there is not exactly one.
        """
        if self._response is None:
            raise unfinished()
        if len(self._sealed) != 1 or not as_text(self._sealed[0].get("encrypted_content")):
            raise _nothing_sealed(len(self._sealed))
        return _reply(self._sealed, self._response, STREAMED)


def read_streamed(answer: Json) -> SummaryReply:
    """The same from an answer that came whole, as servers give that never stream."""
    fields = as_object(answer)
    output = fields.get("output")
    if fields.get("error") or fields.get("status") == "failed" or not isinstance(output, list):
        raise error_of(None, fields)
    sealed = [item for item in map(as_object, output) if item.get("type") in _SEALED]
    if len(sealed) != 1:
        raise _nothing_sealed(len(sealed))
    return _reply(sealed, fields, STREAMED)


def _nothing_sealed(count: int) -> MalformedAnswerError:
    return MalformedAnswerError(f"it gave {count or 'no'} sealed items and not one, so it did not fold")


def _reply(items: list[Object], response: Object, version: str) -> SummaryReply:
    reported = response.get("usage")
    told = usage.read(reported) if isinstance(reported, dict) else None
    used = told.input + told.cache_read if told else 0
    payload = Payload(OPENAI, tuple(map(json_text, items)), as_text(response.get("model")), used, version)
    return SummaryReply("", usage=told, model=payload.model, payload=payload)


def with_retained(request: SummaryRequest, reply: SummaryReply) -> SummaryReply:
    """The reply with the user's newest words before its sealed item: the service keeps none of them itself."""
    if reply.payload is None or reply.payload.version != STREAMED:
        return reply
    words = [json_text(item) for item in retained(request.live or Live())]
    payload = replace(reply.payload, items=(*words, *reply.payload.items))
    return replace(reply, payload=payload)
