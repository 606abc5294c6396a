import pytest

from foldline.core.profiles.templates import load
from foldline.core.result import CompactionResult, Status
from foldline.core.settings import CompactionSettings
from foldline.server import comparison
from foldline.server.comparison import Line, compare, merged
from foldline.server.fold_view import Made, fold_view


def fold(prose, **fields):
    result = CompactionResult(status=Status.COMPACTED, reason="", prose=prose, **fields)
    template = load("handoff", "en")
    return fold_view(Made("f", result, CompactionSettings(), template, as_shipped=False, cost=None))


def states(first, second):
    return {one.id: one.state for one in compare(first, second).sections}


def test_each_section_says_whether_it_differs():
    first = fold("## Goal\nShip.\n\n## Progress\nHalf.\n\n## Next Steps\n1. Tag", short_summary="I worked.")
    second = fold("## Goal\nShip.\n\n## Progress\nDone.\n\n## Key Decisions\n- None", short_summary="I worked.")
    assert states(first, second) == {
        ".short": "same",
        "goal": "same",
        "progress": "changed",
        "decisions": "only_second",
        "next_steps": "only_first",
    }


def test_lines_of_both_stand_once_and_those_of_one_are_marked():
    (section,) = compare(fold("## Goal\na\nb\nc"), fold("## Goal\na\nx\nc")).sections
    assert section.lines == (Line("same", "a"), Line("first", "b"), Line("second", "x"), Line("same", "c"))


def test_texts_of_very_many_lines_are_shown_as_changed_as_a_whole():
    long = "\n".join(str(n) for n in range(comparison.MOST_LINES))
    (section,) = compare(fold(f"## Goal\n{long}"), fold(f"## Goal\n{long}\nmore")).sections
    assert {line.kind for line in section.lines} == {"first", "second"}


@pytest.mark.parametrize(
    ("first", "second", "together"),
    [
        ("", "ab", "ab"),
        ("ab", "", "ab"),
        ("abc", "axc", "abxc"),
        ("abc", "cba", "cba"),
        ("xab", "ab", "xab"),
        ("abx", "ab", "abx"),
    ],
)
def test_two_orders_become_one(first, second, together):
    assert merged(first, second) == list(together)
