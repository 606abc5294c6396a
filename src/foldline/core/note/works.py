"""Pieces of work: the turns that one report closes, with what came of them.

A user who steers while the agent works opens no new piece of work; the report at the end answers for all of it.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property

from foldline.core.note.commands import Commit
from foldline.core.note.events import Run, Story, Task, Turn
from foldline.core.note.reports import Report, digest
from foldline.core.note.request_lines import is_nod, request_line


class Work:
    """One piece of work. What takes reading is read when it is first asked for."""

    def __init__(self, turns: Sequence[Turn], rules: Collection[str] = ()) -> None:
        self._turns = tuple(turns)
        self._rules = rules

    @cached_property
    def asks(self) -> tuple[str, ...]:
        """What the human typed, oldest first."""
        return tuple(turn.ask for turn in self._turns if turn.ask)

    @cached_property
    def requests(self) -> tuple[str, ...]:
        """The request it began with and the newest one, each as one quotable line; nods are none."""
        newest = _first_request(reversed(self.asks), self._rules)
        oldest = _first_request(self.asks, self._rules) if len(self.asks) > 1 else newest
        return (oldest, newest) if newest != oldest else (newest,) if newest else ()

    @property
    def ask(self) -> str:
        """The newest request it answers; empty where there was none."""
        return self.requests[-1] if self.requests else ""

    @cached_property
    def report(self) -> Report:
        """What the agent reported at its end, taken apart."""
        return digest(self._turns[-1].report)

    @property
    def is_finished(self) -> bool:
        """The agent has said its last word on it."""
        return self._turns[-1].is_finished

    @cached_property
    def edits(self) -> dict[str, int]:
        """Path -> number of edits, most edited first."""
        edits: Counter[str] = Counter()
        for turn in self._turns:
            edits.update(turn.edits)
        return dict(edits.most_common())

    @cached_property
    def commits(self) -> tuple[Commit, ...]:
        """The commits made in it."""
        return tuple(commit for turn in self._turns for commit in turn.commits)

    @cached_property
    def actions(self) -> tuple[str, ...]:
        """Calls of other tools that changed something."""
        return tuple(action for turn in self._turns for action in turn.actions)

    @property
    def runs(self) -> tuple[Run, ...]:
        """The commands that were run in it."""
        return tuple(run for turn in self._turns for run in turn.runs)

    @property
    def tasks(self) -> tuple[Task, ...]:
        """The last state of the agent's task list that it set here."""
        return next((turn.tasks for turn in reversed(self._turns) if turn.tasks), ())

    @property
    def plan(self) -> str:
        """The last plan the agent put forward in it."""
        return next((turn.plan for turn in reversed(self._turns) if turn.plan), "")

    @property
    def remarks(self) -> tuple[str, ...]:
        """What the agent said on the way, and its report where it has ended."""
        return tuple(remark for turn in self._turns for remark in (*turn.remarks, turn.report) if remark)

    @property
    def last_remark(self) -> str:
        """What the agent said last."""
        return self.remarks[-1] if self.remarks else ""

    @property
    def has_effect(self) -> bool:
        """Something was changed, not only talked about."""
        return bool(self.edits or self.commits or self.actions) or any(
            run.is_ok and run.kind in {"branch", "push"} for run in self.runs
        )


def works(story: Story, rules: Collection[str] = ()) -> list[Work]:
    """The pieces of work of a conversation, oldest first.

    Args:
        story: the events.
        rules: clauses of the user that bind later turns, and so are no requests.
    """
    found: list[Work] = []
    open_turns: list[Turn] = []
    for turn in story.turns:
        open_turns.append(turn)
        if turn.is_finished:
            found.append(Work(open_turns, rules))
            open_turns = []
    if any(turn.has_events for turn in open_turns):
        found.append(Work(open_turns, rules))
    return found


def _first_request(asks: Iterable[str], rules: Collection[str]) -> str:
    return next((quote for ask in asks if not is_nod(ask) and (quote := request_line(ask, rules=rules))), "")
