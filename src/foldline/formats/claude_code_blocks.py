"""The parts of a Claude Code line: Anthropic's blocks, and what the client says beside them of how a tool ended."""

from typing import Final

from msgspec.structs import replace

from foldline.core.messages import Part, ToolResultPart
from foldline.formats.claude_code_lines import Outcome, Said
from foldline.wire.blocks import UnnamedCalls, read_content

_EXIT_CODE: Final = "Exit code "
"""How Claude Code opens the result of a command that failed."""
_LONGEST_CODE: Final = 12
"""Characters of a 32-bit number with its sign and a line end."""


def parts_of(said: Said, outcome: object, unnamed: UnnamedCalls) -> list[Part]:
    """The parts of one line's message, its tool result told how the tool ended."""
    parts = read_content(said.content, unnamed)
    for at, part in enumerate(parts):
        if isinstance(part, ToolResultPart):
            if isinstance(outcome, Outcome) and (outcome.interrupted or outcome.exit_code is not None):
                is_error = True if outcome.interrupted else part.is_error
                parts[at] = replace(part, is_error=is_error, exit_code=outcome.exit_code)
            elif part.is_error and (exit_code := _exit_code(part.text)) is not None:
                parts[at] = replace(part, exit_code=exit_code)
    return parts


def _exit_code(text: str) -> int | None:
    if not text.startswith(_EXIT_CODE):
        return None
    digits = text[len(_EXIT_CODE) : len(_EXIT_CODE) + _LONGEST_CODE].partition("\n")[0].strip()
    return int(digits) if digits.removeprefix("-").isdecimal() else None
