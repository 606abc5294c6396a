"""Every error Foldline raises on purpose.

    FoldlineError
    ├── InputError                    the input cannot be folded; says what, where, what to do
    │   ├── UnreadableError           not text, not JSON, or no format is recognised
    │   ├── NotAConversationError     read, but it holds no messages
    │   └── SeveralConversationsError read, and it holds more than one: choose with ``select``
    ├── SettingsError                 a value out of range; names field, value and range
    ├── WriteRefusedError             the file was left alone; says why
    ├── MissingExtraError             an optional dependency is absent; says the install line
    ├── ProviderError                 a summariser could not answer; has status, provider_message, retry_after
    │   ├── AuthenticationError       no key, or a refused one: give another
    │   ├── RateLimitedError          too many requests, or a spent quota: wait
    │   ├── OverloadedError           the service is down or busy: wait, or ask another
    │   ├── ContextOverflowError      the prompt does not fit the model: send less
    │   ├── RefusedError              the model or a filter declined: ask another
    │   ├── BadRequestError           the service does not take the request: mend model or settings
    │   ├── NetworkError              not reached, broken off, or too slow: try again
    │   ├── MalformedAnswerError      an answer in no known form, or one that stops in mid-air: try again
    │   └── SummarizationError        a text of a fold was not written by any model; has stage
    └── CompactionCancelledError      stopped by the user or the program: fall back to nothing

A class exists only where a caller acts differently. A refused or empty *outcome* of a fold is not an
error but a status of the result (`foldline.core.result.Status`).
"""


class FoldlineError(Exception):
    """Base of all errors raised on purpose."""


class InputError(FoldlineError):
    """The input cannot be folded."""


class UnreadableError(InputError):
    """Not text, not JSON, or in no format that is known."""


class NotAConversationError(InputError):
    """The input was read but holds no conversation."""


class SeveralConversationsError(InputError):
    """The input holds several conversations; ``titles`` names them in the order ``select`` counts, from 1."""

    def __init__(self, message: str, titles: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.titles = titles


class SettingsError(FoldlineError, ValueError):
    """A setting has a value it cannot have."""


class WriteRefusedError(FoldlineError):
    """The file was left as it is."""


class MissingExtraError(FoldlineError, ImportError):
    """An optional dependency is not installed."""


class ProviderError(FoldlineError):
    """A summariser could not answer.

    Args:
        message: what happened, to whom, what to do.
        status: the HTTP status, where there was one.
        provider_message: what the service itself said, without secrets.
        retry_after: seconds to wait before the next try, where the service says so.
        tried: the `foldline.core.requests.Tried` of everybody that was asked, where several were.
    """

    def __init__(
        self,
        message: str = "",
        *,
        status: int | None = None,
        provider_message: str = "",
        retry_after: float | None = None,
        tried: tuple[object, ...] = (),
    ) -> None:
        super().__init__(message)
        self.status = status
        self.provider_message = provider_message
        self.retry_after = retry_after
        self.tried = tried


class AuthenticationError(ProviderError):
    """There is no key for the service, or it does not take the one that was given."""


class RateLimitedError(ProviderError):
    """The service takes no more requests for now, or the quota is spent."""


class OverloadedError(ProviderError):
    """The service failed or is too busy."""


class ContextOverflowError(ProviderError):
    """The prompt is larger than what the model or the service takes."""


class RefusedError(ProviderError):
    """The model, or a filter before or behind it, declined to answer."""


class BadRequestError(ProviderError):
    """The service does not take such a request."""


class NetworkError(ProviderError):
    """The service was not reached, the connection broke, or it took too long."""


class MalformedAnswerError(ProviderError):
    """The answer is in no form that is known, or it ended before the model said that it was done."""


class SummarizationError(ProviderError):
    """A text of a fold was not written, and nobody may stand in.

    Args:
        stage: which text.
        status: the HTTP status of the last failure, where there was one.
        provider_message: why the last one failed.
        attempts: every `foldline.core.result.Attempt` of the fold.
    """

    def __init__(
        self,
        stage: str,
        status: int | None = None,
        provider_message: str = "",
        *,
        attempts: tuple[object, ...] = (),
    ) -> None:
        super().__init__(
            f"{stage} failed: {provider_message or 'Unknown error'}", status=status, provider_message=provider_message
        )
        self.stage = stage
        self.attempts = attempts


class CompactionCancelledError(FoldlineError):
    """Stopped by the user or the program; what was there before is still there."""
