"""What a shell command works on: its program and its targets, without what only places, trims or words it.

By this a later success is known to settle an earlier failure, also where it is spelt otherwise or covers more.
"""

import posixpath
import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import zip_longest
from typing import NamedTuple

from foldline.core.files.shell_words import Command, Word, split
from foldline.core.note import commands

MAX_SCRIPT = 4_000
"""Characters of a script that are read; what is longer is a file written on the way."""
_PASSING = frozenset({
    "cd", "pushd", "popd", "export", "source", ".", "set", "echo", "printf", "true", "sleep", "mkdir", "unset", "wait",
    "clear", "pwd", "date",
})  # fmt: skip
"""Commands beside the one a script is for."""
_FILTERS = frozenset({
    "head", "tail", "grep", "egrep", "rg", "tee", "cat", "less", "more", "sed", "awk", "wc", "sort", "uniq", "cut",
    "tr", "jq", "nl", "column", "fold",
})  # fmt: skip
_PREFIXES = frozenset({"sudo", "command", "env", "time", "nohup", "exec", "nice", "!", "{", "then", "do", "timeout"})
_LAUNCHERS = (
    ("python", "-m"), ("npx",), ("bunx",), ("uvx",), ("pnpx",), ("uv", "run"), ("poetry", "run"), ("pdm", "run"),
    ("pipenv", "run"), ("hatch", "run"), ("bundle", "exec"), ("npm", "exec"), ("pnpm", "exec"), ("yarn", "exec"),
)  # fmt: skip
"""What starts another program, which is the one that counts."""
_WITH_COMMANDS = frozenset({
    "npm", "pnpm", "yarn", "bun", "deno", "cargo", "go", "git", "docker", "kubectl", "pip", "uv", "poetry", "dotnet",
    "mvn", "gradle", "gradlew", "just", "task", "mise", "make", "terraform", "helm", "gh", "apt", "apt-get", "brew",
    "mix", "rake", "composer", "systemctl", "swift", "zig", "nx", "turbo", "bazel",
})  # fmt: skip
"""Programs whose first operand says what they do."""
_SELECTING = frozenset({
    "-k", "-m", "-t", "-g", "-run", "--run", "--grep", "--filter", "--only", "--testNamePattern", "--test", "--lf",
    "--last-failed", "--project", "--testPathPattern",
})  # fmt: skip
"""Options that run a part of the tests."""
_WITH_VALUE = frozenset({"--tb", "-n", "-p", "-o", "-W", "--config", "--reporter", "--timeout", "--maxfail"})
_WORDED = frozenset({"git commit", "git merge", "git tag", "git stash"})
"""Commands whose operands are words for people."""
_FETCHERS = frozenset({"curl", "wget", "http", "https"})


class Subject(NamedTuple):
    """One command of a script."""

    program: str
    """With the first operand where that says what it does: ``npm test``."""
    targets: frozenset[str]
    selection: frozenset[str]
    """Options that make it run a part only."""
    is_check: bool
    """A test, a type check, a build: without targets it covers all."""
    is_sure: bool = True
    """Its exit status is that of the script, or stops it."""


@lru_cache(1_024)
def subjects(script: str) -> tuple[Subject, ...]:
    """The commands a script is for, in order.

    >>> [subject.program for subject in subjects("cd app && CI=1 npx vitest --run src/a.test.ts 2>&1 | tail -5")]
    ['vitest']
    """
    found = split(script[:MAX_SCRIPT])
    return tuple(_subjects(found))


def settles(later: Sequence[Subject], earlier: Sequence[Subject]) -> bool:
    """Whether a later script did everything that an earlier one was for.

    >>> settles(subjects("pytest -q"), subjects("python -m pytest --tb=short tests/test_a.py"))
    True
    """
    return bool(earlier) and all(any(_covers(whole, part) for whole in later) for part in earlier)


def _covers(whole: Subject, part: Subject) -> bool:
    if whole.program != part.program or not whole.selection <= part.selection:
        return False
    if not whole.is_check:
        return whole.targets == part.targets
    if not part.targets:
        return not whole.targets
    return not whole.targets or all(any(_holds(target, one) for target in whole.targets) for one in part.targets)


def _holds(folder: str, path: str) -> bool:
    """A target names another, a folder above it, or the file it is a part of."""
    return folder in {"", path} or path.startswith((f"{folder.rstrip('/')}/", f"{folder}::"))


def _subjects(found: Sequence[Command]) -> Iterator[Subject]:
    for command, following in zip_longest(found, found[1:]):
        after = following.after if following else None
        words = _launched(_without_prefixes(command.words))
        name = posixpath.basename(words[0].text) if words else ""
        is_filter = name in _FILTERS and (command.after.startswith("|") or after == "|")
        if name and name not in _PASSING and not is_filter and not command.after.startswith("||"):
            yield _subject(name, words[1:])._replace(is_sure=after is None or after.startswith(("&&", ")")))


def _subject(name: str, words: Sequence[Word]) -> Subject:
    operands, selection = _arguments([word.text for word in words])
    if name in _WITH_COMMANDS and operands:
        takes = 2 if operands[0] in {"run", "compose"} and len(operands) > 1 else 1
        said = [word for word in operands[:takes] if word != "run"]
        name, operands = " ".join((name, *said)), operands[takes:]
    if name in _WORDED:
        operands = []
    if name in _FETCHERS:
        operands = [word for word in operands if "://" in word]
    is_check = commands.kind_of(" ".join((name, *operands))) in {"test", "check"}
    targets = {_plain(word) if is_check else word for word in operands if not word.isdigit()}
    return Subject(
        name, frozenset() if "" in targets else frozenset(targets), frozenset(selection if is_check else ()), is_check
    )


def _arguments(words: Sequence[str]) -> tuple[list[str], set[str]]:
    """The operands of a command, and the options that select a part of what it would do."""
    operands: list[str] = []
    selection: set[str] = set()
    rest = iter(words)
    for word in rest:
        option, _, value = word.partition("=")
        if option in _SELECTING:
            selection.add(f"{option} {value or next(rest, '')}")
        elif word in _WITH_VALUE:
            next(rest, None)
        elif not word.startswith("-"):
            operands.append(word)
    return operands, selection


def _plain(target: str) -> str:
    """A target of a check without ``./``; empty for everything."""
    path = posixpath.normpath(target.removesuffix("...") or ".")
    return "" if path == "." else path


def _without_prefixes(words: Sequence[Word]) -> Sequence[Word]:
    at = 0
    while at < len(words) and (words[at].text in _PREFIXES or _setting().match(words[at].text)):
        at += 2 if words[at].text == "timeout" else 1
    return words[at:]


def _launched(words: Sequence[Word]) -> Sequence[Word]:
    for launcher in _LAUNCHERS:
        first = [posixpath.basename(word.text) for word in words[: len(launcher)]]
        if tuple(_version().sub("python", word) for word in first) == launcher and len(words) > len(launcher):
            rest = words[len(launcher) :]
            while len(rest) > 1 and rest[0].text.startswith("-"):
                rest = rest[1:]
            return _launched(rest)
    if words:
        name = _version().sub("python", posixpath.basename(words[0].text))
        return (words[0]._replace(text=name), *words[1:])
    return words


@cache
def _setting() -> re.Pattern[str]:
    return re.compile(r"[A-Za-z_]\w*=")


@cache
def _version() -> re.Pattern[str]:
    return re.compile(r"^python[\d.]+$")
