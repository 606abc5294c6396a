"""A conversation's messages and their parts, the same for every vendor and file format.

Frozen values. A reader builds them from somebody's JSON and keeps that JSON beside them (see
`foldline.core.session`); nothing here is ever encoded back over an original. They hold no cycles, so the garbage
collector is told to pass them by: a large session has half a million of them.
"""

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from msgspec import Struct

if TYPE_CHECKING:
    Json: TypeAlias = "None | bool | int | float | str | list[Json] | dict[str, Json]"
else:
    Json = Any
"""A decoded JSON value. At run time it is any: msgspec can't follow an alias that names itself."""

Role: TypeAlias = Literal["system", "developer", "user", "assistant", "tool"]
Source: TypeAlias = Literal["human", "agent", "tool", "client", "summary"]
StopReason: TypeAlias = Literal["", "stop", "length", "tool_use", "aborted", "error"]


class TextPart(Struct, frozen=True, gc=False, tag="text"):
    """Text as it was said."""

    text: str


class ReasoningPart(Struct, frozen=True, gc=False, tag="reasoning"):
    """A model's thinking. Never edited: kept with its message or dropped with it."""

    text: str = ""
    signature: str = ""
    """The provider's opaque proof or encrypted body; valid only byte for byte."""


class ToolCallPart(Struct, frozen=True, gc=False, tag="tool_call"):
    """A request of the model to run a tool."""

    id: str
    name: str
    arguments: "dict[str, Json] | str" = ""
    """The decoded object; the text as it came where it is no JSON object (free-form tools, broken JSON)."""


class ImagePart(Struct, frozen=True, gc=False, tag="image"):
    """A picture, by its measures: the bytes stay in the original record."""

    media_type: str = ""
    width: int = 0
    """Pixels; 0 when the data does not tell."""
    height: int = 0
    size: int = 0
    """Bytes of the decoded picture; 0 when it is only a link."""
    url: str = ""
    """The link, when it is one; never a data URL."""


class OpaquePart(Struct, frozen=True, gc=False, tag="opaque"):
    """A part of a kind Foldline does not know, kept as the JSON text it came as."""

    kind: str
    raw: str


ResultContent: TypeAlias = TextPart | ImagePart | OpaquePart


class ToolResultPart(Struct, frozen=True, gc=False, tag="tool_result"):
    """What a tool answered to the call with the same id."""

    call_id: str
    content: tuple[ResultContent, ...] = ()
    name: str = ""
    is_error: bool | None = None
    """True or False where the format flags it, None where it has no flag."""
    exit_code: int | None = None
    cleared: bool = False
    """The client has blanked this result in its context although the file still holds it."""
    useless: bool = False
    """The tool itself says that this result tells nothing (no match, nothing new), and it is no error."""

    @property
    def text(self) -> str:
        """The text of the result, its text parts joined by a line break."""
        return "\n".join(part.text for part in self.content if isinstance(part, TextPart))


Part: TypeAlias = TextPart | ReasoningPart | ToolCallPart | ToolResultPart | ImagePart | OpaquePart


class Usage(Struct, frozen=True, gc=False):
    """Token numbers a provider reported for the request that produced a message."""

    input: int = 0
    """Uncached input tokens (cached ones are counted apart, as Anthropic does)."""
    output: int = 0
    cache_read: int = 0
    cache_write: int = 0
    total: int = 0
    """The provider's own total, 0 when it gave none."""
    context_tokens: int | None = None
    """The context size itself, where a provider states it."""
    orchestration: int = 0
    """Tokens of provider-side sub-calls inside ``total`` that never were in this context."""


class Message(Struct, frozen=True, weakref=True):
    """One message: who wrote it, in which role, with which parts."""

    role: Role
    parts: tuple[Part, ...] = ()
    source: Source = "human"
    """Who really wrote it. A user-role message may be the client's (`client`: injected reminders,
    environment, instruction files), a tool's output or an earlier summary; only `human` was typed."""
    speaker: str = ""
    """Name of the speaker where there are several (OpenAI ``name``, group chats)."""
    timestamp: str = ""
    model: str = ""
    usage: Usage | None = None
    stop_reason: StopReason = ""
    response_id: str = ""
    """The provider's id of the answer; messages that share one are parts of a single answer."""

    @property
    def text(self) -> str:
        """What was said in text, text parts joined by a line break; no reasoning, no tool traffic."""
        return "\n".join(part.text for part in self.parts if isinstance(part, TextPart))

    @property
    def calls(self) -> tuple[ToolCallPart, ...]:
        """The tool calls it makes."""
        return tuple(part for part in self.parts if isinstance(part, ToolCallPart))

    @property
    def results(self) -> tuple[ToolResultPart, ...]:
        """The tool results it carries."""
        return tuple(part for part in self.parts if isinstance(part, ToolResultPart))


class CompactionSummaryMessage(Struct, frozen=True, gc=False):
    """Stands at the start of a folded context in place of what was folded.

    Only the wrapped ``summary`` reaches a model (`foldline.core.transcript.wrap_summary`); the rest is for people
    and for the next fold.
    """

    summary: str
    short_summary: str = ""
    tokens_before: int = 0
    tokens_after: int | None = None
    method: str = ""
    timestamp: str = ""
    warning: str = ""
