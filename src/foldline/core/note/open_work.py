"""What is not finished: what is being done, what stands in the way, what comes next.

Only a user's request makes a step. What an agent proposed is named as that, and waits for the user.
"""

from collections.abc import Iterable

from foldline.core.files.file_calls import READERS
from foldline.core.note.brief import Brief
from foldline.core.note.commands import only_looks
from foldline.core.note.done_work import POINT_WIDTH
from foldline.core.note.last_state import files_text
from foldline.core.note.lines import Line, descending
from foldline.core.note.prose import clip, pieces
from foldline.core.note.sentence_kinds import is_empty_talk
from foldline.core.note.works import Work
from foldline.core.outcomes import plain_name

PLAN_STEPS = 6
LEFT_SHOWN = 8
PROBLEMS_SHOWN = 3
"""The ledger holds them all."""
STUCK_WIDTH = 300
"""Characters of what an agent says it could not do."""
NEWEST_WORKS = 3
"""Pieces of work whose failures may still stand in the way; what older ones could not do is a note."""
NEWEST_PART = 4
"""Problems of the newest quarter are named; older ones have been lived with."""


def doing_lines(brief: Brief) -> list[Line]:
    """What was begun and is not finished."""
    phrases, work = brief.phrases, brief.last
    lines: list[Line] = []
    if work is not None and brief.state in {"working", "later_open"}:
        frame = phrases.at_work if brief.state == "working" else phrases.goes_on_later
        if brief.open_request and brief.is_open(work):
            frame = phrases.open_at_work
        details = descending(_state_of(brief, work), start=78)
        if details or brief.ask_of(work):
            lines.append(Line(brief.with_ask(frame, work), 86, tuple(details)))
    lines += [Line(task.text, 82) for task in brief.tasks if task.state == "doing" and brief.said.first(task.text)]
    if not any(work.tasks for work in brief.works):
        lines += [
            Line(entry.text, 58)
            for entry in brief.earlier.entries("doing")
            if not brief.done_later(entry.text) and brief.said.first(entry.text)
        ]
    return lines


def _state_of(brief: Brief, work: Work) -> Iterable[str]:
    """How far an unfinished piece of work is."""
    steps = [piece.text for piece in pieces(work.plan) if piece.kind == "item" and not is_empty_talk(piece.text)]
    for step in steps[:PLAN_STEPS]:
        if brief.said.first(step):
            yield brief.phrases.plan.format(clip(step, POINT_WIDTH))
    remark = last_sentence(work.last_remark)
    if remark and brief.state == "working" and brief.said.first(remark):
        yield brief.phrases.last_step.format(clip(remark, POINT_WIDTH))
    if work.edits:
        yield brief.phrases.edited.format(files_text(brief, work.edits))


def last_sentence(text: str) -> str:
    """The last sentence of a remark, without the colon that announces a call."""
    told = [piece.text.rstrip(":：") for piece in pieces(text) if piece.kind == "sentence"]
    return told[-1] if told else ""


def problem_lines(brief: Brief) -> list[Line]:
    """What the newest work could not do, and errors of the newest part that nothing has resolved yet."""
    recent = {item.id for item in brief.items[-(len(brief.items) // NEWEST_PART) :]}
    failed = [text for work in brief.works[-NEWEST_WORKS:] for text in work.report.failed if brief.said.first(text)]
    stuck = [Line(quote, 67) for text in failed if (quote := clip(text, STUCK_WIDTH))]
    lines: list[Line] = []
    for failure in reversed(brief.ledger.errors):
        if failure.resolved or failure.entry_id not in recent or len(lines) == PROBLEMS_SHOWN:
            continue
        if plain_name(failure.tool) in READERS or only_looks(failure.target):
            continue
        target = clip(" ".join(failure.target.split()), 80).replace("`", "'")
        text = clip(" ".join(failure.text.split()), POINT_WIDTH).replace("`", "'")
        if text and brief.said.first(f"{target} {text}"):
            lines.append(Line(f"`{target}`: {text}" if target else text, 66))
    return [*stuck, *lines[::-1]]


def next_lines(brief: Brief) -> list[Line]:
    """What comes next, in order."""
    phrases, last = brief.phrases, brief.last
    lines: list[Line] = []
    if brief.open_is_the_agents:
        lines.append(Line(phrases.wait_for_answer, 85))
    elif brief.open_request:
        lines.append(Line(phrases.do_open_request, 85))
    elif brief.request_in_tail:
        lines.append(Line(phrases.follow_newest, 85))
    elif brief.tail_works:
        lines.append(Line(phrases.go_on_there, 85))
    elif brief.state == "working":
        lines.append(Line(phrases.go_on, 85))
    elif brief.state == "answered" and last is not None and last.report.offer.endswith(("?", "？")):
        lines.append(Line(phrases.agent_asked.format(clip(last.report.offer, POINT_WIDTH)), 85))
    lines += [
        Line(phrases.listed.format(task.text), 80.0 - at)
        for at, task in enumerate(brief.tasks)
        if task.state == "open" and brief.said.first(task.text)
    ]
    if left := _left(brief):
        details = descending(left, start=70)
        lines.append(Line(phrases.remaining, 71, tuple(details)))
    return lines or [Line(phrases.wait, 82)]


def _left(brief: Brief) -> list[str]:
    """What the newest list of remaining work names that later work has not done."""
    for at in range(len(brief.works) - 1, -1, -1):
        work = brief.works[at]
        open_tasks = [task.text for task in work.tasks if task.state != "done"] if work is not brief.last else []
        if named := [*work.report.remaining, *open_tasks]:
            return _not_done(brief, named, at)
    kept = [text for entry in brief.earlier.entries("left") for text in (entry.text, *entry.details) if text]
    return _not_done(brief, kept, -1)


def _not_done(brief: Brief, named: Iterable[str], after: int) -> list[str]:
    left = [text for text in named if not brief.done_later(text, after) and brief.said.first(text)]
    return [quote for text in left if (quote := clip(text, POINT_WIDTH))][:LEFT_SHOWN]
