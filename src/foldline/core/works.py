"""Pieces of work: the turns that one report closes, with what came of them.

A user who steers while the agent works opens no new piece of work; the report at the end answers for all of it.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache

from msgspec import Struct

from foldline.core.asks import asks
from foldline.core.commands import Commit
from foldline.core.events import Run, Story, Task, Turn
from foldline.core.pastes import without_pastes
from foldline.core.prose import clip, is_cjk, pieces
from foldline.core.ranking import words
from foldline.core.reports import Report, digest

ASK_WIDTH = 160
"""Characters of a request as a note quotes it; the ledger holds it whole."""
_GOING_ON = frozenset((
    "ok", "okay", "yes", "yep", "yeah", "alright", "please", "continue", "proceed", "go", "ahead", "on", "now",
    "do", "it", "so", "sure", "and", "then",
))  # fmt: skip
_GOING_ON_CJK = frozenset(("继续", "请继续", "继续吧", "好的继续", "开始", "开始吧"))


class Work(Struct, frozen=True):
    """One piece of work."""

    asks: tuple[str, ...]
    """What the human typed, oldest first."""
    requests: tuple[str, ...]
    """The request it began with and the newest one, each as one quotable line; nods are none."""
    report: Report
    is_finished: bool
    edits: dict[str, int]
    """Path -> number of edits."""
    runs: tuple[Run, ...]
    actions: tuple[str, ...]
    """Calls of other tools that changed something."""
    commits: tuple[Commit, ...]
    tasks: tuple[Task, ...]
    """The last state of the agent's task list that it set here."""
    plan: str
    """The last plan the agent put forward in it."""
    remarks: tuple[str, ...]
    """What the agent said on the way, and its report where it has ended."""

    @property
    def ask(self) -> str:
        """The newest request it answers; empty where there was none."""
        return self.requests[-1] if self.requests else ""

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


def works(story: Story) -> list[Work]:
    """The pieces of work of a conversation, oldest first."""
    found: list[Work] = []
    open_turns: list[Turn] = []
    for turn in story.turns:
        open_turns.append(turn)
        if turn.is_finished:
            found.append(_work(open_turns))
            open_turns = []
    if any(turn.has_events for turn in open_turns):
        found.append(_work(open_turns))
    return found


def _work(turns: Sequence[Turn]) -> Work:
    edits: Counter[str] = Counter()
    for turn in turns:
        edits.update(turn.edits)
    asked = tuple(turn.ask for turn in turns if turn.ask)
    return Work(
        asks=asked,
        requests=_requests(asked),
        report=digest(turns[-1].report),
        is_finished=turns[-1].is_finished,
        edits=dict(edits.most_common()),
        runs=tuple(run for turn in turns for run in turn.runs),
        actions=tuple(action for turn in turns for action in turn.actions),
        commits=tuple(commit for turn in turns for commit in turn.commits),
        tasks=next((turn.tasks for turn in reversed(turns) if turn.tasks), ()),
        plan=next((turn.plan for turn in reversed(turns) if turn.plan), ""),
        remarks=tuple(remark for turn in turns for remark in (*turn.remarks, turn.report) if remark),
    )


def _requests(asked: Sequence[str]) -> tuple[str, ...]:
    newest = _request(reversed(asked))
    oldest = _request(asked) if len(asked) > 1 else newest
    return (oldest, newest) if newest != oldest else (newest,) if newest else ()


def _request(asked: Iterable[str]) -> str:
    return next((quote for ask in asked if not is_nod(ask) and (quote := request_line(ask))), "")


def is_nod(ask: str) -> bool:
    """True for a message that asks for nothing of its own: "ok", "continue", "好的".

    >>> is_nod("ok, go ahead"), is_nod("ok, add a test")
    (True, False)
    """
    said = [word.strip(",.!?;'\"") for word in ask.lower().split()]
    bare = ask.strip().strip("!.。！~～，, ")
    return all(word in _GOING_ON for word in said) or bare in _GOING_ON_CJK or not asks(ask)


def request_line(ask: str, width: int = ASK_WIDTH) -> str:
    """A request as one line: whole where it is short, else the sentence that asks most plainly.

    >>> request_line("The import fails on CRLF files since Monday. " * 5 + "Can you fix the parser?")
    'Can you fix the parser?'
    """
    flat = " ".join(ask.split())
    if len(flat) <= width // (2 if is_cjk(flat) else 1) and "```" not in flat and "<" not in flat:
        return flat
    typed = without_pastes(ask)
    quotes = [piece.text for piece in pieces(typed) if piece.kind != "heading"]
    if len(typed) < len(ask):
        quotes = [quote for quote in quotes if asks(quote)]
    if not quotes:
        return ""
    best = max(quotes, key=_asking)
    if best.endswith((":", "：")):
        best = " ".join((best, *_announced(best, ask)))
    return clip(best, width)


def _announced(line: str, ask: str) -> list[str]:
    """What follows a line that announces it: the title of a plan, the first entry of a list."""
    following = [piece.text for piece in pieces(ask)]
    at = following.index(line) + 1 if line in following else len(following)
    return following[at : at + 1]


class _Patterns:
    """The expressions of this module, compiled on first use."""

    def __init__(self) -> None:
        self.wish = re.compile(
            r"\b(?:i want|i'd like|i need|we need|we want|can you|could you|can we|could we|please|pls|let's|help me|"
            r"make sure)\b|请|帮我|我想|我要|需要|能不能|可以.{0,8}吗",
            re.IGNORECASE,
        )
        self.order = re.compile(
            r"(?:^|[,;:] |\b(?:and|then|ok|alright|so|now|you to|can you|could you|please|just) )"
            r"(?:add|fix|implement|create|remove|delete|update|make|write|run|move|rename|refactor|use|change|read|check|look|find|explain|build|test|show|put|"
            r"split|replace|investigate|continue|propose|suggest|analy[sz]e|review|clean|set up|give me|tell me|do)\b|"
            r"把|改成|写一|加上|修复|实现|检查|删除|生成",
            re.IGNORECASE,
        )


@cache
def _patterns() -> _Patterns:
    return _Patterns()


def _asking(sentence: str) -> float:
    """How plainly a sentence asks for something."""
    patterns = _patterns()
    wishes = min(2, len(patterns.wish.findall(sentence)))
    orders = min(3, len(patterns.order.findall(sentence)))
    return 2.0 * wishes + 1.5 * orders + sentence.endswith(("?", "？")) + min(len(words(sentence)), 12) / 12
