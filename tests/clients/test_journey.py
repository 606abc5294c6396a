"""The comparison of what a client sends with what it should sees each thing that can be wrong."""

import pytest

from clients.journey import GO_ON, complaints
from clients.model_server import Request, Said
from formats.claude_code_file import answer, boundary, call, load, result, summary, text, typed

FOLDED, KEPT = "the old question about the rivers of the land", "the newest question"
SESSION = load(
    typed("u1", None, FOLDED),
    answer("a1", "u1", "m1", text("an old answer")),
    typed("u2", "a1", KEPT),
    answer("a2", "u2", "m2", call("c1")),
    result("r1", "a2", "c1", "three files"),
    boundary("b", "r1", preservedMessages={"anchorUuid": "s", "uuids": ["u2", "a2", "r1"]}),
    summary("s", "b", "The summary."),
)
RIGHT = (
    Said("user", "The summary."),
    Said("user", KEPT),
    Said("assistant", "", calls=("c1",)),
    Said("user", "three files", results=("c1",)),
    Said("user", GO_ON),
)


def told(*said: Said) -> str:
    return "; ".join(complaints(Request("messages", {}, said, is_summary=False), SESSION))


def test_what_is_right_is_not_complained_of():
    assert told(*RIGHT) == ""


@pytest.mark.parametrize(
    ("said", "complaint"),
    [
        (RIGHT[1:], "summary was not sent"),
        (RIGHT[:-1], "not at the end"),
        (RIGHT[:1] + RIGHT[2:], "kept text was not sent"),
        (RIGHT[:2] + RIGHT[3:], "without its call"),
        (RIGHT[:3] + RIGHT[4:], "without a result"),
        ((*RIGHT[:1], Said("user", FOLDED), *RIGHT[1:]), "folded text was sent"),
    ],
)
def test_each_fault_is_seen(said: tuple[Said, ...], complaint: str):
    assert complaint in told(*said)
