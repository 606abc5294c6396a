"""Content blocks of a Claude Code line as parts of a message. A block of an unknown kind is kept as its JSON text."""

from typing import Any, Final

import msgspec

from foldline.core.image_size import image_from_base64, image_from_url
from foldline.core.messages import (
    ImagePart,
    OpaquePart,
    Part,
    ReasoningPart,
    ResultContent,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from foldline.formats.claude_code_lines import Outcome, Said

_EXIT_CODE: Final = "Exit code "
"""How Claude Code opens the result of a command that failed."""


def parts_of(said: Said, outcome: object = None) -> list[Part]:
    """The parts of one line's message, its tool result told how the tool ended."""
    content = said.content
    if isinstance(content, str):
        return [TextPart(content)] if content else []
    parts = [_part(block) for block in content or ()]
    if isinstance(outcome, Outcome) and (outcome.interrupted or outcome.exit_code is not None):
        return [_with_outcome(part, outcome) for part in parts]
    return parts


def _part(block: Any) -> Part:
    if isinstance(block, str):
        return TextPart(block)
    if not isinstance(block, dict):
        return _opaque(block)
    part: Part | None = None
    match block.get("type"):
        case "text":
            part = TextPart(block["text"]) if isinstance(block.get("text"), str) else None
        case "thinking":
            part = ReasoningPart(_text(block.get("thinking")), _text(block.get("signature")))
        case "tool_use":
            part = _call(block)
        case "tool_result":
            part = _result(block)
        case "image":
            part = _image(block)
    return part or _opaque(block)


def _call(block: dict[str, Any]) -> Part | None:
    call_id, name, arguments = block.get("id"), block.get("name"), block.get("input")
    if not isinstance(call_id, str) or not isinstance(name, str):
        return None
    if not isinstance(arguments, (dict, str)):
        arguments = {} if arguments is None else _json(arguments)
    return ToolCallPart(call_id, name, arguments)


def _result(block: dict[str, Any]) -> Part | None:
    call_id, content, is_error = block.get("tool_use_id"), block.get("content"), block.get("is_error")
    if not isinstance(call_id, str):
        return None
    is_error = is_error if isinstance(is_error, bool) else None
    if isinstance(content, str):
        exit_code = _exit_code(content) if is_error else None
        return ToolResultPart(call_id, (TextPart(content),), is_error=is_error, exit_code=exit_code)
    inner = tuple(_result_content(each) for each in (content if isinstance(content, list) else []))
    result = ToolResultPart(call_id, inner, is_error=is_error)
    if is_error and (exit_code := _exit_code(result.text)) is not None:
        return msgspec.structs.replace(result, exit_code=exit_code)
    return result


def _result_content(block: Any) -> ResultContent:
    part = _part(block)
    return part if isinstance(part, (TextPart, ImagePart, OpaquePart)) else _opaque(block)


def _image(block: dict[str, Any]) -> ImagePart | None:
    source = block.get("source")
    if not isinstance(source, dict):
        return None
    if isinstance(data := source.get("data"), str):
        return image_from_base64(data, _text(source.get("media_type")))
    return image_from_url(source["url"]) if isinstance(source.get("url"), str) else None


def _with_outcome(part: Part, outcome: Outcome) -> Part:
    if not isinstance(part, ToolResultPart):
        return part
    is_error = True if outcome.interrupted else part.is_error
    exit_code = part.exit_code if outcome.exit_code is None else outcome.exit_code
    return msgspec.structs.replace(part, is_error=is_error, exit_code=exit_code)


def _exit_code(text: str) -> int | None:
    if not text.startswith(_EXIT_CODE):
        return None
    digits = text[len(_EXIT_CODE) : len(_EXIT_CODE) + 12].split("\n", 1)[0].strip()
    return int(digits) if digits.removeprefix("-").isdecimal() else None


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _opaque(block: Any) -> OpaquePart:
    kind = block.get("type") if isinstance(block, dict) else None
    return OpaquePart(kind if isinstance(kind, str) else "", _json(block))
