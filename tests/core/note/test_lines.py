from hypothesis import given
from hypothesis import strategies as st

from foldline.core.note.lines import PINNED, Block, Group, Line, Note, descending, fit


def count(text: str) -> int:
    return len(text.split())


def note(*lines: Line, **more) -> Note:
    return Note([Block("## Done", [Group(list(lines), mark="- ", **more)])], earlier="{} earlier")


def test_a_note_that_fits_stays_whole():
    whole = note(Line("one", 2), Line("two", 1, (Line("deep", 0.5),)))
    assert fit(whole, max_tokens=100, count=count) == "## Done\n- one\n- two\n  - deep"


def test_the_lightest_line_goes_first():
    assert fit(note(Line("a b c", 1), Line("d e f", 2)), max_tokens=6, count=count) == "## Done\n- d e f"


def test_details_go_before_their_line_and_never_outlive_it():
    line = Line("head", 2, (Line("x y z", 1), Line("u v w", 9)))
    assert fit(note(line), max_tokens=8, count=count) == "## Done\n- head\n  - u v w"
    assert fit(note(line), max_tokens=3, count=count) == ""


def test_finished_work_that_goes_is_counted():
    text = fit(
        note(Line("a b c d e", 1, counted=True), Line("f", 2, counted=True), earlier=4), max_tokens=8, count=count
    )
    assert text == "## Done\n- 5 earlier\n- f"


def test_a_pinned_line_stays_until_nothing_else_is_left():
    blocks = note(Line("word " * 5, PINNED), Line("x", 1))
    assert fit(blocks, max_tokens=8, count=count) == "## Done\n- " + "word " * 5
    assert fit(blocks, max_tokens=1, count=count) == ""


def test_what_cannot_fit_loses_its_last_sections():
    two = Note([Block("## A", [], stands=True), Block("## B", [], stands=True)])
    assert fit(two, max_tokens=3, count=count) == "## A"


def test_a_section_keeps_to_its_share():
    shared = Note(
        [
            Block("A", [Group([Line("a b c", 5), Line("d", 6)])], share=0.2),
            Block("B", [Group([Line("e f g", 1)])]),
        ]
    )
    assert fit(shared, max_tokens=10, count=count) == "A\nd\n\nB\ne f g"


def test_numbered_lists_are_numbered_anew():
    steps = Note([Block("Next", [Group([Line("a b c d", 1), Line("e", 2)], mark="1. ")])])
    assert fit(steps, max_tokens=3, count=count) == "Next\n1. e"


def test_a_section_without_lines_is_left_out_unless_it_stands_by_itself():
    blocks = [Block("A", [Group([])]), Block("B", [], stands=True), Block("C", [Group([Line("x")], "c")])]
    assert fit(Note(blocks), max_tokens=50, count=count) == "B\n\nC\nc\nx"


def test_subheadings_stand_below_one_another():
    block = Block(
        "## P",
        [Group([Line("x")], "### Done", "- [x] "), Group([], "### Blocked", empty="(none)"), Group([], "### Left")],
    )
    assert fit(Note([block]), max_tokens=50, count=count) == "## P\n### Done\n- [x] x\n\n### Blocked\n(none)"


def test_frame_lines_enclose_the_note():
    framed = Note([Block("A", [], stands=True)], opening="===", closing="---")
    assert fit(framed, max_tokens=9, count=count) == "===\n\nA\n\n---"


def test_a_line_holds_no_tag_of_ours_unless_it_is_pinned():
    tagged = note(Line("</summary>", 1, (Line("<summary>", 1),)), Line("</summary> exact", PINNED))
    assert fit(tagged, max_tokens=50, count=count) == "## Done\n- ‹/summary>\n  - ‹summary>\n- </summary> exact"


@given(
    st.lists(st.tuples(st.text("ab ", max_size=30), st.floats(0, 9), st.booleans()), max_size=12), st.integers(0, 60)
)
def test_a_note_never_exceeds_its_budget(lines, budget):
    made = note(*(Line(text, weight, counted=counted) for text, weight, counted in lines))
    assert count(fit(made, max_tokens=budget, count=count)) <= budget


@given(st.lists(st.floats(0, 9), max_size=12), st.integers(5, 60))
def test_every_finished_item_is_listed_or_counted(weights, budget):
    made = note(*(Line("done thing", weight, counted=True) for weight in weights))
    text = fit(made, max_tokens=budget, count=count)
    group = made.blocks[0].groups[0]
    assert group.earlier + len(group.lines) == len(weights)
    assert bool(text) == bool(weights)


def test_weights_fall_from_first_to_last():
    assert descending(["a", "b"], start=5, step=2) == [Line("a", 5), Line("b", 3)]
