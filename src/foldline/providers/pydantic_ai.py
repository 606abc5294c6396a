"""Every model that pydantic-ai knows (Bedrock, Vertex and the rest), for those who have it installed.

It retries and connects in its own ways; what it answers is checked here like any other answer.
"""

from typing import Any, Final

from foldline.core.messages import Usage
from foldline.core.requests import Limits, Provider, SummaryReply, SummaryRequest
from foldline.errors import MissingExtraError, ProviderError
from foldline.providers import catalog
from foldline.providers.registry import Order
from foldline.providers.running import Stop, run
from foldline.wire.vendor_errors import error_of, refused

_FINISH: Final = {"stop": "stop", "length": "length", "tool_call": "tool_use"}


def maker(model: str, order: Order) -> Provider:
    """A model by pydantic-ai's own name of it, such as `bedrock:anthropic.claude-sonnet-4-5`.

    Raises:
        MissingExtraError: pydantic-ai is not installed.
    """
    return PydanticAIProvider(model, catalog.known(model, order.catalog))


class PydanticAIProvider:
    """Asks a model through pydantic-ai's direct interface.

    Args:
        model: its name there, or a `pydantic_ai.models.Model`.
        published: what is known of it; None looks its name up.
    """

    def __init__(self, model: Any, published: catalog.Known | None = None) -> None:
        try:
            from pydantic_ai import direct
        except ImportError as error:
            msg = "pydantic-ai is not installed; run: pip install 'foldline[pydantic-ai]'"
            raise MissingExtraError(msg) from error
        name = model if isinstance(model, str) else model.model_name
        known = published or catalog.known(name)
        self.name = f"pydantic-ai:{name}"
        self.limits = Limits(known.window.tokens, known.output_cap, name, known.takes_reasoning)
        self._model = model
        self._ask = direct.model_request
        self._stop = Stop()

    def summarize(self, request: SummaryRequest) -> SummaryReply:
        """Answer one request."""
        return run(self.asummarize(request))

    async def asummarize(self, request: SummaryRequest) -> SummaryReply:
        """The same on an event loop."""
        return await self._stop.watch(self._answer(request))

    def cancel(self) -> None:
        """Stop at once and for good."""
        self._stop.stop()

    def _room(self, request: SummaryRequest) -> int:
        return min(request.max_tokens, self.limits.output or request.max_tokens)

    async def _answer(self, request: SummaryRequest) -> SummaryReply:
        from pydantic_ai import exceptions, messages

        asked = [
            messages.ModelRequest(
                parts=[messages.SystemPromptPart(request.system), messages.UserPromptPart(request.prompt)]
            )
        ]
        try:
            answer = await self._ask(self._model, asked, model_settings={"max_tokens": self._room(request)})
        except exceptions.ModelHTTPError as error:
            raise error_of(error.status_code, error.body) from None
        except exceptions.AgentRunError as error:
            msg = f"{self.name}: {error}"
            raise ProviderError(msg) from error
        finish = answer.finish_reason or ""
        if finish == "content_filter":
            raise refused(finish)
        text = "".join(part.content for part in answer.parts if isinstance(part, messages.TextPart))
        usage = Usage(
            input=max(0, answer.usage.input_tokens - answer.usage.cache_read_tokens - answer.usage.cache_write_tokens),
            output=answer.usage.output_tokens,
            cache_read=answer.usage.cache_read_tokens,
            cache_write=answer.usage.cache_write_tokens,
        )
        return SummaryReply(text, _FINISH.get(finish, finish), usage, answer.model_name or "", by=self.name)
