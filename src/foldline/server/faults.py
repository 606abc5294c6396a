"""What a request may be told instead of an answer: every error as a status and one sentence, never as a traceback."""

import errno

from msgspec import Struct

from foldline.config.field_edits import FieldConflict, FieldFault
from foldline.errors import (
    FoldlineError,
    InputError,
    MissingExtraError,
    ProviderError,
    SettingsError,
    WriteRefusedError,
)

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


class Problem(Struct, frozen=True):
    """Every answer that is none."""

    error: str
    """One sentence for the user."""
    errors: tuple[FieldFault, ...] = ()
    """Field by field, where there are several."""
    conflicts: tuple[FieldConflict, ...] = ()
    """Fields that were changed elsewhere meanwhile."""
    version: str = ""
    """Of the settings as they are now, where there are conflicts."""


class RequestError(FoldlineError):
    """A request that can't be served as it is.

    Args:
        status: of the answer.
        message: what happened, what to do.
    """

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class NotThereError(RequestError):
    """What was asked for by its id is not there."""

    def __init__(self, message: str) -> None:
        super().__init__(404, message)


_STATUS: tuple[tuple[type[FoldlineError], int], ...] = (
    (InputError, 422),
    (SettingsError, 422),
    (MissingExtraError, 503),
    (ProviderError, 502),
)


def status_of(error: FoldlineError) -> int:
    """The status that tells a client what kind of error it is.

    >>> status_of(SettingsError("ratio is 2"))
    422
    """
    if isinstance(error, RequestError):
        return error.status
    if isinstance(error, WriteRefusedError):
        cause = error.__context__
        return 507 if isinstance(cause, OSError) and cause.errno in _FULL else 423
    return next((status for kind, status in _STATUS if isinstance(error, kind)), 400)
