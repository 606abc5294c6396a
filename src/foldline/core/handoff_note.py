"""The sections of the hand-over profile, filled from what happened: what is wanted, done, decided, next and known.

An old request is history and stands once; what nobody asked for is named as a proposal, never as a step.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache

from foldline.core.brief import Brief
from foldline.core.commands import Commit, closing_line
from foldline.core.earlier_note import Entry, quoted
from foldline.core.events import Run
from foldline.core.note import PINNED, Group, Line, descending
from foldline.core.prose import clip, pieces
from foldline.core.reports import is_empty_talk, is_telling
from foldline.core.works import Work, is_nod, request_line

OUTCOME_WIDTH = 300
"""Characters of what came out of one piece of work."""
POINT_WIDTH = 200
ASKED_WIDTH = 120
POINTS_SHOWN = 6
COMMITS_SHOWN = 8
RULES_SHOWN = 12
FILES_SHOWN = 6
RECENT = 15.0
"""What the newest piece of work weighs more than the oldest."""


def fill(section_id: str, brief: Brief, subheadings: tuple[str, ...]) -> list[Group] | None:
    """The groups of a section of this profile; None for a section it does not know."""
    if section_id == "progress":
        return _progress(brief, subheadings)
    filler = _FILLERS.get(section_id)
    return (
        None if filler is None else [Group(filler(brief), mark=_MARKS.get(section_id, "- "), empty=brief.phrases.none)]
    )


def _goal(brief: Brief) -> list[Line]:
    phrases, earlier = brief.phrases, brief.earlier.entries("goal")
    lines = [Line(entry.text, 88) for entry in earlier[:4]]
    asks = [(at, work, work.ask) for at, work in enumerate(brief.works) if work.ask]
    first = asks[0] if asks else None
    newest = asks[-1] if asks else None
    if first and not lines and first is not newest and brief.said.first(first[2]):
        lines.append(Line(phrases.began.format(first[2]), 88))
    if newest and not _is_open(brief, newest[1]) and brief.said.first(newest[2]):
        dealt_with = newest[1].is_finished or newest[1] is not brief.last or brief.state == "later_done"
        frame = phrases.answered_request if dealt_with else phrases.current
        lines.append(Line(frame.format(newest[2]), 92))
    if brief.open_request:
        title = brief.open_request_title
        lines.append(Line(phrases.open_request_at.format(title) if title else phrases.open_request_below, 90))
    elif brief.request_in_tail:
        lines.append(Line(phrases.request_follows, 80))
    return lines


def _is_open(brief: Brief, work: Work) -> bool:
    """The request of this work is the open one, which is quoted whole elsewhere."""
    quote = brief.ledger.open_request
    return quote is not None and any(ask.strip() in quote.text or quote.text in ask for ask in work.asks[-1:])


def _constraints(brief: Brief) -> list[Line]:
    binding = [rule for rule in brief.ledger.rules if rule.taken_back is None]
    binding.sort(key=lambda rule: not rule.pinned)
    texts = [clip(" ".join(rule.text.split()), POINT_WIDTH) for rule in binding[:RULES_SHOWN]]
    lines = [Line(f"“{text}”", 60.0 - index) for index, text in enumerate(texts) if text and brief.said.first(text)]
    for entry in brief.earlier.entries("constraints"):
        if brief.said.first(entry.text):
            lines.append(Line(entry.text, 40))
    return lines


def _progress(brief: Brief, subheadings: tuple[str, ...]) -> list[Group]:
    done, doing, blocked = subheadings if len(subheadings) == 3 else ("", "", "")  # noqa: PLR2004
    none = brief.phrases.none
    groups = [
        Group(done_lines(brief), done, "- [x] ", none if done else "", brief.earlier.earlier_items),
        Group(doing_lines(brief), doing, "- [ ] ", none if doing else ""),
        Group(problem_lines(brief), blocked, "- ", none if blocked else ""),
    ]
    if not done and not any(group.lines for group in groups):
        groups[0].empty = none
    return groups


def done_lines(brief: Brief) -> list[Line]:
    """What was done, oldest first; what an earlier note lists as done comes before it."""
    lines = _earlier_done(brief)
    total = len(brief.works)
    for at, work in enumerate(brief.works):
        if work.is_finished or work is not brief.last:
            line = _work_line(brief, work, RECENT * (at + 1) / total)
            if line is not None:
                lines.append(line)
    last = brief.last
    if last is not None and brief.state == "later_done" and (ask := _ask_of(brief, last)):
        lines.append(
            Line(brief.phrases.finished_later.format(ask), 74, tuple(commit_lines(brief, last, 60)), counted=True)
        )
    return lines


def _earlier_done(brief: Brief) -> list[Line]:
    """Finished items carried on, and steps that were open then and are done now."""
    lines: list[Line] = []
    entries = [*brief.earlier.entries("done"), *(entry for entry in brief.earlier.entries("progress"))]
    for at, entry in enumerate(entries):
        if brief.said.first(entry.text):
            weight = 44.0 + 10 * at / len(entries)
            details = tuple(
                Line(text, 20.0 + 5 * at / len(entries)) for text in entry.details if brief.said.first(text)
            )
            lines.append(Line(entry.text, weight, details, counted=True))
    lines += [
        Line(entry.text, 56, counted=True)
        for entry in brief.earlier.entries("doing")
        if not _was_request(entry) and brief.done_later(entry.text) and brief.said.first(entry.text)
    ]
    return lines


def _was_request(entry: Entry) -> bool:
    return entry.text.startswith("“")


def _work_line(brief: Brief, work: Work, recency: float) -> Line | None:
    """A piece of work as one line: what came out, what it was asked for, and the points under it."""
    phrases, report = brief.phrases, work.report
    ask = _ask_of(brief, work)
    outcome = clip(" ".join(text for text in report.outcome if brief.said.first(text)), OUTCOME_WIDTH)
    points = [clip(text, POINT_WIDTH) for text in (*report.points, *_tasks_done(work)) if brief.said.first(text)]
    commits = [commit for commit in work.commits if brief.said.first(commit.subject)]
    if not outcome and not points and not commits:
        return None
    base = (60.0 + min(8.0, 2 * len(work.commits) + len(work.edits))) if work.has_effect else 44.0
    weight = base + recency
    if work.has_effect and outcome:
        text = outcome + (phrases.asked.format(clip(ask, ASKED_WIDTH)) if ask and brief.said.first(ask) else "")
    elif ask:
        text = phrases.answered.format(clip(ask, ASKED_WIDTH)) if not work.has_effect else f"“{clip(ask, ASKED_WIDTH)}”"
        text += ": " + outcome if outcome else ""
    else:
        text = outcome or (points.pop(0) if points else commits.pop().subject)
    told = [*points[:POINTS_SHOWN], *(phrases.commit.format(_commit_text(one)) for one in commits[-COMMITS_SHOWN:])]
    return Line(text, weight, tuple(descending(told, start=weight - 16, step=2.0)), counted=True)


def commit_lines(brief: Brief, work: Work, weight: float) -> list[Line]:
    """The newest commits of a piece of work."""
    told = [brief.phrases.commit.format(_commit_text(one)) for one in work.commits if brief.said.first(one.subject)]
    return descending(told[-COMMITS_SHOWN:], start=weight)


def _commit_text(commit: Commit) -> str:
    return f"{commit.hash} “{clip(commit.subject, 120)}”".strip()


def _tasks_done(work: Work) -> Iterable[str]:
    return (task.text for task in work.tasks if task.state == "done" and len(work.report.points) < 2)  # noqa: PLR2004


def _ask_of(brief: Brief, work: Work) -> str:
    """What a piece of work was asked for; the earlier note knows it where the work began before this part."""
    if work.ask or work.asks or work is not brief.works[0]:
        return work.ask
    return next((quoted(entry.text) for entry in brief.earlier.entries("doing") if _was_request(entry)), "")


def doing_lines(brief: Brief) -> list[Line]:
    """What was begun and is not finished."""
    phrases, work = brief.phrases, brief.last
    lines: list[Line] = []
    if work is not None and brief.state in {"working", "later_open"}:
        frame = phrases.at_work if brief.state == "working" else phrases.goes_on_later
        ask = _ask_of(brief, work)
        details = [*descending(_state_of(brief, work), start=78), *commit_lines(brief, work, 60)]
        if _is_open(brief, work) and brief.open_request:
            lines.append(Line(phrases.open_request_at.format(brief.open_request_title), 86, tuple(details)))
        elif ask or details:
            text = frame.format(ask) if ask else details.pop(0).text
            lines.append(Line(text, 86, tuple(details)))
    lines += [Line(task.text, 82) for task in brief.tasks if task.state == "doing" and brief.said.first(task.text)]
    if not any(work.tasks for work in brief.works):
        lines += [
            Line(entry.text, 58)
            for entry in brief.earlier.entries("doing")
            if not _was_request(entry) and not brief.done_later(entry.text) and brief.said.first(entry.text)
        ]
    return lines


def _state_of(brief: Brief, work: Work) -> Iterable[str]:
    """How far an unfinished piece of work is."""
    plan = next((turn.plan for turn in reversed(brief.story.turns) if turn.plan), "")
    if plan and not work.is_finished:
        steps = [piece.text for piece in pieces(plan) if piece.kind != "sentence" and not is_empty_talk(piece.text)]
        yield from (brief.phrases.plan.format(clip(step, POINT_WIDTH)) for step in steps[:6] if brief.said.first(step))
    remark = next(iter(_sentences(work.last_remark)[-1:]), "")
    if remark and brief.state == "working" and brief.said.first(remark):
        yield brief.phrases.last_step.format(clip(remark, POINT_WIDTH))
    if work.edits:
        yield brief.phrases.edited.format(files_text(brief, work.edits))


def _sentences(text: str) -> list[str]:
    return [piece.text.rstrip(":：") for piece in pieces(text) if piece.kind == "sentence"]


def files_text(brief: Brief, edits: dict[str, int] | Counter[str]) -> str:
    """Files with their number of edits, most edited first."""
    named = [
        f"{brief.name(path)}{f' ({number})' if number > 1 else ''}" for path, number in Counter(edits).most_common()
    ]
    shown = ", ".join(named[:FILES_SHOWN])
    return brief.phrases.files_in.format(shown, len(named) - FILES_SHOWN) if len(named) > FILES_SHOWN else shown


def problem_lines(brief: Brief) -> list[Line]:
    """Errors of the newest part that nothing has resolved yet."""
    recent = {item.id for item in brief.items[-len(brief.items) // 4 :]}
    lines = []
    for failure in brief.ledger.errors[::-1]:
        if failure.resolved or failure.entry_id not in recent or len(lines) == 3:  # noqa: PLR2004 - the ledger has all
            continue
        target = clip(" ".join(failure.target.split()), 80)
        text = clip(" ".join(failure.text.split()), POINT_WIDTH)
        if text and brief.said.first(f"{target} {text}"):
            lines.append(Line(f"`{target}`: {text}" if target and "`" not in target else text, 66))
    return lines[::-1]


def _decisions(brief: Brief) -> list[Line]:
    lines = [
        Line(entry.text, 46.0 + 8 * at / len(brief.earlier.entries("decisions")))
        for at, entry in enumerate(brief.earlier.entries("decisions"))
        if brief.said.first(entry.text)
    ]
    total = len(brief.works)
    previous: Work | None = None
    for at, work in enumerate(brief.works):
        recency = RECENT * (at + 1) / total
        for ask in work.asks:
            lines += _user_decisions(brief, ask, previous, recency)
        lines += [Line(text, 40 + recency) for text in _reasons(work) if brief.said.first(text)]
        previous = work
    return lines


def _user_decisions(brief: Brief, ask: str, before: Work | None, recency: float) -> Iterable[Line]:
    """What the user decided or turned down; a bare "option 2" with the option it names."""
    patterns = _patterns()
    if before is not None and (choice := patterns.choice.search(ask)) and len(ask) < 60:  # noqa: PLR2004
        wanted = choice[0].lower()
        for text in (*before.report.outcome, *before.report.points, *before.report.rest):
            if text.lower().startswith(wanted):
                yield Line(brief.phrases.chose.format(" ".join(ask.split()), clip(text, POINT_WIDTH)), 60 + recency)
                return
    for piece in pieces(ask):
        text = piece.text
        if patterns.decided.search(text) and not text.endswith(("?", "？")) and not is_nod(text):
            quote = clip(text, POINT_WIDTH)
            if quote and brief.said.first(text):
                yield Line(brief.phrases.user_said.format(quote), 54 + recency)


def _reasons(work: Work) -> list[str]:
    """Sentences of the report that give a decision with its reason, the decision in bold."""
    found = []
    for text in (*work.report.outcome, *work.report.rest, *work.report.points):
        match = _patterns().reason.match(text)
        if match and _patterns().choosing.search(text) and len(text) < 280:  # noqa: PLR2004
            found.append(
                f"**{match[1].rstrip(' ,，;；')}**: {match[2]}"
                if "`" not in match[1] or match[1].count("`") % 2 == 0
                else text
            )
    return found[:2]


def _next_steps(brief: Brief) -> list[Line]:
    phrases = brief.phrases
    lines: list[Line] = []
    if brief.state == "working":
        lines.append(Line(phrases.go_on, 84))
    lines += [
        Line(phrases.listed.format(task.text), 80.0 - at)
        for at, task in enumerate(brief.tasks)
        if task.state == "open" and brief.said.first(task.text)
    ]
    last = brief.last
    if brief.request_in_tail:
        lines.append(Line(phrases.follow_newest, 83))
    elif last is not None and brief.state == "answered" and last.report.offer.endswith(("?", "？")):
        lines.append(Line(phrases.agent_asked.format(clip(last.report.offer, POINT_WIDTH)), 84))
    lines += [Line(phrases.remaining.format(text), 70.0 - at) for at, text in enumerate(_left(brief))]
    if not lines and not brief.open_request:
        lines.append(Line(phrases.wait, 82))
    elif not lines:
        lines.append(Line(phrases.open_request_at.format(brief.open_request_title), 82))
    return lines


def _left(brief: Brief) -> list[str]:
    """What the newest list of remaining work names that later work has not done."""
    for at in range(len(brief.works) - 1, -1, -1):
        work = brief.works[at]
        named = [
            *work.report.remaining,
            *(task.text for task in work.tasks if task.state != "done" and work is not brief.last),
        ]
        if named:
            left = [text for text in named if not brief.done_later(text, at)]
            return [clip(text, POINT_WIDTH) for text in left if brief.said.first(text)][:8]
    kept = [entry.text for entry in brief.earlier.entries("next_steps")]
    return [text for text in kept if not brief.done_later(text) and brief.said.first(text)][:8]


def _critical(brief: Brief) -> list[Line]:
    lines = state_lines(brief)
    lines += [
        Line(entry.text, 30) for entry in brief.earlier.entries("critical_context") if brief.said.first(entry.text)
    ]
    if brief.open_request:
        lines.append(Line(f"{brief.phrases.open_request}\n\n{brief.open_request}", PINNED))
    return lines


def state_lines(brief: Brief) -> list[Line]:
    """The state things were left in: repository, last runs of tests and checks, commands that work."""
    phrases, told = brief.phrases, brief.story
    lines: list[Line] = []
    if repository := _repository(brief):
        lines.append(Line(phrases.repository.format(repository), 76))
    for kind in ("test", "check"):
        runs = [run for run in told.runs if run.kind == kind]
        if runs:
            lines.append(Line(_run_text(brief, runs[-1]), 74))
    working = Counter(run.command for run in told.runs if run.kind in {"test", "check", "other"} and _is_reusable(run))
    if usual := [f"`{command}`" for command, number in working.most_common(5) if number > 1]:
        lines.append(Line(phrases.commands.format(", ".join(usual)), 50))
    return lines


def _is_reusable(run: Run) -> bool:
    """A short command that worked and is no look at a file."""
    looks = run.command.startswith(
        ("cd ", "git ", "cat ", "ls", "sed ", "grep ", "rg ", "find ", "wc ", "head ", "tail ", "cp ", "mv ", "rm ")
    )
    return run.is_ok is not False and 2 < len(run.command) <= 80 and not looks and "`" not in run.command  # noqa: PLR2004


def _repository(brief: Brief) -> str:
    phrases, told = brief.phrases, brief.story
    parts: list[str] = []
    if told.branch:
        parts.append(phrases.branch.format(told.branch))
    if told.commits:
        newest = told.commits[-1]
        parts.append(phrases.last_commit.format(_commit_text(newest)))
        if told.pushed:
            parts.append(phrases.pushed)
        changed = told.edited_since_commit
        parts.append(phrases.uncommitted.format(files_text(brief, changed)) if changed else phrases.clean)
    return ", ".join(parts)


def _run_text(brief: Brief, run: Run) -> str:
    phrases = brief.phrases
    line = closing_line(run.output).replace("`", "")
    verdict = {True: phrases.passed, False: phrases.failed, None: ""}[run.is_ok]
    if run.is_ok is not False and _patterns().trouble.search(line):
        verdict = ""
    verdict = ", ".join(part for part in (verdict, f"“{line}”" if line else "") if part)
    edited_later = any(turn.edits for turn in brief.story.turns if turn.at > run.at)
    return phrases.tests.format(run.command.replace("`", ""), verdict) + (f" ({phrases.stale})" if edited_later else "")


def _notes(brief: Brief) -> list[Line]:
    lines = [Line(entry.text, 14) for entry in brief.earlier.entries("notes") if brief.said.first(entry.text)]
    for text in brief.story.branches_left:
        if (first := next(iter(_sentences(text)[1:2]), "")) and brief.said.first(first):
            lines.append(Line(brief.phrases.left_branch.format(clip(first, POINT_WIDTH)), 40))
    total = len(brief.works)
    for at, work in enumerate(brief.works):
        worth = [text for text in work.report.rest if _patterns().finding.search(text)]
        lines += [
            Line(clip(text, OUTCOME_WIDTH), 22 + RECENT * (at + 1) / total)
            for text in worth[:2]
            if brief.said.first(text)
        ]
    return lines


class _Patterns:
    """The expressions of this module, compiled on first use."""

    def __init__(self) -> None:
        self.choice = re.compile(r"(?:option|approach|variant|plan|方案|选项)\s*(?:\d|[A-D]\b)", re.IGNORECASE)
        self.decided = re.compile(
            r"\b(?:let'?s (?:use|go|store|do|keep|put|make|take|drop|skip|stick)|instead of|rather than|go with|prefer|decided|"
            r"we (?:want|don'?t)|belongs? in|not .{3,40} but|doesn'?t work|is (?:wrong|horrible|bad|too)|leave it|only want)\b|"
            r"^(?:no,|nope,|don'?t|do not|actually,)|决定|改用|不要|别|就用|还是用|换成|而不是|应该",
            re.IGNORECASE,
        )
        self.choosing = re.compile(
            r"\b(?:decid|chose|choos|went with|going with|opt(?:ed)? for|recommend|instead of|rather than|kept|keep|prefer|"
            r"cleaner|simpler|safer|better)|决定|选择|改用|采用|建议|保留",
            re.IGNORECASE,
        )
        self.reason = re.compile(
            r"(.{12,160}?)[,，;；]?\s*\b((?:because|since|so that|as this|to avoid)\b.{8,})|(.{6,80}?)，?((?:因为|以便|以免).{4,})"
        )
        self.finding = re.compile(
            r"\b(?:root cause|because|turns out|the (?:problem|issue|bug|reason|cause)|note that|important|caveat|limitation|"
            r"must|cannot|can'?t|risk|however|careful|workaround)\b|原因|问题|注意|必须|不能|限制|但是",
            re.IGNORECASE,
        )
        self.trouble = re.compile(r"\berror|\bfail|\bwarning|失败", re.IGNORECASE)


@cache
def _patterns() -> _Patterns:
    return _Patterns()


_FILLERS: dict[str, Callable[[Brief], list[Line]]] = {
    "goal": _goal,
    "constraints": _constraints,
    "decisions": _decisions,
    "next_steps": _next_steps,
    "critical_context": _critical,
    "notes": _notes,
}
_MARKS = {"goal": "", "next_steps": "1. "}
