"""A remote summariser's two forms of request: its own small object, or chat completions where the path ends in that.

oh-my-pi asks such services in the same words, so one service answers both.
"""

from typing import Final
from urllib.parse import urlsplit

from foldline.core.messages import Json
from foldline.core.requests import SummaryReply, SummaryRequest
from foldline.core.settings import Effort
from foldline.errors import MalformedAnswerError
from foldline.wire.blocks import Object, as_object
from foldline.wire.vendor_errors import error_of

_CHAT: Final = "/chat/completions"


def is_chat(url: str) -> bool:
    """Whether an address is asked in the form of chat completions.

    >>> is_chat("http://127.0.0.1:8000/v1/chat/completions/"), is_chat("http://127.0.0.1:8000/compact")
    (True, False)
    """
    return urlsplit(url).path.rstrip("/").endswith(_CHAT)


def request_body(  # noqa: PLR0913 - as the wires'
    request: SummaryRequest,
    model: str,  # noqa: ARG001 - who answers is the address itself
    *,
    effort: Effort = "inherit",  # noqa: ARG001 - this form can't say it
    stream: bool = False,  # noqa: ARG001 - this form is whole answers only
    max_tokens: int | None = None,
    output_cap: int | None = None,  # noqa: ARG001 - nobody knows it
) -> Object:
    """The body that asks for a text.

    >>> request_body(SummaryRequest("short", "Be brief.", "hi", 9), "")
    {'systemPrompt': 'Be brief.', 'prompt': 'hi', 'maxTokens': 9}
    """
    return {
        "systemPrompt": request.system,
        "prompt": request.prompt,
        "maxTokens": max_tokens or request.max_tokens,
    }


def chat_body(  # noqa: PLR0913 - as the wires'
    request: SummaryRequest,
    model: str,
    *,
    effort: Effort = "inherit",  # noqa: ARG001 - a service behind an address is asked for a text, no more
    stream: bool = False,  # noqa: ARG001 - whole answers only
    max_tokens: int | None = None,
    output_cap: int | None = None,  # noqa: ARG001 - nobody knows it
) -> Object:
    """The body in the form of chat completions; without a ``model`` the service's own one answers.

    >>> chat_body(SummaryRequest("short", "Be brief.", "hi", 9), "qwen3")["max_tokens"]
    9
    """
    named: Object = {"model": model} if model else {}
    return {
        **named,
        "messages": [{"role": "system", "content": request.system}, {"role": "user", "content": request.prompt}],
        "stream": False,
        "max_tokens": max_tokens or request.max_tokens,
    }


def read_answer(answer: Json) -> SummaryReply:
    """The text of an answer in the small form. A short summary beside it is not taken: that is a request of its own.

    Raises:
        ProviderError: it reports an error, or holds no summary.

    >>> read_answer({"summary": "Built.", "shortSummary": "I built it."}).text
    'Built.'
    """
    fields = as_object(answer)
    summary = fields.get("summary")
    if isinstance(summary, str):
        return SummaryReply(summary)
    if "error" in fields:
        raise error_of(None, fields)
    msg = "its answer holds no text under 'summary'; check its address"
    raise MalformedAnswerError(msg)
