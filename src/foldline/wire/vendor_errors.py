"""What a service's refusal means, by status and error code; by text only where a service gives no code for it.

The tables hold the codes that OpenAI, Anthropic and Google document, and those of llama.cpp and vLLM.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from foldline.core.messages import Json
from foldline.errors import (
    AuthenticationError,
    BadRequestError,
    ContextOverflowError,
    MalformedAnswerError,
    NetworkError,
    OverloadedError,
    ProviderError,
    RateLimitedError,
    RefusedError,
)
from foldline.wire.blocks import Object, as_object, as_text
from foldline.wire.wait_hints import wait_hint

MAX_MESSAGE: Final = 500
"""Characters of a service's own words that are passed on."""

_CODES: Final[dict[str, type[ProviderError]]] = {
    "context_length_exceeded": ContextOverflowError,
    "string_above_max_length": ContextOverflowError,
    "exceed_context_size_error": ContextOverflowError,
    "request_too_large": ContextOverflowError,
    "invalid_api_key": AuthenticationError,
    "API_KEY_INVALID": AuthenticationError,
    "authentication_error": AuthenticationError,
    "permission_error": AuthenticationError,
    "UNAUTHENTICATED": AuthenticationError,
    "PERMISSION_DENIED": AuthenticationError,
    "rate_limit_exceeded": RateLimitedError,
    "rate_limit_error": RateLimitedError,
    "insufficient_quota": RateLimitedError,
    "billing_error": AuthenticationError,
    "RESOURCE_EXHAUSTED": RateLimitedError,
    "overloaded_error": OverloadedError,
    "api_error": OverloadedError,
    "server_error": OverloadedError,
    "server_is_overloaded": OverloadedError,
    "slow_down": OverloadedError,
    "timeout_error": OverloadedError,
    "UNAVAILABLE": OverloadedError,
    "INTERNAL": OverloadedError,
    "DEADLINE_EXCEEDED": OverloadedError,
    "content_filter": RefusedError,
    "content_policy_violation": RefusedError,
    "invalid_prompt": RefusedError,
    "model_not_found": BadRequestError,
    "not_found_error": BadRequestError,
    "NOT_FOUND": BadRequestError,
}
"""Error codes of all wires; they mean the same wherever they stand."""
_STATUSES: Final[dict[int, type[ProviderError]]] = {
    401: AuthenticationError,
    402: AuthenticationError,
    403: AuthenticationError,
    407: AuthenticationError,
    408: OverloadedError,
    409: OverloadedError,
    413: ContextOverflowError,
    425: OverloadedError,
    429: RateLimitedError,
}
_SERVER_FAULT: Final = 500
_CLIENT_FAULT: Final = 400
_OVERFLOW_TEXTS: Final = (
    r"prompt is too long",
    r"input token count .{0,40}exceeds the maximum",
    r"maximum context length",
    r"(?:exceed|larger than|beyond|greater than).{0,40}context (?:size|window|length)",
    r"input length .{0,40}exceeds? context",
)
"""How Anthropic, Google, vLLM and llama.cpp say that a prompt does not fit, where they give no code for it."""
_REMEDY: Final[dict[type[ProviderError], str]] = {
    AuthenticationError: "does not take the key; check it and what it may do",
    RateLimitedError: "takes no more requests for now; wait, or name another model",
    OverloadedError: "failed or is too busy; try again later, or name another model",
    ContextOverflowError: "does not take a prompt of this size",
    RefusedError: "declined to answer; name another model",
    BadRequestError: "does not take the request; check the name of the model and the settings",
    MalformedAnswerError: "answered in no form that is known; check its address",
    NetworkError: "was not reached",
}


def error_of(status: int | None, body: Json, headers: Mapping[str, str] | None = None) -> ProviderError:
    """The error that an answer means.

    Args:
        status: the HTTP status; None where the error came inside a stream.
        body: the decoded answer; a string where it is no JSON.
        headers: of the answer, in lower case, for how long to wait.

    >>> error_of(400, {"error": {"code": "context_length_exceeded", "message": "too long"}})
    ContextOverflowError('does not take a prompt of this size: too long (status 400)')
    """
    reported = _reported(body)
    message = as_text(reported.get("message")).strip()[:MAX_MESSAGE]
    kind = _kind(status, reported, message)
    if status is None and isinstance(reported.get("code"), int):
        status = reported["code"]  # type: ignore[assignment]  # it is an int: the line above says so
    text = _REMEDY[kind] + (f": {message}" if message else "") + (f" (status {status})" if status else "")
    hint = wait_hint(headers or {}, reported, is_limit=kind is RateLimitedError)
    return kind(text, status=status, provider_message=message, retry_after=hint)


def refused(reason: str, message: str = "") -> RefusedError:
    """The error for an answer whose finish reason is a refusal."""
    said = message.strip()[:MAX_MESSAGE]
    text = f"{_REMEDY[RefusedError]} (finish reason {reason!r})" + (f": {said}" if said else "")
    return RefusedError(text, provider_message=said)


def _reported(body: Json) -> Object:
    """The object that describes the error, wherever the service puts it."""
    if isinstance(body, list) and body:
        body = body[0]
    if not isinstance(body, dict):
        return {}
    inner = body.get("error", body.get("detail", body))
    return {"message": inner} if isinstance(inner, str) else as_object(inner)


def _kind(status: int | None, reported: Object, message: str) -> type[ProviderError]:
    names = [reported.get("code"), reported.get("type"), reported.get("status")]
    details = reported.get("details")
    names[:0] = [as_object(detail).get("reason") for detail in details] if isinstance(details, list) else []
    known = next((_CODES[name] for name in names if isinstance(name, str) and name in _CODES), None)
    if known is not None:
        return known
    if (status is None or status >= _CLIENT_FAULT) and _overflow_text().search(message):
        return ContextOverflowError
    if status is None:
        return OverloadedError if reported else MalformedAnswerError
    if status >= _SERVER_FAULT:
        return OverloadedError
    return _STATUSES.get(status, BadRequestError if status >= _CLIENT_FAULT else MalformedAnswerError)


@cache
def _overflow_text() -> re.Pattern[str]:
    return re.compile("|".join(_OVERFLOW_TEXTS), re.IGNORECASE)
