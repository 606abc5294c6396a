"""Pieces of work: the turns that one report closes, with what came of them.

A user who steers while the agent works opens no new piece of work; the report at the end answers for all of it.
"""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from foldline.core.commands import Commit
from foldline.core.events import Run, Story, Task, Turn
from foldline.core.prose import clip, is_cjk, pieces
from foldline.core.ranking import words
from foldline.core.reports import Report, digest

ASK_WIDTH = 160
"""Characters of a request as a note quotes it; the ledger holds it whole."""
_NODS = frozenset(
    "ok okay yes yep yeah no nope continue go ahead proceed thanks thank you please do it sure great good nice wow cool yo "
    "hi hello perfect fine next done right exactly lgtm ls hm hmm alright that works now so jesus".split()
)
_CJK_NODS = ("好", "好的", "继续", "可以", "行", "嗯", "是", "是的", "谢谢", "对", "没问题", "开始", "你好", "收到")
_ASKING = ("?", "？", "please", "can you", "could you", "can we", "could we", "i want", "i'd like", "i need", "let's", "need to",
           "add ", "fix ", "implement", "create", "remove", "update", "make ", "write ", "run ", "move ", "refactor",
           "use ", "change", "想", "请", "帮", "要", "需要", "能不能", "把", "写", "加", "改", "修")  # fmt: skip


class Work(Struct, frozen=True):
    """One piece of work."""

    asks: tuple[str, ...]
    """What the human typed, oldest first."""
    report: Report
    is_finished: bool
    edits: dict[str, int]
    """Path -> number of edits."""
    runs: tuple[Run, ...]
    commits: tuple[Commit, ...]
    tasks: tuple[Task, ...]
    """The last state of the agent's task list that it set here."""
    last_remark: str
    """What the agent said last on the way."""

    @property
    def has_effect(self) -> bool:
        """Something was changed, not only talked about."""
        return bool(self.edits or self.commits)

    @property
    def ask(self) -> str:
        """The request it answers, as one quotable line."""
        return next((quote for ask in reversed(self.asks) if (quote := request_line(ask)) and not is_nod(ask)), "")


def works(story: Story) -> list[Work]:
    """The pieces of work of a conversation, oldest first."""
    found: list[Work] = []
    open_turns: list[Turn] = []
    for turn in story.turns:
        open_turns.append(turn)
        if turn.is_finished:
            found.append(_work(open_turns))
            open_turns = []
    if open_turns and any(turn.ask or turn.remarks or turn.runs or turn.edits for turn in open_turns):
        found.append(_work(open_turns))
    return found


def _work(turns: Sequence[Turn]) -> Work:
    edits: Counter[str] = Counter()
    for turn in turns:
        edits.update(turn.edits)
    return Work(
        asks=tuple(turn.ask for turn in turns if turn.ask),
        report=digest(turns[-1].report),
        is_finished=turns[-1].is_finished,
        edits=dict(edits.most_common()),
        runs=tuple(run for turn in turns for run in turn.runs),
        commits=tuple(commit for turn in turns for commit in turn.commits),
        tasks=next((turn.tasks for turn in reversed(turns) if turn.tasks), ()),
        last_remark=next((turn.remarks[-1] for turn in reversed(turns) if turn.remarks), ""),
    )


def is_nod(ask: str) -> bool:
    """True for a message that asks for nothing of its own: "ok", "continue", "好的".

    >>> is_nod("ok, go ahead"), is_nod("ok, add a test")
    (True, False)
    """
    bare = ask.strip().strip("!.。！~～ ").lower()
    if is_cjk(bare):
        return bare in _CJK_NODS
    said = [word.strip(",.!?'\"") for word in bare.split()]
    return len(said) <= 6 and all(word in _NODS or not word.isalnum() for word in said)  # noqa: PLR2004


def request_line(ask: str, width: int = ASK_WIDTH) -> str:
    """A request as one line: whole where it is short, else the sentence that asks.

    >>> request_line("The import fails on CRLF files since Monday. " * 5 + "Can you fix the parser?")
    'Can you fix the parser?'
    """
    flat = " ".join(ask.split())
    if len(flat) <= width // (2 if is_cjk(flat) else 1) and "```" not in flat and "<" not in flat:
        return flat
    sentences = [piece.text for piece in pieces(ask) if piece.kind != "heading"]
    if not sentences:
        return ""
    return clip(max(sentences, key=_asking), width)


def _asking(sentence: str) -> float:
    low = sentence.lower()
    return sum(word in low for word in _ASKING) + min(len(words(low)), 12) / 8
