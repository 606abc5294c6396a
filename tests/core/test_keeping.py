import pytest

from builders import Words, agent, session, usage, user
from foldline.core.keeping import Room, keep_budget, reported_ratio, summary_caps
from foldline.core.session import CompactionEntry, MessageEntry
from foldline.core.settings import CompactionSettings
from foldline.core.tokens import Tally


def long(count=996):
    return " ".join(["word"] * count)


def room(window=None, before_items=0):
    return Room(Tally(Words()), window, 0, before_items)


def ratio(source, before_items=0):
    return reported_ratio(source.context(), room(before_items=before_items))


def test_without_a_report_nothing_is_known():
    assert ratio(session(user(long()), agent("x"))) == 1


def test_what_two_requests_both_held_unseen_cancels_out():
    source = session(
        user(long()), agent(long(), usage=usage(31_000)), user(long()), agent(long()), user(long()),
        agent("x", usage=usage(31_000 + 6_000)),
    )  # fmt: skip
    assert ratio(source) == 1.5


def test_a_single_report_is_believed_while_it_can_be_the_tokenizer():
    assert ratio(session(user(long()), agent("x", usage=usage(1_500)))) == 1.5
    assert ratio(session(user(long()), agent("x", usage=usage(30_000)))) == 1
    assert ratio(session(user(long()), agent("x", usage=usage(30_000))), before_items=19_000) == 1.5


def test_fewer_reported_tokens_change_nothing():
    assert ratio(session(user(long()), agent("x", usage=usage(10)))) == 1


def test_a_report_from_before_the_newest_fold_is_not_believed():
    source = session(user(long()), agent("x", usage=usage(1_500)))
    source.append(CompactionEntry("f", "m1", "s", "m0"))
    source.append(MessageEntry("m2", "f", user(long())))
    assert ratio(source) == 1


@pytest.mark.parametrize(("adaptive", "kept"), [(True, 666), (False, 1_000)])
def test_the_budget_shrinks_by_the_ratio_where_that_is_wanted(adaptive, kept):
    source = session(user(long()), agent("x", usage=usage(1_500)))
    settings = CompactionSettings(keep_recent_tokens=1_000, adaptive_keep=adaptive)
    assert keep_budget(source.context(), settings, room())[0] == kept


def test_a_small_window_holds_the_budget_and_says_so():
    settings = CompactionSettings(keep_recent_tokens=900, reserve_tokens=100)
    budget, origin = keep_budget(session(user()).context(), settings, room(1_000))
    assert budget == 680 - 212 - 106
    assert origin == "keep 900 tokens, held to 362 by the window of 1,000"


def test_caps_shrink_with_the_window_and_with_what_is_folded():
    settings = CompactionSettings()
    assert summary_caps(settings, None) == (4_000, 2_000)
    assert summary_caps(settings, 8_000) == (1_700, 850)
    assert summary_caps(settings, None, 1_000) == (500, 250)
    assert summary_caps(settings, None, 200) == (100, 150)
