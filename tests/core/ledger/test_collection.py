"""Ten folds in a row: of a session that holds its originals, and of a list that holds nothing but its newest part."""

from collections import Counter

import pytest
from msgspec.structs import replace

from core.tool_calls import Ran, agent, bash, session, user
from foldline.core.facts import Failure, FileOps, Ledger, Quote, Rule, Value
from foldline.core.ledger.collection import Sources, collect
from foldline.core.ledger.ledger_text import parse, render
from foldline.core.messages import Message, Part, TextPart, ToolCallPart, ToolResultPart
from foldline.core.session import Item
from foldline.core.settings import CompactionSettings

SETTINGS = CompactionSettings()


def told(items: list[Item], previous: Ledger | None = None, kept: frozenset[str] = frozenset()) -> Ledger:
    return collect(Sources(items, kept, previous), SETTINGS, len)


def round_of(number: int) -> list[Item]:
    """A stretch of work with a fact of every kind; what is said in it never comes again."""
    calls = session(
        Ran("write", {"path": f"src/part{number}.py", "content": "x"}),
        Ran("read", {"path": f"docs/note{number}.md"}),
        bash(f"make step{number}", f"error: no step {number}", is_error=True),
        bash("make all", f"error: stuck at {number}", is_error=True),
        *([bash(f"make step{number}")] if number % 2 else []),
    )
    return [
        user(f"u{number}", f"never touch vault{number}. some hours have 13 or {number + 20} samples, not 12"),
        user(
            f"v{number}",
            f"the gauge was dead for {number + 2} hours, then again for {number + 2} hours: alert G-{number}88",
        ),
        agent(f"a{number}", f"The limit is now {number + 30} minutes, see release v1.{number}.0."),
        *(Item(f"{number}-{item.id}", item.message) for item in renamed(calls, number)),
    ]


def renamed(calls: list[Item], number: int) -> list[Item]:
    """The calls of a round under ids of their own."""
    return [
        Item(item.id, replace(item.message, parts=tuple(_own(part, number) for part in item.message.parts)))
        for item in calls
    ]


def _own(part: Part, number: int) -> Part:
    if isinstance(part, ToolCallPart):
        return replace(part, id=f"{number}-{part.id}")
    return replace(part, call_id=f"{number}-{part.call_id}") if isinstance(part, ToolResultPart) else part


ROUNDS = [round_of(number) for number in range(10)]


def ten_folds(*, originals: bool) -> list[Ledger]:
    """The ledger of each fold, as text and back; the newest round is kept word for word."""
    ledgers: list[Ledger] = []
    items: list[Item] = []
    for newest in ROUNDS:
        items = [*items, *newest]
        kept = frozenset(item.id for item in newest[-2:])
        ledger = told(items, ledgers[-1] if ledgers else None, kept)
        ledgers.append(parse(render(ledger, cap=None, count=len).text) or Ledger())
        if not originals:
            items = newest[-2:]
    return ledgers


@pytest.mark.parametrize("originals", [True, False])
def test_over_ten_folds_every_fact_stands_once_and_none_is_lost(*, originals: bool) -> None:
    ledgers = ten_folds(originals=originals)
    whole = told([item for part in ROUNDS for item in part])
    for ledger in ledgers:
        facts = (*ledger.rules, *ledger.said, *ledger.errors, *ledger.values)
        assert Counter(map(repr, facts)).most_common(1)[0][1] == 1
        assert len(set(ledger.files.modified)) == len(ledger.files.modified)
    last = ledgers[-1]
    assert {rule.text for rule in last.rules} == {rule.text for rule in whole.rules}
    assert {quote.text for quote in last.said} == {quote.text for quote in whole.said}
    assert set(last.files.modified) == set(whole.files.modified)
    assert {value.text for value in last.values} >= {value.text for value in whole.values if value.by_user}
    assert {(failure.text, failure.resolved) for failure in whole.errors} >= {
        (failure.text, failure.resolved) for failure in last.errors
    }


def test_a_fold_of_a_session_says_the_same_with_its_earlier_ledger_as_without() -> None:
    items = [item for part in ROUNDS for item in part]
    assert told(items, told(items[:30])) == told(items)


def test_what_an_earlier_fold_left_out_is_carried_while_the_originals_are_gone() -> None:
    lines = ("What the user said: 4 more, in the original (ids a1 to a4)", "Files only read: 2 more, in the original")
    previous = Ledger(said=(Quote("hello", "a9"),), files=FileOps(read=("a.py",)), dropped=lines)
    assert told([user("b1", "go on")], previous).dropped == lines
    here = [user(name, "hello") for name in ("a1", "a4", "a9", "b1")]
    assert told(here, previous).dropped == ()
    assert told(here, previous).files == FileOps()


def test_lists_of_files_that_name_no_entry_are_carried() -> None:
    assert told([user("b1", "go on")], Ledger(files=FileOps(("a.py",)))).files == FileOps(("a.py",))


def test_facts_of_entries_that_are_gone_are_carried() -> None:
    previous = Ledger(
        rules=(Rule("r-1", "never push", "a1"), Rule("p-1", "be brief", "", pinned=True)),
        instructions=(Quote("use tabs", "a2"),),
        said=(Quote("never push", "a1"),),
        request=Quote("fix it", "a3"),
        errors=(Failure("error: x", "bash", "make", "a4"),),
        values=(Value("8080", "the port is 8080", "a1", by_user=True),),
    )
    client = Item("b2", Message("assistant", (TextPart("Done."),), source="agent"))
    ledger = told([client], previous)
    assert (ledger.rules, ledger.said, ledger.errors) == (previous.rules, previous.said, previous.errors)
    assert (ledger.values, ledger.instructions, ledger.request) == (
        previous.values, previous.instructions, previous.request,
    )  # fmt: skip


def test_a_rule_of_an_earlier_fold_can_be_taken_back_and_is_not_said_twice() -> None:
    previous = Ledger(rules=(Rule("r-1", "no emojis", "a1"), Rule("r-2", "never push to main", "a1")))
    items = [
        user("b1", "you can use emojis again"),
        user("b2", "Never push to  main!"),
        user("b3", "never push to main"),
    ]
    assert told(items, previous).rules[:2] == (
        Rule("r-1", "no emojis", "a1", taken_back=Quote("you can use emojis again", "b1")),
        Rule("r-2", "never push to main", "a1"),
    )
    texts = [rule.text for rule in told(items[:1] + items[2:], previous).rules]
    assert texts == ["no emojis", "never push to main"]


def test_a_rule_of_these_messages_that_is_taken_back_leaves_an_earlier_one_alone() -> None:
    previous = Ledger(rules=(Rule("r-1", "never push to main", "a1"),))
    items = [user("b1", "never use emojis in this repo"), user("b2", "you can use emojis again")]
    assert [rule.taken_back is not None for rule in told(items, previous).rules] == [False, True]


def test_a_pin_in_the_words_of_an_earlier_rule_pins_it() -> None:
    previous = Ledger(rules=(Rule("r-1", "never push", "a1"), Rule("r-2", "be brief", "a1")))
    settings = CompactionSettings(pins=("never push",), unpin=frozenset({"r-2"}))
    ledger = collect(Sources([user("b1", "go on")], previous=previous), settings, len)
    assert ledger.rules == (Rule("r-1", "never push", "a1", pinned=True),)
