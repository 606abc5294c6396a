"""What a note is written from: the work, the state it is left in, and what the kept messages show beyond it."""

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Literal

from msgspec import Struct

from foldline.core.facts import Ledger
from foldline.core.note.earlier_note import EarlierNote
from foldline.core.note.events import Story, Task, story
from foldline.core.note.lines import Line
from foldline.core.note.phrases import Phrases
from foldline.core.note.ranking import Said, bag, likeness
from foldline.core.note.voices import Voice, voices
from foldline.core.note.works import Work, works
from foldline.core.session import Item

State = Literal["answered", "working", "later_done", "later_open"]
"""Of the newest piece of work: reported, unfinished, finished in the kept messages, going on in them."""
BELOW_ENTRY = 20.0
"""What a detail weighs less than the entry it stands under."""
SAME_WORK = 0.6
"""Likeness from which a later text is taken to speak of the same step."""


class Brief(Struct):
    """Everything the sections of a note are filled from."""

    items: Sequence[Item]
    story: Story
    works: list[Work]
    tail: Story
    tail_works: list[Work]
    earlier: EarlierNote
    ledger: Ledger
    phrases: Phrases
    said: Said
    folder: str = ""
    """Folder that all edited files with a whole path share; their names are given below it."""
    open_request: str = ""
    """The open request, where the note itself has to carry it."""
    open_is_the_agents: bool = False
    """It is a question the agent put to the user."""
    open_request_title: str = ""
    """Title of the section that carries it; empty when it stands below the note."""
    done_words: list[list[frozenset[str]]] = []
    """The words of what each piece of work has done, once they are needed."""
    heard: list[Voice] | None = None
    """What was said, once it is needed."""
    request_in_tail: bool = False
    """A human asked something in the kept messages."""

    @property
    def voices(self) -> list[Voice]:
        """What was said, sentence by sentence."""
        if self.heard is None:
            self.heard = voices(self.items)
        return self.heard

    @property
    def last(self) -> Work | None:
        """The newest piece of work."""
        return self.works[-1] if self.works else None

    @property
    def state(self) -> State:
        """How the newest piece of work stands."""
        if self.last is None or self.last.is_finished:
            return "answered"
        if not self.tail_works or self.tail.turns[0].ask:
            return "working"
        return "later_done" if self.tail.turns[0].is_finished else "later_open"

    @property
    def continues_earlier(self) -> bool:
        """The first piece of work was begun before this part: nobody asks for it here."""
        return bool(self.works) and not self.works[0].asks

    def ask_of(self, work: Work) -> str:
        """What a piece of work was asked for; the earlier note knows it where the work was begun before this part."""
        if work.ask or work is not self.works[0] or not self.continues_earlier:
            return work.ask
        return self.earlier.current

    def is_open(self, work: Work) -> bool:
        """The request of this work is the open one, which stands whole elsewhere."""
        quote = self.ledger.open_request
        return quote is not None and any(ask in quote.text or quote.text in ask for ask in work.asks[-1:])

    def with_ask(self, frame: str, work: Work) -> str:
        """A line on a piece of work, with what it was asked for unless the note says that already."""
        ask = self.ask_of(work)
        is_new = bool(ask) and not self.is_open(work) and self.said.first(ask)
        return frame + (self.phrases.asked.format(ask) if is_new else "")

    @property
    def tasks(self) -> tuple[Task, ...]:
        """The task list as far as it is alive: set in the newest piece of work and not anew in the kept messages."""
        if self.last is None or any(work.tasks for work in self.tail_works):
            return ()
        return self.last.tasks

    def carry(self, *section_ids: str, weight: float, rise: float = 0.0, counted: bool = False) -> list[Line]:
        """What an earlier note says in these sections and this one does not yet, in its order.

        Args:
            section_ids: sections of the earlier note.
            weight: of its first entry.
            rise: what its last entry weighs more than the first.
            counted: it is finished work.
        """
        entries = [entry for section_id in section_ids for entry in self.earlier.entries(section_id)]
        lines = []
        for at, entry in enumerate(entries):
            if not self.said.first(entry.text):
                continue
            own = weight + rise * at / len(entries)
            details = tuple(Line(text, own - BELOW_ENTRY) for text in entry.details if self.said.first(text))
            if details or counted or not entry.text.rstrip("*_ ").endswith((":", "：")):
                lines.append(Line(entry.text, own, details, counted))
        return lines

    def name(self, path: str) -> str:
        """A file's path below the folder all edited files share."""
        short = path.removeprefix(self.folder) if self.folder else path
        return f"`{short}`"

    def done_later(self, text: str, after: int = -1) -> bool:
        """True when later work, of this part or of the kept messages, speaks of the same step as done."""
        if not self.done_words:
            self.done_words = [[bag(done) for done in done_texts(work)] for work in (*self.works, *self.tail_works)]
        own = bag(text)
        return any(likeness(own, done) >= SAME_WORK for work in self.done_words[after + 1 :] for done in work)


def done_texts(work: Work) -> Iterable[str]:
    """What a piece of work says it has done."""
    yield from work.report.outcome
    yield from work.report.points
    yield from (commit.subject for commit in work.commits)
    yield from (task.text for task in work.tasks if task.state == "done")


def brief(
    items: Sequence[Item],
    upcoming: Sequence[Item],
    ledger: Ledger,
    phrases: Phrases,
    earlier: EarlierNote,
) -> Brief:
    """Read the conversation for a note."""
    told = story(items)
    tail = story(upcoming)
    rules = tuple(rule.text for rule in ledger.rules)
    edited = {path for turn in told.turns for path in turn.edits}
    return Brief(
        items=items,
        story=told,
        works=works(told, rules),
        tail=tail,
        tail_works=works(tail, rules),
        earlier=earlier,
        ledger=ledger,
        phrases=phrases,
        said=Said(),
        folder=_common_folder({path for path in {*edited, *ledger.files.modified} if path.startswith(("/", "~"))}),
        request_in_tail=any(turn.ask for turn in tail.turns),
    )


def _common_folder(paths: Iterable[str]) -> str:
    """The folder two or more files share, up to its last slash; empty when it would save nothing."""
    distinct = sorted(set(paths))
    if len(distinct) < 2:  # noqa: PLR2004 - a single file keeps its whole path
        return ""
    shared = [
        one for one, other in takewhile(_are_equal, zip(distinct[0].split("/"), distinct[-1].split("/"), strict=False))
    ]
    return "/".join(shared) + "/" if "".join(shared) else ""


def _are_equal(pair: tuple[str, str]) -> bool:
    return pair[0] == pair[1]
