import pytest

from foldline.core.note.reports import Report, digest


def test_an_empty_report_holds_nothing():
    assert digest("") == Report()


def test_the_outcome_is_what_was_made_not_the_verdict_on_checks():
    report = digest("All tests pass. I moved the parser to `core/parser.py`. This looks great!")
    assert report.outcome == ("I moved the parser to `core/parser.py`.",)


def test_a_verdict_on_checks_stands_where_nothing_else_is_told():
    assert digest("All tests pass.").outcome == ("All tests pass.",)


def test_points_are_the_list_of_what_was_done():
    report = digest(
        "Done. Summary of changes:\n\n1. **Added** a `--strict` flag\n2. Removed the old reader\n3. Sunshine"
    )
    assert report.outcome == ()
    assert report.points == ("Added a `--strict` flag", "Removed the old reader")


def test_one_change_among_items_leaves_the_list_whole():
    assert digest("Found:\n- a broken row\n- added spaces").points == ("a broken row", "added spaces")


def test_headings_speak_for_a_long_document():
    lists = "".join(f"### {n}. Added part {n}\n- detail one\n- detail two\n- detail three\n" for n in (1, 2, 3))
    assert digest("## Changes\n" + lists).points == ("Added part 1", "Added part 2", "Added part 3")


def test_what_is_left_is_no_point():
    report = digest("Moved `a.py`.\n\n**Remaining:**\n- move `b.py`\n\n## Notes\n- `c.py` was kept")
    assert report.remaining == ("move `b.py`",)
    assert report.points == ("`c.py` was kept",)


def test_a_closing_question_is_the_offer():
    report = digest("Moved `a.py`.\n\nShould I move `b.py` too?")
    assert report.offer == "Should I move `b.py` too?"
    assert report.outcome == ("Moved `a.py`.",)


def test_a_question_before_a_closing_heading_is_no_offer():
    assert digest("Why? Because.\n\n## Appendix").offer == ""


def test_other_telling_sentences_are_kept_apart():
    report = digest("I added a cache. I fixed `a.py`. The cause was 3 stale rows. Nice weather.")
    assert report.rest == ("The cause was 3 stale rows.",)


def test_options_are_no_outcome():
    assert digest("Option 1: keep the cache and add a clock").outcome == ()


def test_a_number_before_a_heading_goes_but_not_one_inside_a_name():
    lists = "".join(f"### {name}\n- x y\n- y z\n- z x\n" for name in ("3D view added", "2) Flag added", "Row added"))
    assert digest(lists + "- a b").points == ("3D view added", "Flag added", "Row added")


def test_a_sentence_labelled_as_next_step_is_left_to_do():
    report = digest("I moved `a.py`. Suggested next step: run the linter.")
    assert report.outcome == ("I moved `a.py`.",)
    assert report.remaining == ("Suggested next step: run the linter.",)


def test_a_sentence_before_a_list_can_be_the_outcome():
    text = (
        "A gauge that is silent for 20 minutes is reported now, at most once an hour:\n\n- `a.py` looks at the clock."
    )
    assert digest(text).outcome == ("A gauge that is silent for 20 minutes is reported now, at most once an hour",)


def test_a_line_that_only_announces_a_list_is_no_outcome():
    assert digest("Here is what I changed in the two modules:\n\n- Added `a.py`").outcome == ()


def test_what_could_not_be_done_is_told_apart_with_what_follows_from_it():
    report = digest("The alert is sent now. I could not try the webhook. It has to be tried on the box.")
    assert report.outcome == ("The alert is sent now.",)
    assert report.failed == ("I could not try the webhook. It has to be tried on the box.",)


@pytest.mark.parametrize(
    "text",
    [
        "The usual cure is a unique index on `(a, b)`, but that is a migration.",
        "I ruled out WAL because the file lies on NFS.",
        "Nothing is lost.",
        "`rehour` still has to be run on the box.",
    ],
)
def test_a_way_not_taken_or_a_closing_word_is_no_outcome(text):
    report = digest(f"{text} The reader takes 2 forms now.")
    assert report.outcome == ("The reader takes 2 forms now.",)
