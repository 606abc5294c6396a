"""What happened in a conversation, in order: requests, reports, edits, commands, commits, task lists.

Read off roles, calls and results alone. Only the prose of users and agents is read whole; of a tool's output, the
edges.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from foldline.core import commands
from foldline.core.authorship import human_text
from foldline.core.commands import Commit, CommandKind, Outcome
from foldline.core.messages import Json, Message, TextPart, ToolCallPart, ToolResultPart
from foldline.core.session import Item

TaskState = Literal["done", "doing", "open"]

_READING = ("read", "view", "cat", "open", "grep", "glob", "ls", "list", "search", "find", "fetch", "get")
_PATH_KEYS = ("path", "file_path", "filePath", "filename", "target_file", "notebook_path", "absolute_path")
_PATCH_LINES = ("*** Update File: ", "*** Add File: ", "*** Delete File: ", "*** Move to: ")
_STATES: dict[str, TaskState] = {
    "completed": "done", "complete": "done", "done": "done", "cancelled": "done", "in_progress": "doing",
    "in-progress": "doing", "doing": "doing",
}  # fmt: skip


class Task(NamedTuple):
    """An entry of the agent's own task list."""

    text: str
    state: TaskState


class Run(NamedTuple):
    """A command that was run."""

    command: str
    """In its short form."""
    kind: CommandKind
    outcome: Outcome
    at: int
    """Position of the message that called it."""


class Turn:
    """What one request set off, up to the next one."""

    def __init__(self, ask: str, at: int) -> None:
        self.ask = ask
        """What the human typed; empty for what an agent did before anybody asked."""
        self.at = at
        self.remarks: list[str] = []
        """What the agent said on the way."""
        self.report = ""
        """What it said last, with no call after it; empty while it is still at work."""
        self.edits: Counter[str] = Counter()
        self.runs: list[Run] = []
        self.commits: list[Commit] = []
        self.tasks: tuple[Task, ...] = ()
        """The last task list the agent set in it."""
        self.plan = ""
        """The last plan it put forward as the argument of a call."""

    @property
    def is_finished(self) -> bool:
        """The agent has said its last word on it."""
        return bool(self.report)


class Story:
    """A conversation as turns, with the state it ends in."""

    def __init__(self) -> None:
        self.turns: list[Turn] = []
        self.branch = ""
        self.edited_since_commit: Counter[str] = Counter()
        self.last_status: Run | None = None
        self.pushed = False
        self.branches_left: list[str] = []
        """Summaries of branches of the conversation that were explored and left."""

    @property
    def commits(self) -> list[Commit]:
        """Every commit, oldest first."""
        return [commit for turn in self.turns for commit in turn.commits]

    @property
    def runs(self) -> list[Run]:
        """Every command, oldest first."""
        return [run for turn in self.turns for run in turn.runs]


def story(items: Sequence[Item], *, modified: Iterable[str] = ()) -> Story:
    """The events of a conversation.

    Args:
        items: its messages, in order.
        modified: paths known to have been changed; a call that names one and is no reading counts as an edit.
    """
    told = Story()
    known = frozenset(modified)
    results = {result.call_id: result for item in items for result in item.message.results}
    for at, item in enumerate(items):
        message = item.message
        ask = human_text(message) if message.role == "user" else ""
        if ask.strip() or not told.turns:
            told.turns.append(Turn(ask.strip(), at))
        turn = told.turns[-1]
        if message.source == "summary":
            told.branches_left.append(message.text)
        if message.role == "assistant":
            _hear(turn, message)
            for call in message.calls:
                _see(told, turn, call, results.get(call.id), at, known)
    return told


def _hear(turn: Turn, message: Message) -> None:
    text = "\n".join(part.text for part in message.parts if isinstance(part, TextPart)).strip()
    if turn.report and (text or message.calls):
        turn.remarks.append(turn.report)
        turn.report = ""
    if not text:
        return
    if message.calls or message.stop_reason in {"aborted", "error", "length"}:
        turn.remarks.append(text)
    else:
        turn.report = text


def _see(
    told: Story, turn: Turn, call: ToolCallPart, result: ToolResultPart | None, at: int, known: frozenset[str]
) -> None:
    if tasks := task_list(call):
        turn.tasks = tasks
        return
    if "plan" in call.name.lower() and isinstance(call.arguments, dict):
        turn.plan = _string(call.arguments, ("plan",)) or turn.plan
    failed = result is not None and (result.is_error is True or bool(result.exit_code))
    command = commands.shell_command(call)
    if command:
        _see_command(told, turn, command, result or ToolResultPart(call.id), at)
    if not failed:
        for path in edited_paths(call, command, known):
            turn.edits[path] += 1
            told.edited_since_commit[path] += 1


def _see_command(told: Story, turn: Turn, command: str, result: ToolResultPart, at: int) -> None:
    kind = commands.kind_of(command)
    run = Run(commands.short_form(command), kind, commands.outcome(result), at)
    turn.runs.append(run)
    if branch := commands.branch_of(command, result):
        told.branch = branch
    if kind == "status":
        told.last_status = run
    if kind in {"commit", "push"} and "commit" in command and (commit := commands.commit_of(command, result)):
        turn.commits.append(commit)
        told.branch = commit.branch or told.branch
        told.edited_since_commit.clear()
        told.pushed = False
    if kind == "push" or ("git push" in command and run.outcome.ok is not False):
        told.pushed = run.outcome.ok is not False


def edited_paths(call: ToolCallPart, command: str, known: frozenset[str]) -> list[str]:
    """The paths a call changed, as it names them."""
    arguments = call.arguments
    patch = command or (arguments if isinstance(arguments, str) else _string(arguments, ("input", "patch")))
    if "*** " in patch:
        return [
            line[len(mark) :].strip() for line in patch.splitlines() for mark in _PATCH_LINES if line.startswith(mark)
        ]
    if isinstance(arguments, str) or command:
        return []
    path = _string(arguments, _PATH_KEYS)
    name = call.name.lower()
    if not path or name.startswith(_READING):
        return []
    changes = path in known or any(word in name for word in ("edit", "write", "replace", "create", "patch", "insert"))
    return [path] if changes else []


def _string(arguments: dict[str, Json], keys: Iterable[str]) -> str:
    for key in keys:
        value = arguments.get(key)
        if isinstance(value, str):
            return value
    return ""


def task_list(call: ToolCallPart) -> tuple[Task, ...]:
    """The entries a call sets its agent's task list to; empty when it is no such call.

    Known by shape, not by the tool's name: a list of objects, each with a text and a state.
    """
    if not isinstance(call.arguments, dict):
        return ()
    for key in ("todos", "plan", "tasks", "items", "steps", "task_list"):
        entries = call.arguments.get(key)
        if isinstance(entries, list):
            tasks = [task for entry in entries if (task := _task(entry)) is not None]
            if tasks and len(tasks) == len(entries):
                return tuple(tasks)
    return ()


def _task(entry: Json) -> Task | None:
    if not isinstance(entry, dict):
        return None
    text = _string(entry, ("content", "step", "text", "title", "description", "task"))
    state = _string(entry, ("status", "state"))
    return Task(" ".join(text.split()), _STATES.get(state.lower(), "open")) if text and state else None
