"""Several models in a row: the next is asked when one fails."""

from collections.abc import Generator, Sequence

from msgspec.structs import replace

from foldline.core.requests import (
    REMOTE,
    AsyncProvider,
    Limits,
    Provider,
    SummaryReply,
    SummaryRequest,
    Tried,
    limits_of,
)
from foldline.errors import ContextOverflowError, ProviderError, SettingsError


class Chain:
    """Asks its models in order until one answers; the answer says who wrote it and who was asked before.

    Args:
        models: at least one, the first one asked first.

    >>> from foldline.providers.scripted import ScriptedProvider
    >>> chain = Chain([ScriptedProvider([], name="down"), ScriptedProvider(["A summary."], name="up")])
    >>> reply = chain.summarize(SummaryRequest("full", "system", "prompt", 100))
    >>> reply.by, [tried.summariser for tried in reply.tried]
    ('up', ['down'])
    """

    def __init__(self, models: Sequence[Provider]) -> None:
        if not models:
            msg = "a chain has no models; give at least one"
            raise SettingsError(msg)
        self._models = tuple(models)
        self.name = ", ".join(model.name for model in models)
        self.side_by_side = all(getattr(model, "side_by_side", True) for model in models)

    @property
    def limits(self) -> Limits:
        """The window of the first, which is the one to write; where a later one has less, what it refuses is halved.

        Of what may be written, and told, only what all of them allow.
        """
        known = [limits_of(model) for model in self._models]
        caps = [one.output for one in known if one.output is not None]
        takes_reasoning = all(one.takes_reasoning for one in known)
        model = next((one for one in self._models if not one.name.startswith(REMOTE)), self._models[0])
        native, wire = limits_of(model).native, limits_of(model).wire
        return Limits(known[0].window, min(caps, default=None), known[0].model, takes_reasoning, native, wire)

    def summarize(self, request: SummaryRequest) -> SummaryReply:
        """Answer one request.

        Raises:
            ProviderError: nobody could; its class is that of the last failure, ``tried`` holds all of them. Where the
                prompt was too long for one of them, it says so: a shorter one may be taken.
        """
        steps = self._steps(request)
        try:
            model = next(steps)
            while True:
                try:
                    answer: SummaryReply | ProviderError = model.summarize(request)
                except ProviderError as error:
                    answer = error
                model = steps.send(answer)
        except StopIteration as stop:
            reply: SummaryReply = stop.value
            return reply

    async def asummarize(self, request: SummaryRequest) -> SummaryReply:
        """The same on an event loop; a model that only answers in plain code gets a thread."""
        steps = self._steps(request)
        try:
            model = next(steps)
            while True:
                try:
                    answer: SummaryReply | ProviderError = await _asked(model, request)
                except ProviderError as error:
                    answer = error
                model = steps.send(answer)
        except StopIteration as stop:
            reply: SummaryReply = stop.value
            return reply

    def cancel(self) -> None:
        """Stop every model that can be stopped, for good."""
        for model in self._models:
            stop = getattr(model, "cancel", None)
            if stop is not None:
                stop()

    def _steps(self, request: SummaryRequest) -> Generator[Provider, SummaryReply | ProviderError, SummaryReply]:
        """Yields who is asked, is sent the answer, and returns what is used."""
        tried: list[Tried] = []
        overflow: ContextOverflowError | None = None
        everybody = self._for(request)
        models = [model for model in everybody if model.name not in request.skip] or everybody
        for model in models:
            answer = yield model
            if isinstance(answer, SummaryReply):
                by, others = answer.by or model.name, answer.others or model is not models[-1]
                return replace(answer, by=by, tried=(*tried, *answer.tried), others=others)
            failure = answer
            overflow = failure if isinstance(failure, ContextOverflowError) else overflow
            own = tuple(entry for entry in failure.tried if isinstance(entry, Tried))
            tried += own or (Tried(model.name, str(failure), failure.status),)
        failure = overflow or failure
        failure.tried = tuple(tried)
        raise failure

    def _for(self, request: SummaryRequest) -> Sequence[Provider]:
        """Who may answer: a fold that only its provider reads is asked of that provider alone."""
        if request.kind != "native":
            return self._models
        return [model for model in self._models if limits_of(model).native == self.limits.native]


async def _asked(model: Provider, request: SummaryRequest) -> SummaryReply:
    if isinstance(model, AsyncProvider):
        return await model.asummarize(request)
    from asyncio import to_thread

    return await to_thread(model.summarize, request)
