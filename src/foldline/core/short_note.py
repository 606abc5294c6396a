"""The short summary without a model: what changed, in two or three sentences in the first person.

Sentences are the agent's own, from its reports and commits; no request, no question, no word on checks that were run.
"""

import posixpath
import re
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import islice

from foldline.core.events import story
from foldline.core.facts import Ledger
from foldline.core.phrases import Phrases, phrases
from foldline.core.prose import is_cjk
from foldline.core.ranking import Said
from foldline.core.sentence_kinds import is_empty_talk, is_made, is_telling
from foldline.core.sentences import sentences
from foldline.core.session import Item
from foldline.core.works import Work, works

SENTENCE_WIDTH = 240
FILES_NAMED = 3
MOST_SENTENCES = 3
NEWEST_TURNS = 10


def short_summary(items: Sequence[Item], ledger: Ledger, *, language: str) -> str:
    """Two or three sentences in the first person on what changed.

    Args:
        items: what is folded, in order.
        ledger: its `files` say what was changed.
        language: of the frame, `en` or `zh`; quotations keep theirs.

    >>> short_summary((), Ledger(), language="en")
    'I answered in conversation. I changed no files.'
    """
    frames, changed = phrases(language), ledger.files.modified
    told = [_files_sentence(changed, frames)] if changed else []
    wanted = MOST_SENTENCES - len(told)
    newest = _newest(items)
    quotes = list(islice(_quotes(works(story(newest)), has_changes=bool(changed)), wanted))
    if len(quotes) < wanted and len(newest) < len(items):
        quotes = list(islice(_quotes(works(story(items)), has_changes=bool(changed)), wanted))
    told += quotes
    if not changed and len(told) < MOST_SENTENCES - 1:
        told += [frames.answered_only, frames.changed_nothing][len(told) :]
    return ("" if language == "zh" else " ").join(told)


def _newest(items: Sequence[Item]) -> Sequence[Item]:
    """The items of the newest turns, which nearly always hold enough to quote."""
    asked = [at for at, item in enumerate(items) if item.message.role == "user" and item.message.source == "human"]
    return items[asked[-NEWEST_TURNS] :] if len(asked) > NEWEST_TURNS else items


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


def _quotes(found: list[Work], *, has_changes: bool) -> Iterable[str]:
    """Sentences of the newest reports that tell of a change, then commit subjects; each thing once."""
    said = Said()
    for work in reversed(found):
        if has_changes and not work.has_effect:
            continue
        subjects = [commit.subject for commit in reversed(work.commits)]
        for text in (*work.report.outcome, *work.report.points, *subjects):
            sentence = sentences(text)[0].text.strip() if text else ""
            if (
                len(sentence) <= SENTENCE_WIDTH
                and _is_fit(sentence, is_subject=text in subjects, has_changes=has_changes)
                and said.first(sentence)
            ):
                yield (
                    sentence
                    if sentence.endswith((".", "。", "!", "！"))
                    else sentence + ("。" if is_cjk(sentence) else ".")
                )
                break


def _is_fit(text: str, *, is_subject: bool, has_changes: bool) -> bool:
    if not text or "?" in text or "？" in text or is_empty_talk(text) or _patterns().checks.search(text):
        return False
    return is_subject or (is_made(text) if has_changes else is_telling(text))


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
