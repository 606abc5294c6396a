"""The state things were left in: the repository, the last runs of tests and checks, the commands that work here."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache

from foldline.core.note.brief import Brief
from foldline.core.note.commands import CommandKind, Commit, closing_line, kind_of
from foldline.core.note.events import Run
from foldline.core.note.lines import Line
from foldline.core.note.prose import clip

FILES_SHOWN = 6
COMMANDS_SHOWN = 5
SUBJECT_WIDTH = 120
"""Characters of a commit's subject."""
COMMAND_WIDTH = 80
"""Characters of a command worth repeating; a longer one was made for its moment."""


def state_lines(brief: Brief) -> list[Line]:
    """Lines on the state the folded part ends in, none where it shows none."""
    phrases, told = brief.phrases, brief.story
    lines: list[Line] = []
    if repository := _repository(brief) or _repository_before(brief):
        lines.append(Line(phrases.repository.format(repository), 76))
    kinds: tuple[CommandKind, ...] = ("test", "check")
    for kind in kinds:
        runs = [run for run in told.runs if run.kind == kind]
        if runs:
            lines.append(Line(_run_text(brief, runs[-1]), 74))
        else:
            lines += [Line(text, 72) for text in _runs_before(brief, kind)]
    usual = Counter(run.command for run in told.runs if run.is_ok and _is_reusable(run.command))
    named = [f"`{command}`" for command, number in usual.most_common(COMMANDS_SHOWN) if number > 1]
    if named or brief.earlier.commands:
        lines.append(Line(phrases.commands.format(phrases.comma.join(named) or brief.earlier.commands), 50))
    return lines


def commit_text(commit: Commit) -> str:
    """A commit as a note names it."""
    return f"{commit.hash} “{clip(commit.subject, SUBJECT_WIDTH)}”".strip()


def files_text(brief: Brief, edits: Mapping[str, int]) -> str:
    """Files with their number of edits, most edited first."""
    named = [
        f"{brief.name(path)}{f' ({number})' if number > 1 else ''}" for path, number in Counter(edits).most_common()
    ]
    shown = brief.phrases.comma.join(named[:FILES_SHOWN])
    return brief.phrases.files_in.format(shown, len(named) - FILES_SHOWN) if len(named) > FILES_SHOWN else shown


def _repository(brief: Brief) -> str:
    phrases, told = brief.phrases, brief.story
    parts: list[str] = []
    if told.branch:
        parts.append(phrases.branch.format(told.branch))
    if told.commits:
        parts.append(phrases.last_commit.format(commit_text(told.commits[-1])))
        if told.pushed:
            parts.append(phrases.pushed)
        changed = told.edited_since_commit
        parts.append(phrases.uncommitted.format(files_text(brief, changed)) if changed else phrases.clean)
    return phrases.comma.join(parts)


def _repository_before(brief: Brief) -> str:
    """What an earlier note said of the repository, with the files that were changed since."""
    phrases, before = brief.phrases, brief.earlier.repository
    if not before or not brief.story.edited_since_commit:
        return before
    before = before.removesuffix(phrases.comma + phrases.clean)
    before = before.partition(phrases.comma + phrases.uncommitted.partition("{}")[0])[0]
    return before + phrases.comma + phrases.uncommitted.format(files_text(brief, brief.story.edited_since_commit))


def _runs_before(brief: Brief, kind: CommandKind) -> Iterable[str]:
    """The last runs an earlier note knew of."""
    phrases = brief.phrases
    for command, outcome in brief.earlier.runs.items():
        if kind_of(command) == kind:
            is_stale = bool(brief.story.edited_since_commit) and phrases.stale not in outcome
            yield phrases.tests.format(command, outcome) + (f" ({phrases.stale})" if is_stale else "")


def _run_text(brief: Brief, run: Run) -> str:
    """How a run ended, by its flag and its closing line; the flag is not believed where the line speaks of trouble."""
    phrases = brief.phrases
    line = closing_line(run.output).replace("`", "'")
    verdict = {True: phrases.passed, False: phrases.failed, None: ""}[run.is_ok]
    if run.is_ok and _patterns().trouble.search(line):
        verdict = ""
    said = phrases.comma.join(part for part in (verdict, f"“{line}”" if line else "") if part) or phrases.no_outcome
    is_stale = any(turn.edits and turn.last_edit > run.at for turn in brief.story.turns)
    return phrases.tests.format(run.command.replace("`", "'"), said) + (f" ({phrases.stale})" if is_stale else "")


def _is_reusable(command: str) -> bool:
    """True for a short command that does something of use again, and does not only look at or write one file."""
    return 2 < len(command) <= COMMAND_WIDTH and not _patterns().momentary.search(command)  # noqa: PLR2004


class _Patterns:
    """The expressions of this module, compiled on first use."""

    def __init__(self) -> None:
        self.trouble = re.compile(r"[1-9]\d* (?:error|fail|warning)|\berror\b|\bfailed\b|\bFAIL|失败", re.IGNORECASE)
        self.momentary = re.compile(
            r"^(?:cd|git|cat|ls|sed|grep|rg|find|wc|head|tail|cp|mv|rm|mkdir|touch|echo|apply_patch|pwd|which|nl|awk|sleep)\b|"
            r"[`<>]|\$\("
        )


@cache
def _patterns() -> _Patterns:
    return _Patterns()
