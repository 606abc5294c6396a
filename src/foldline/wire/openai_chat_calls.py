"""OpenAI Chat Completions: asking for one text, whole or as a stream. Spoken by nearly every other server, too."""

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

DONE: Final = "[DONE]"
_REFUSALS: Final = frozenset({"content_filter"})


def request_body(  # noqa: PLR0913 - a request, by name
    request: SummaryRequest,
    model: str,
    *,
    effort: Effort = "inherit",
    stream: bool = True,
    max_tokens: int | None = None,
    output_cap: int | None = None,
    cap_field: str = "max_tokens",
) -> Object:
    """The body that asks for a text.

    Args:
        request: what is wanted.
        model: the service's own name of it.
        effort: how much it may think; left out where the model knows no such thing.
        stream: answer in pieces, usage in the last one.
        max_tokens: the most it may write; None takes the request's number. Thinking comes on top of it.
        output_cap: the most the model can write, thinking included; None where that is not known.
        cap_field: how the service calls that; OpenAI itself says `max_completion_tokens`.

    >>> request_body(SummaryRequest("short", "Be brief.", "hi", 9), "gpt-4o", stream=False)["messages"]
    [{'role': 'system', 'content': 'Be brief.'}, {'role': 'user', 'content': 'hi'}]
    """
    cap, level = max_tokens or request.max_tokens, clamped(effort, efforts(model))
    body: Object = {
        "model": model,
        "messages": [
            {"role": "system", "content": request.system},
            {"role": "user", "content": request.prompt},
        ],
        cap_field: cap + thinking_room(level, cap, output_cap),
        "stream": stream,
    }
    if stream:
        body["stream_options"] = {"include_usage": True}
    if level:
        body["reasoning_effort"] = level
    return body


@cache
def efforts(model: str) -> tuple[str, ...]:
    """The efforts an OpenAI model knows; none for a model that does not think, or that nobody knows.

    >>> efforts("gpt-4o"), efforts("o3-mini"), efforts("openai/gpt-5-mini")[0]
    ((), ('low', 'medium', 'high'), 'minimal')
    """
    name = plain_name(model)
    if re.search(r"gpt-5(-\d)?-chat|(^|-)o1-(mini|preview)", name):
        return ()
    if re.search(r"gpt-(5-[2-9]|6(-\d)?)(?!\d)", name):
        return (*ALL_EFFORTS, "xhigh")
    if re.search(r"gpt-5-1(?!\d)|(^|-)o[134](?![a-z0-9])|gpt-oss", name):
        return ALL_EFFORTS
    return ("minimal", *ALL_EFFORTS) if re.search(r"gpt-5(?!\d)", name) else ()


def read_answer(answer: Json) -> SummaryReply:
    """The text of a whole answer.

    Raises:
        RefusedError: the model or a filter declined.
        ProviderError: it reports an error, or has no such form.
    """
    reader = StreamReader()
    reader.take(as_object(answer))
    return reader.reply()


class StreamReader:
    """Puts the chunks of one answer together; a whole answer is a stream of one chunk."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._refusals: list[str] = []
        self._finish = ""
        self._usage: Usage | None = None
        self._model = ""

    @property
    def is_done(self) -> bool:
        """Whether a finish reason came."""
        return bool(self._finish)

    @property
    def text(self) -> str:
        """What has come of the text so far."""
        return "".join(self._texts)

    def feed(self, event: Event) -> None:
        """Take one event of the stream."""
        if event.data and event.data.strip() != DONE:
            self.take(event_object(event))

    def take(self, chunk: Object) -> None:
        """Take one chunk, or a whole answer."""
        choices = chunk.get("choices")
        if chunk.get("error") or (not isinstance(choices, list) and "usage" not in chunk):
            raise error_of(None, chunk)
        self._model = as_text(chunk.get("model")) or self._model
        if isinstance(reported := chunk.get("usage"), dict):
            self._usage = usage.read(reported)
        for choice in choices[:1] if isinstance(choices, list) else []:
            self._choice(as_object(choice))

    def _choice(self, choice: Object) -> None:
        said = as_object(choice.get("delta") or choice.get("message"))
        content = said.get("content")
        if isinstance(content, list):
            self._texts += [as_text(as_object(block).get("text")) for block in content]
        else:
            self._texts.append(as_text(content))
        self._refusals.append(as_text(said.get("refusal")))
        self._finish = as_text(choice.get("finish_reason")) or self._finish

    def reply(self) -> SummaryReply:
        """The whole answer."""
        refusal = "".join(self._refusals)
        if self._finish in _REFUSALS or refusal:
            raise refused(self._finish, refusal)
        if not self._finish:
            raise unfinished()
        return SummaryReply("".join(self._texts), self._finish, self._usage, self._model)
