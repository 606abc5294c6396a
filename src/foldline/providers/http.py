"""Asks a service over HTTP for one text. A wire's file says how the service is spoken to; this is all that waits.

Every try begins with an empty buffer, a text counts only with a finish reason, and no redirect is followed: a key goes
to nobody but the address it is for.
"""

import asyncio
from collections.abc import Callable, Mapping
from functools import cache, partial
from types import ModuleType
from typing import TYPE_CHECKING, Final, Protocol

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from foldline.core.messages import Json
from foldline.core.requests import Heard, Limits, SummaryReply, SummaryRequest
from foldline.core.settings import Effort
from foldline.errors import (
    BadRequestError,
    ContextOverflowError,
    MalformedAnswerError,
    MissingExtraError,
    NetworkError,
    ProviderError,
    RefusedError,
)
from foldline.providers.keys import Key
from foldline.providers.retry import Breaker, Pace, Retries, RetryPolicy
from foldline.providers.running import Stop, run
from foldline.providers.ways import first_good
from foldline.wire.blocks import Object, json_text
from foldline.wire.calls import Reader, eased, output_limit
from foldline.wire.sse import SseParser
from foldline.wire.vendor_errors import error_of

if TYPE_CHECKING:
    from ssl import SSLContext

    import httpx2

MAX_ANSWER: Final = 16_000_000
"""Bytes of an answer that are read; no summary is larger, and no server may fill the memory."""
MAX_FAILURE: Final = 65_536
"""Bytes of an error's body that are read."""
_OK: Final = range(200, 300)
_TURNED_AWAY: Final = (BadRequestError, ContextOverflowError, RefusedError)
"""How a service answers a live request that it does not take, and may yet take a shorter, plainer one."""
_BAD_REQUEST: Final = 400
_JSON: Final = {"content-type": "application/json"}


class Body(Protocol):
    """A wire's `request_body`."""

    def __call__(  # noqa: PLR0913 - as the wires'
        self,
        request: SummaryRequest,
        model: str,
        *,
        effort: Effort,
        stream: bool,
        max_tokens: int | None,
        output_cap: int | None,
    ) -> Object:
        """The body that asks for a text."""
        ...


class Dialect(Struct, frozen=True):
    """How a wire is spoken over HTTP."""

    path: Callable[[str, bool], str]
    """From model and whether to stream to the address below the base URL."""
    headers: Callable[[str], dict[str, str]]
    """From a key to the headers that carry it; an empty key carries none."""
    body: Body
    answer: Callable[[Json], SummaryReply]
    reader: Callable[[], Reader]
    finish: Callable[[SummaryRequest, SummaryReply], SummaryReply] | None = None
    """Puts to a good answer what only the request tells."""
    native: "Native | None" = None
    """The folds that the service makes by itself."""
    suffix: "Dialect | None" = None
    """How an instruction is put behind a live request."""
    wire: str = ""
    """In whose form a live request is taken."""
    only_after: Callable[[ProviderError], bool] | None = None
    """Gone only after such a failure of the way before; None after any."""


def _knows_auto_alone(error: ProviderError) -> bool:
    """Whether a service turned a request away because it forbids tools, which some models do not take."""
    said = f"{error} {error.provider_message}".lower().replace("_", "").replace(" ", "")
    return error.status == _BAD_REQUEST and "toolchoice" in said


class Native(Struct, frozen=True):
    """Folds that a service makes by itself."""

    provider: str
    """Who can read them."""
    ways: tuple[Dialect, ...]
    """How it is asked for one, the best way first."""
    knows: Callable[[str], bool]
    """Whether a model can."""


class Timeouts(Struct, frozen=True):
    """How long to wait, in seconds; one budget for every way a fold is begun."""

    connect: float = 10.0
    stall: float = 120.0
    """Without a single byte: models that think say nothing for long."""
    total: float = 300.0
    """For a text with all its tries (oh-my-pi's number)."""


class Service(Struct, frozen=True):
    """Who is asked, where, and with which key."""

    name: str
    base_url: str
    dialect: Dialect
    key: Key = Key()
    headers: Mapping[str, str] = {}
    """Further headers."""


class Options(Struct, frozen=True):
    """How a service is asked."""

    effort: Effort = "inherit"
    window: int | None = None
    """Tokens that prompt and answer may have together; None where that is not known."""
    output_cap: int | None = None
    """The most tokens the model can write; None where that is not known."""
    takes_reasoning: bool = True
    """False where it refuses texts that repeat a model's reasoning."""
    stream: bool = True
    timeouts: Timeouts = Timeouts()
    retry: RetryPolicy = RetryPolicy()
    pace: Pace = Pace()
    heard: Heard | None = None
    """Is told the text of an answer as it grows; a new try begins it anew."""


class HttpProvider:
    """A model of a service. Answers in plain code and on an event loop alike.

    Args:
        service: who is asked.
        model: the service's own name of the model.
        options: effort, limits, patience.

    Raises:
        MissingExtraError: the HTTP client is not installed.
    """

    def __init__(self, service: Service, model: str, options: Options = Options()) -> None:  # noqa: B008 - a frozen value
        self.name = f"{service.name}:{model}"
        self.model = model
        self._http = _client_library()
        self.service = service
        self._options = options
        self._retries = Retries(self.name, options.retry, options.pace, Breaker())
        self._stop = Stop()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"

    @property
    def limits(self) -> Limits:
        """What the model takes and gives."""
        options = self._options
        own, dialect = self.service.dialect.native, self.service.dialect
        native = own.provider if own is not None and own.knows(self.model) else ""
        wire = dialect.wire if dialect.suffix is not None else ""
        return Limits(options.window, options.output_cap, self.model, options.takes_reasoning, native, wire)

    def summarize(self, request: SummaryRequest) -> SummaryReply:
        """Answer one request.

        Raises:
            ProviderError: there is no answer; the class says why.
            CompactionCancelledError: `cancel` was called.
        """
        return run(self.asummarize(request))

    async def asummarize(self, request: SummaryRequest) -> SummaryReply:
        """The same on an event loop."""
        return await self._stop.watch(self._within_time(request))

    def cancel(self) -> None:
        """Stop at once and for good, from any thread; what is not written then never will be."""
        self._stop.stop()

    async def _within_time(self, request: SummaryRequest) -> SummaryReply:
        total = self._options.timeouts.total
        try:
            async with asyncio.timeout(total):
                reply = await first_good(
                    self._ways(request),
                    lambda way: self._retries.call(lambda: self._once(request, way)),
                    go_on=lambda error: request.kind == "native" or isinstance(error, _TURNED_AWAY),
                    fits=lambda way, error: way.only_after is None or way.only_after(error),
                )
        except TimeoutError:
            msg = f"{self.name}: no answer within {total:g} s; raise the timeout, or name a faster model"
            raise NetworkError(msg) from None
        return replace(reply, by=self.name)

    def _ways(self, request: SummaryRequest) -> tuple[Dialect, ...]:
        dialect = self.service.dialect
        if request.kind == "native":
            return dialect.native.ways if dialect.native is not None else ()
        if request.live is None or request.live.wire != dialect.wire or dialect.suffix is None:
            return (dialect,)
        live = dialect.suffix
        may_choose = partial(live.body, tool_choice="auto")  # type: ignore[call-arg]
        return (live, replace(live, body=may_choose, only_after=_knows_auto_alone), dialect)

    async def _once(self, request: SummaryRequest, way: Dialect) -> SummaryReply:
        """One try."""
        try:
            reply = await self._send(request, way)
            return way.finish(request, reply) if way.finish is not None else reply
        except ProviderError as error:
            scrub = self.service.key.scrub
            raise type(error)(
                scrub(f"{self.name}: {error}"),
                status=error.status,
                provider_message=scrub(error.provider_message),
                retry_after=error.retry_after,
            ) from None

    async def _send(self, request: SummaryRequest, way: Dialect) -> SummaryReply:
        httpx2, service, options = self._http, self.service, self._options
        cap = options.output_cap
        body = way.body(
            request,
            self.model,
            effort=eased(options.effort) if request.think_less else options.effort,
            stream=options.stream,
            max_tokens=min(request.max_tokens, cap) if cap else request.max_tokens,
            output_cap=cap,
        )
        timeout = httpx2.Timeout(options.timeouts.stall, connect=options.timeouts.connect)
        headers = {**service.headers, **way.headers(service.key.reveal())}
        url = service.base_url.rstrip("/") + way.path(self.model, options.stream)
        try:
            async with (
                httpx2.AsyncClient(timeout=timeout, verify=_certificates(url)) as client,
                client.stream("POST", url, content=json_text(body).encode(), headers={**headers, **_JSON}) as response,
            ):
                return _told(await self._read(response, request, way), output_limit(body))
        except (httpx2.InvalidURL, httpx2.UnsupportedProtocol):
            msg = "its address is no URL; give one that begins with http:// or https://"
            raise BadRequestError(msg) from None
        except httpx2.TimeoutException as error:
            msg = f"no answer in time ({type(error).__name__})"
            raise NetworkError(msg) from None
        except httpx2.TransportError as error:
            msg = f"the connection failed: {error or type(error).__name__}"
            raise NetworkError(msg) from None

    async def _read(self, response: "httpx2.Response", request: SummaryRequest, way: Dialect) -> SummaryReply:
        kind = response.headers.get("content-type", "").lower()
        if response.status_code not in _OK:
            said = await _bytes(response, MAX_FAILURE)
            raise error_of(response.status_code, _json(said), dict(response.headers))
        if "html" in kind:
            msg = "it answered with a web page; check its address"
            raise MalformedAnswerError(msg, status=response.status_code)
        if "json" in kind:
            return way.answer(_json(await _bytes(response, MAX_ANSWER)))
        return await self._read_stream(response, request, way.reader())

    async def _read_stream(self, response: "httpx2.Response", request: SummaryRequest, reader: Reader) -> SummaryReply:
        parser, size = SseParser(), 0
        heard = self._options.heard
        try:
            async for chunk in response.aiter_bytes():
                size += len(chunk)
                if size > MAX_ANSWER:
                    raise _too_long()
                for event in parser.feed(chunk):
                    reader.feed(event)
                if heard is not None:
                    heard(request, reader.text)
        except self._http.TransportError:
            if not reader.is_done:
                raise
        else:
            if (rest := parser.end()) is not None and not reader.is_done:
                reader.feed(rest)
        return reader.reply()


def _client_library() -> ModuleType:
    try:
        import httpx2
    except ImportError as error:
        msg = "models are asked over HTTP with httpx2, which is not installed; run: pip install 'foldline[models]'"
        raise MissingExtraError(msg) from error
    return httpx2


def _told(reply: SummaryReply, limit: int | None) -> SummaryReply:
    """The reply; one that used all its room was cut, even where the service says otherwise (llama.cpp's Responses)."""
    used = reply.usage.output if reply.usage else 0
    was_cut = limit is not None and used >= limit and reply.finish_reason == "stop"
    return replace(reply, finish_reason="length") if was_cut else reply


def _certificates(url: str) -> "SSLContext | bool":
    """The machine's certificates, read once and only where they are needed: that takes a tenth of a second."""
    return _context() if url.startswith("https:") else False


@cache
def _context() -> "SSLContext":
    context: SSLContext = _client_library().create_ssl_context()
    return context


async def _bytes(response: "httpx2.Response", limit: int) -> bytes:
    """The body, or its beginning where it is longer than any that is of use."""
    read = bytearray()
    async for chunk in response.aiter_bytes():
        read += chunk
        if len(read) > limit:
            break
    return bytes(read[:limit])


def _json(data: bytes) -> Json:
    """The decoded body; its text where it is no JSON."""
    try:
        value: Json = msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError):
        return data.decode("utf-8", "replace")
    return value


def _too_long() -> MalformedAnswerError:
    return MalformedAnswerError(f"the answer is longer than {MAX_ANSWER:,} bytes; it is not used")
