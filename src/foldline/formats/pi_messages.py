"""Messages of pi and oh-my-pi: the reading of one AgentMessage.

A message that never reaches a model (a command kept out of the context, a role nobody knows) is no message here: it
reads as None and its entry stays in the session as metadata.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

from foldline.core.messages import Json, Message, Part, Source, StopReason, TextPart, ToolResultPart, Usage
from foldline.core.session import wrap_branch_summary
from foldline.formats.pi_parts import Object, count_of, image_of, parts_of, result_parts_of, text_of

STOP_REASONS: Final[dict[str, StopReason]] = {
    "stop": "stop",
    "length": "length",
    "toolUse": "tool_use",
    "error": "error",
    "aborted": "aborted",
}


def read_message(message: Object, timestamp: str) -> Message | None:
    """What an AgentMessage says, in our words; None where no model ever reads it.

    Args:
        message: the value under ``message`` of an entry, or a ``custom_message`` entry itself.
        timestamp: ISO time of the entry; empty takes the message's own milliseconds.

    >>> read_message({"role": "user", "content": "hello"}, "").text
    'hello'
    >>> read_message({"role": "bashExecution", "command": "ls", "excludeFromContext": True}, "") is None
    True
    """
    role = message.get("role")
    reader = _READERS.get(role) if isinstance(role, str) else None
    return None if reader is None else reader(message, timestamp or iso_time(message.get("timestamp")))


def knows_role(message: Object) -> bool:
    """Whether a message of this role can be read, be it only to leave it out of the context.

    >>> knows_role({"role": "toolResult"}), knows_role({"role": ["user"]})
    (True, False)
    """
    role = message.get("role")
    return isinstance(role, str) and role in _READERS


def user_source(*, synthetic: bool, attribution: str) -> Source:
    """Who wrote a message of the user's role, by the two marks oh-my-pi puts on it.

    >>> user_source(synthetic=False, attribution="user"), user_source(synthetic=True, attribution="agent")
    ('human', 'client')
    """
    if synthetic:
        return "client"
    return "agent" if attribution == "agent" else "human"


def iso_time(milliseconds: Json) -> str:
    """A time of the tool's messages as its entries write it; empty where it is none.

    >>> iso_time(1764970865306)
    '2025-12-05T21:41:05.306Z'
    """
    if not isinstance(milliseconds, int | float) or not 0 < milliseconds < 1e14:  # noqa: PLR2004 - year 5138
        return ""
    moment = datetime.fromtimestamp(milliseconds / 1000, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _assistant(message: Object, timestamp: str) -> Message:
    usage = message.get("usage")
    return Message(
        "assistant",
        parts_of(message.get("content")),
        "agent",
        "",
        timestamp,
        text_of(message.get("model")),
        _usage(usage) if isinstance(usage, dict) else None,
        STOP_REASONS.get(text_of(message.get("stopReason")), ""),
        text_of(message.get("responseId")),
    )


def _tool_result(message: Object, timestamp: str) -> Message:
    details = message.get("details")
    is_error = message.get("isError")
    exit_code = details.get("exitCode") if isinstance(details, dict) else None
    result = ToolResultPart(
        text_of(message.get("toolCallId")),
        result_parts_of(message.get("content")),
        text_of(message.get("toolName")),
        is_error if isinstance(is_error, bool) else None,
        exit_code if isinstance(exit_code, int) else None,
        useless=message.get("useless") is True and is_error is not True,
    )
    return Message("tool", (result,), "tool", "", timestamp)


def _user(message: Object, timestamp: str) -> Message:
    source = user_source(synthetic=message.get("synthetic") is True, attribution=text_of(message.get("attribution")))
    return Message("user", parts_of(message.get("content")), source, "", timestamp)


def _developer(message: Object, timestamp: str) -> Message:
    source: Source = "agent" if message.get("attribution") == "agent" else "client"
    return Message("developer", parts_of(message.get("content")), source, "", timestamp)


def _custom(message: Object, timestamp: str) -> Message:
    # A prompt that a peer of a shared session typed comes under this role too.
    typed = message.get("customType") == "collab-prompt" and message.get("attribution") == "user"
    return Message("user", parts_of(message.get("content")), "human" if typed else "client", "", timestamp)


def _bash(message: Object, timestamp: str) -> Message | None:
    return _execution(message, timestamp, f"$ {text_of(message.get('command'))}")


def _python(message: Object, timestamp: str) -> Message | None:
    return _execution(message, timestamp, f"python:\n{text_of(message.get('code'))}\n\noutput:")


def _execution(message: Object, timestamp: str, command: str) -> Message | None:
    """What the user ran by hand, with what came of it."""
    if message.get("excludeFromContext") is True:
        return None
    lines = [command, text_of(message.get("output")) or "(no output)"]
    code = message.get("exitCode")
    if message.get("cancelled") is True:
        lines.append("[cancelled]")
    elif isinstance(code, int) and code:
        lines.append(f"[exit code {code}]")
    if message.get("truncated") is True:
        path = text_of(message.get("fullOutputPath"))
        lines.append(f"[output cut; the whole is in {path}]" if path else "[output cut]")
    images = message.get("images")
    pictures = parts_of(images) if isinstance(images, list) else ()
    return Message("user", (TextPart("\n".join(lines)), *pictures), "tool", "", timestamp)


def _files(message: Object, timestamp: str) -> Message:
    """Files that the client read because the user named them."""
    parts: list[Part] = []
    files = message.get("files")
    for file in files if isinstance(files, list) else ():
        if isinstance(file, dict):
            parts.append(
                TextPart(f'<file path="{text_of(file.get("path"))}">\n{text_of(file.get("content"))}\n</file>')
            )
            if isinstance(image := file.get("image"), dict):
                parts.append(image_of(image))
    return Message("user", tuple(parts), "client", "", timestamp)


def _branch_summary(message: Object, timestamp: str) -> Message:
    return Message("user", (TextPart(wrap_branch_summary(text_of(message.get("summary")))),), "summary", "", timestamp)


def _compaction_summary(message: Object, timestamp: str) -> Message:
    return Message("user", (TextPart(text_of(message.get("summary"))),), "summary", "", timestamp)


_READERS: Final[dict[str, Callable[[Object, str], Message | None]]] = {
    "assistant": _assistant,
    "toolResult": _tool_result,
    "user": _user,
    "developer": _developer,
    "custom": _custom,
    "hookMessage": _custom,
    "bashExecution": _bash,
    "pythonExecution": _python,
    "fileMention": _files,
    "branchSummary": _branch_summary,
    "compactionSummary": _compaction_summary,
}


def _usage(usage: Object) -> Usage:
    context = usage.get("contextTokens")
    aside = usage.get("orchestration")
    return Usage(
        count_of(usage.get("input")),
        count_of(usage.get("output")),
        count_of(usage.get("cacheRead")),
        count_of(usage.get("cacheWrite")),
        count_of(usage.get("totalTokens")),
        None if context is None else count_of(context),
        sum(count_of(aside.get(key)) for key in ("input", "output", "cacheRead")) if isinstance(aside, dict) else 0,
    )
