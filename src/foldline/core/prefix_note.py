"""The beginning of an oversized turn, for a reader who has the end of that turn word for word."""

from collections.abc import Callable, Iterable

from foldline.core.brief import Brief
from foldline.core.done_work import commit_lines
from foldline.core.last_state import files_text, state_lines
from foldline.core.note import Block, Group, Line, Note, descending, fit
from foldline.core.open_work import last_sentence, problem_lines
from foldline.core.prose import clip, pieces
from foldline.core.sentence_kinds import is_change, is_empty_talk
from foldline.core.templates import Template, heading
from foldline.core.works import request_line

REQUEST_WIDTH = 900
"""Characters up to which the request stands whole; the ledger holds it in any case."""
STEP_WIDTH = 200
STEPS = 14


def prefix_note(known: Brief, template: Template, *, max_tokens: int, count: Callable[[str], int]) -> str:
    """What the turn was asked for, what was done at its beginning, and what its end builds on."""
    fillers = {"original_request": _request, "early_progress": _steps, "suffix_context": _context}
    blocks = []
    for section in template.sections:
        filler = fillers.get(section.id)
        lines = filler(known) if filler is not None else []
        mark = "" if section.id == "original_request" else "- "
        blocks.append(Block(heading(section, template), [Group(lines, mark=mark, empty=known.phrases.none)]))
    return fit(Note(blocks, known.phrases.earlier), max_tokens=max_tokens, count=count)


def _request(known: Brief) -> list[Line]:
    asks = [turn.ask for turn in known.story.turns if turn.ask]
    quotes = [request_line(ask, REQUEST_WIDTH) for ask in asks]
    return [Line(f"“{quote}”", 95.0 - at) for at, quote in enumerate(quotes) if quote and known.said.first(quote)]


def _steps(known: Brief) -> list[Line]:
    """What was changed and committed, and what the agent said it had done or found on the way."""
    lines: list[Line] = []
    for work in known.works:
        lines += [Line(task.text, 70) for task in work.tasks if task.state == "done" and known.said.first(task.text)]
        lines += commit_lines(known, work, 72)
        if work.edits:
            lines.append(Line(known.phrases.edited.format(files_text(known, work.edits)), 80))
    found = [text for text in _remarks(known) if known.said.first(text)]
    return [*lines, *descending(reversed(found[-STEPS:]), start=66)[::-1]]


def _remarks(known: Brief) -> Iterable[str]:
    for turn in known.story.turns:
        for remark in (*turn.remarks, turn.report):
            for piece in pieces(remark):
                text = piece.text.rstrip(":：")
                if piece.kind != "heading" and is_change(text) and not is_empty_talk(text):
                    yield clip(text, STEP_WIDTH)


def _context(known: Brief) -> list[Line]:
    lines = [*state_lines(known), *problem_lines(known)]
    remarks = [remark for turn in known.story.turns for remark in turn.remarks]
    last = last_sentence(remarks[-1]) if remarks else ""
    if last and known.said.first(last):
        lines.append(Line(known.phrases.last_step.format(clip(last, STEP_WIDTH)), 78))
    lines += [
        Line(known.phrases.listed.format(task.text), 74)
        for task in known.tasks
        if task.state != "done" and known.said.first(task.text)
    ]
    return lines
