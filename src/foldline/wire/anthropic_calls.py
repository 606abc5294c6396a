"""Anthropic Messages: asking for one text, whole or as a stream."""

import re
from functools import cache
from typing import Final

from foldline.core.counting.windows import plain_name
from foldline.core.messages import Json, Usage
from foldline.core.requests import SummaryReply, SummaryRequest
from foldline.core.settings import Effort
from foldline.wire import usage
from foldline.wire.blocks import Object, as_object, as_text
from foldline.wire.calls import ALL_EFFORTS, clamped, event_object, thinking_room, unfinished
from foldline.wire.sse import Event
from foldline.wire.vendor_errors import error_of, refused

VERSION: Final = "2023-06-01"
"""Value of the header ``anthropic-version``; the only one there is."""
_FINISH: Final = {"end_turn": "stop", "stop_sequence": "stop", "max_tokens": "length",
                  "model_context_window_exceeded": "length"}  # fmt: skip
LEAST_BUDGET: Final = 1_024
"""Anthropic refuses a smaller one."""


def request_body(  # noqa: PLR0913 - a request, by name
    request: SummaryRequest,
    model: str,
    *,
    effort: Effort = "inherit",
    stream: bool = True,
    max_tokens: int | None = None,
    output_cap: int | None = None,
) -> Object:
    """The body that asks for a text.

    Args:
        request: what is wanted.
        model: Anthropic's own name of it.
        effort: how much it may think; left out where the model can't, or has no room for it.
        stream: answer in pieces.
        max_tokens: the most it may write; None takes the request's number. Thinking comes on top of it.
        output_cap: the most the model can write, thinking included; None where that is not known.

    >>> request_body(SummaryRequest("short", "Be brief.", "hi", 9), "claude-3-5-haiku-latest", stream=False)
    ... # doctest: +NORMALIZE_WHITESPACE
    {'model': 'claude-3-5-haiku-latest', 'max_tokens': 9, 'system': 'Be brief.',
     'messages': [{'role': 'user', 'content': 'hi'}], 'stream': False}
    """
    cap = max_tokens or request.max_tokens
    body: Object = {
        "model": model,
        "max_tokens": cap,
        "system": request.system,
        "messages": [{"role": "user", "content": request.prompt}],
        "stream": stream,
    }
    level = clamped(effort, efforts(model))
    if not level:
        return body
    budget = thinking_room(level, cap, output_cap)
    if _is_adaptive(model):
        body |= {"max_tokens": cap + budget, "thinking": {"type": "adaptive"}, "output_config": {"effort": level}}
    elif budget >= LEAST_BUDGET:
        body |= {"max_tokens": cap + budget, "thinking": {"type": "enabled", "budget_tokens": budget}}
    return body


@cache
def efforts(model: str) -> tuple[str, ...]:
    """The efforts a Claude model knows; none for one that does not think, or that nobody knows.

    >>> efforts("claude-3-5-haiku-latest"), efforts("claude-sonnet-4-5")[0], efforts("claude-opus-4-6")[-1]
    ((), 'minimal', 'max')
    """
    if _is_adaptive(model):
        return (*ALL_EFFORTS, "max")
    return ("minimal", *ALL_EFFORTS) if re.search(r"claude-(3-7|[a-z]+-4(?!\d))", plain_name(model)) else ()


@cache
def _is_adaptive(model: str) -> bool:
    """Whether the model decides itself how much to think, from 4.6 on; it then takes no budget."""
    return re.search(r"claude-[a-z]+-(4-[6-9](?!\d)|[5-9](?!\d))", plain_name(model)) is not None


def read_answer(answer: Json) -> SummaryReply:
    """The text of a whole answer.

    Raises:
        RefusedError: the model declined.
        ProviderError: it reports an error, or has no such form.
    """
    fields = as_object(answer)
    content = fields.get("content")
    if fields.get("type") == "error" or not isinstance(content, list):
        raise error_of(None, fields)
    reader = StreamReader()
    reader.begin(fields)
    for block in content:
        reader.say(as_object(block))
    reader.finish(as_object(fields))
    return reader.reply()


class StreamReader:
    """Puts the events of one answer together."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._finish = ""
        self._reported: Object = {}
        self._model = ""

    @property
    def is_done(self) -> bool:
        """Whether a stop reason came."""
        return bool(self._finish)

    @property
    def text(self) -> str:
        """What has come of the text so far."""
        return "".join(self._texts)

    def feed(self, event: Event) -> None:
        """Take one event of the stream."""
        if not event.data:
            return
        fields = event_object(event)
        match fields.get("type"):
            case "message_start":
                self.begin(as_object(fields.get("message")))
            case "content_block_start":
                self.say(as_object(fields.get("content_block")))
            case "content_block_delta":
                self.say(as_object(fields.get("delta")))
            case "message_delta":
                self.finish({**as_object(fields.get("delta")), "usage": fields.get("usage")})
            case "error":
                raise error_of(None, fields)
            case None:
                raise error_of(None, fields)

    def begin(self, message: Object) -> None:
        """Take what is known before the first word."""
        self._model = as_text(message.get("model"))
        self._reported |= as_object(message.get("usage"))

    def say(self, block: Object) -> None:
        """Take a block or a piece of one; only text counts, each block on lines of its own."""
        if block.get("type") == "text" and any(self._texts):
            self._texts.append("\n")
        if block.get("type") in {"text", "text_delta"}:
            self._texts.append(as_text(block.get("text")))

    def finish(self, ending: Object) -> None:
        """Take how it ended."""
        reported = as_object(ending.get("usage"))
        self._reported |= {key: value for key, value in reported.items() if value is not None}
        self._finish = as_text(ending.get("stop_reason")) or self._finish

    def reply(self) -> SummaryReply:
        """The whole answer."""
        if self._finish == "refusal":
            raise refused(self._finish)
        if not self._finish:
            raise unfinished()
        told: Usage | None = usage.read(self._reported) if self._reported else None
        return SummaryReply("".join(self._texts), _FINISH.get(self._finish, self._finish), told, self._model)
