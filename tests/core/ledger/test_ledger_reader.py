import pytest
from hypothesis import given, settings

from core.ledgers import FULL, ledgers
from foldline.core.facts import FileOps, Ledger, Quote
from foldline.core.ledger.ledger_cap import canonical
from foldline.core.ledger.ledger_reader import read
from foldline.core.ledger.ledger_words import HEADINGS
from foldline.core.ledger.ledger_writer import lines


@settings(max_examples=25, deadline=None)
@given(ledgers())
def test_what_was_written_is_read_in_both_languages(ledger: Ledger) -> None:
    whole = canonical(ledger)
    for language in HEADINGS:
        assert read(lines(whole, language, requests_below=True), language) == whole
        assert read(lines(whole, language, requests_below=False), language) == whole


@pytest.mark.parametrize(
    "body",
    [
        ["no heading"],
        ["- c.py"],
        ["### Unknown"],
        ["### Files changed", "no bullet"],
        ["### What the user said, newest first", "- no id"],
        ["### What the user said, newest first", "- [m1] ~~~", "never closed"],
        ["### Files changed"],
    ],
)
def test_lines_that_are_no_ledger_are_not_read(body: list[str]) -> None:
    assert read(["<open>", "note", *body], "en") is None


def test_a_ledger_of_another_language_is_not_read() -> None:
    assert read(lines(FULL, "en", requests_below=True), "zh") is None


@pytest.mark.parametrize(
    ("body", "ledger"),
    [
        (["### Newest request", "- [m1] ↑"], Ledger(request=Quote("", "m1"))),
        (["### Rules the user set: follow every one (newest last)", "  - [m1] lost"], Ledger()),
        (["### Files changed", "- a — what"], Ledger(files=FileOps(("a",), (), {"a": "what"}))),
        (["### Newest request", "- [m1] ~~~", "x", "~~~"], Ledger(request=Quote("x", "m1"))),
    ],
)
def test_odd_lines_are_read_as_far_as_they_go(body: list[str], ledger: Ledger) -> None:
    assert read(["<open>", "note", *body, "</foldline-ledger>"], "en") == ledger
