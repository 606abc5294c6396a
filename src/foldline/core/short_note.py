"""The short summary without a model: what changed, in two or three sentences in the first person.

Sentences are the agent's own, from its reports and commits; no request, no question, no word on checks that were run.
"""

import posixpath
import re
from collections.abc import Iterable, Sequence
from functools import cache

from foldline.core.events import story
from foldline.core.facts import Ledger
from foldline.core.phrases import Phrases, phrases
from foldline.core.prose import clip, is_cjk
from foldline.core.ranking import Said
from foldline.core.reports import is_change, is_empty_talk, is_telling
from foldline.core.session import Item
from foldline.core.works import Work, works

SENTENCE_WIDTH = 240
FILES_NAMED = 3


def short_summary(items: Sequence[Item], ledger: Ledger, *, language: str) -> str:
    """Two or three sentences in the first person on what changed.

    Args:
        items: what is folded, in order.
        ledger: its `files` say what was changed.
        language: of the frame, `en` or `zh`; quotations keep theirs.

    >>> short_summary((), Ledger(), language="en")
    'I answered in conversation. I changed no files.'
    """
    frames = phrases(language)
    found = works(story(items))
    sentences = [_files_sentence(ledger.files.modified, frames)] if ledger.files.modified else []
    for text in _quotes(found, bool(ledger.files.modified)):
        if len(sentences) == 3:  # noqa: PLR2004 - the form's number
            break
        sentences.append(text)
    if len(sentences) < 2 and not ledger.files.modified:  # noqa: PLR2004
        sentences += [frames.answered_only, frames.changed_nothing][: 2 - len(sentences)]
    return ("" if language == "zh" else " ").join(sentences)


def _files_sentence(paths: Sequence[str], frames: Phrases) -> str:
    """How many files were changed, where, and the names of some that are no tests."""
    folder = posixpath.commonpath(paths) if _share_a_root(paths) and len(paths) > 1 else ""
    shown = [path for path in paths if not _patterns().checks.search(path)][:FILES_NAMED]
    names = ", ".join(f"`{path[len(folder) :].lstrip('/')}`" for path in shown)
    place = frames.under.format(f"`{folder}`") if folder and not _patterns().checks.search(folder) else ""
    frame = frames.changed_one if len(paths) == 1 else frames.changed
    return frame.format(len(paths), place) + (f" ({names})" if names else "") + frames.stop


def _share_a_root(paths: Sequence[str]) -> bool:
    return len({path.startswith("/") for path in paths}) == 1


def _quotes(found: list[Work], has_changes: bool) -> Iterable[str]:  # noqa: FBT001
    """Sentences of the newest reports that tell of a change, then commit subjects; each thing once."""
    said = Said()
    for work in reversed(found):
        if has_changes and not work.has_effect:
            continue
        for text in (*work.report.outcome, *work.report.points, *(commit.subject for commit in reversed(work.commits))):
            sentence = clip(text, SENTENCE_WIDTH).removesuffix(" …")
            if _is_fit(sentence, has_changes) and said.first(sentence):
                yield (
                    sentence
                    if sentence.endswith((".", "。", "!", "！"))
                    else sentence + ("。" if is_cjk(sentence) else ".")
                )
                break


def _is_fit(text: str, has_changes: bool) -> bool:  # noqa: FBT001
    if not text or "?" in text or "？" in text or is_empty_talk(text) or _patterns().checks.search(text):
        return False
    return is_change(text) if has_changes else is_telling(text)


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
