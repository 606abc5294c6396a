"""The sections of the conversation profile, filled from the talk: what is going on, between whom, what is known.

What people said is quoted with the name of who said it; a story stays a story.
"""

import re
from collections.abc import Callable
from functools import cache

from foldline.core.note.brief import Brief
from foldline.core.note.done_work import done_lines
from foldline.core.note.lines import Group, Line
from foldline.core.note.open_work import doing_lines
from foldline.core.note.prose import clip
from foldline.core.note.rules_in_full import rules_in_full
from foldline.core.note.sentence_kinds import is_stage_direction
from foldline.core.note.voices import Voice, spread_out
from foldline.core.note.works import Work

QUOTE_WIDTH = 220
STRETCHES = 10
"""Parts of the talk from each of which something is told."""
RECENT_SHARE = 0.3
"""Newest part of the talk that is looked at first."""
FACTS = 24
FEW_FACTS = 8
"""Facts by their own words below which the most telling of the rest stand beside them."""
STORY_WEIGHT = -0.5
"""Below it stands what only keeps a talk going."""
FACT_WEIGHT = 0.8
"""What a sentence must tell by its own words to count as a fact: a strong cue, or two weak ones."""


def fill(section_id: str, brief: Brief, _subheadings: tuple[str, ...] = ()) -> list[Group] | None:
    """The groups of a section of this profile; None for a section it does not know."""
    filler = _FILLERS.get(section_id)
    return None if filler is None else [Group(filler(brief), mark=_MARKS.get(section_id, ""))]


def _core_task(brief: Brief) -> list[Line]:
    phrases, last = brief.phrases, brief.last
    lines: list[Line] = []
    if brief.open_request:
        lines.append(Line(phrases.open_request_below, 95))
    elif brief.request_in_tail:
        lines.append(Line(phrases.request_follows, 90))
    elif last is not None and last.ask and brief.said.first(last.ask):
        lines.append(Line(phrases.newest.format(last.ask), 92))
    if last is not None:
        lines.append(Line(_status(brief), 90))
        if (told := _last_said(brief, last)) and brief.state == "answered":
            lines.append(Line(told, 84))
    lines += [Line(line.text, 82 - at, line.details) for at, line in enumerate(doing_lines(brief))]
    return lines


def _last_said(brief: Brief, last: Work) -> str:
    """What came out last; of a talk between people with names, what one of them said last that tells something."""
    if not any(voice.speaker for voice in brief.voices):
        told = clip(" ".join(last.report.outcome), QUOTE_WIDTH)
        return brief.phrases.last_report.format(told) if told and brief.said.first(told) else ""
    for voice in reversed(brief.voices):
        if not voice.by_human and not is_stage_direction(voice.text) and (text := clip(voice.text, QUOTE_WIDTH)):
            return brief.phrases.last_said.format(_quote(brief, voice, text)) if brief.said.first(voice.text) else ""
    return ""


def _status(brief: Brief) -> str:
    phrases = brief.phrases
    offer = brief.last.report.offer if brief.last is not None else ""
    if brief.state == "answered" and offer.endswith(("?", "？")) and not brief.request_in_tail:
        return phrases.status_waiting.format(clip(offer, QUOTE_WIDTH))
    is_open = bool(brief.open_request) or brief.request_in_tail or brief.state != "answered"
    return phrases.status_working if is_open else phrases.status_answered


def _interaction(brief: Brief) -> list[Line]:
    phrases = brief.phrases
    lines: list[Line] = []
    names = list(dict.fromkeys(voice.speaker for voice in brief.voices if voice.speaker))
    if names:
        lines.append(Line(phrases.people.format(", ".join(names[:12])), 88))
    set_up = [voice for voice in brief.voices if voice.by_human and _patterns().set_up.search(voice.text)][:4]
    lines += _quotes(brief, set_up, "set-up", 70.0)
    lines += brief.carry("interaction", weight=34)
    recent = brief.voices[-max(6, int(len(brief.voices) * RECENT_SHARE)) :]
    lines += _quotes(brief, spread_out(recent, 5, 1), "", 56.0)
    return lines


def _progress(brief: Brief) -> list[Line]:
    lines = brief.carry("progress", weight=38, rise=8, counted=True)
    worked = [line for line in done_lines(brief) if line.weight > 59] if any(w.has_effect for w in brief.works) else []  # noqa: PLR2004
    if worked:
        return [*lines, *worked]
    told = [voice for voice in brief.voices if voice.weight > STORY_WEIGHT]
    told = [voice for voice in spread_out(told, STRETCHES, 4) if not brief.said.knows(voice.text)]
    return [*lines, *_quotes(brief, spread_out(told, STRETCHES, 2), "", 54.0, counted=True)]


def _key_info(brief: Brief) -> list[Line]:
    lines = [*rules_in_full(brief), *brief.carry("key_info", weight=42)]
    telling = [voice for voice in brief.voices if voice.fact >= FACT_WEIGHT]
    if len(telling) < FEW_FACTS:
        telling = [voice for voice in brief.voices if voice.fact > STORY_WEIGHT and not is_stage_direction(voice.text)]
    best = sorted(telling, key=lambda voice: (-voice.weight, voice.at))[:FACTS]
    ranked = {id(voice): rank for rank, voice in enumerate(best)}
    lines += [
        Line(_quote(brief, voice, text), 62.0 - ranked[id(voice)])
        for voice in sorted(best, key=lambda voice: voice.at)
        if (text := clip(voice.text, QUOTE_WIDTH)) and brief.said.first(voice.text)
    ]
    return lines


def _quotes(brief: Brief, heard: list[Voice], kind: str, start: float, *, counted: bool = False) -> list[Line]:
    lines = []
    for at, voice in enumerate(heard):
        text = clip(voice.text, QUOTE_WIDTH)
        if text and brief.said.first(voice.text):
            weight = start - at if kind else start + 4 * at / len(heard) + min(3.0, voice.weight)
            frame = brief.phrases.context.format(text) if kind else _quote(brief, voice, text)
            lines.append(Line(frame, weight, counted=counted))
    return lines


def _quote(brief: Brief, voice: Voice, text: str) -> str:
    phrases = brief.phrases
    speaker = voice.speaker or (phrases.user if voice.by_human else phrases.assistant)
    return f"{speaker}{phrases.colon}“{text}”"


class _Patterns:
    """The expressions of this module, compiled on first use."""

    def __init__(self) -> None:
        self.set_up = re.compile(
            r"\b(?:you are (?:an?|the|my|now)\b|act as|play(?:ing)? the role|role-?play|pretend|imagine you are|"
            r"your name is|"
            r"the (?:story|scene|setting) (?:is|takes|starts)|in this (?:story|world|game)|(?:your|my) character)\b|"
            r"你是一|你是我|你叫|你扮演|请扮演|我扮演|设定[是为：:]|世界观|故事发生|假装你",
            re.IGNORECASE,
        )


@cache
def _patterns() -> _Patterns:
    return _Patterns()


_FILLERS: dict[str, Callable[[Brief], list[Line]]] = {
    "core_task": _core_task,
    "interaction": _interaction,
    "progress": _progress,
    "key_info": _key_info,
}
_MARKS = {"key_info": "- "}
