import pytest
from hypothesis import given, settings

from core.ledgers import FULL, ledgers
from foldline.core.facts import Failure, FileOps, Ledger, Quote, Rule, Value
from foldline.core.ledger.ledger_marks import CLOSING, OPENING
from foldline.core.ledger.ledger_writer import lines, own_requests


def body(ledger: Ledger, *, requests_below: bool = True) -> list[str]:
    return lines(ledger, "en", requests_below=requests_below)[2:-1]


@pytest.mark.parametrize(
    ("ledger", "bullet"),
    [
        (Ledger(files=FileOps(("src/a.py",))), "- src/a.py"),
        (Ledger(files=FileOps(("b",), (), {"b": "a"}, frozenset({"b"}))), "- b — was a — deleted"),
        (Ledger(files=FileOps((), ("a — b\nc",))), "- a ␐2014; b␐a;c"),
        (Ledger(errors=(Failure("no — rule", "bash", "make — x", "m1"),)), "- [m1] bash — make ␐2014; x — no — rule"),
        (Ledger(values=(Value("80", "port 80 is 80", "m1"),)), "- [m1] 80 — port … is 80"),
        (Ledger(values=(Value("80", "80", "m1"),)), "- [m1] 80"),
        (Ledger(values=(Value("80", "", "m1"),)), "- [m1] 80 — "),
        (Ledger(values=(Value("80", "and so on…", "m1"),)), "- [m1] 80 — and so on␐2026;"),
        (Ledger(values=(Value("80", "x", "m1", by_user=True, superseded=True),)), "- [m1 user] 80 — x"),
        (Ledger(said=(Quote("hello", "m1"),)), "- [m1] hello"),
        (Ledger(said=(Quote("", ""),)), "- [-] "),
        (Ledger(rules=(Rule("r1", "use tabs", "m1"),)), "- [r1 m1] use tabs"),
        (Ledger(rules=(Rule("r1", "use tabs", "", pinned=True),)), "- [r1 - pinned] use tabs"),
        (Ledger(dropped=("two\nlines",)), "- two␐a;lines"),
    ],
)
def test_a_fact_is_one_bullet(ledger: Ledger, bullet: str) -> None:
    assert body(ledger)[1:] == [bullet]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a\nb", ["- [m1] ~~~", "a", "b", "~~~"]),
        ("a\r\n", ["- [m1] ~~~", "a\r", "", "~~~"]),
        ("~~~\nx", ["- [m1] ~~~~", "~~~", "x", "~~~~"]),
        ("~~~~", ["- [m1] ~~~~~", "~~~~", "~~~~~"]),
        ("↑", ["- [m1] ~~~", "↑", "~~~"]),
        ("a ~~~ b", ["- [m1] a ~~~ b"]),
    ],
)
def test_a_text_of_several_lines_stands_whole_between_fences(text: str, written: list[str]) -> None:
    assert body(Ledger(said=(Quote(text, "m1"),)))[1:] == written


def test_ids_that_would_break_their_place_get_a_number() -> None:
    odd = Ledger(said=(Quote("a", "x y"), Quote("b", "x y"), Quote("c", "#1"), Quote("d", "-")))
    assert body(odd) == [
        *("### What the user said, newest first", "- [#1] a", "- [#1] b", "- [#2] c", "- [#3] d"),
        *("### Entry ids", "- #1 = x y", "- #2 = #1", "- #3 = -"),
    ]


def test_a_request_is_written_where_it_is_wanted() -> None:
    quote = Quote("now what?", "m1")
    ledger = Ledger(said=(quote,), request=Quote("do it", "m0"), open_request=quote)
    assert body(ledger) == [
        *("### What the user said, newest first", "- [m1] ↓", "### Newest request", "- [m0] do it"),
        *("### Open request, not answered yet", "- [m1] now what?"),
    ]
    assert body(ledger, requests_below=False) == [
        *("### What the user said, newest first", "- [m1] now what?", "### Newest request", "- [m0] do it"),
        *("### Open request, not answered yet", "- [m1] ↑"),
    ]


def test_requests_of_their_own_are_told_once() -> None:
    quote = Quote("x", "m1")
    assert own_requests(Ledger(request=quote, open_request=quote)) == (quote,)
    assert own_requests(Ledger()) == ()


@settings(max_examples=25, deadline=None)
@given(ledgers())
def test_no_line_but_the_last_closes_the_block(ledger: Ledger) -> None:
    written = lines(ledger, "zh", requests_below=True)
    assert [line for line in written if OPENING in line or CLOSING in line] == [written[0], written[-1]]
    assert "\n".join(written).split("\n") == written


def test_what_binds_stands_last() -> None:
    headings = [line for line in body(FULL) if line.startswith("### ")]
    assert headings[-1] == "### Rules the user set: follow every one (newest last)"
    assert headings[0] == "### Files changed"
