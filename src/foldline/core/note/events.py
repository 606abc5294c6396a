"""What happened in a conversation, in order: requests, reports, edits, commands, commits, task lists.

Read off roles, calls and results alone. Only the prose of users and agents is read whole; of a tool's output, the
edges.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from foldline.core.files.file_calls import READERS, WRITERS, touched
from foldline.core.messages import Json, Message, ToolCallPart
from foldline.core.note import commands
from foldline.core.note.commands import CommandKind, Commit
from foldline.core.outcomes import SHELL_TOOLS, Outcome, command_line, outcomes, plain_name
from foldline.core.session import Item
from foldline.core.speech.authorship import human_text

TaskState = Literal["done", "doing", "open"]

LONGEST_ARGUMENT = 80
"""Characters of an argument that a note repeats."""
_ACTING = (
    "add", "apply", "assign", "book", "cancel", "close", "confirm", "create", "delete", "deploy", "exchange", "modify",
    "move", "order", "pay", "play", "post", "publish", "purchase", "refund", "remove", "rename", "reply", "reserve",
    "return", "schedule", "send", "set", "submit", "transfer", "update", "upgrade",
)  # fmt: skip
"""How the names of tools begin that change something outside the files."""
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
    is_ok: bool | None
    """None where its result says nothing or never came."""
    output: str
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
        self.last_edit = -1
        """Position of the message that made the newest edit."""
        self.runs: list[Run] = []
        self.actions: list[str] = []
        """Calls of other tools that changed something, each on one line."""
        self.commits: list[Commit] = []
        self.tasks: tuple[Task, ...] = ()
        """The last task list the agent set in it."""
        self.plan = ""
        """The last plan it put forward as the argument of a call."""

    @property
    def has_events(self) -> bool:
        """Something was said or done in it."""
        return bool(self.ask or self.remarks or self.runs or self.edits or self.actions or self.tasks or self.plan)

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


def story(items: Sequence[Item]) -> Story:
    """The events of a conversation, in the order of its messages."""
    told = Story()
    became = {outcome.call.id: outcome for outcome in outcomes(items)}
    opened = ""
    for at, item in enumerate(items):
        message = item.message
        ask = human_text(message).strip()
        if ask or not told.turns:
            told.turns.append(Turn(ask, at))
        turn = told.turns[-1]
        if message.source == "summary":
            told.branches_left.append(message.text)
        if message.role == "assistant":
            _hear(turn, message)
            for call in message.calls:
                opened = _see(told, call, became.get(call.id), at, opened)
    return told


def _hear(turn: Turn, message: Message) -> None:
    text = message.text.strip()
    if turn.report and (text or message.calls):
        turn.remarks.append(turn.report)
        turn.report = ""
    if not text:
        return
    if message.calls or message.stop_reason in {"aborted", "error", "length"}:
        turn.remarks.append(text)
    else:
        turn.report = text


def _see(told: Story, call: ToolCallPart, became: Outcome | None, at: int, opened: str) -> str:
    """Take note of one call; the file that is open after it."""
    turn = told.turns[-1]
    if tasks := task_list(call):
        turn.tasks = tasks
        return opened
    if "plan" in call.name.lower() and isinstance(call.arguments, dict):
        turn.plan = _string(call.arguments, ("plan",)) or turn.plan
    if plain_name(call.name) in SHELL_TOOLS and (command := command_line(call).strip()):
        _see_command(told, command, became, at)
    if became is None or became.state in {"called_off", "unanswered"}:
        return opened
    if became.state == "done" and _acts(call):
        turn.actions.append(_action_line(call))
    change = touched(call, opened=opened, failed=became.state == "failed")
    for path in dict.fromkeys(touch.to or touch.path for touch in change.touches if touch.kind != "read"):
        turn.edits[path] += 1
        told.edited_since_commit[path] += 1
        turn.last_edit = at
    return change.opened


def _acts(call: ToolCallPart) -> bool:
    """True for a tool that by its name changes something outside the files: books, sends, updates, cancels."""
    name = plain_name(call.name)
    return name not in SHELL_TOOLS | READERS | WRITERS and name.startswith(_ACTING)


def _action_line(call: ToolCallPart) -> str:
    """The call with its short arguments; what is long or nested is left out."""
    if isinstance(call.arguments, str):
        return call.name
    short = (
        f'{key}="{value}"' if isinstance(value, str) else f"{key}={value}"
        for key, value in call.arguments.items()
        if isinstance(value, str | int | float) and len(str(value)) <= LONGEST_ARGUMENT and "\n" not in str(value)
    )
    return f"{call.name}({', '.join(short)})"


def _see_command(told: Story, command: str, became: Outcome | None, at: int) -> None:
    turn = told.turns[-1]
    output = became.result.text if became is not None and became.result is not None else ""
    is_ok = {"done": True, "failed": False}.get(became.state) if became is not None else None
    steps = commands.steps(command)
    turn.runs += [Run(step.command, step.kind, is_ok, output, at) for step in steps]
    if not is_ok:
        return
    if "git" in command:
        told.branch = commands.branch_of(output) or told.branch
    kinds = {step.kind for step in steps}
    if "commit" in kinds and (commit := commands.commit_of(command, output)):
        turn.commits.append(commit)
        told.branch = commit.branch or told.branch
        told.edited_since_commit.clear()
        told.pushed = False
    if "push" in kinds:
        told.pushed = True


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


def _string(arguments: dict[str, Json], keys: Iterable[str]) -> str:
    return next((value for key in keys if isinstance(value := arguments.get(key), str)), "")
