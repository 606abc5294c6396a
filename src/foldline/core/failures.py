"""The errors of a conversation: which call failed, the line that says why, and whether it later went well.

Only what a tool reported counts. A call the user or the client called off is no error, nor is a search without a hit.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import TypeAlias

from msgspec.structs import replace

from foldline.core.command_subjects import settles, subjects
from foldline.core.facts import Failure
from foldline.core.files.file_calls import READERS, WRITERS, path_of
from foldline.core.messages import ToolCallPart
from foldline.core.outcomes import SHELL_TOOLS, Outcome, command_line, outcomes, plain_name
from foldline.core.session import Item

MAX_LINE = 300
"""Characters of the line that is quoted: a minified bundle is one line, too."""
MAX_TARGET = 200
MAX_HEAD = 2_000
"""Characters of a script in which the line it is for stands."""
WINDOW = 6_000
"""Characters looked at from each end of an output; what went wrong stands near one of them."""


def collect(
    items: Iterable[Item], previous: Sequence[Failure] = (), *, became: Sequence[Outcome] | None = None
) -> tuple[Failure, ...]:
    r"""The errors tools reported, oldest first, each once, resolved where the same tool later did the same or more.

    Args:
        items: messages in order.
        previous: errors of an earlier fold, which these messages may resolve.
        became: the outcomes of these messages, where the caller has them.

    >>> from foldline.core.messages import Message, TextPart, ToolResultPart
    >>> call = Message("assistant", (ToolCallPart("1", "bash", {"command": "make"}),))
    >>> answer = ToolResultPart("1", (TextPart("cc -c a.c\na.c:3: error: expected ;\nmake: failed"),), exit_code=2)
    >>> [failure.text for failure in collect([Item("a", call), Item("b", Message("tool", (answer,)))])]
    ['a.c:3: error: expected ;']
    """
    book = _Book(previous)
    for outcome in outcomes(items) if became is None else became:
        if outcome.state == "failed":
            text = _what_went_wrong(outcome)
            if text:
                target = target_of(outcome.call)
                book.open(Failure(text, outcome.call.name, target, outcome.entry_id))
            elif book.waiting and _searched_for_errors(outcome.call):
                book.settle(outcome, shows_errors=False)
        elif outcome.state == "done" and book.waiting:
            book.settle(outcome, shows_errors=None)
    return tuple(book.found.values())


_Key: TypeAlias = tuple[str, str, str]
"""Tool, target without what does not matter, text."""


class _Book:
    """The errors seen so far, and which of them still wait for a success."""

    def __init__(self, previous: Sequence[Failure]) -> None:
        self.found: dict[_Key, Failure] = {}
        self.waiting: dict[str, dict[_Key, None]] = {}
        """By tool."""
        for failure in previous:
            self.open(failure)

    def open(self, failure: Failure) -> None:
        """Take an error into account; one that comes again is the newer one."""
        key = (failure.tool, _sameness(failure.target), failure.text)
        self.found.pop(key, None)
        self.found[key] = failure
        if not failure.resolved:
            self.waiting.setdefault(failure.tool, {})[key] = None

    def settle(self, outcome: Outcome, *, shows_errors: bool | None) -> None:
        """Resolve what a successful call settles.

        Args:
            outcome: of the call.
            shows_errors: whether its output does; None looks where that matters.
        """
        waiting = self.waiting.get(outcome.call.name)
        if not waiting:
            return
        is_shell = plain_name(outcome.call.name) in SHELL_TOOLS
        same = _sameness(target_of(outcome.call))
        script = command_line(outcome.call) if is_shell else ""
        settled = [key for key in waiting if key[1] == same or (script and _settles(script, self.found[key].target))]
        if not settled or (is_shell and not _surely(script) and (shows_errors or _shows_errors(outcome))):
            return
        for key in settled:
            del waiting[key]
            self.found[key] = replace(self.found[key], resolved=True)
        if not waiting:
            del self.waiting[outcome.call.name]


def _settles(script: str, target: str) -> bool:
    """Whether a script does all that an earlier command line was for."""
    earlier = subjects(target)
    if not all(subject.program.rpartition(" ")[2] in script for subject in earlier):
        return False
    return settles(subjects(script), earlier)


def _surely(script: str) -> bool:
    """Whether the exit status of a script speaks for every command in it."""
    return all(subject.is_sure for subject in subjects(script))


def _shows_errors(outcome: Outcome) -> bool:
    """Whether an output whose exit status says nothing still tells of errors."""
    text = outcome.result.text if outcome.result else ""
    return any(_telling().search(line) or _counted().search(line) for line in _lines(text))


def _searched_for_errors(call: ToolCallPart) -> bool:
    """A pipe into a search for errors that found none: the command before it did well."""
    return plain_name(call.name) in SHELL_TOOLS and _search_for_errors().search(command_line(call)) is not None


def target_of(call: ToolCallPart) -> str:
    """What a call is about, in one line: its command, its path, or its first plain argument.

    >>> target_of(ToolCallPart("1", "WebFetch", {"url": "https://example.org", "prompt": "read"}))
    'https://example.org'
    """
    whole = command_line(call) if plain_name(call.name) in SHELL_TOOLS else path_of(call)
    if not whole and not isinstance(call.arguments, str):
        texts = (value for value in call.arguments.values() if isinstance(value, str))
        whole = next((text for text in texts if text.strip()), "")
    lines = [line.strip() for line in whole[:MAX_HEAD].strip().splitlines()]
    telling = (line for line in lines if line and not _setting_up().fullmatch(line))
    return next(telling, lines[0] if lines else "")[:MAX_TARGET]


def _sameness(target: str) -> str:
    """A command without what does not change what it does: its folder, how much of its output is shown."""
    plain = _around_command().sub("", target)
    return " ".join(plain.split()) or target


def _what_went_wrong(outcome: Outcome) -> str:
    """The line of an output that says what went wrong; empty when the call failed without an error."""
    text = outcome.result.text if outcome.result else ""
    lines = [line for line in _lines(text) if not _status_line().fullmatch(line)]
    if not lines:
        return "" if _finds_nothing().match(target_of(outcome.call)) else _status(outcome, text)
    return _worst(lines, plain_name(outcome.call.name))[:MAX_LINE].rstrip()


def _worst(lines: list[str], tool: str) -> str:
    """A file tool says it in its first line and then repeats the file; others somewhere in their output."""
    if tool in READERS | WRITERS:
        return lines[0]
    line = _raised(lines) or next((line for line in lines if _telling().search(line)), "")
    if not line and tool in SHELL_TOOLS:
        line = next((line for line in lines if _doubtful().search(line)), "")
    return line or next((line for line in lines if not _banner().match(line)), lines[-1])


def _lines(text: str) -> Iterator[str]:
    """The lines at both ends of an output, without blank ones and what a client puts around them."""
    if len(text) > 2 * WINDOW:
        text = f"{text[:WINDOW]}\n{text[-WINDOW:]}"
    for line in text.splitlines():
        stripped = _tag().sub("", line).strip()
        if stripped:
            yield stripped


def _raised(lines: list[str]) -> str:
    """The last line of the last traceback: the exception itself."""
    start = next((at for at in range(len(lines) - 1, -1, -1) if lines[at].startswith("Traceback (most recent")), None)
    if start is None:
        return ""
    return next((line for line in lines[start + 1 :] if _exception().match(line)), "")


def _status(outcome: Outcome, text: str) -> str:
    said = next((line for line in _lines(text) if _status_line().fullmatch(line) and any(map(str.isdigit, line))), "")
    code = outcome.result.exit_code if outcome.result else None
    return said or (f"exit code {code}" if code else "")


@cache
def _around_command() -> re.Pattern[str]:
    folder = r"^\s*(?:cd\s+[^;&|]+?\s*(?:&&|;)\s*)+"
    shown = r"\s*\|\s*(?:head|tail|grep|rg|tee|cat)\b[^|]*(?=\||$)"
    return re.compile(rf"{folder}|\s*(?:2>&1|2>\s*/dev/null)|{shown}")


@cache
def _setting_up() -> re.Pattern[str]:
    """Lines of a script before the one it is for."""
    return re.compile(r"#.*|set [-+].*|cd [^;&|]+|export [^;&|]+|source [^;&|]+")


@cache
def _counted() -> re.Pattern[str]:
    """A runner's count of what went wrong."""
    return re.compile(r"(?i)\b[1-9]\d* (?:\w+ )?(?:failed|failing|failures?|errors?|problems?)\b")


@cache
def _search_for_errors() -> re.Pattern[str]:
    return re.compile(r"(?i)\|\s*(?:e?grep|rg)\b(?! +-\w*v)[^|]*(?:error|fail)[^|]*$")


@cache
def _status_line() -> re.Pattern[str]:
    return re.compile(
        r"(?i)(?:command |process |script )?exit(?:ed)?(?: with)?(?: exit)?[ _]?(?:code|status)?[ :=]*\d+\.?"
        r"|\[?(?:the )?command (?:completed|finished|failed) with exit code \d+\.?\]?|<returncode>\d+</returncode>"
        r"|\(?(?:no output|empty)\)?|(?:output|stdout|stderr|error):(?: \(?(?:none|empty)\)?)?|wall time.*|chunk id.*"
    )


@cache
def _finds_nothing() -> re.Pattern[str]:
    """Commands that answer "no" or "different" by their exit status."""
    names = r"grep|egrep|rg|ag|diff|cmp|test|which|pgrep|git (?:diff|grep)|command -v"
    return re.compile(rf"(?:cd [^;&|]+ && )?(?:[^|]*\|\s*)?(?:(?:{names})\b|\[)")


@cache
def _tag() -> re.Pattern[str]:
    streams = r"^.{0,200}\bexit code: \d+, stdout: .{0,200}, stderr: ?"
    return re.compile(rf"</?(?:tool_use_error|error|output|result|stderr|stdout)>|{streams}")


@cache
def _exception() -> re.Pattern[str]:
    return re.compile(r"(?:[\w.]+\.)?[A-Z]\w*(?:Error|Exception|Exit|Interrupt|Warning|Iteration|Failure)?(?::|$)")


@cache
def _telling() -> re.Pattern[str]:
    """Lines that state an error outright."""
    return re.compile(
        r"""(?x)
        (?<![\w-])(?:[Ee]rror|ERROR|[Ff]atal|FATAL|[Pp]anic|PANIC)(?:\[\w+\]|\ \w{1,6}\d+)?: | ^E\s{2,}\w
        | \b[A-Z]\w*(?:Error|Exception)\b(?:\ \[\w+\])?: | ^npm\ (?:ERR!|error)\ (?!code\b) | ^---\ FAIL | ^FAILED\b
        | :\ command\ not\ found | [Nn]o\ such\ file\ or\ directory | [Pp]ermission\ denied | ^(?:Uncaught|Unhandled)\b
        | ^(?:[Ee]rror|ERROR|[Ff]ailed)\b
        """
    )


@cache
def _doubtful() -> re.Pattern[str]:
    """Lines that state one when nothing states it better: a compiler's place and complaint, words of failing."""
    return re.compile(
        r"""(?x)
        ^\S+?[:(]\d+(?:[:,]\d+)?\)?:?\ \S | ^FAIL\b | (?i:\b(?:cannot|can't|could\ not|couldn't|unable\ to|not\ found
        |undefined|invalid|refused|timed\ out|denied|failed|failing|does\ not\ exist|not\ allowed
        |nothing\ to\ commit|not\ exist|unexpected|missing)\b)
        | ^[✕✗×●]\ \S
        """
    )


@cache
def _banner() -> re.Pattern[str]:
    """What a runner prints before it runs."""
    return re.compile(r"[>$#+]\s|\[[\w.:-]+\]\s*\$|===|---|Debugger attached|warning\b", re.IGNORECASE)
