"""Spans of folds and of the calls they make, for programs that record spans with OpenTelemetry; nothing for others.

Nothing is imported for it: whoever records spans has imported OpenTelemetry by then. Names, sizes and counts are
told; a text only where the settings ask for it, and an error's words only then, for they may quote one.
"""

import sys
from collections.abc import Mapping
from contextlib import AbstractContextManager
from types import TracebackType
from typing import TYPE_CHECKING, Final, Protocol, Self, TypeAlias

import msgspec

from foldline.core.requests import SummaryReply, SummaryRequest, Tried
from foldline.core.result import CompactionResult, Status, Trigger
from foldline.core.settings import CompactionSettings
from foldline.errors import ProviderError

if TYPE_CHECKING:
    from opentelemetry.trace import Span, Tracer

NAME: Final = "foldline"
"""What the tracer and our own attributes are called."""
KINDS: Final[dict[str, str]] = {
    "full": "compaction_summary",
    "update": "compaction_summary",
    "turn_prefix": "compaction_turn_prefix",
    "short": "compaction_short_summary",
    "native": "compaction_native",
    "branch": "branch_summary",
    "handoff": "handoff",
}
"""Kind of a request -> what `foldline.oneshot.kind` says (oh-my-pi's values)."""
_PROVIDERS: Final[dict[str, str]] = {
    "openai-responses": "openai",
    "openai-chat": "openai",
    "google": "gcp.gemini",
    "google-gla": "gcp.gemini",
    "google-vertex": "gcp.vertex_ai",
    "bedrock": "aws.bedrock",
    "azure": "azure.ai.openai",
    "mistral": "mistral_ai",
    "grok": "x_ai",
}
"""Our names, and those of pydantic-ai, that the GenAI conventions write otherwise."""
_WITH_TEXT: Final = "foldline.telemetry_content"
Attributes: TypeAlias = Mapping[str, str | int | bool | tuple[str, ...]]


class FoldSpan(Protocol):
    """The span of a fold."""

    def ended(self, result: CompactionResult) -> CompactionResult:
        """Tell how it ended; returns the result."""
        ...


class CallSpan(Protocol):
    """The span of a call, with all its tries."""

    def answered(self, reply: SummaryReply) -> SummaryReply:
        """Tell what was answered; returns the answer."""
        ...


def fold(conversation: str, trigger: Trigger, settings: CompactionSettings | None) -> AbstractContextManager[FoldSpan]:
    """The span of one fold, the parent of those of its calls.

    Args:
        conversation: the session's id, where it has one.
        trigger: why it is folded.
        settings: say whether texts are told.
    """
    if (tracer := _tracer()) is None:
        return _UNRECORDED
    settings = settings or CompactionSettings()
    told: dict[str, str] = {f"{NAME}.trigger": trigger, f"{NAME}.effort": settings.effort}
    if conversation:
        told["gen_ai.conversation.id"] = conversation
    return _Recorded(tracer, "compact", told, with_text=settings.telemetry_content)


def call(summariser: str, request: SummaryRequest) -> AbstractContextManager[CallSpan]:
    """The span of one call to a model, under that of its fold; an error that passes through ends it as one.

    Args:
        summariser: who is asked, as `provider:model`; of several the first.
        request: what is asked.
    """
    if (tracer := _tracer()) is None:
        return _UNRECORDED
    who = _who(summariser)
    told: dict[str, str | int | bool] = {
        **who,
        "gen_ai.operation.name": "chat",
        "gen_ai.output.type": "text",
        "gen_ai.request.max_tokens": request.max_tokens,
        f"{NAME}.oneshot.kind": KINDS[request.kind],
        f"{NAME}.attempt": request.attempt,
    }
    if request.kind == "update":
        told["gen_ai.conversation.compacted"] = True
    return _Recorded(tracer, _called(who), told, asks=request)


class _Unrecorded:
    """What is told where nobody records: nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def ended(self, result: CompactionResult) -> CompactionResult:
        return result

    def answered(self, reply: SummaryReply) -> SummaryReply:
        return reply


_UNRECORDED: Final = _Unrecorded()


class _Recorded:
    """A span from `with` to its end.

    Args:
        tracer: makes it.
        name: its name.
        told: what is known at its beginning.
        asks: the request of a call; None for a whole fold.
        with_text: whether texts are told; None as in the span around it.
    """

    def __init__(
        self,
        tracer: "Tracer",
        name: str,
        told: Attributes,
        *,
        asks: SummaryRequest | None = None,
        with_text: bool | None = None,
    ) -> None:
        from opentelemetry import trace

        self._tracer, self._name, self._told, self._asks = tracer, name, told, asks
        self._kind = trace.SpanKind.INTERNAL if asks is None else trace.SpanKind.CLIENT
        self._with_text = with_text
        self._span: Span = trace.INVALID_SPAN

    def __enter__(self) -> Self:
        from opentelemetry import context, trace

        if self._with_text is None:
            self._with_text = bool(context.get_value(_WITH_TEXT))
        self._span = self._tracer.start_span(self._name, kind=self._kind, attributes=self._told)
        inner = context.set_value(_WITH_TEXT, self._with_text, trace.set_span_in_context(self._span))
        self._token = context.attach(inner)
        if self._asks is not None:
            self._tell_texts({"gen_ai.system_instructions": [_text(self._asks.system)]})
            self._tell_texts({"gen_ai.input.messages": [_message("user", self._asks.prompt)]})
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _trace: TracebackType | None) -> None:
        from opentelemetry import context

        context.detach(self._token)
        if isinstance(error, ProviderError):
            self._tell_tries(tuple(entry for entry in error.tried if isinstance(entry, Tried)))
        if error is not None:
            status = error.status if isinstance(error, ProviderError) else None
            self._fail(str(status or type(error).__name__), str(error))
        self._span.end()

    def ended(self, result: CompactionResult) -> CompactionResult:
        told: dict[str, str | int | bool] = {
            f"{NAME}.status": result.status.value,
            f"{NAME}.method": result.method,
            f"{NAME}.summarised_by": result.summarised_by,
            f"{NAME}.tokens_before": result.tokens_before,
            f"{NAME}.tokens_after": result.tokens_after,
            f"{NAME}.folded_messages": len(result.folded_ids),
            f"{NAME}.attempts": len(result.attempts),
        }
        if result.status is Status.COMPACTED:
            told["gen_ai.conversation.compacted"] = True
        self._span.set_attributes(told)
        if result.status.is_failure:
            self._fail(result.status.value, result.reason)
        return result

    def answered(self, reply: SummaryReply) -> SummaryReply:
        told: dict[str, str | int | tuple[str, ...]] = {"gen_ai.response.finish_reasons": (reply.finish_reason,)}
        if reply.by:
            told |= (who := _who(reply.by))
            self._span.update_name(_called(who))
        if reply.model:
            told["gen_ai.response.model"] = reply.model
        if (used := reply.usage) is not None:
            told["gen_ai.usage.input_tokens"] = used.input + used.cache_read + used.cache_write
            told["gen_ai.usage.output_tokens"] = used.output
            cached = {"cache_read": used.cache_read, "cache_creation": used.cache_write}
            told |= {f"gen_ai.usage.{name}.input_tokens": tokens for name, tokens in cached.items() if tokens}
        self._span.set_attributes(told)
        self._tell_tries(reply.tried)
        answer = {**_message("assistant", reply.text), "finish_reason": reply.finish_reason}
        self._tell_texts({"gen_ai.output.messages": [answer]})
        return reply

    def _tell_tries(self, tries: tuple[Tried, ...]) -> None:
        for tried in tries:
            told: dict[str, str | int] = {f"{NAME}.summariser": tried.summariser}
            if tried.status is not None:
                told["http.response.status_code"] = tried.status
            if self._with_text:
                told[f"{NAME}.reason"] = _safe(tried.reason)
            self._span.add_event(f"{NAME}.tried", told)

    def _tell_texts(self, texts: Mapping[str, object]) -> None:
        if self._with_text and self._span.is_recording():
            self._span.set_attributes({name: msgspec.json.encode(text).decode() for name, text in texts.items()})

    def _fail(self, kind: str, words: str) -> None:
        from opentelemetry.trace import Status as SpanStatus
        from opentelemetry.trace import StatusCode

        self._span.set_attribute("error.type", kind)
        self._span.set_status(SpanStatus(StatusCode.ERROR, _safe(words) if self._with_text else kind))


def _tracer() -> "Tracer | None":
    if "opentelemetry.trace" not in sys.modules:
        return None
    from opentelemetry import trace

    return trace.get_tracer(NAME)


def _who(summariser: str) -> dict[str, str]:
    """Who is asked, by the names of the conventions."""
    first = summariser.partition(", ")[0].removeprefix("pydantic-ai:")
    provider, _, model = first.partition(":")
    return {"gen_ai.provider.name": _PROVIDERS.get(provider, provider), "gen_ai.request.model": model or provider}


def _called(who: Mapping[str, str]) -> str:
    return f"chat {who['gen_ai.request.model']}"


def _text(content: str) -> dict[str, str]:
    return {"type": "text", "content": _safe(content)}


def _safe(text: str) -> str:
    """A text without secrets, whatever the settings say of what is sent: spans go to somebody else."""
    from foldline.core.redaction import redact

    return redact(text)


def _message(role: str, content: str) -> dict[str, object]:
    return {"role": role, "parts": [_text(content)]}
