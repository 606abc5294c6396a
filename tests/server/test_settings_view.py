import pytest

from foldline.core.setting_values import STORED
from foldline.core.settings import CompactionSettings
from foldline.server.settings_view import NEEDS, triggers_of


def points(model="", **settings):
    made = triggers_of(CompactionSettings(**settings), model)
    return [(one.tokens, one.messages, one.user_messages, one.is_above) for one in made.points]


def test_what_a_setting_hangs_on_is_a_setting():
    assert {*NEEDS, *(switch for switches in NEEDS.values() for switch in switches)} <= set(STORED)


@pytest.mark.parametrize(
    ("settings", "wanted"),
    [
        ({}, []),
        ({"context_window": 200_000}, [(170_000, None, None, True)]),
        ({"context_window": 65_536, "profile": "conversation"},
         [(49_152, None, None, True), (45_876, None, None, False), (None, None, 16, False)]),
        ({"threshold_tokens": 9_000}, [(9_000, None, None, True)]),
        ({"context_window": 100_000, "threshold_percent": 50}, [(50_000, None, None, True)]),
        ({"trigger": ((("fraction", 0.5), ("messages", 8)), ("tokens", 7))},
         [(None, 8, None, False), (7, None, None, False)]),
        ({"context_window": 100, "max_context_window": 200_000, "max_context_mode": True},
         [(170_000, None, None, True)]),
        ({"context_window": 200_000, "enabled": False}, []),
    ],
)  # fmt: skip
def test_the_points_are_those_at_which_a_fold_is_made(settings, wanted):
    assert points(**settings) == wanted


def test_a_model_tells_the_window_where_no_setting_does():
    made = triggers_of(CompactionSettings(), "claude-sonnet-4-5")
    assert (made.window, made.window_origin) == (200_000, "known for model 'claude-sonnet-4-5'")
    assert triggers_of(CompactionSettings(), "house-7").window_origin.startswith("guessed")
    assert triggers_of(CompactionSettings(context_window=9_000), "claude-sonnet-4-5").window_origin == "context_window"
