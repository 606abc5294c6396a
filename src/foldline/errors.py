"""Every error Foldline raises on purpose.

    FoldlineError
    ├── InputError                    the input cannot be folded; says what, where, what to do
    │   ├── UnreadableError           not text, not JSON, or no format is recognised
    │   ├── NotAConversationError     read, but it holds no messages
    │   └── SeveralConversationsError read, and it holds more than one: choose with ``select``
    ├── SettingsError                 a value out of range; names field, value and range
    ├── WriteRefusedError             the file was left alone; says why
    ├── MissingExtraError             an optional dependency is absent; says the install line
    └── ProviderError                 a summariser could not answer

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
    """A summariser could not answer."""
