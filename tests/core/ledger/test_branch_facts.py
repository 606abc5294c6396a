"""What was said on a branch that was left lives on in the folds that cover its summary."""

import pytest

from builders import Words, agent, user
from foldline import CompactionSettings, branch_entry, compact, entry, handoff, summarize_branch
from foldline.core.facts import FileOps, Ledger, Quote, Rule
from foldline.core.ledger import ledger_text
from foldline.core.ledger.branch_facts import joined, of_branches
from foldline.core.session import BranchSummaryEntry, MessageEntry, Session

KEEP = CompactionSettings(keep_recent_tokens=20)


def say(session, *messages):
    for message in messages:
        session.append(MessageEntry(f"e{len(session)}", session.leaf_id, message))


def after_a_branch():
    session = Session("tree")
    say(session, user("begin"), agent("begun"))
    fork = session.leaf_id
    say(session, user("Try a cache. Never touch the schema."), agent("It is slow. " + "word " * 80))
    made = summarize_branch(session, fork, counter=Words())
    session.append(branch_entry(made, session))
    return session


def go_on(session):
    say(session, user("The other way then. " + "word " * 200), agent("done " * 200), user("and now?"), agent("Soon."))


def rules_of(ledger):
    return [rule.text for rule in ledger.rules]


def test_the_rules_of_a_branch_outlive_the_folds_that_cover_its_summary():
    session = after_a_branch()
    for _ in range(3):
        go_on(session)
        made = compact(session, KEEP, counter=Words())
        session.append(entry(made, session))
        assert rules_of(made.ledger) == ["Never touch the schema."]
        assert rules_of(ledger_text.parse(made.summary)) == ["Never touch the schema."]
    assert [quote.text for quote in made.ledger.said].count("Try a cache. Never touch the schema.") == 1


def test_they_are_in_a_hand_off_too():
    assert rules_of(handoff(after_a_branch(), counter=Words()).ledger) == ["Never touch the schema."]


def test_a_branch_on_a_branch_keeps_what_was_said_on_both():
    session = after_a_branch()
    say(session, user("Another try. Always use tabs."), agent("no"))
    made = summarize_branch(session, "e0", counter=Words())
    assert sorted(rules_of(made.ledger)) == ["Always use tabs.", "Never touch the schema."]


LEDGER = ledger_text.render(
    Ledger(rules=(Rule("r1", "never push", "a"),), said=(Quote("never push", "a"),)), cap=None, count=len
).text


def summary(method, **more):
    return BranchSummaryEntry("s", None, "root", f"It failed.\n\n{LEDGER}", method=method, **more)


@pytest.mark.parametrize(
    ("method", "rules"), [("builtin", ["never push"]), ("model", ["never push"]), ("", []), ("hook", [])]
)
def test_only_a_ledger_of_ours_is_believed(method, rules):
    assert rules_of(of_branches([summary(method)])) == rules


def test_of_a_summary_that_stays_word_for_word_only_what_must_be_complete_is_carried():
    ledger = of_branches([summary("builtin", modified_files=("a.py",))], frozenset({"s"}))
    assert (rules_of(ledger), ledger.said, ledger.files.modified) == (["never push"], (), ("a.py",))


def test_files_of_a_tool_count_and_those_of_an_extension_do_not():
    entries = [summary("", modified_files=("a.py",)), summary("", modified_files=("b.py",), from_extension=True)]
    assert of_branches(entries).files == FileOps(modified=("a.py",))


def test_the_same_words_of_the_same_message_are_one_fact():
    lifted = Rule("r1", "never push", "a", taken_back=Quote("push", "b"))
    both = joined(Ledger(rules=(Rule("r1", "never push", "a"),)), Ledger(rules=(lifted,)))
    assert both.rules == (lifted,)
