"""OpenAI Responses: asking for one text, whole or as a stream."""

from typing import Final

from foldline.core.messages import Json
from foldline.core.requests import SummaryReply, SummaryRequest
from foldline.core.settings import Effort
from foldline.wire import usage
from foldline.wire.blocks import Object, as_object, as_text
from foldline.wire.calls import clamped, event_object, thinking_room, unfinished
from foldline.wire.openai_chat_calls import DONE, efforts
from foldline.wire.sse import Event
from foldline.wire.vendor_errors import error_of, refused

_LENGTH: Final = frozenset({"max_output_tokens", "max_tokens"})
_ENDINGS: Final = frozenset({"response.completed", "response.incomplete", "response.failed", "response.done"})


def request_body(  # noqa: PLR0913 - a request, by name
    request: SummaryRequest,
    model: str,
    *,
    effort: Effort = "inherit",
    stream: bool = True,
    max_tokens: int | None = None,
    output_cap: int | None = None,
) -> Object:
    """The body that asks for a text; nothing of it is stored by the service.

    Args:
        request: what is wanted.
        model: OpenAI's own name of it.
        effort: how much it may think; left out where the model can't.
        stream: answer in pieces.
        max_tokens: the most it may write; None takes the request's number. Thinking comes on top of it.
        output_cap: the most the model can write, thinking included; None where that is not known.

    >>> request_body(SummaryRequest("short", "Be brief.", "hi", 9), "gpt-4o")["instructions"]
    'Be brief.'
    """
    cap, level = max_tokens or request.max_tokens, clamped(effort, efforts(model))
    body: Object = {
        "model": model,
        "instructions": request.system,
        "input": [{"role": "user", "content": [{"type": "input_text", "text": request.prompt}]}],
        "max_output_tokens": cap + thinking_room(level, cap, output_cap),
        "store": False,
        "stream": stream,
    }
    if level:
        body["reasoning"] = {"effort": level}
    return body


def read_answer(answer: Json) -> SummaryReply:
    """The text of a whole answer.

    Raises:
        RefusedError: the model or a filter declined.
        ProviderError: it reports an error, or has no such form.
    """
    fields = as_object(answer)
    output = fields.get("output")
    if fields.get("error") or fields.get("status") == "failed" or not isinstance(output, list):
        raise error_of(None, fields)
    blocks = [as_object(block) for item in output for block in _content(as_object(item))]
    refusal = "".join(as_text(block.get("refusal")) for block in blocks)
    finish = _finish(fields)
    if refusal or finish == "content_filter":
        raise refused(finish, refusal)
    if not finish:
        raise unfinished()
    text = "\n".join(as_text(block.get("text")) for block in blocks if block.get("type") == "output_text")
    reported = fields.get("usage")
    told = usage.read(reported) if isinstance(reported, dict) else None
    return SummaryReply(text, finish, told, as_text(fields.get("model")))


def _content(item: Object) -> list[Json]:
    content = item.get("content")
    return content if item.get("type") == "message" and isinstance(content, list) else []


def _finish(response: Object) -> str:
    """How the response ended; empty when it has not."""
    match response.get("status"):
        case "completed":
            return "stop"
        case "incomplete":
            reason = as_text(as_object(response.get("incomplete_details")).get("reason")) or "incomplete"
            return "length" if reason in _LENGTH else reason
        case "cancelled":
            return "cancelled"
    return ""


class StreamReader:
    """Waits for the event that holds the whole response; the pieces before it stand in when it leaves them out."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._response: Object | None = None

    @property
    def is_done(self) -> bool:
        """Whether the response ended."""
        return self._response is not None

    @property
    def text(self) -> str:
        """What has come of the text so far."""
        return "".join(self._texts)

    def feed(self, event: Event) -> None:
        """Take one event of the stream."""
        if not event.data or event.data.strip() == DONE:
            return
        fields = event_object(event)
        kind = as_text(fields.get("type"))
        if kind == "error" or not kind:
            raise error_of(None, {"error": fields.get("error") or fields})
        if kind == "response.output_text.delta":
            self._texts.append(as_text(fields.get("delta")))
        elif kind in _ENDINGS:
            self._response = as_object(fields.get("response"))
            if kind == "response.failed":
                raise error_of(None, self._response)

    def reply(self) -> SummaryReply:
        """The whole answer."""
        if self._response is None:
            raise unfinished()
        response = self._response
        if not response.get("output"):
            block: Json = {"type": "output_text", "text": "".join(self._texts)}
            response = {**response, "output": [{"type": "message", "content": [block]}]}
        return read_answer(response)
