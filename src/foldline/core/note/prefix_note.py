"""The beginning of an oversized turn, for a reader who has the end of that turn word for word."""

from collections.abc import Callable

from foldline.core.note.brief import Brief
from foldline.core.note.done_work import POINT_WIDTH, step_lines
from foldline.core.note.last_state import files_text, state_lines
from foldline.core.note.lines import Block, Group, Line, Note, fit
from foldline.core.note.open_work import last_sentence, problem_lines
from foldline.core.note.prose import clip
from foldline.core.note.request_lines import request_line
from foldline.core.profiles.templates import Template, heading

REQUEST_WIDTH = 900
"""Characters up to which the request stands whole; the ledger holds it in any case."""


def prefix_note(known: Brief, template: Template, *, max_tokens: int, count: Callable[[str], int]) -> str:
    """What the turn was asked for, what was done at its beginning, and what its end builds on."""
    fillers = {"original_request": _request, "early_progress": _steps, "suffix_context": _context}
    blocks = []
    for section in template.sections:
        filler = fillers.get(section.id)
        lines = filler(known) if filler is not None else []
        mark = "" if section.id == "original_request" else "- "
        blocks.append(Block(heading(section, template), [Group(lines, mark=mark)]))
    if blocks and not any(group.lines for block in blocks for group in block.groups):
        blocks[0].groups[0].empty = known.phrases.none
    return fit(Note(blocks, known.phrases.earlier), max_tokens=max_tokens, count=count)


def _request(known: Brief) -> list[Line]:
    asks = [turn.ask for turn in known.story.turns if turn.ask]
    quotes = [request_line(ask, REQUEST_WIDTH) for ask in asks]
    return [Line(f"“{quote}”", 95.0 - at) for at, quote in enumerate(quotes) if quote and known.said.first(quote)]


def _steps(known: Brief) -> list[Line]:
    """What was changed, committed and found, as the agent said it on the way."""
    lines: list[Line] = []
    for work in known.works:
        lines += step_lines(known, work)
        if work.edits:
            lines.append(Line(known.phrases.edited.format(files_text(known, work.edits)), 80))
    return lines


def _context(known: Brief) -> list[Line]:
    lines = [*state_lines(known), *problem_lines(known)]
    last = last_sentence(known.last.last_remark) if known.last is not None else ""
    if last and known.said.first(last):
        lines.append(Line(known.phrases.last_step.format(clip(last, POINT_WIDTH)), 78))
    lines += [
        Line(known.phrases.listed.format(task.text), 74)
        for task in known.tasks
        if task.state != "done" and known.said.first(task.text)
    ]
    return lines
