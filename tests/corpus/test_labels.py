"""What is kept of real sessions, measured by hand-made labels.

`labels/*.json` names, for every human turn of the sample sessions, its line or record and the character spans of the
standing rules, of wishes that may pass for one (``maybe``), of what is asked and of pastes; no text. Sessions alternate
between a tuning and a reporting half.
"""

import hashlib
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from foldline.core.counting.estimate import EstimateCounter
from foldline.core.session import Item
from foldline.core.speech import asks, rules
from foldline.core.speech.pastes import pastes
from foldline.formats import registry

LABELS = Path(__file__).parent / "labels"
COVERED = 0.6
"""Share of a labelled rule that a found one must quote."""

Span = tuple[int, int]


class Turn(NamedTuple):
    """A labelled human turn, and what was kept of it."""

    where: str
    half: str
    text: str
    label: dict[str, list[Span]]
    rules: tuple[Span, ...]
    said: str


def overlap(one: Span, other: Span) -> int:
    return max(0, min(one[1], other[1]) - max(one[0], other[0]))


def is_found(label: Span, found: tuple[Span, ...]) -> bool:
    return sum(overlap(label, span) for span in found) >= COVERED * (label[1] - label[0])


def is_right(found: Span, labels: list[Span]) -> bool:
    return any(overlap(found, span) > min(found[1] - found[0], span[1] - span[0]) // 2 for span in labels)


def history(path: Path, session: dict[str, Any]) -> list[Item]:
    data = path.read_bytes()
    loaded = registry.module(registry.sniff(data, path.name)).load(data, select=session.get("select"))
    items: list[Item] = loaded.history()
    return items


def labelled_turns(corpus: Path, session: dict[str, Any]) -> Iterator[Turn]:
    items = history(corpus / session["file"], session)
    stated = [rule for rule in rules.collect(items) if rule.entry_id]
    said = {quote.entry_id: quote.text for quote in asks.said(items, count=EstimateCounter().count)}
    by_digest = {hashlib.sha256(item.message.text.encode()).hexdigest()[:12]: item for item in items}
    for label in session["turns"]:
        if (item := by_digest.get(label["sha"])) is None:
            continue
        text = item.message.text
        found = tuple(
            (text.index(rule.text), text.index(rule.text) + len(rule.text))
            for rule in stated
            if rule.entry_id == item.id
        )
        where = f"{session['file']}:{label['record']}"
        yield Turn(where, session["half"], text, label, found, said.get(item.id, ""))


@cache
def sessions() -> list[dict[str, Any]]:
    return [session for path in sorted(LABELS.glob("*.json")) for session in json.loads(path.read_text())]


@pytest.fixture(scope="module")
def turns(corpus: Path) -> list[Turn]:
    return [turn for session in sessions() for turn in labelled_turns(corpus, session)]


def test_nearly_every_labelled_turn_is_read(turns: list[Turn]) -> None:
    assert len(turns) >= 0.95 * sum(len(session["turns"]) for session in sessions())


def test_halves_alternate_by_session() -> None:
    assert [session["half"] for session in sessions()] == [
        ("tuning", "reporting")[number % 2] for number in range(len(sessions()))
    ]


def test_every_labelled_rule_is_kept(turns: list[Turn]) -> None:
    lost = [
        turn.where
        for turn in turns
        for start, end in turn.label["rules"]
        if not is_found((start, end), turn.rules) and turn.text[start:end] not in turn.said
    ]
    assert lost == []


def test_what_the_user_asked_is_kept(turns: list[Turn]) -> None:
    asked = [turn.text[start:end] in turn.said for turn in turns for start, end in turn.label["asks"]]
    assert sum(asked) >= 0.97 * len(asked)


@pytest.mark.parametrize("half", ["tuning", "reporting"])
def test_most_rules_that_are_found_are_labelled(turns: list[Turn], half: str) -> None:
    found = [
        is_right(span, turn.label["rules"] + turn.label["maybe"])
        for turn in turns
        if turn.half == half
        for span in turn.rules
    ]
    assert sum(found) >= 0.8 * len(found)


@pytest.mark.parametrize("half", ["tuning", "reporting"])
def test_most_labelled_rules_are_found_as_rules(turns: list[Turn], half: str) -> None:
    found = [is_found(span, turn.rules) for turn in turns if turn.half == half for span in turn.label["rules"]]
    assert sum(found) >= 0.8 * len(found)


def test_no_rule_comes_out_of_a_paste(turns: list[Turn]) -> None:
    assert [
        turn.where
        for turn in turns
        for paste in turn.label["pastes"]
        for rule in turn.rules
        if overlap(rule, paste) > (rule[1] - rule[0]) // 2
    ] == []


def test_most_of_what_was_pasted_is_seen_as_a_paste(turns: list[Turn]) -> None:
    pasted = [
        (span, tuple((paste.start, paste.end) for paste in pastes(turn.text)))
        for turn in turns
        for span in turn.label["pastes"]
    ]
    assert sum(is_found(span, found) for span, found in pasted) >= 0.75 * len(pasted)


@pytest.mark.parametrize("half", ["tuning", "reporting"])
def test_a_turn_that_asks_is_told_from_one_that_does_not(turns: list[Turn], half: str) -> None:
    judged = [asks.asks(turn.said) == bool(turn.label["asks"]) for turn in turns if turn.half == half and turn.said]
    assert sum(judged) >= 0.9 * len(judged)


def test_what_was_said_costs_little(corpus: Path) -> None:
    count = EstimateCounter().count
    costs = [
        sum(count(quote.text) for quote in asks.said(history(corpus / session["file"], session), count=count))
        for session in sessions()
    ]
    assert max(costs) <= 2_700
