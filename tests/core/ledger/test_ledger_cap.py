from hypothesis import given, settings

from core.ledgers import FULL, ledgers
from foldline.core.facts import Failure, FileOps, Ledger, Quote, Rule, Value
from foldline.core.ledger.ledger_cap import canonical, queue, without


@settings(max_examples=25, deadline=None)
@given(ledgers())
def test_the_canonical_order_is_stable_and_loses_nothing(ledger: Ledger) -> None:
    once = canonical(ledger)
    assert canonical(once) == once
    assert sorted(map(repr, once.rules)) == sorted(map(repr, ledger.rules))
    assert sorted(map(repr, once.errors)) == sorted(map(repr, ledger.errors))
    assert sorted(map(repr, once.values)) == sorted(map(repr, ledger.values))


def test_marks_of_files_that_are_not_listed_are_left_out() -> None:
    files = FileOps(("a",), (), {"a": "b", "c": "d"}, frozenset({"a", "e"}))
    assert canonical(Ledger(files=files)).files == FileOps(("a",), (), {"a": "b"}, frozenset({"a"}))


def test_only_what_may_give_way_waits_in_the_queue() -> None:
    assert [(candidate.part, candidate.entry_id) for candidate in queue(FULL)] == [
        ("errors", "a5b1c2d3-1111-2222-3333-444455556666"),
        ("read", ""),
        ("said", "m9"),
        ("said", "m2"),
        ("instructions", "m1"),
        ("values", "a5b1c2d3-1111-2222-3333-444455556666"),
        ("superseded", "m1"),
        ("taken_back", "m3"),
        ("resolved", "m8"),
    ]


def test_a_request_that_is_not_open_waits_too_and_a_pinned_rule_never_does() -> None:
    pinned = Rule("p", "x", "m1", pinned=True, taken_back=Quote("no", "m2"))
    assert [candidate.part for candidate in queue(Ledger(rules=(pinned,), request=Quote("a", "m3")))] == ["request"]


def test_without_nothing_the_ledger_is_the_same() -> None:
    assert without(FULL, [], "en") is FULL


def test_without_all_of_it_only_what_never_goes_is_left() -> None:
    left = without(FULL, list(queue(FULL)), "en")
    assert (left.said, left.instructions, left.errors, left.files.read) == ((), (), (), ())
    assert left.rules == FULL.rules[:2]
    assert left.values == FULL.values[:1]
    assert left.open_request == left.request == FULL.open_request
    assert len(left.dropped) == 8


def test_the_end_of_each_kind_goes() -> None:
    ledger = Ledger(
        errors=(Failure("old", "t", "x", "e1"), Failure("new", "t", "x", "e2")),
        values=(Value("new", "", "v2"), Value("old", "", "v1")),
    )
    left = without(ledger, [candidate for candidate in queue(ledger) if candidate.words.endswith("old")], "zh")
    assert [failure.text for failure in left.errors] == ["new"]
    assert [value.text for value in left.values] == ["new"]
    assert left.dropped == (
        "未解决的错误：另有 1 条，见原文（编号 e1）",
        "工作中的确切值：另有 1 条，见原文（编号 v1）",
    )
