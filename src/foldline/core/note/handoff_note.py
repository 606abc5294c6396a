"""The sections of the hand-over profile, filled from what happened: what is wanted, done, decided, next and known.

An old request is history and stands once; what nobody asked for is named as a proposal, never as a step.
"""

from collections.abc import Callable

from foldline.core.note.brief import Brief
from foldline.core.note.decisions import decision_lines
from foldline.core.note.done_work import OUTCOME_WIDTH, POINT_WIDTH, RECENT, done_lines
from foldline.core.note.last_state import state_lines
from foldline.core.note.lines import PINNED, Group, Line
from foldline.core.note.open_work import doing_lines, next_lines, problem_lines
from foldline.core.note.prose import clip, pieces
from foldline.core.note.request_lines import is_nod, request_line
from foldline.core.note.rules_in_full import rules_in_full
from foldline.core.note.sentence_kinds import is_finding, says_what_is_left

GOAL_WIDTH = 300
"""Characters of the request a session began with."""
GOALS_CARRIED = 4


def fill(section_id: str, brief: Brief, subheadings: tuple[str, ...]) -> list[Group] | None:
    """The groups of a section of this profile; None for a section it does not know."""
    if section_id == "progress":
        return _progress(brief, subheadings)
    filler = _FILLERS.get(section_id)
    if filler is None:
        return None
    return [Group(filler(brief), mark=_MARKS.get(section_id, "- "))]


def _goal(brief: Brief) -> list[Line]:
    """What it began with, what is being worked on; of an open request only where it stands."""
    phrases, works = brief.phrases, [work for work in brief.works if work.ask]
    lines = brief.carry("goal", weight=88)[:GOALS_CARRIED]
    newest = works[-1] if works else None
    if not lines and newest is not None and (first := _first_request(brief)) and brief.said.first(first):
        lines.append(Line(phrases.began.format(first), 88))
    if newest is not None and not brief.is_open(newest) and brief.said.first(newest.ask):
        is_dealt_with = newest.is_finished or newest is not brief.last or brief.state == "later_done"
        frame = phrases.answered_request if is_dealt_with else phrases.current
        lines.append(Line(frame.format(newest.ask), 92))
    elif newest is None and brief.continues_earlier and brief.earlier.current:
        frame = phrases.answered_request if brief.state in {"answered", "later_done"} else phrases.current
        brief.said.add(brief.earlier.current)
        lines.append(Line(frame.format(brief.earlier.current), 92))
    if brief.open_request:
        title = brief.open_request_title
        lines.append(Line(phrases.open_request_at.format(title) if title else phrases.open_request_below, 90))
    elif brief.request_in_tail:
        lines.append(Line(phrases.request_follows, 80))
    return lines


def _first_request(brief: Brief) -> str:
    """What the work began with, where that is not all that was asked."""
    if brief.earlier.current:
        return brief.earlier.current
    asks = (turn.ask for turn in brief.story.turns if turn.ask and not is_nod(turn.ask))
    first = next(asks, "")
    rules = tuple(rule.text for rule in brief.ledger.rules)
    return request_line(first, GOAL_WIDTH, rules) if next(asks, "") else ""


def _constraints(brief: Brief) -> list[Line]:
    """Where the rules stand, which the ledger below the note holds word for word, and what an earlier note adds."""
    for rule in brief.ledger.rules:
        brief.said.add(rule.text)
    binding = sum(rule.taken_back is None for rule in brief.ledger.rules)
    lines = [Line(brief.phrases.rules_below.format(binding), 94)] if binding else []
    return [*lines, *rules_in_full(brief), *brief.carry("constraints", weight=40)]


def _progress(brief: Brief, subheadings: tuple[str, ...]) -> list[Group]:
    done, doing, blocked = subheadings if len(subheadings) == 3 else ("", "", "")  # noqa: PLR2004
    return [
        Group(done_lines(brief), done, "- [x] ", earlier=brief.earlier.earlier_items),
        Group(doing_lines(brief), doing, "- [ ] "),
        Group(problem_lines(brief), blocked, "- "),
    ]


def _critical(brief: Brief) -> list[Line]:
    lines = state_lines(brief) + brief.carry("critical_context", weight=30)
    if brief.open_request:
        frame = brief.phrases.open_question if brief.open_is_the_agents else brief.phrases.open_request
        lines.append(Line(f"{frame}\n\n{brief.open_request}", PINNED))
    return lines


def _notes(brief: Brief) -> list[Line]:
    """What else a reader would miss: findings, causes, limits, branches that were left."""
    lines = brief.carry("notes", weight=21)
    for text in brief.story.branches_left:
        told = [piece.text for piece in pieces(text) if piece.kind != "heading"]
        if len(told) > 1 and brief.said.first(told[1]):
            lines.append(Line(brief.phrases.left_branch.format(clip(told[1], POINT_WIDTH)), 40))
    for at, work in enumerate(brief.works):
        weight = 22 + RECENT * (at + 1) / len(brief.works)
        rest = (text for text in work.report.rest if says_what_is_left(text) or is_finding(text))
        worth = [*work.report.failed, *rest][:2]
        lines += [
            Line(quote, weight) for text in worth if (quote := clip(text, OUTCOME_WIDTH)) and brief.said.first(text)
        ]
    return lines


_FILLERS: dict[str, Callable[[Brief], list[Line]]] = {
    "goal": _goal,
    "constraints": _constraints,
    "decisions": decision_lines,
    "next_steps": next_lines,
    "critical_context": _critical,
    "notes": _notes,
}
_MARKS = {"goal": "", "next_steps": "1. "}
