"""Several ways to ask one service for the same thing: the next is gone where one leads nowhere."""

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from msgspec.structs import replace

from foldline.core.requests import SummaryReply, Tried
from foldline.errors import AuthenticationError, ProviderError

W = TypeVar("W")


async def first_good(
    ways: Sequence[W],
    go: Callable[[W], Awaitable[SummaryReply]],
    *,
    go_on: Callable[[ProviderError], bool] = lambda _error: True,
    fits: Callable[[W, ProviderError], bool] = lambda _way, _error: True,
) -> SummaryReply:
    """The answer of the first way that has one, with everything tried before it.

    Args:
        ways: at least one, in the order in which they are gone.
        go: goes one of them, with all its tries.
        go_on: whether the next way is worth a try after that failure.
        fits: whether this way is; one that is not is passed by.

    Raises:
        ProviderError: no way led anywhere. A refused key never hides what else went wrong.
    """
    tried: list[Tried] = []
    failure: ProviderError | None = None
    for way in ways:
        if failure is not None and not fits(way, failure):
            continue
        try:
            reply = await go(way)
        except ProviderError as error:
            tried += (one for one in error.tried if isinstance(one, Tried))
            hides = isinstance(error, AuthenticationError) and failure is not None
            failure = failure if hides else error
            if not go_on(error):
                break
        else:
            return replace(reply, tried=(*tried, *reply.tried))
    if failure is None:
        msg = "there is no way to ask for that"
        raise ProviderError(msg)
    failure.tried = tuple(tried)
    raise failure
