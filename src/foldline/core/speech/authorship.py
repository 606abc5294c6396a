"""Who typed what: the words of a human in a user-role message, apart from what a client or harness put there.

Clients send reminders, environments, instruction files, hook output, tool output and earlier summaries under the
user's role. All of that is cut off here; what is left stands in the message exactly as it is returned, line by line.
Where a text could be either, the user keeps their words.
"""

import re
from collections.abc import Iterator
from functools import cache, cached_property

from foldline.core.messages import ImagePart, Message, TextPart
from foldline.core.speech.authorship_marks import (
    BLOCK_MARKS,
    CLIENT_OPENERS,
    COMMANDS_WITHOUT_WORDS,
    DROPPED_TAGS,
    IDE_CONTEXT,
    IDE_REQUEST,
    INSTRUCTION_FILES,
    LONE_LINES,
    TAILS,
    TOOL_RESULT,
    UNWRAPPED_TAGS,
)
from foldline.core.wrapping import OPENING


def is_human(message: Message) -> bool:
    """True where a person wrote at least a part of the message, be it only a picture.

    >>> is_human(Message("user", (TextPart("<environment_context>cwd</environment_context>"),)))
    False
    """
    if message.role != "user" or message.source != "human":
        return False
    if any(isinstance(part, ImagePart) for part in message.parts):
        return True
    return bool(human_text(message).strip())


def human_text(message: Message) -> str:
    r"""What a human typed in this message, word for word; empty when nobody did.

    >>> human_text(Message("user", (TextPart("<system-reminder>\nbe brief\n</system-reminder>\n\nfix the build"),)))
    'fix the build'
    """
    if message.role != "user" or message.source != "human":
        return ""
    typed = [typed_text(part.text) for part in message.parts if isinstance(part, TextPart)]
    return "\n".join(text for text in typed if text.strip())


def injected_instructions(message: Message) -> tuple[str, ...]:
    r"""The instruction files (AGENTS.md, CLAUDE.md, ...) a client put into this message, each without its wrapper.

    >>> injected_instructions(Message("user", (TextPart("<user_instructions>\nuse tabs\n</user_instructions>"),)))
    ('use tabs',)
    """
    if message.role not in {"user", "developer"} or message.source in {"agent", "tool", "summary"}:
        return ()
    texts = (part.text for part in message.parts if isinstance(part, TextPart))
    return tuple(body for text in texts for body in _instruction_bodies(text))


def typed_text(text: str) -> str:
    """The part of one text block that a human typed.

    >>> typed_text("why does `<system-reminder>` show up?")
    'why does `<system-reminder>` show up?'
    """
    if _is_client_text(text):
        return ""
    if _patterns().tool_result.match(text):
        return "\n".join(_words_in_tool_result(text))
    kept = "".join(_outside_blocks(text))
    if _is_client_text(kept) or kept.lstrip().startswith("# AGENTS.md instructions"):
        return ""
    kept = _after_ide_context(kept)
    for tail in TAILS:
        kept = kept.partition(tail)[0]
    return text if len(kept) == len(text) else kept.strip()


class _Patterns:
    """The expressions of this module, each compiled on first use."""

    @cached_property
    def block(self) -> re.Pattern[str]:
        return re.compile(rf"^[ \t]*(?:(?P<fence>`{{3,}}|~{{3,}})|{_tag()}|{LONE_LINES})", re.MULTILINE)

    @cached_property
    def next_tag(self) -> re.Pattern[str]:
        return re.compile(rf"\s*{_tag()}")

    @cached_property
    def tool_result(self) -> re.Pattern[str]:
        return re.compile(TOOL_RESULT)

    @cached_property
    def words(self) -> re.Pattern[str]:
        return re.compile(
            r"^[ \t]*<(?P<tag>feedback|answer|user_message)>(?P<body>.*?)</(?P=tag)>", re.MULTILINE | re.DOTALL
        )

    @cached_property
    def instruction_file(self) -> re.Pattern[str]:
        return re.compile(INSTRUCTION_FILES, re.MULTILINE | re.DOTALL)

    @cached_property
    def command(self) -> re.Pattern[str]:
        return re.compile(r"<command-name>\s*/?([\w:.-]+)\s*</command-name>")


def _tag() -> str:
    tags = "|".join(re.escape(tag) for tag in sorted(DROPPED_TAGS | UNWRAPPED_TAGS, key=len, reverse=True))
    return rf"<(?P<tag>{tags})(?=[ \t>/])[^<>\n]*>"


@cache
def _patterns() -> _Patterns:
    return _Patterns()


def _is_client_text(text: str) -> bool:
    start = text[:2000].lstrip()
    return start.startswith((*CLIENT_OPENERS, OPENING.rstrip()))


def _outside_blocks(text: str) -> Iterator[str]:
    """The text without the blocks of a client, in pieces."""
    if not any(mark in text for mark in BLOCK_MARKS):
        yield text
        return
    patterns = _patterns()
    kept_from = at = 0
    after_block = False
    while True:
        found = patterns.next_tag.match(text, at) if after_block else None
        found = found or patterns.block.search(text, at)
        if found is None:
            break
        if fence := found.groupdict().get("fence"):
            at, after_block = _fence_end(text, found.end(), fence), False
            continue
        tag = found["tag"]
        body_end, end = (found.end(), found.end()) if tag is None else _block_end(text, found, tag)
        if end < 0:
            at, after_block = found.end(), False
            continue
        yield text[kept_from : found.start()]
        if tag in UNWRAPPED_TAGS and _has_words(text, tag):
            yield "".join(_outside_blocks(text[found.end() : body_end])).strip() + "\n"
        kept_from = at = end
        after_block = True
    yield text[kept_from:]


def _has_words(text: str, tag: str) -> bool:
    """False for the arguments of a command that only sets the client: a model's name is nothing said."""
    command = _patterns().command.search(text) if tag == "command-args" else None
    return command is None or command[1] not in COMMANDS_WITHOUT_WORDS


def _fence_end(text: str, at: int, fence: str) -> int:
    closing = re.compile(rf"^[ \t]*{fence[0]}{{{len(fence)},}}[ \t]*$", re.MULTILINE).search(text, at)
    return closing.end() if closing else at


def _block_end(text: str, opening: re.Match[str], tag: str) -> tuple[int, int]:
    """Where the body of a block and the block itself end; (-1, -1) when the tag is only spoken of."""
    depth = 1
    first: tuple[int, int] | None = None
    name = re.escape(tag)
    marks = re.compile(rf"(?P<open>^[ \t]*<{name}[ \t>])|</{name}\b[^<>\n]*>(?![`'\"])", re.MULTILINE)
    for mark in marks.finditer(text, opening.end()):
        if mark["open"] is not None:
            depth += 1
            continue
        depth -= 1
        first = first or mark.span()
        if depth == 0:
            return mark.span()
    if first is not None:
        return first
    goes_on_in_prose = text[opening.end() : opening.end() + 1] in {" ", ""} or tag in UNWRAPPED_TAGS
    return (-1, -1) if goes_on_in_prose else (len(text), len(text))


def _words_in_tool_result(text: str) -> Iterator[str]:
    """What the user answered in the result of a tool that asks them (Cline and its kin)."""
    return (found["body"].strip() for found in _patterns().words.finditer(text))


def _after_ide_context(text: str) -> str:
    if not text.lstrip().startswith(IDE_CONTEXT):
        return text
    _, found, rest = text.partition(IDE_REQUEST)
    return rest.partition("\n")[2] if found else ""


def _instruction_bodies(text: str) -> Iterator[str]:
    for found in _patterns().instruction_file.finditer(text):
        body = next(group for group in found.groups() if group is not None).strip()
        if body:
            yield body
