"""Every sample session cut right behind a question: what is open then is that question, word for word."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from conftest import corpus_path
from foldline.compactor import load
from foldline.core.session import Item
from foldline.core.speech.asks import open_request
from foldline.core.speech.authorship import human_text
from foldline.core.speech.pastes import without_pastes
from foldline.errors import FoldlineError, SeveralConversationsError

MOST_CONVERSATIONS = 5
"""Conversations looked at in one file."""
QUOTED_WHOLE = 4_000
"""Characters up to which a question has to stand without any cut."""


def folders() -> list[str]:
    root = corpus_path()
    return sorted(path.name for path in root.iterdir() if path.is_dir()) if root.is_dir() else []


def conversations(path: Path) -> Iterator[list[Item]]:
    try:
        yield load(path).history()
    except SeveralConversationsError as several:
        for number in range(1, min(len(several.titles), MOST_CONVERSATIONS) + 1):
            yield load(path, select=number).history()
    except (FoldlineError, OSError):
        return


@cache
def histories(folder: str) -> list[tuple[str, list[Item]]]:
    paths = sorted(path for path in (corpus_path() / folder).rglob("*") if path.is_file())
    return [(path.name, items) for path in paths for items in conversations(path)]


def user_questions(items: list[Item]) -> Iterator[int]:
    for at, item in enumerate(items):
        text = human_text(item.message)
        if text.strip() and len(text) <= QUOTED_WHOLE and without_pastes(text).rstrip().endswith(("?", "？")):
            yield at


def agent_questions(items: list[Item]) -> Iterator[int]:
    for at, item in enumerate(items):
        message = item.message
        is_answer = message.role == "assistant" and message.source not in {"summary", "client"} and not message.calls
        if (
            is_answer
            and message.text.rstrip().endswith(("?", "？"))
            and message.stop_reason not in {"aborted", "error"}
        ):
            yield at


@pytest.mark.parametrize("folder", folders())
def test_a_cut_behind_a_question_of_the_user_leaves_it_open_word_for_word(folder: str) -> None:
    wrong = []
    for name, items in histories(folder):
        for at in user_questions(items):
            found = open_request(items[: at + 1])
            if found is None or (found.entry_id, found.text) != (items[at].id, human_text(items[at].message)):
                wrong.append((name, items[at].id))
    assert wrong == []


@pytest.mark.parametrize("folder", folders())
def test_a_cut_behind_an_answer_that_ends_with_a_question_leaves_that_question_open(folder: str) -> None:
    wrong = []
    for name, items in histories(folder):
        for at in agent_questions(items):
            found = open_request(items[: at + 1])
            text = items[at].message.text.rstrip()
            if found is None or found.entry_id != items[at].id or not text.endswith(found.text):
                wrong.append((name, items[at].id))
    assert wrong == []


def test_the_samples_hold_questions_of_both_sides() -> None:
    everything = [items for folder in folders() for _, items in histories(folder)]
    if not everything:
        pytest.skip("no sample transcripts")
    assert sum(len(list(user_questions(items))) for items in everything) >= 100
    assert sum(len(list(agent_questions(items))) for items in everything) >= 50
