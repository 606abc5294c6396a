import pytest

from builders import agent, session, user
from foldline.core.session import CompactionEntry, MessageEntry, MetaEntry, ResetEntry
from foldline.core.staleness import stale_because

COVERED = ("m0", "m1", "m2", "m3")


def talk():
    return session(user("one"), agent("two"), user("three"), agent("four"))


def test_a_fold_fits_the_session_it_was_made_of():
    assert stale_because(COVERED, talk()) == ""


def test_messages_that_came_since_do_no_harm():
    source = talk()
    source.append(MessageEntry("new", source.leaf_id, user("and this?")))
    source.append(MetaEntry("label", source.leaf_id, "label"))
    assert stale_because(COVERED, source) == ""


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        (ResetEntry("r", "m3"), "cleared since"),
        (CompactionEntry("c", "m3", "another summary", "m2"), "folded since"),
    ],
)
def test_a_cleared_or_folded_context_is_another(entry, reason):
    source = talk()
    source.append(entry)
    assert reason in stale_because(COVERED, source)


def test_on_another_branch_the_fold_is_of_no_use():
    source = talk()
    source.append(MessageEntry("other", "m1", user("three, differently")))
    assert "another branch" in stale_because(COVERED, source)


def test_messages_that_are_no_entries_tell_nothing():
    assert stale_because(("replaced#1", *COVERED), talk()) == ""
