"""Branches of real trees: what is left, what of it is told, and that nothing else changes."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from foldline import branch_entry, handoff, load, summarize_branch
from foldline.core.branches import branch_left, ends, messages_of
from foldline.core.ledger import ledger_text
from foldline.core.result import Status
from foldline.formats import pi


@pytest.fixture(scope="module")
def data(corpus: Path) -> bytes:
    return (corpus / "pi" / "v3-tree.jsonl").read_bytes()


def pairs(data: bytes) -> Iterator[tuple[str, str]]:
    names = [end.id for end in ends(load(data))]
    return ((old, new) for old in names for new in names if old != new)


def test_every_branch_can_be_left_for_every_other(data: bytes):
    for old, new in pairs(data):
        session = load(data)
        made = summarize_branch(session, new, from_id=old)
        left = branch_left(session, old, new)
        assert made.status is Status.COMPACTED
        assert made.messages == len(messages_of(left.entries))
        assert (ledger_text.parse(made.summary) is not None) == ("<foldline-ledger" in made.summary)
        written = pi.dump_branch(session, branch_entry(made, session))
        assert written.startswith(data)
        again = load(written)
        assert again.entries[-1].summary == made.summary
        told = {item.id for item in again.context().items}
        assert not told & {entry.id for entry in left.entries}


def test_a_branch_gives_the_same_summary_every_time(data: bytes):
    for old, new in pairs(data):
        first, second = (summarize_branch(load(data), new, from_id=old) for _ in range(2))
        assert (first.summary, first.ledger) == (second.summary, second.ledger)


@pytest.mark.parametrize(
    "name", ["pi/v3-tree.jsonl", "pi/before-compaction.jsonl", "pi/generated-0.73.1-compact.jsonl"]
)
def test_a_hand_off_of_a_real_session_stands_by_itself(corpus: Path, name: str):
    made = handoff(load(corpus / name))
    assert made.status is Status.COMPACTED
    assert made.document.startswith("## ")
    assert made.document == handoff(load(corpus / name)).document
    assert made.tokens_after < 7_000
