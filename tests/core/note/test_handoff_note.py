import pytest

from core.sample_sessions import CODING, CODING_LEDGER, agent, user
from foldline.core.facts import Ledger, Quote, Rule
from foldline.core.messages import Message, TextPart
from foldline.core.note.brief import brief
from foldline.core.note.earlier_note import EarlierNote, Entry
from foldline.core.note.events import story
from foldline.core.note.handoff_note import fill
from foldline.core.note.phrases import ENGLISH
from foldline.core.session import Item

NOTHING = Ledger()

SUBHEADINGS = ("### Done", "### In Progress", "### Blocked")


def known(items=CODING, upcoming=(), ledger=NOTHING, sections=None, **earlier):
    return brief(items, upcoming, ledger, ENGLISH, EarlierNote(sections or {}, **earlier))


def texts(section_id, made, subheadings=()):
    return [line.text for group in fill(section_id, made, subheadings) for line in group.lines]


def test_a_section_of_no_profile_is_not_filled():
    assert fill("weather", known(), ()) is None


def test_the_goal_is_what_it_began_with_and_what_is_being_worked_on():
    began, current = texts("goal", known())
    assert began.startswith("The work began with: “The invoice importer drops rows")
    assert current.startswith("Being worked on: “no, don't stream.")


def test_a_single_request_is_told_once():
    assert texts("goal", known((user("u", "fix the parser"),))) == ["Being worked on: “fix the parser”"]


def test_a_request_that_was_dealt_with_is_history():
    items = (user("u", "fix the parser"), agent("a", "Fixed the parser."))
    assert texts("goal", known(items)) == ["Latest request, already dealt with: “fix the parser”"]
    assert texts("goal", known(items[:1], (agent("a", "Fixed the parser."),))) == [
        "Latest request, already dealt with: “fix the parser”"
    ]


def test_the_open_request_is_pointed_to_not_repeated():
    made = known(ledger=CODING_LEDGER)
    made.open_request, made.open_request_title = CODING_LEDGER.open_request.text, "Critical Context"
    lines = texts("goal", made)
    assert lines[-1] == "The open request stands word for word under “Critical Context”."
    assert not any("don't stream" in line for line in lines)
    made.open_request_title = ""
    assert texts("goal", made)[-1] == "The open request stands word for word below."


def test_a_request_in_the_kept_messages_is_pointed_to():
    assert texts("goal", known(upcoming=(user("x", "now this"),)))[-1] == ENGLISH.request_follows


def test_what_was_being_worked_on_before_is_what_it_began_with():
    assert texts("goal", known((user("u", "now fix the writer"),), current="fix the parser")) == [
        "The work began with: “fix the parser”",
        "Being worked on: “now fix the writer”",
    ]


def test_the_goal_of_an_earlier_note_stays():
    goal = {"goal": [Entry("Make the importer robust", [])]}
    assert texts("goal", known(sections=goal))[0] == "Make the importer robust"


def test_work_begun_before_keeps_its_request():
    step = (agent("a", "The parser reads CRLF now."),)
    assert texts("goal", known(step, current="fix the parser")) == [
        "Latest request, already dealt with: “fix the parser”"
    ]


def test_rules_in_force_are_pointed_to_and_not_said_again():
    rules = (
        Rule("1", "never push", "u"),
        Rule("2", "use tabs", "u", taken_back=Quote("spaces are fine", "v")),
        Rule("3", "no co-author line", "u", pinned=True),
    )
    constraints = {"constraints": [Entry("never push", []), Entry("Python 3.9 only", [])]}
    assert texts("constraints", known(ledger=Ledger(rules=rules), sections=constraints)) == [
        "The user's rules stand word for word at the end of this summary (2): follow every one.",
        "Python 3.9 only",
    ]
    assert texts("constraints", known()) == []


def test_progress_has_three_parts_under_their_subheadings():
    groups = fill("progress", known(), SUBHEADINGS)
    assert [group.heading for group in groups] == list(SUBHEADINGS)
    assert [group.mark for group in groups] == ["- [x] ", "- [ ] ", "- "]
    assert [bool(group.lines) for group in groups] == [True, True, False]


def test_progress_without_subheadings_has_the_same_parts():
    assert [group.heading for group in fill("progress", known(), ())] == ["", "", ""]


def test_critical_context_ends_with_the_open_request_word_for_word():
    made = known(sections={"critical_context": [Entry("port 8080", [])]})
    made.open_request = "why  is\nit red?"
    lines = texts("critical_context", made)
    assert lines[0].startswith("Repository: ")
    assert lines[-2] == "port 8080"
    assert lines[-1] == "Open request, word for word:\n\nwhy  is\nit red?"
    made.open_is_the_agents = True
    assert texts("critical_context", made)[-1].startswith("The agent's question that has no answer yet")


def test_critical_context_without_an_open_request_is_the_state_alone():
    assert texts("critical_context", known(())) == []


def test_notes_hold_findings_and_branches_that_were_left():
    report = "I moved `a.py`. I fixed `b.py`. The root cause was a stale cache. Sunshine at 3."
    left = Message("user", (TextPart("Summary of a branch:\nThe other parser was too slow."),), source="summary")
    made = known(
        (user("u", "go"), agent("a", report), Item("s", left)), sections={"notes": [Entry("Old note of `c`", [])]}
    )
    made.story = story(made.items)
    assert texts("notes", made) == [
        "Old note of `c`",
        "A branch of the conversation was explored and left: The other parser was too slow.",
        "The root cause was a stale cache.",
    ]


@pytest.mark.parametrize(("section_id", "mark"), [("goal", ""), ("next_steps", "1. "), ("decisions", "- ")])
def test_each_section_has_its_list_mark(section_id, mark):
    assert fill(section_id, known(), ())[0].mark == mark


def test_a_branch_summary_without_words_and_a_finding_said_before_add_nothing():
    empty = Message("user", (TextPart("Summary of a branch:"),), source="summary")
    report = "I moved `a.py`. I fixed `b.py`. The root cause was a stale cache."
    twice = (user("u", "go"), agent("a", report), user("v", "and again"), agent("b", report), Item("s", empty))
    assert texts("notes", known(twice)) == ["The root cause was a stale cache."]
