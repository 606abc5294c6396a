"""What was done, piece by piece: what came out, what it was asked for, the points under it. Never what was planned."""

from collections.abc import Iterable, Sequence

from foldline.core.note.brief import Brief
from foldline.core.note.last_state import commit_text
from foldline.core.note.lines import Line, descending
from foldline.core.note.prose import clip, pieces
from foldline.core.note.reports import Report
from foldline.core.note.sentence_kinds import is_empty_talk, is_field, is_finding, is_made, is_telling
from foldline.core.note.works import Work

OUTCOME_WIDTH = 300
"""Characters of what came out of one piece of work."""
POINT_WIDTH = 200
POINTS_SHOWN = 6
COMMITS_SHOWN = 8
STEPS_SHOWN = 14
"""Of what an agent said on the way of a piece of work that has no report yet."""
RECENT = 15.0
"""What the newest piece of work weighs more than the oldest."""


def done_lines(brief: Brief) -> list[Line]:
    """What was done, oldest first; what an earlier note lists as done comes before it."""
    lines = _earlier_done(brief)
    for at, work in enumerate(brief.works):
        if not work.is_finished and work is brief.last:
            lines += step_lines(brief, work)
        elif (line := _work_line(brief, work, RECENT * (at + 1) / len(brief.works))) is not None:
            lines.append(line)
    if brief.state == "later_done" and brief.last is not None and brief.ask_of(brief.last):
        lines.append(Line(brief.with_ask(brief.phrases.finished_later, brief.last), 74, counted=True))
    return lines


def _earlier_done(brief: Brief) -> list[Line]:
    """Finished items carried on, and steps that were open then and are done now."""
    lines = brief.carry("done", "progress", weight=44, rise=10, counted=True)
    lines += [
        Line(entry.text, 56, counted=True)
        for entry in brief.earlier.entries("doing")
        if brief.done_later(entry.text) and brief.said.first(entry.text)
    ]
    return lines


def step_lines(brief: Brief, work: Work) -> list[Line]:
    """What a piece of work without a report has done so far: finished tasks, commits, what was said to be changed."""
    tasks = [task.text for task in work.tasks if task.state == "done" and brief.said.first(task.text)]
    commits = _commits(brief, work)
    told = [text for text in _said_on_the_way(work) if brief.said.first(text)][-STEPS_SHOWN:]
    weights = [64.0 - 0.5 * (len(told) - at) for at in range(len(told))]
    return [
        *(Line(clip(text, POINT_WIDTH), 66, counted=True) for text in tasks),
        *(Line(text, 68, counted=True) for text in commits),
        *(Line(text, weight, counted=True) for text, weight in zip(told, weights, strict=True)),
    ]


def _said_on_the_way(work: Work) -> Iterable[str]:
    """Changes and findings an agent named beside its calls."""
    for remark in work.remarks:
        for piece in pieces(remark):
            text = clip(piece.text.rstrip(":："), POINT_WIDTH)
            told = piece.kind != "heading" and (is_made(text) or is_finding(text)) and not is_empty_talk(text)
            if text and told and not text.startswith(("Now ", "now ")):
                yield text


def _work_line(brief: Brief, work: Work, recency: float) -> Line | None:
    """A piece of work as one line with the points under it; None when it says nothing new."""
    report = work.report
    outcome = clip(_joined([text for text in report.outcome if brief.said.first(text)]), OUTCOME_WIDTH)
    points = [clip(text, POINT_WIDTH) for text in (*report.points, *_tasks_done(work)) if brief.said.first(text)]
    points = [text for text in points if text]
    effects = _commits(brief, work)
    effects += [quote for action in work.actions if (quote := clip(action, POINT_WIDTH)) and brief.said.first(action)]
    if not (outcome or points or effects) or _is_small_talk(brief, work):
        return None
    weight = recency + (52.0 + min(8.0, 2 * len(work.commits) + len(work.edits)) if work.has_effect else 42.0)
    told = [*points[:POINTS_SHOWN], *effects[-COMMITS_SHOWN:]]
    outcome = outcome or _leading(brief, report, told)
    if not outcome:
        return None
    text = _headline(brief, work, outcome)
    return Line(text, weight, tuple(descending(told, start=weight - 16, step=2.0)), counted=True)


def _joined(texts: Sequence[str]) -> str:
    """Sentences in one line; one that has lost its colon ends in a full stop."""
    ended = [text if text.endswith((".", "!", "。", "！", "…", ")", "）")) else f"{text}." for text in texts[:-1]]
    return " ".join((*ended, *texts[-1:]))


def _leading(brief: Brief, report: Report, told: list[str]) -> str:
    """What stands in front where no sentence says what came out: a point, a sentence beside them, a record's fields."""
    plain = next((text for text in told if not is_field(text)), "")
    if plain:
        told.remove(plain)
        return plain
    rest = next((clip(text, OUTCOME_WIDTH) for text in report.rest if brief.said.first(text)), "")
    fields = [] if rest else [text for text in told if ": " in text or "：" in text]
    told[:] = [text for text in told if text not in fields]
    return rest or clip("; ".join(fields), OUTCOME_WIDTH)


def _is_small_talk(brief: Brief, work: Work) -> bool:
    """True where nobody asked for anything, nothing was changed and nothing exact was said."""
    told = (*work.report.outcome, *work.report.points)
    return not work.has_effect and not brief.ask_of(work) and not any(map(is_telling, told))


def _headline(brief: Brief, work: Work, outcome: str) -> str:
    """What came out, with the request it answers unless the note has said that."""
    phrases, ask = brief.phrases, brief.ask_of(work)
    quote = "”, “".join(text for text in work.requests or (ask,) if text and brief.said.first(text))
    if not quote:
        return outcome
    return outcome + phrases.asked.format(quote) if work.has_effect else f"{phrases.answered.format(quote)}: {outcome}"


def _commits(brief: Brief, work: Work) -> list[str]:
    """The commits of a piece of work, those too whose subject says what a point has said: each has a hash to go by."""
    told = dict.fromkeys(brief.phrases.commit.format(commit_text(one)) for one in work.commits)
    for one in work.commits:
        brief.said.add(one.subject)
    return list(told)[-COMMITS_SHOWN:]


def _tasks_done(work: Work) -> Iterable[str]:
    """Entries of the task list, where the report itself lists little."""
    if len(work.report.points) > 1:
        return ()
    return (task.text for task in work.tasks if task.state == "done")
