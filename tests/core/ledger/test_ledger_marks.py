import pytest
from hypothesis import given

from core.ledgers import texts
from foldline.core.ledger.ledger_marks import CLOSING, OPENING, block_span, escape, neutralise, opening_line, restore

MARKS = (
    *(OPENING, CLOSING, "<FOLDLINE-LEDGER>", "< foldline-ledger", "</ foldline-ledger >", "< / Foldline_Ledger"),
    *(
        "<foldline ledger>",
        "<foldlineledger>",
        "<\nfoldline-ledger>",
        "<foldline\u2011ledger>",
        "<\u200bfoldline-ledger>",
    ),
)


@pytest.mark.parametrize("mark", MARKS)
def test_a_mark_in_any_case_and_spacing_loses_its_bracket(mark: str) -> None:
    neutral = neutralise(f"see {mark} here")
    assert "<" not in neutral
    assert restore(neutral) == f"see {mark} here"


@pytest.mark.parametrize("text", ["a < b", "<files>", "foldline-ledger", "<b>foldline-ledger", "<summary>"])
def test_other_text_is_left_as_it_is(text: str) -> None:
    assert neutralise(text) == text


@given(texts)
def test_what_was_neutralised_or_escaped_comes_back(text: str) -> None:
    assert restore(neutralise(text)) == text
    assert restore(escape(text)) == text
    assert restore(escape(text, also="—…", one_line=True)) == text


@given(texts)
def test_an_escaped_text_holds_no_mark_and_no_control_character(text: str) -> None:
    escaped = escape(text, one_line=True)
    assert OPENING not in escaped
    assert CLOSING not in escaped
    assert escaped.splitlines() in ([escaped], [])


def test_tabs_line_breaks_and_windows_line_ends_stay() -> None:
    assert escape("a\tb\nc\r\nd") == "a\tb\nc\r\nd"
    assert escape("a\rb") == "a␐d;b"


@pytest.mark.parametrize(
    ("text", "span"),
    [
        (f"{opening_line('en')}\n{CLOSING}", (0, 42)),
        (f"x\n{opening_line('en')}\n{CLOSING}\n\n", (2, 44)),
        (f"x {opening_line('en')}\n{CLOSING}", None),
        (f"{opening_line('en')}\n{CLOSING} y", None),
        (CLOSING, None),
        ("", None),
    ],
)
def test_a_block_stands_at_the_end_and_starts_a_line(text: str, span: tuple[int, int] | None) -> None:
    assert block_span(text) == span
