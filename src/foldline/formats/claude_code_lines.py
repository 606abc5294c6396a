"""One line of a Claude Code session file, as far as a reader needs it.

What is not named here is skipped while decoding: file snapshots, patches and tool outputs that only repeat the
conversation are most of such a file. A line of an unexpected shape is read leniently, one that is no JSON not at all.
"""

from typing import Any, Final, TypeVar

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from foldline.formats import jsonl

_Shape = TypeVar("_Shape", bound=Struct)


class Reported(Struct, gc=False):
    """The usage a provider reported."""

    input_tokens: int | None = None
    output_tokens: int | None = None
    cache_read_input_tokens: int | None = None
    cache_creation_input_tokens: int | None = None


class Said(Struct, gc=False):
    """A message as the API has it."""

    id: str | None = None
    model: str | None = None
    content: Any = None
    stop_reason: str | None = None
    usage: Reported | None = None


class Attachment(Struct, gc=False):
    """What the client put before the model beside the messages."""

    type: str | None = None
    prompt: Any = None
    mode: str | None = msgspec.field(default=None, name="commandMode")
    is_meta: bool | None = msgspec.field(default=None, name="isMeta")
    origin: Any = None
    filename: str | None = None
    path: str | None = None
    hook_name: str | None = msgspec.field(default=None, name="hookName")
    content: Any = None
    snippet: Any = None


class Outcome(Struct, gc=False):
    """How a tool ended, where the client says so beside the result itself."""

    interrupted: bool | None = None
    exit_code: int | None = msgspec.field(default=None, name="exitCode")


class Line(Struct, gc=False):
    """A line; empty fields are absent ones."""

    type: str = ""
    subtype: str | None = None
    uuid: str | None = None
    parent_uuid: str | None | UnsetType = msgspec.field(default=UNSET, name="parentUuid")
    """None starts a conversation, absent goes on from the line before."""
    logical_parent_uuid: str | None = msgspec.field(default=None, name="logicalParentUuid")
    is_sidechain: bool | None = msgspec.field(default=None, name="isSidechain")
    agent_id: str | None = msgspec.field(default=None, name="agentId")
    is_meta: bool | None = msgspec.field(default=None, name="isMeta")
    is_compact_summary: bool | None = msgspec.field(default=None, name="isCompactSummary")
    is_api_error: bool | None = msgspec.field(default=None, name="isApiErrorMessage")
    timestamp: str | None = None
    session_id: str | None = msgspec.field(default=None, name="sessionId")
    cwd: str | None = None
    version: str | None = None
    message: Said | None = None
    attachment: Attachment | None = None
    origin: Any = None
    source_tool_use_id: str | None = msgspec.field(default=None, name="sourceToolUseID")
    outcome: Outcome | str | list[Raw] | float | bool | None = msgspec.field(default=None, name="toolUseResult")
    compact_metadata: Any = msgspec.field(default=None, name="compactMetadata")
    microcompact_metadata: Any = msgspec.field(default=None, name="microcompactMetadata")
    summary: str | None = None
    leaf_uuid: str | None = msgspec.field(default=None, name="leafUuid")
    custom_title: str | None = msgspec.field(default=None, name="customTitle")
    ai_title: str | None = msgspec.field(default=None, name="aiTitle")

    @property
    def said(self) -> Said | None:
        """What it says to the model or repeats from it; None for a line that is no message."""
        if self.type in {"user", "assistant"}:
            return self.message
        if self.is_queued_prompt and self.attachment is not None:
            return Said(content=self.attachment.prompt)
        return None

    @property
    def is_queued_prompt(self) -> bool:
        """Whether it hands over what came in while the model worked."""
        return self.attachment is not None and self.attachment.type == "queued_command"

    @property
    def is_boundary(self) -> bool:
        """Whether a fold begins here."""
        return self.type == "system" and self.subtype == "compact_boundary"


_decoder: Final = msgspec.json.Decoder(Line)


def read(data: bytes, span: tuple[int, int]) -> Line | None:
    """The line at a span; None where it is no JSON object."""
    start, end = span
    try:
        return _decoder.decode(data[start:end])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        value = jsonl.decode(data, span)
        return _leniently(value, Line) if isinstance(value, dict) else None


def _leniently(value: dict[str, Any], shape: type[_Shape]) -> _Shape:
    """The fields that have the right type; the others stay empty."""
    fields: dict[str, Any] = {}
    for field in msgspec.structs.fields(shape):
        found = value.get(field.encode_name)
        if found is None and field.encode_name not in value:
            continue
        try:
            fields[field.name] = msgspec.convert(found, field.type)
        except msgspec.ValidationError:
            inner = _INNER.get(field.type)
            if inner is not None and isinstance(found, dict):
                fields[field.name] = _leniently(found, inner)
    return shape(**fields)


_INNER: Final[dict[Any, type[Struct]]] = {Said | None: Said, Reported | None: Reported, Attachment | None: Attachment}
