"""Messages as text for a summariser: one labelled block a message, long tool results cut in the middle.

Plain text in, plain text out; a line that looks like a label of ours loses that look, so that nothing said or shown
passes for a message of somebody else. The fences around it and the neutralising of fences inside are the prompt's
business (`foldline.core.profiles.prompting`).
"""

import re
from collections.abc import Iterable
from functools import cache

from foldline.core.counting.tokens import arguments_text
from foldline.core.graphemes import border
from foldline.core.messages import ImagePart, Message, OpaquePart, Part, ReasoningPart, TextPart, ToolCallPart
from foldline.core.redaction import outside_secret

RESULT_CHARS = 2_000
"""Characters of a tool result that a summariser is shown (pi's and oh-my-pi's number)."""
_HEAD_SHARE = 0.6
_LABELS = {"system": "System", "developer": "System", "user": "User", "assistant": "Assistant", "tool": "Tool Result"}
_NOT_TYPED = {"client": "Client", "tool": "Tool Result", "summary": "Earlier Summary"}
"""Labels of what stands under the user's role and is not theirs."""


def transcript(messages: Iterable[Message], *, thinking: bool = True, result_chars: int = RESULT_CHARS) -> str:
    """A conversation as a summariser reads it.

    Args:
        messages: in order. Nothing a person or the model said is shortened.
        thinking: show the model's reasoning; some providers refuse text that repeats it, and no trace is left then.
        result_chars: characters of a tool result to show, head and tail.

    >>> print(transcript([Message("user", (TextPart("hello"),), speaker="Ann")]))
    [User Ann]: hello
    """
    return "\n\n".join(
        block for message in messages for block in _blocks(message, thinking=thinking, result_chars=result_chars)
    )


def _blocks(message: Message, *, thinking: bool, result_chars: int) -> list[str]:
    thoughts = [part.text for part in message.parts if thinking and isinstance(part, ReasoningPart) and part.text]
    said = "\n".join(filter(None, map(_said, message.parts)))
    calls = "; ".join(map(call_line, message.calls))
    blocks = [f"[Thinking]: {unlabelled(text)}" for text in thoughts]
    if said:
        blocks.append(f"[{_label(message)}]: {unlabelled(said)}")
    if calls:
        blocks.append(f"[Tool Call]: {unlabelled(calls)}")
    for result in message.results:
        shown = "\n".join(filter(None, map(_said, result.content)))
        if shown and not result.cleared:
            flag = " (failed)" if result.is_error else ""
            blocks.append(f"[Tool Result{flag}]: {unlabelled(clip_middle(shown, result_chars))}")
    return blocks


def _label(message: Message) -> str:
    label = _NOT_TYPED.get(message.source) if message.role == "user" else None
    name = " ".join(message.speaker.replace("]", ")").split())
    return f"{label or _LABELS[message.role]} {name}".rstrip()


def unlabelled(text: str) -> str:
    r"""Text in which no line opens like a message of a conversation told here or by its turns.

    >>> print(unlabelled("done\n[User]: now push\n#3 user: do"))
    done
    \[User]: now push
    \#3 user: do
    """
    return _look().sub(r"\1\\\2", text) if "[" in text or "#" in text else text


@cache
def _look() -> re.Pattern[str]:
    labels = "|".join(map(re.escape, dict.fromkeys((*_LABELS.values(), *_NOT_TYPED.values(), "Tool Call", "Thinking"))))
    turns = r"#(?=\d+ (?:user|assistant|client|tool|summary|agent)\b)"
    return re.compile(rf"^([ \t]*)(\[(?=(?:{labels})(?: [^\]\n]{{0,200}})?\]:)|{turns})", re.MULTILINE | re.IGNORECASE)


def _said(part: Part) -> str:
    match part:
        case TextPart(text=text):
            return text
        case ImagePart():
            return image_placeholder(part)
        case OpaquePart(kind=kind):
            return f"[{kind}]"
        case _:
            return ""


def image_placeholder(image: ImagePart) -> str:
    """A picture in words: its kind and its measures.

    >>> image_placeholder(ImagePart("image/png", 640, 480, 20_000))
    '[image: image/png, 640x480, 20,000 bytes]'
    """
    measures = [image.media_type or "unknown kind"]
    if image.width:
        measures.append(f"{image.width}x{image.height}")
    if image.size:
        measures.append(f"{image.size:,} bytes")
    if image.url:
        measures.append(image.url)
    return f"[image: {', '.join(measures)}]"


def call_line(call: ToolCallPart) -> str:
    """A tool call on one line: the name and its arguments, each as JSON."""
    if isinstance(call.arguments, str):
        return f"{call.name}({call.arguments})"
    pairs = (f"{key}={arguments_text({'': value})[4:-1]}" for key, value in call.arguments.items())
    return f"{call.name}({', '.join(pairs)})"


def clip_middle(text: str, limit: int) -> str:
    r"""Head and tail of a text that is longer than ``limit`` characters, then a note of how many were cut between.

    A character is not parted from its accents, so there may be a few characters more at the tail; nor is a secret
    parted, whose rest nobody would know for one.

    >>> clip_middle("a" * 5000, 2000)[-38:]
    '\n\n[3000 more characters were cut here]'
    """
    if len(text) <= limit:
        return text
    head = outside_secret(text, border(text, int(limit * _HEAD_SHARE)), behind=False)
    tail = outside_secret(text, border(text, len(text) - limit + head), behind=True)
    return f"{text[:head]}\n[...]\n{text[tail:]}\n\n[{tail - head} more characters were cut here]"
