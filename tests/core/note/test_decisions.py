import pytest

from core.sample_sessions import agent, call, result, user
from foldline.core.facts import Ledger, Rule
from foldline.core.note.brief import brief
from foldline.core.note.decisions import decision_lines
from foldline.core.note.earlier_note import EarlierNote, Entry
from foldline.core.note.phrases import ENGLISH


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


@pytest.mark.parametrize(
    "said",
    [
        "the hourly numbers have been off for a week: some hours have 13 samples instead of 12",
        "sorry, 20 min is too short, NB-02 only sends every 15",
    ],
)
def test_trouble_that_compares_is_no_decision(said):
    assert decided(user("u", said)) == []


def test_the_answer_to_a_choice_is_a_decision_without_what_it_takes_back():
    offer = agent("a", "There are two causes of it. Which cure do you want, and which value should win?")
    said = "makes sense, thanks. no index then, dedupe on write. first value wins. hmm no wait, the last one wins."
    assert decided(user("u", "why?"), offer, user("v", said)) == [
        (
            "“no index then, dedupe on write. hmm no wait, the last one wins.” (user), "
            "asked: “Which cure do you want, and which value should win?”"
        )
    ]


def test_assent_is_told_with_what_it_agrees_to():
    offer = agent("a", "The hours are local. I would keep them in UTC. Shall I do that?")
    assert decided(user("u", "why?"), offer, user("v", "yes do that. but keep the json")) == [
        "“yes do that.” (user) agreed to: I would keep them in UTC."
    ]


@pytest.mark.parametrize("is_on_the_way", [True, False])
def test_a_way_that_was_ruled_out_stands_with_its_reason(is_on_the_way):
    text = "WAL is the usual answer, but the file lies on NFS, so it is ruled out."
    items = (
        (agent("a", text, call("1", "bash", command="ls")), result("r", "1", "ok"), agent("b", "It queues now."))
        if is_on_the_way
        else (agent("a", text),)
    )
    assert decided(user("u", "fix the lock"), *items) == [text]


def test_a_rule_is_not_told_as_a_decision_too():
    known = brief(
        (user("u", "don't push, ever"),), (), Ledger(rules=(Rule("1", "don't push", "u"),)), ENGLISH, EarlierNote({})
    )
    assert decision_lines(known) == []


def test_the_answer_to_a_polite_offer_is_no_decision():
    offer = agent("a", "It works now. Want to test more features or move on?")
    assert decided(user("u", "go"), offer, user("v", "jesus, everything works")) == []
