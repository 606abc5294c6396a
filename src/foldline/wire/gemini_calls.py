"""Gemini `generateContent`: asking for one text, whole or as a stream."""

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

_FINISH: Final = {"STOP": "stop", "MAX_TOKENS": "length"}
_REFUSALS: Final = frozenset(
    {"SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "LANGUAGE", "IMAGE_SAFETY"}
)


def request_body(  # noqa: PLR0913 - a request, by name
    request: SummaryRequest,
    model: str,
    *,
    effort: Effort = "inherit",
    stream: bool = True,  # noqa: ARG001 - this wire says it in the address
    max_tokens: int | None = None,
    output_cap: int | None = None,
) -> Object:
    """The body that asks for a text. Model and stream stand in the address (`path`), not in the body.

    Args:
        request: what is wanted.
        model: Google's own name of it.
        effort: how much it may think; left out where the model can't, or has no room for it.
        stream: changes nothing here.
        max_tokens: the most it may write; None takes the request's number. Thinking comes on top of it.
        output_cap: the most the model can write, thinking included; None where that is not known.

    >>> request_body(SummaryRequest("short", "Be brief.", "hi", 9), "gemini-2.0-flash")["generationConfig"]
    {'maxOutputTokens': 9}
    """
    cap = max_tokens or request.max_tokens
    config: Object = {"maxOutputTokens": cap}
    if level := clamped(effort, efforts(model)):
        budget = thinking_room(level, cap, output_cap)
        config["maxOutputTokens"] = cap + budget
        if _takes_level(model):
            config["thinkingConfig"] = {"thinkingLevel": level}
        elif budget:
            config["thinkingConfig"] = {"thinkingBudget": budget}
    return {
        "systemInstruction": {"parts": [{"text": request.system}]},
        "contents": [{"role": "user", "parts": [{"text": request.prompt}]}],
        "generationConfig": config,
    }


def path(model: str, *, stream: bool) -> str:
    """The address of a model below the base URL.

    >>> path("gemini-2.0-flash", stream=True)
    '/models/gemini-2.0-flash:streamGenerateContent?alt=sse'
    """
    name = model.removeprefix("models/")
    return f"/models/{name}:streamGenerateContent?alt=sse" if stream else f"/models/{name}:generateContent"


@cache
def efforts(model: str) -> tuple[str, ...]:
    """The efforts a Gemini model knows; none for one that does not think, or that nobody knows.

    >>> efforts("gemini-2.0-flash"), efforts("gemini-3-pro-preview"), efforts("gemini-2.5-pro")[0]
    ((), ('low', 'high'), 'minimal')
    """
    name = plain_name(model)
    if re.search(r"gemini-3(-\d)?-pro", name):
        return ("low", "high")
    if re.search(r"gemini-3-[78]-", name):
        return ALL_EFFORTS
    if _takes_level(model):
        return ("minimal", *ALL_EFFORTS)
    return ("minimal", *ALL_EFFORTS) if re.search(r"gemini-2-5", name) else ()


@cache
def _takes_level(model: str) -> bool:
    """Whether thinking is asked for by a word (from 3 on) and not by a number."""
    return re.search(r"gemini-[3-9]", plain_name(model)) is not None


def read_answer(answer: Json) -> SummaryReply:
    """The text of a whole answer.

    Raises:
        RefusedError: the model or a filter declined.
        ProviderError: it reports an error, or has no such form.
    """
    reader = StreamReader()
    for chunk in answer if isinstance(answer, list) else [answer]:
        reader.take(as_object(chunk))
    return reader.reply()


class StreamReader:
    """Puts the chunks of one answer together; a whole answer is a stream of one chunk."""

    def __init__(self) -> None:
        self._texts: list[str] = []
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
        if event.data:
            self.take(event_object(event))

    def take(self, chunk: Object) -> None:
        """Take one chunk, or a whole answer."""
        feedback = as_object(chunk.get("promptFeedback"))
        if reason := as_text(feedback.get("blockReason")):
            raise refused(reason, as_text(feedback.get("blockReasonMessage")))
        candidates = chunk.get("candidates")
        if chunk.get("error") or (not isinstance(candidates, list) and "usageMetadata" not in chunk):
            raise error_of(None, chunk)
        self._model = as_text(chunk.get("modelVersion")) or self._model
        if isinstance(reported := chunk.get("usageMetadata"), dict):
            self._usage = usage.read(reported)
        for candidate in candidates[:1] if isinstance(candidates, list) else []:
            self._candidate(as_object(candidate))

    def _candidate(self, candidate: Object) -> None:
        parts = as_object(candidate.get("content")).get("parts")
        for part in map(as_object, parts if isinstance(parts, list) else []):
            if part.get("thought") is not True:
                self._texts.append(as_text(part.get("text")))
        self._finish = as_text(candidate.get("finishReason")) or self._finish

    def reply(self) -> SummaryReply:
        """The whole answer."""
        if self._finish in _REFUSALS:
            raise refused(self._finish)
        if not self._finish:
            raise unfinished()
        return SummaryReply("".join(self._texts), _FINISH.get(self._finish, self._finish), self._usage, self._model)
