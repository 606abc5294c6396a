"""The short summary without a model: what changed, in two or three sentences in the first person.

Sentences are the agent's own, from its reports and commits; no request, no question, no word on checks that were run.
"""

import posixpath
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice

from foldline.core.facts import Ledger
from foldline.core.note.events import story
from foldline.core.note.phrases import Phrases, phrases
from foldline.core.note.ranking import likeness, words
from foldline.core.note.sentence_kinds import (
    is_empty_talk,
    is_field,
    is_made,
    is_outcome,
    is_stage_direction,
    is_state,
    is_telling,
)
from foldline.core.note.voices import voices
from foldline.core.note.works import Work, works
from foldline.core.session import Item
from foldline.core.speech.sentences import sentences

SENTENCE_WIDTH = 240
FILES_NAMED = 3
MOST_SENTENCES = 3
NEWEST_TURNS = 10
SAME_MATTER = 0.75
"""Likeness from which an older sentence speaks of what a newer one tells anew."""


def short_summary(items: Sequence[Item], ledger: Ledger, *, language: str) -> str:
    """Two or three sentences in the first person on what changed; of a story, in the third on what happened in it.

    Args:
        items: what is folded, in order.
        ledger: its `files` say what was changed.
        language: of the frame, `en` or `zh`; quotations keep theirs.

    >>> short_summary((), Ledger(), language="en")
    'I answered in conversation. I changed no files.'
    """
    frames, newest = phrases(language), _newest(items)
    changed = [path for path in ledger.files.modified if path not in ledger.files.deleted and not _is_scratch(path)]
    blank = "" if language == "zh" else " "
    if not changed and (scene := _scene(newest, frames)):
        return blank.join(scene)
    found = works(story(newest))
    told = [_files_sentence(_most_edited(changed, found), frames)] if changed else []
    wanted = MOST_SENTENCES - len(told)
    quotes = list(islice(_quotes(found, frames, has_changes=bool(changed)), wanted))
    if len(quotes) < wanted and len(newest) < len(items):
        quotes = list(islice(_quotes(works(story(items)), frames, has_changes=bool(changed)), wanted))
    told += quotes
    if not changed and len(told) < MOST_SENTENCES - 1:
        told += [frames.answered_only, frames.changed_nothing][len(told) :]
    return blank.join(told)


def _newest(items: Sequence[Item]) -> Sequence[Item]:
    """The items of the newest turns, which nearly always hold enough to quote."""
    asked = [at for at, item in enumerate(items) if item.message.role == "user" and item.message.source == "human"]
    return items[asked[-NEWEST_TURNS] :] if len(asked) > NEWEST_TURNS else items


def _scene(items: Sequence[Item], frames: Phrases) -> list[str]:
    """The most telling sentences of a talk between people with names, with who said them; empty where none has one."""
    if not any(item.message.speaker for item in items):
        return []
    heard = [voice for voice in voices(items) if _is_fit(voice.text) and len(voice.text) <= SENTENCE_WIDTH]
    best = sorted(heard, key=lambda voice: (-voice.weight, -voice.at))[: MOST_SENTENCES - 1]
    told = []
    for voice in sorted(best, key=lambda voice: voice.at):
        speaker = voice.speaker or (frames.user if voice.by_human else frames.assistant)
        told.append(frames.says.format(speaker, voice.text.rstrip("。.")) + frames.stop)
    return told


def _is_scratch(path: str) -> bool:
    return path.startswith(("/tmp/", "/var/tmp/", "/private/tmp/"))  # noqa: S108 - told apart, never written to


def _most_edited(paths: Sequence[str], found: Sequence[Work]) -> list[str]:
    """The paths, those that the newest work edited most before the others."""
    edits: Counter[str] = Counter()
    for work in found:
        edits.update(work.edits)
    return sorted(paths, key=lambda path: -edits[path])


def _files_sentence(paths: Sequence[str], frames: Phrases) -> str:
    """How many files were changed, where, and the names of some that are no tests."""
    folder = posixpath.commonpath(paths) if _share_a_root(paths) and len(paths) > 1 else ""
    folder = "" if folder == "/" else folder
    shown = [path for path in paths if not _patterns().checks.search(path)][:FILES_NAMED]
    names = frames.comma.join(f"`{path[len(folder) :].lstrip('/') if folder else path}`" for path in shown)
    place = frames.under.format(f"`{folder}`") if folder and not _patterns().checks.search(folder) else ""
    frame = frames.changed_one if len(paths) == 1 else frames.changed
    return frame.format(len(paths), place) + (frames.names.format(names) if names else "") + frames.stop


def _share_a_root(paths: Sequence[str]) -> bool:
    return len({path.startswith("/") for path in paths}) == 1


def _quotes(found: Sequence[Work], frames: Phrases, *, has_changes: bool) -> Iterator[str]:
    """What the newest reports say was changed, a commit's subject where one says nothing.

    A report whose first sentence is on what a newer one told anew is left out as a whole.
    """
    said: list[frozenset[str]] = []
    for work in reversed(found):
        if has_changes and not work.has_effect:
            continue
        subjects = (commit.subject for commit in reversed(work.commits))
        told = [*_reported(work, has_changes=has_changes), *(frames.committed.format(text) for text in subjects)]
        for text in told:
            matter = frozenset(word for word in words(text) if not word.isdigit())
            if not _is_fit(text):
                continue
            if all(likeness(matter, other) < SAME_MATTER for other in said):
                yield text if text.endswith((".", "。", "!", "！")) else text + frames.stop
            said.append(matter)
            break


def _reported(work: Work, *, has_changes: bool) -> list[str]:
    """The sentences of a report that tell what was changed, those that say so outright first."""
    report = work.report
    told = (*report.outcome, *report.points, *report.rest) if has_changes else (*report.outcome, *report.rest)
    firsts = [sentences(text)[0].text.strip() for text in told if text]
    firsts = [text for text in firsts if is_outcome(text) and not is_field(text)]
    if not has_changes:
        return [text for text in firsts if is_telling(text)]
    return [*filter(is_made, firsts), *(text for text in firsts if is_state(text) and not is_made(text))]


def _is_fit(text: str) -> bool:
    if not text or len(text) > SENTENCE_WIDTH or "?" in text or "？" in text:
        return False
    return not is_empty_talk(text) and not is_stage_direction(text) and not _patterns().checks.search(text)


class _Patterns:
    """The expressions of this module, compiled on first use."""

    def __init__(self) -> None:
        self.checks = re.compile(
            r"tests?(?![a-z])|testing|\blint|\bbuild|\bcompil|type-?check|\bverif|\bvalidat|\bCI\b|测试|构建|编译|验证|检查",
            re.IGNORECASE,
        )


@cache
def _patterns() -> _Patterns:
    return _Patterns()
