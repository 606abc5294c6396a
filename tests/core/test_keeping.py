import pytest

from foldline.core.keeping import Room, keep_budget, summary_caps
from foldline.core.settings import CompactionSettings


@pytest.mark.parametrize(("adaptive", "kept"), [(True, 666), (False, 1_000)])
def test_the_budget_shrinks_by_the_reported_ratio_where_that_is_wanted(adaptive, kept):
    settings = CompactionSettings(keep_recent_tokens=1_000, adaptive_keep=adaptive)
    assert keep_budget(settings, Room(ratio=1.5))[0] == kept


def test_fewer_reported_tokens_change_nothing():
    assert keep_budget(CompactionSettings(), Room(ratio=0.5)) == (20_000, "keep 20,000 tokens")


def test_another_measure_is_named():
    assert keep_budget(CompactionSettings(keep=("messages", 4)), Room())[1] == "keep 4 messages"


def test_a_small_window_holds_the_budget_and_says_so():
    settings = CompactionSettings(keep_recent_tokens=900, reserve_tokens=100)
    budget, origin = keep_budget(settings, Room(1_000))
    assert budget == 680 - 212 - 106
    assert origin == "keep 900 tokens, held to 362 by the window of 1,000"


def test_caps_shrink_with_the_window_and_with_what_is_folded():
    settings = CompactionSettings()
    assert summary_caps(settings, None) == (4_000, 2_000)
    assert summary_caps(settings, 8_000) == (1_700, 850)
    assert summary_caps(settings, None, 1_000) == (500, 250)
    assert summary_caps(settings, None, 200) == (100, 150)
