import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import agent, user
from foldline.core.session import (
    BranchSummaryEntry,
    CompactionEntry,
    MessageEntry,
    MetaEntry,
    ResetEntry,
    Session,
    effective_context,
)


def grown(*entries):
    session = Session("test")
    for entry in entries:
        session.append(entry)
    return session


def said(entry_id, parent, text="x"):
    return MessageEntry(entry_id, parent, user(text))


def ids(session):
    return [item.id for item in session.context().items]


def test_the_context_is_the_path_to_the_leaf():
    session = grown(said("a", None), said("b", "a"), said("c", "a"))
    assert ids(session) == ["a", "c"]


def test_an_id_names_one_entry():
    session = grown(said("a", None))
    with pytest.raises(ValueError, match="'a' is already in the session"):
        session.append(said("a", "a"))


def test_moving_the_leaf_changes_the_path_and_nothing_else():
    session = grown(said("a", None), said("b", "a"))
    session.move_to("a")
    assert ids(session) == ["a"]
    session.move_to(None)
    assert ids(session) == []
    assert len(session) == 2
    with pytest.raises(ValueError, match="no entry 'z'"):
        session.move_to("z")


def test_a_missing_parent_and_a_cycle_end_the_path():
    assert ids(grown(said("b", "lost"))) == ["b"]
    assert ids(grown(said("a", "b"), said("b", "a"))) == ["a", "b"]


def test_a_fold_keeps_from_its_first_kept_entry():
    session = grown(said("a", None), said("b", "a"), CompactionEntry("f", "b", "sum", "b"), said("c", "f"))
    context = session.context()
    assert context.summary_message().summary == "sum"
    assert ids(session) == ["b", "c"]
    assert context.since == 1


@pytest.mark.parametrize("first_kept", ["", "nowhere"])
def test_a_fold_with_no_known_first_kept_entry_keeps_nothing_before_it(first_kept):
    assert ids(grown(said("a", None), CompactionEntry("f", "a", "s", first_kept), said("c", "f"))) == ["c"]


def test_a_fold_may_name_its_kept_entries_one_by_one():
    fold = CompactionEntry("f", "c", "s", kept_entry_ids=("c", "a"))
    assert ids(grown(said("a", None), said("b", "a"), said("c", "b"), fold)) == ["a", "c"]


def test_a_fold_may_bring_its_own_messages():
    fold = CompactionEntry("f", "a", "s", replacement=(user("again"), agent()))
    assert ids(grown(said("a", None), fold, said("b", "f"))) == ["f:0", "f:1", "b"]


def test_only_the_newest_fold_counts():
    session = grown(
        said("a", None), CompactionEntry("f", "a", "one", "a"), said("b", "f"), CompactionEntry("g", "b", "two", "a")
    )
    assert session.context().previous.summary == "two"
    assert ids(session) == ["a", "b"]


def test_a_fold_that_only_its_provider_can_read_gives_way_to_the_originals():
    sealed = CompactionEntry("g", "b", "gibberish", "b", readable=False)
    session = grown(said("a", None), CompactionEntry("f", "a", "plain", "a"), said("b", "f"), sealed, said("c", "g"))
    assert session.context().previous.summary == "plain"
    assert ids(session) == ["a", "b", "c"]


def test_a_reset_hides_what_was_before_it():
    session = grown(said("a", None), ResetEntry("r", "a"), said("b", "r"))
    assert ids(session) == ["b"]
    assert [item.id for item in session.history()] == ["b"]


def test_a_reset_after_a_fold_drops_the_summary_and_one_before_bounds_it():
    dropped = grown(said("a", None), CompactionEntry("f", "a", "s", "a"), ResetEntry("r", "f"), said("b", "r"))
    assert dropped.context().previous is None
    bounded = grown(said("a", None), ResetEntry("r", "a"), said("b", "r"), CompactionEntry("f", "b", "s", "a"))
    assert bounded.context().previous.summary == "s"
    assert ids(bounded) == []


def test_history_reaches_behind_every_fold():
    session = grown(said("a", None), CompactionEntry("f", "a", "s"), said("b", "f"))
    assert [item.id for item in session.history()] == ["a", "b"]


def test_a_branch_summary_is_a_user_message_and_an_empty_one_is_none():
    session = grown(
        said("a", None), BranchSummaryEntry("b", "a", "x", "went left"), BranchSummaryEntry("c", "b", "y", "")
    )
    assert ids(session) == ["a", "b"]
    assert "went left" in session.context().items[1].message.text


def test_metadata_is_no_part_of_the_context():
    assert ids(grown(said("a", None), MetaEntry("m", "a", "label"))) == ["a"]


def test_records_are_slices_of_the_source():
    session = Session("test", source=b"one\ntwo", records=[(0, 3), (4, 7)])
    assert session.record(1) == b"two"


KINDS = st.lists(st.sampled_from(["say", "fold", "reset", "meta", "branch", "look"]), max_size=30)


@given(KINDS)
def test_a_context_asked_for_while_the_session_grows_is_the_context_of_the_whole(kinds):
    session = Session("test")
    for number, kind in enumerate(kinds):
        parent, name = session.leaf_id, str(number)
        match kind:
            case "say":
                session.append(said(name, parent))
            case "fold":
                session.append(CompactionEntry(name, parent, "s", str(max(0, number - 3))))
            case "reset":
                session.append(ResetEntry(name, parent))
            case "meta":
                session.append(MetaEntry(name, parent, "m"))
            case "branch":
                session.move_to(session.path()[len(session.path()) // 2].id if session.path() else None)
            case "look":
                session.context()
        assert session.context() == effective_context(session.path())
