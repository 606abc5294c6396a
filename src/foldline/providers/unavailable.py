"""A model that can't be asked, in a row of others that perhaps can."""

from foldline.core.requests import SummaryReply, SummaryRequest
from foldline.errors import AuthenticationError


class Unavailable:
    """Says why instead of answering, so that the next model is asked and the reason is listed.

    >>> Unavailable("openai:gpt-5", "there is no key").summarize(SummaryRequest("full", "s", "p", 9))
    Traceback (most recent call last):
    foldline.errors.AuthenticationError: there is no key
    """

    def __init__(self, name: str, reason: str) -> None:
        self.name = name
        self._reason = reason

    def summarize(self, request: SummaryRequest) -> SummaryReply:  # noqa: ARG002 - whatever it is
        """There is no answer.

        Raises:
            AuthenticationError: always.
        """
        raise AuthenticationError(self._reason)
