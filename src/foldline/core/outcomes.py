"""What became of each tool call: done, failed, called off, or never answered.

Flags of the format win. Where a list has none, the exit status or the first words of the result decide, read from the
two ends of the text only.
"""

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Literal, NamedTuple, TypeAlias

from foldline.core.messages import ToolCallPart, ToolResultPart
from foldline.core.session import Item

State: TypeAlias = Literal["done", "failed", "called_off", "unanswered"]

EDGE = 400
"""Characters at either end of a result where a client states how the call ended."""

SHELL_TOOLS = frozenset({
    "bash", "shell", "sh", "zsh", "terminal", "command", "exec", "execcommand", "runcommand", "runshellcommand",
    "executecommand", "executebash", "localshell", "localshellcall", "runterminalcmd", "runterminalcommand",
    "runinterminal", "containerexec", "shellexec", "runshell",
})  # fmt: skip
"""Tools that run a command line, by their plain names."""


class Outcome(NamedTuple):
    """A tool call with what became of it."""

    call: ToolCallPart
    entry_id: str
    """The entry that tells the state: of the result, or of the call when there is none."""
    result: ToolResultPart | None
    state: State


@lru_cache(maxsize=1024)
def plain_name(name: str) -> str:
    """A tool's name without server prefix, case and separators.

    >>> plain_name("mcp__files__Read_File"), plain_name("functions.exec_command")
    ('readfile', 'execcommand')
    """
    last = re.split(r"__|[.:/]", name.strip())[-1] or name
    return re.sub(r"[^a-z0-9]", "", last.lower())


def outcomes(items: Iterable[Item]) -> list[Outcome]:
    """Every tool call in order, with what became of it; a result whose call is gone stands with an empty call.

    >>> from foldline.core.messages import Message
    >>> asked = Item("a", Message("assistant", (ToolCallPart("1", "Bash", {"command": "make"}),)))
    >>> [(outcome.call.name, outcome.state) for outcome in outcomes([asked])]
    [('Bash', 'unanswered')]
    """
    found: list[Outcome] = []
    waiting: dict[str, int] = {}
    stopped: set[int] = set()
    for item in items:
        for part in item.message.parts:
            if isinstance(part, ToolCallPart):
                waiting[part.id] = len(found)
                if item.message.stop_reason in {"aborted", "error"}:
                    stopped.add(len(found))
                found.append(Outcome(part, item.id, None, "unanswered"))
            elif isinstance(part, ToolResultPart):
                at = waiting.pop(part.call_id, None)
                if at is None:
                    call = ToolCallPart(part.call_id, part.name)
                    found.append(Outcome(call, item.id, part, _state(call, part)))
                    continue
                call = found[at].call
                found[at] = Outcome(call, item.id, part, "called_off" if at in stopped else _state(call, part))
    return found


def exit_status(text: str) -> int | None:
    r"""The exit status a client wrote at either end of a command's output, if it wrote one.

    >>> exit_status("boom\n\nCommand exited with code 2"), exit_status("Exit code 1\nboom"), exit_status("boom")
    (2, 1, None)
    """
    for edge in (text[:EDGE], text[-EDGE:]) if len(text) > EDGE else (text,):
        said = list(_exit().finditer(edge))
        if said:
            return int(said[-1][1] or said[-1][2])
    return None


def _state(call: ToolCallPart, result: ToolResultPart) -> State:
    text = result.text
    status = result.exit_code
    shell = plain_name(call.name or result.name) in SHELL_TOOLS
    if status is None and shell:
        status = exit_status(text)
    flagged = bool(result.is_error) or status not in {None, 0}
    if (flagged or (result.is_error is None and len(text) <= EDGE)) and _called_off().search(_edges(text)):
        return "called_off"
    if flagged:
        return "failed"
    if result.is_error is None and status is None and _tells_error(text, shell=shell, call=call):
        return "failed"
    return "done"


def _edges(text: str) -> str:
    return text if len(text) <= EDGE else f"{text[: EDGE // 2]}\n{text[-EDGE // 2 :]}"


def _tells_error(text: str, *, shell: bool, call: ToolCallPart) -> bool:
    """The table for lists without flags. A file that is only shown may hold any word, so it proves nothing."""
    if not shell:
        return bool(_opening().match(text))
    table = _viewer_lines() if _viewer().match(command_line(call)) else _shell_lines()
    wide = 5 * EDGE
    return bool(table.search(text[:wide]) or (len(text) > wide and table.search(text[-wide:])))


def command_line(call: ToolCallPart) -> str:
    """The script a shell tool was given, empty when the call holds none.

    >>> command_line(ToolCallPart("1", "shell", {"command": ["bash", "-lc", "make test"]}))
    'make test'
    """
    if isinstance(call.arguments, str):
        return call.arguments
    for key in ("command", "cmd", "script", "commands", "input", "code"):
        value = call.arguments.get(key)
        if isinstance(value, str):
            return value
        if isinstance(value, list) and value and all(isinstance(word, str) for word in value):
            words = [str(word) for word in value]
            return words[-1] if len(words) > 1 and re.fullmatch(r"-l?i?c", words[-2]) else " ".join(words)
    return ""


@cache
def _exit() -> re.Pattern[str]:
    said = r"[Ee](?:xit|XIT)(?:ed with)?(?: exit)?[ _]?(?:[Cc]ode|[Ss]tatus|CODE)"
    return re.compile(rf"{said}[ :=]{{0,3}}(\d{{1,3}})\b|<returncode>(\d{{1,3}})</returncode>")


@cache
def _called_off() -> re.Pattern[str]:
    return re.compile(
        r"""(?ix)
        doesn.t\ want\ to\ (?:proceed|take\ this\ action) | tool\ use\ was\ rejected | request\ interrupted\ by\ user
        | \b(?:command|operation|request|tool\ (?:call|execution|use))\ (?:was\ |has\ been\ )?
          (?:aborted|cancell?ed|interrupted|rejected|denied|declined)\b
        | \b(?:aborted|cancell?ed|interrupted|rejected|denied|declined)\ by\ (?:the\ )?user\b
        | \buser\ (?:has\ )?(?:aborted|cancell?ed|interrupted|rejected|denied|declined|refused)\b
        | sibling\ tool\ call\ errored | ^\s*(?:aborted|cancell?ed)\.?\s*$
        """
    )


@cache
def _opening() -> re.Pattern[str]:
    return re.compile(
        r"\s*(?:<[\w-]{1,30}>\s*)?(?:\W{0,3}(?:(?i:error|fatal|exception|failed|failure)\b(?=[\s:!,\[(])|[A-Z]\w{0,40}(?:Error|Exception)\b)"
        r"|Traceback \(most recent|(?i:file not found|no such file|permission denied|access denied|not found\b))"
    )


@cache
def _shell_lines() -> re.Pattern[str]:
    return re.compile(
        r"(?m)^(?:Traceback \(most recent|(?:[^\n]{1,120}[:)] )?(?:fatal|error|panic)(?:\[\w+\]| \w{1,4}\d+)?: "
        r"|npm ERR!|npm error |[A-Z]\w{0,40}(?:Error|Exception): |FAILED\b|FAIL\b|--- FAIL|E {3}\w|Segmentation fault"
        r"|[^\n]{0,200}(?:: command not found|: No such file or directory|: [Pp]ermission denied)$)"
        r"|^[^\n]{0,60}\b[1-9]\d* (?:failed|failing)\b"
    )


@cache
def _viewer() -> re.Pattern[str]:
    names = "cat|head|tail|less|sed|nl|grep|rg|awk|find|ls|git (?:log|show|diff|grep|blame)"
    return re.compile(rf"\s*(?:cd [^\n;&|]+ && )?(?:{names})\b")


@cache
def _viewer_lines() -> re.Pattern[str]:
    return re.compile(r"(?m)^(?:(?:ba|z)?sh: |cat|head|tail|sed|grep|rg|find|ls|awk|nl|fatal)[^\n]{0,300}: [^\n]{3,}$")
