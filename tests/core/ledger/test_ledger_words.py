import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldline.core.ledger.ledger_words import DROPPABLE, HEADINGS, MARKS, Omission, omission_line, read_omission

LANGUAGES = sorted(HEADINGS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_heading_once(language: str) -> None:
    headings = HEADINGS[language]
    assert headings.keys() == HEADINGS["en"].keys()
    assert MARKS[language].keys() == MARKS["en"].keys()
    assert len(set(headings.values())) == len(headings)


@given(
    st.sampled_from(DROPPABLE),
    st.integers(1, 10**6),
    st.sampled_from(["", "m1", "a to b", "x（y）"]),
    st.sampled_from(["m1", "m2"]),
    st.sampled_from(["en", "zh"]),
)
def test_a_line_for_what_was_left_out_can_be_read(part: str, number: int, first: str, last: str, language: str) -> None:
    omission = Omission(part, number, first, last if first else "")
    line = omission_line(omission, language)
    assert omission_line(read_omission(line), language) == line


@pytest.mark.parametrize(
    ("omission", "english", "chinese"),
    [
        (
            Omission("said", 12, "m1", "m40"),
            "What the user said: 12 more, in the original (ids m1 to m40)",
            "用户说过的话：另有 12 条，见原文（编号 m1 至 m40）",
        ),
        (
            Omission("resolved", 1, "m1", "m1"),
            "Resolved errors: 1 more, in the original (id m1)",
            "已解决的错误：另有 1 条，见原文（编号 m1）",
        ),
        (
            Omission("read", 3),
            "Files only read: 3 more, in the original",
            "只读过的文件：另有 3 条，见原文",
        ),
    ],
)
def test_what_was_left_out_is_told_with_its_number_and_its_place(
    omission: Omission, english: str, chinese: str
) -> None:
    assert omission_line(omission, "en") == english
    assert omission_line(omission, "zh") == chinese
    assert read_omission(english) == read_omission(chinese) == omission


@pytest.mark.parametrize("line", ["", "Files only read", "Rules the user set: 3 more, in the original", "3 more"])
def test_another_line_is_no_omission(line: str) -> None:
    assert read_omission(line) is None
