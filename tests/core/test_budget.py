import pytest

from foldline.core.budget import Measures, budget_reserve, decide, describe, exceeds, holds, threshold
from foldline.core.settings import CompactionSettings
from foldline.errors import SettingsError


@pytest.mark.parametrize(
    ("window", "reserve", "percent", "expected"),
    [
        (200_000, None, None, 170_000),
        (128_000, None, None, 108_800),
        (1_000_000, None, None, 850_000),
        (100_000, 10_000, None, 85_000),
        (100_000, 30_000, None, 70_000),
        (100_000, 90_000, None, 10_000),
        (100_000, 10_000, 90, 90_000),
        (32_000, None, None, 15_616),
        (19_000, 16_384, None, 2_616),
        (19_000, None, None, 16_150),
        (16_385, None, None, 13_928),
        (16_385, 16_384, None, 1),
        (16_385, 90_000, None, 13_928),
        (6, None, None, 5),
        (1, None, None, 0),
    ],
)
def test_the_threshold_follows_the_reserve_rules(window, reserve, percent, expected):
    settings = CompactionSettings(reserve_tokens=reserve, threshold_percent=percent)
    assert threshold(window, settings).tokens == expected


@pytest.mark.parametrize("window", range(1, 11))
def test_a_tiny_window_keeps_a_reserve_and_a_threshold_below_itself(window):
    assert budget_reserve(window) >= 1
    assert threshold(window, CompactionSettings()).tokens < window


@pytest.mark.parametrize(("asked", "expected"), [(5_000, 5_000), (300_000, 99_999), (1, 1)])
def test_fixed_tokens_win_and_stay_inside_the_window(asked, expected):
    settings = CompactionSettings(threshold_tokens=asked, threshold_percent=50)
    assert threshold(100_000, settings).tokens == expected


@pytest.mark.parametrize(
    ("tokens", "more", "fold"),
    [
        (95_000, {"reserve_tokens": 10_000}, True),
        (86_000, {"reserve_tokens": 10_000}, True),
        (85_000, {"reserve_tokens": 10_000}, False),
        (84_000, {"reserve_tokens": 10_000}, False),
        (89_000, {"threshold_percent": 90}, False),
        (90_001, {"threshold_percent": 90}, True),
        (95_000, {"enabled": False}, False),
    ],
)
def test_a_fold_is_due_strictly_above_the_threshold(tokens, more, fold):
    decision = decide(Measures(tokens, 10, 5), 100_000, CompactionSettings(**more), ())
    assert bool(decision) is fold


def test_a_message_count_is_reached_at_the_count_itself():
    settings = CompactionSettings(trigger=(("user_messages", 16),))
    assert decide(Measures(10, 90, 16), None, settings, ())
    assert not decide(Measures(10, 90, 15), None, settings, ())


def test_a_clause_needs_all_its_conditions_and_any_clause_is_enough():
    both = (("fraction", 0.5), ("messages", 10))
    settings = CompactionSettings(trigger=(both, ("tokens", 900)))
    assert not decide(Measures(600, 9, 1), 1_000, settings, ())
    assert decide(Measures(600, 10, 1), 1_000, settings, ())
    assert decide(Measures(900, 1, 1), 1_000, settings, ())


def test_a_fraction_of_an_unknown_window_is_never_reached():
    assert not holds(("fraction", 0.1), Measures(10**9, 1, 1), None)
    assert not exceeds(("fraction", 0.1), Measures(10**9, 1, 1), None)


def test_an_unknown_window_is_named_as_the_reason():
    decision = decide(Measures(10**9, 1, 1), None, CompactionSettings(), ())
    assert not decision
    assert "context_window" in decision.reason


def test_fixed_tokens_need_no_window():
    assert decide(Measures(501, 1, 1), None, CompactionSettings(threshold_tokens=500), ())


def test_the_explanation_says_where_the_threshold_comes_from():
    text = decide(Measures(1, 1, 1), 200_000, CompactionSettings(), ("1 token: counted",)).explain()
    assert text.splitlines() == [
        "No fold: 1 tokens of 170,000.",
        "- 1 token: counted",
        "- threshold 170,000: window 200,000 less a reserve of 30,000 (15 % of the window)",
    ]


@pytest.mark.parametrize(
    ("settings", "origin"),
    [
        (CompactionSettings(reserve_tokens=30_000), "(reserve_tokens)"),
        (CompactionSettings(), "(the default)"),
        (CompactionSettings(threshold_percent=40), "threshold_percent 40"),
        (CompactionSettings(threshold_tokens=10**9), "held inside the window"),
    ],
)
def test_each_rule_names_itself(settings, origin):
    assert origin in threshold(64_000, settings).why


@pytest.mark.parametrize(
    ("keep", "over"),
    [
        (("tokens", 9), True),
        (("tokens", 10), False),
        (("messages", 1), True),
        (("messages", 2), False),
        (("user_messages", 1), False),
        ((("tokens", 100), ("messages", 1)), True),
        (("fraction", 0.05), True),
        (("fraction", 0.5), False),
    ],
)
def test_a_kept_part_is_over_when_it_is_over_any_measure(keep, over):
    assert exceeds(keep, Measures(10, 2, 1), 100) is over


def test_a_clause_reads_as_words():
    assert describe(("tokens", 1500)) == "1,500 tokens"


@pytest.mark.parametrize(
    ("field", "value", "named"),
    [
        ("keep_recent_tokens", -1, "keep_recent_tokens is -1; it must be at least 0"),
        ("threshold_percent", 120, "threshold_percent is 120; it must be from 1 to 99"),
        ("trigger", (("fraction", 2),), "must be above 0 and at most 1"),
        ("trigger", (("bytes", 2),), "unknown measure 'bytes'"),
        ("keep", ("tokens", 0), "must be above 0"),
    ],
)
def test_a_setting_out_of_range_names_field_value_and_range(field, value, named):
    with pytest.raises(SettingsError) as error:
        CompactionSettings(**{field: value})
    assert named in str(error.value)
