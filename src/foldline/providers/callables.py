"""A summariser made of any function from a prompt to a text."""

from collections.abc import Callable

from foldline.core.requests import Limits, SummaryReply, SummaryRequest
from foldline.errors import ProviderError


class CallableProvider:
    r"""Asks a function of yours: it gets the whole prompt and returns the text.

    Whatever the function raises counts as "no answer": the fold goes on with the built-in summariser and the result
    lists the attempt.

    Args:
        function: from a prompt to a text.
        name: what results call it; empty for the function's own.
        window: tokens that prompt and text may have together; a longer conversation is told in portions.
        output: the most tokens it writes.

    >>> provider = CallableProvider(lambda prompt: prompt.upper(), name="shout")
    >>> provider.summarize(SummaryRequest("full", "be brief", "hello", 100)).text
    'BE BRIEF\n\nHELLO'
    """

    side_by_side = False
    """Nobody promised that the function may run twice at a time."""

    def __init__(
        self, function: Callable[[str], str], *, name: str = "", window: int | None = None, output: int | None = None
    ) -> None:
        self.name = name or getattr(function, "__name__", "callable")
        self.limits = Limits(window, output)
        self._function = function

    def summarize(self, request: SummaryRequest) -> SummaryReply:
        """Call the function with system prompt and prompt, a blank line between."""
        try:
            text = self._function(f"{request.system}\n\n{request.prompt}")
        except Exception as error:  # a stranger's function may raise anything; nothing of it may cost the history
            msg = f"{self.name} raised {type(error).__name__}: {error}"
            raise ProviderError(msg) from error
        if not isinstance(text, str):
            msg = f"{self.name} returned {type(text).__name__}; it must return the text as a str"
            raise ProviderError(msg)
        return SummaryReply(text)
