"""What a shell command was for, and the one line of its output that tells how it ended.

Only the first and the last lines of an output are looked at, by plain substring tests: outputs are large.
"""

import re
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from foldline.core.files.shell_words import split

CommandKind = Literal["test", "check", "commit", "push", "branch", "status", "other"]

EDGE = 2_000
"""Characters of an output's head and tail that are looked at."""

_TESTERS = frozenset((
    "pytest", "py.test", "unittest", "vitest", "jest", "mocha", "ava", "rspec", "phpunit", "tox", "nox", "ctest",
    "nextest",
))  # fmt: skip
_CHECKERS = frozenset((
    "tsc", "tsgo", "mypy", "pyright", "ruff", "eslint", "biome", "clippy", "prettier", "gofmt", "golangci-lint",
    "flake8", "pylint", "rubocop", "vet", "lint", "typecheck", "type-check", "check-types", "check", "build",
    "compile", "fmt",
))  # fmt: skip
_RUNNERS = frozenset((
    "npm", "npx", "pnpm", "yarn", "bun", "bunx", "deno", "mise", "make", "just", "task", "go", "cargo", "dotnet",
    "mvn", "gradle", "gradlew", "mix", "swift", "rake", "composer", "poetry", "uv", "uvx", "hatch", "pdm", "nx",
    "turbo", "bazel", "python", "python3", "sh", "bash", "bundle", "php", "zig",
))  # fmt: skip
_LOOKERS = frozenset((
    "grep", "rg", "cat", "ls", "find", "sed", "awk", "echo", "head", "tail", "pip", "pip3", "which", "git", "wc",
    "cp", "mv", "rm", "mkdir", "touch",
))  # fmt: skip
_PREFIXES = frozenset(("time", "sudo", "env", "nice", "command", "exec", "do", "then", "if", "while", "!", "{", "("))
_BY_WEIGHT: tuple[CommandKind, ...] = ("commit", "push", "test", "check", "branch", "status")
"""Which purpose names a line that has several."""
LAST_LINES = 12
SHORTEST_HASH = 7
LONGEST_LINE = 200
"""Characters of an output's line that can still be a summing-up."""


class Commit(NamedTuple):
    """A commit as the command and its output name it."""

    subject: str
    hash: str = ""
    branch: str = ""


@cache
def _git() -> re.Pattern[str]:
    return re.compile(r"\s*git\s+(?:-[Cc]\s+\S+\s+)*(commit|push|checkout|switch|branch|status|merge|rebase|reset)\b")


@cache
def _operator() -> re.Pattern[str]:
    return re.compile(
        r"""'[^']*'|"(?:[^"\\]|\\.)*"|\\.|<<-?\s*['"]?(?P<word>\w+)['"]?|(?P<end>&&|\|\||;|\n)""", re.DOTALL
    )


def short_form(command: str) -> str:
    """The command without what only places or trims it: a leading `cd`, redirections, a pipe into `tail`.

    >>> short_form("cd /srv/app && npm run check 2>&1 | tail -20")
    'npm run check'
    """
    line = command.strip()
    while line.startswith("cd ") and "&&" in line:
        line = line.partition("&&")[2].strip()
    return _trimmed(line.partition("\n")[0])


def _trimmed(line: str) -> str:
    for cut in (" 2>&1", " | tail", " | head", " | grep", " > /dev/null", " |& "):
        line = line.partition(cut)[0]
    return line.strip()


class Step(NamedTuple):
    """One of the commands that a line chains, and what it is for."""

    command: str
    """Without what only trims it."""
    kind: CommandKind


@lru_cache(maxsize=512)
def steps(command: str) -> tuple[Step, ...]:
    """The steps of a command line that have a purpose; the line in its short form where none has.

    >>> steps("sed -i s/a/b/ a.py && pytest -q && git add -A && git commit -q -m 'Rename it'")
    (Step(command='pytest -q', kind='test'), Step(command="git commit -q -m 'Rename it'", kind='commit'))
    """
    found = [Step(_trimmed(part), _kind_of_step(part)) for part in _parts(command)]
    telling = tuple(dict.fromkeys(step for step in found if step.kind != "other"))
    return telling or (Step(short_form(command), "other"),)


def kind_of(command: str) -> CommandKind:
    """What a command is for, as far as a hand-over note cares.

    >>> kind_of("git add -A && git commit -m 'Fix it'")
    'commit'
    """
    kinds = {step.kind for step in steps(command)}
    return next((kind for kind in _BY_WEIGHT if kind in kinds), "other")


def _parts(command: str) -> list[str]:
    """What stands between the operators of a line, quotes and here-documents left whole."""
    parts, start, at = [], 0, 0
    while found := _operator().search(command, at):
        at = found.end()
        if found["word"]:
            end = re.compile(rf"^\s*{re.escape(found['word'])}\s*$", re.MULTILINE).search(command, at)
            at = end.end() if end else len(command)
        elif found["end"]:
            parts.append(command[start : found.start()].strip())
            start = at
    return [part for part in (*parts, command[start:].strip()) if part]


_GIT_KINDS: dict[str, CommandKind] = {"commit": "commit", "push": "push", "status": "status"}


def _kind_of_step(step: str) -> CommandKind:
    if found := _git().match(step):
        return _GIT_KINDS.get(found[1], "branch")
    said = [word.rpartition("/")[2] for word in _trimmed(step).split()]
    while said and (said[0] in _PREFIXES or "=" in said[0]):
        said = said[1:]
    if not said or said[0] in _LOOKERS:
        return "other"
    by_runner = said[0] in _RUNNERS
    if any(word in _TESTERS or (by_runner and word.partition(":")[0] in {"test", "tests"}) for word in said):
        return "test"
    return "check" if any(word.partition(":")[0] in _CHECKERS for word in said) else "other"


def only_looks(command: str) -> bool:
    """True for a command that only looks at files, moves them or finds something out.

    >>> only_looks("cd src && grep -n x *.py"), only_looks("make test"), only_looks("sed -i s/a/b/ x.py && make test")
    (True, False, False)
    """
    return kind_of(command) == "other" and short_form(command).partition(" ")[0] in _LOOKERS


def edges(text: str) -> tuple[list[str], list[str]]:
    """The first and the last lines of an output that hold something."""
    head, tail = text[:EDGE], text[-EDGE:]
    if len(text) > EDGE:
        head, tail = head.rpartition("\n")[0], tail.partition("\n")[2]
    return _filled(head), _filled(tail)


def _filled(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def closing_line(output: str) -> str:
    r"""The line near the end of an output that sums it up in numbers; empty where there is none.

    >>> closing_line("tests/test_a.py ..\n== 2 passed in 0.1s ==\n")
    '== 2 passed in 0.1s =='
    """
    last = [line for line in edges(output)[1][-LAST_LINES:] if len(line) <= LONGEST_LINE]
    return next((line for line in reversed(last) if _summing_up().search(line)), "")


@cache
def _summing_up() -> re.Pattern[str]:
    counted = "passed|failed|passing|failing|failures?|errors?|warnings?|tests?|problems?|skipped|ok"
    return re.compile(
        rf"\b\d+ (?:\w+ )?(?:{counted})\b|\b(?:{counted})\s*[:=]\s*\d|\bran \d+ |test result:|tests:\s+\d|"
        r"\berror TS\d|error\[E\d|\d+ 个.{0,6}(?:通过|失败)",
        re.IGNORECASE,
    )


def commit_of(command: str, output: str) -> Commit | None:
    """The commit a command made; None when its output says that it made none."""
    head, tail = edges(output)
    for line in reversed(head + tail):
        if line.startswith("[") and "] " in line:
            place, _, subject = line[1:].partition("] ")
            branch, _, digest = place.replace(" (root-commit)", "").rpartition(" ")
            if digest and _is_hash(digest):
                return Commit(subject, digest, branch)
    if any("nothing to commit" in line or "no changes added" in line for line in tail):
        return None
    subject = _subject(command)
    return Commit(subject, _logged(subject, head + tail)) if subject else None


def _logged(subject: str, lines: list[str]) -> str:
    """The hash a one-line log in the output gives for a subject; empty where there is none."""
    return next((line.partition(" ")[0] for line in lines if line.endswith(subject) and _is_log_line(line)), "")


def _is_log_line(line: str) -> bool:
    digest = line.partition(" ")[0]
    return len(digest) >= SHORTEST_HASH and _is_hash(digest)


def _is_hash(text: str) -> bool:
    return all(char in "0123456789abcdef" for char in text)


def _subject(command: str) -> str:
    """The first line of the message that a commit in a command line is given."""
    for one in split(command):
        words = [word.text for word in one.words]
        if "git" not in words[:1] or "commit" not in words:
            continue
        for at, word in enumerate(words):
            if word == "--message" or _message_flag().fullmatch(word):
                return _first_line(words[at + 1]) if at + 1 < len(words) else ""
            if word.startswith("--message="):
                return _first_line(word.removeprefix("--message="))
        return _first_line(one.body)
    return ""


def _first_line(message: str) -> str:
    """The first line, of a here-document that stands in place of the message too."""
    if message.startswith("$(cat <<"):
        message = message.partition("\n")[2]
    return message.strip().partition("\n")[0].strip()


@cache
def _message_flag() -> re.Pattern[str]:
    return re.compile(r"-[a-zA-Z]*m")


def branch_of(output: str) -> str:
    """The branch the repository is on after a command, where its output says so."""
    head, tail = edges(output)
    for line in reversed(head + tail):
        if line.startswith("On branch "):
            return line.removeprefix("On branch ").split()[0]
        if line.startswith("## ") and not line.startswith("## No commits"):
            return line[3:].partition("...")[0].split()[0]
        if line.startswith(("Switched to a new branch '", "Switched to branch '")):
            return line.partition("'")[2].partition("'")[0]
    return ""
