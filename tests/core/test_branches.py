import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import Words, agent, calls, client, result, user
from foldline.core.branches import branch_budget, branch_left, ends, landing, messages_of, prepare
from foldline.core.counting.estimate import EstimateCounter
from foldline.core.facts import Ledger, Rule
from foldline.core.ledger import ledger_text
from foldline.core.messages import Message, ReasoningPart, TextPart, ToolResultPart
from foldline.core.session import BranchSummaryEntry, CompactionEntry, MessageEntry, MetaEntry, ResetEntry, Session
from foldline.core.wrapping import wrap_summary

count = Words().count


def said(name, parent, message):
    return MessageEntry(name, parent, message)


def tree(*entries):
    session = Session("tree")
    for entry in entries:
        session.append(entry)
    return session


FORK = tree(
    said("a", None, user("begin")),
    said("b", "a", agent("begun")),
    said("c", "b", user("try one")),
    said("d", "c", agent("tried one")),
    MetaEntry("label", "d", "label"),
    said("e", "b", user("try two")),
    said("f", "e", agent("tried two")),
)


def names(branch):
    return [entry.id for entry in branch.entries]


@pytest.mark.parametrize(
    ("start", "end", "left", "ancestor"),
    [
        ("label", "f", ["c", "d", "label"], "b"),
        ("f", "d", ["e", "f"], "b"),
        ("f", "a", ["b", "e", "f"], "a"),
        ("a", "f", [], "a"),
        ("f", "f", [], "f"),
        (None, "f", [], None),
    ],
)
def test_what_is_left_reaches_back_to_the_deepest_common_ancestor(start, end, left, ancestor):
    branch = branch_left(FORK, start, end)
    assert (names(branch), branch.ancestor_id) == (left, ancestor)


def test_two_beginnings_have_no_ancestor():
    session = tree(said("a", None, user("one")), said("b", None, user("two")))
    assert (names(branch_left(session, "a", "b")), branch_left(session, "a", "b").ancestor_id) == (["a"], None)


@pytest.mark.parametrize(("start", "end"), [("x", "a"), ("a", "x")])
def test_an_entry_that_does_not_exist_is_named(start, end):
    with pytest.raises(ValueError, match="no entry 'x' in the session; `foldline branch FILE` lists"):
        branch_left(FORK, start, end)


@given(st.data())
def test_a_branch_is_what_one_path_has_and_the_other_has_not(data):
    session = Session("tree")
    ids = [str(number) for number in range(data.draw(st.integers(1, 12)))]
    for number, name in enumerate(ids):
        session.append(said(name, data.draw(st.sampled_from([None, *ids[:number]])), user(name)))
    start, end = data.draw(st.sampled_from(ids)), data.draw(st.sampled_from(ids))
    other = {entry.id for entry in session.path_to(end)}
    assert names(branch_left(session, start, end)) == [e.id for e in session.path_to(start) if e.id not in other]


@pytest.mark.parametrize(
    ("message", "parent", "text"),
    [
        (user("what now?"), "a", "what now?"),
        (client("note of an extension"), "a", "note of an extension"),
        (agent("done"), "b", ""),
        (Message("user", (TextPart("$ ls"),), "tool"), "b", ""),
        (result("c1"), "b", ""),
    ],
)
def test_what_a_user_typed_is_gone_back_before_and_can_be_said_anew(message, parent, text):
    session = tree(said("a", None, agent()), said("b", "a", message))
    assert landing(session, "b") == (parent, text)


def test_the_first_message_leads_before_the_root():
    assert landing(FORK, "a") == (None, "begin")


def branch(*messages):
    return tuple(said(f"m{number}", None, message) for number, message in enumerate(messages))


def texts(prepared):
    return [one.message.text or "".join(part.text for part in one.message.results) for one in prepared.told]


def useless(call_id, text):
    return Message("tool", (ToolResultPart(call_id, (TextPart(text),), useless=True),), "tool")


def test_a_useful_result_is_shown_and_one_that_tells_nothing_is_not():
    entries = branch(user("look"), calls("a", "b"), result("a", "found it"), useless("b", "no matches"))
    prepared = prepare(entries, 0, count)
    assert texts(prepared) == ["look", "", "found it"]
    assert [call.id for one in prepared.told for call in one.message.calls] == ["a"]


ESTIMATE = EstimateCounter().count


def test_a_useless_result_of_32_kilobytes_costs_nothing_of_a_budget_of_100():
    entries = branch(user("an old finding"), calls("a"), useless("a", "x " * 16_000), agent("go on"))
    assert texts(prepare(entries, 100, ESTIMATE)) == ["an old finding", "go on"]


def test_a_result_of_20_kilobytes_fits_a_budget_of_700_because_its_middle_is_not_shown():
    entries = branch(user("read it"), calls("a"), result("a", "some words " * 1_800), agent("read"))
    prepared = prepare(entries, 700, ESTIMATE)
    assert [one.id for one in prepared.told] == ["m0", "m1", "m2", "m3"]
    assert prepared.tokens < 700 < ESTIMATE("some words " * 1_800)


def test_the_newest_come_first_and_what_does_not_fit_is_counted():
    entries = branch(*(user(f"{number} " + "word " * 30) for number in range(10)))
    prepared = prepare(entries, 100, count)
    assert [one.id for one in prepared.told] == ["m7", "m8", "m9"]
    assert prepared.left_out == 7


def test_no_budget_is_no_limit():
    assert len(prepare(branch(*(user("word " * 99) for _ in range(10))), 0, count).told) == 10


def test_a_message_larger_than_all_there_is_loses_its_middle():
    prepared = prepare(branch(user("first " + "word " * 5_000 + "last")), 100, count)
    (text,) = texts(prepared)
    assert text.startswith("[User]: first")
    assert "last" in text
    assert count(text) < 120


FOLD = CompactionEntry("f", "m0", "word " * 60, "m0", short_summary="I began.", tokens_before=9_000)


def test_a_fold_on_the_branch_is_its_summary_message_with_what_is_known_of_it():
    prepared = prepare((*branch(user("old")), FOLD), 0, count)
    assert texts(prepared) == ["old", wrap_summary(FOLD.summary)]
    summary = prepared.told[1].summary
    assert (summary.short_summary, summary.tokens_before, summary.summary) == ("I began.", 9_000, FOLD.summary)


@pytest.mark.parametrize("kind", [FOLD, BranchSummaryEntry("f", "m0", "m0", "word " * 60)])
@pytest.mark.parametrize(("newer", "is_shown"), [(70, True), (95, False)])
def test_a_summary_that_does_not_fit_is_shown_while_there_is_some_room(kind, newer, is_shown):
    prepared = prepare((*branch(user("old")), kind, said("n", "f", user("word " * newer))), 100, count)
    assert [one.id for one in prepared.told] == (["f", "n"] if is_shown else ["n"])


def test_of_an_earlier_summary_its_ledger_is_not_shown():
    ledger = ledger_text.render(Ledger(rules=(Rule("r1", "never push", "m0"),)), cap=None, count=len).text
    told = prepare((BranchSummaryEntry("s", None, "a", f"It failed.\n\n{ledger}"),), 0, count).told
    assert "never push" not in told[0].message.text
    assert "It failed." in told[0].message.text


def test_a_fold_nobody_can_read_is_not_shown():
    fold = CompactionEntry("f", "m0", "placeholder", readable=False)
    assert texts(prepare((*branch(user("old")), fold), 0, count)) == ["old"]


def test_what_the_user_cleared_is_not_summarised():
    entries = (*branch(user("old")), ResetEntry("r", "m0"), said("n", "r", user("new")))
    assert texts(prepare(entries, 0, count)) == ["new"]
    assert [item.id for item in messages_of(entries)] == ["n"]


def test_reasoning_is_counted_only_where_it_is_shown():
    entries = branch(Message("assistant", (ReasoningPart("hm " * 50), TextPart("so")), "agent"))
    assert prepare(entries, 0, count, thinking=False).tokens < 10 < prepare(entries, 0, count).tokens


@pytest.mark.parametrize(
    ("window", "reserve", "budget"),
    [(None, None, 111_616), (200_000, 20_000, 180_000), (32_768, None, 16_384), (8_000, 16_384, 4_000)],
)
def test_the_budget_is_the_window_less_the_reserve_of_which_something_is_left(window, reserve, budget):
    assert branch_budget(window, reserve) == budget


def told(session):
    return [(end.id, end.item.id, end.is_current, end.ancestor_id, end.messages) for end in ends(session)]


def test_a_branch_is_listed_by_its_end_and_what_was_said_last_on_it():
    session = tree(*FORK.entries, said("g", "f", calls("c1")), said("h", "g", result("c1")))
    assert told(session) == [("label", "d", False, "b", 2), ("h", "f", True, None, 6)]


def test_an_end_without_a_message_of_its_own_is_no_branch():
    session = tree(said("a", None, user("begin")), MetaEntry("x", "a", "label"), said("b", "a", agent("begun")))
    assert told(session) == [("b", "b", True, None, 2)]
    assert told(tree(MetaEntry("x", None, "label"))) == []
