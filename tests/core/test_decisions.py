import pytest

from core.sample_sessions import agent, call, result, user
from foldline.core.brief import brief
from foldline.core.decisions import decision_lines
from foldline.core.earlier_note import EarlierNote, Entry
from foldline.core.facts import Ledger
from foldline.core.phrases import ENGLISH


def decided(*items, **sections):
    known = brief(items, (), Ledger(), ENGLISH, EarlierNote(sections))
    return [line.text for line in decision_lines(known)]


@pytest.mark.parametrize(
    "said",
    [
        "let's store it in metadata",
        "use tabs instead of spaces",
        "no, the block should stay as is",
        "Option 1 doesn't work since the hash can change",
        "we want it in the header",
        "改用 csv 模块",
    ],
)
def test_what_the_user_lays_down_is_a_decision(said):
    assert decided(user("u", said)) == [f"“{said}” (user)"]


@pytest.mark.parametrize(
    "said", ["why is it red?", "it looks like it loads all instead of one", "fix the parser", "ok"]
)
def test_questions_complaints_and_orders_are_none(said):
    assert decided(user("u", said)) == []


def test_a_choice_is_told_with_what_it_chose():
    offer = agent("a", "Two ways:\n\n- Option 1: keep the file\n- Option 2: drop the file")
    assert decided(user("u", "how?"), offer, user("v", "option 2 then")) == [
        "“option 2 then” (user) chose: Option 2: drop the file"
    ]


def test_a_choice_of_what_nobody_offered_chooses_nothing():
    assert decided(user("u", "how?"), agent("a", "Somehow."), user("v", "option 2")) == []


def test_a_proposal_turned_down_is_not_to_be_tried_again():
    offer = agent("a", "We could move all files to `lib`.")
    assert decided(user("u", "how?"), offer, user("v", "no, that's horrible.")) == [
        "“no, that's horrible.” (user) turned down: We could move all files to `lib`."
    ]


def test_what_was_changed_already_was_no_proposal():
    done = (
        agent("a", "", call("1", "edit", path="a.py")),
        result("r", "1", "ok"),
        agent("b", "We could say it is done."),
    )
    assert decided(user("u", "go"), *done, user("v", "no, undo it")) == ["“no, undo it” (user)"]


def test_a_refusal_without_a_proposal_stands_alone():
    assert decided(user("u", "x?"), agent("a", "It is 3."), user("v", "no, use tabs")) == ["“no, use tabs” (user)"]


def test_a_reason_of_the_agent_stands_behind_its_decision():
    said = "I chose `csv.reader` because quoted fields may hold line breaks."
    assert decided(user("u", "go"), agent("a", said)) == [
        "**I chose `csv.reader`**: because quoted fields may hold line breaks."
    ]


def test_a_decision_that_would_break_its_marks_stays_one_sentence():
    said = "I kept (for the `old code because it` is) because tests need it."
    assert decided(user("u", "go"), agent("a", said)) == [said]


def test_a_chinese_reason_counts():
    assert decided(user("u", "走"), agent("a", "我决定保留旧的解析器，因为测试还需要它。")) == [
        "**我决定保留旧的解析器**: 因为测试还需要它。"
    ]


def test_long_reasons_and_reasons_for_nothing_are_left_out():
    assert decided(user("u", "go"), agent("a", "I chose it because " + "of this " * 60 + ".")) == []
    assert decided(user("u", "go"), agent("a", "It rains because of the 3 clouds.")) == []


def test_earlier_decisions_come_first_and_once():
    earlier = [Entry("“let's use tabs” (user)", [])]
    assert decided(user("u", "let's use tabs"), decisions=earlier) == ["“let's use tabs” (user)"]


def test_a_refusal_said_before_is_not_repeated():
    offer = agent("a", "We could move all files to `lib`.")
    again = agent("b", "We could rename all folders to `src`.")
    said = decided(
        user("u", "how?"), offer, user("v", "no, that's horrible."), again, user("w", "no, that's horrible.")
    )
    assert len(said) == 1
