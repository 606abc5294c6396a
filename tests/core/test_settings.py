import pytest
from msgspec.structs import replace

from foldline.core.budget import Measures, decide
from foldline.core.profiles.profile import Profile
from foldline.core.setting_ranges import CHOICES, RANGES, allowed, check
from foldline.core.settings import CompactionSettings
from foldline.errors import SettingsError

STORY = Profile(name="story", base="conversation")


def test_the_defaults_are_the_anchors_numbers():
    made = CompactionSettings()
    assert (made.enabled, made.ratio, made.message_count, made.rules) == (True, 0.70, 16, "")
    assert (made.dialogue_review, made.dialogue_review_title, made.previous_summary_review) == (True, "", False)
    assert (made.short_states_request, made.effort, made.remote, made.redaction) == (
        False,
        "inherit",
        "auto",
        True,
    )
    assert made == CompactionSettings(ratio=0.70, message_count=16)
    assert made != CompactionSettings(message_count=17)


@pytest.mark.parametrize(
    ("field", "value", "named"),
    [
        ("ratio", 0, "ratio is 0; it must be above 0 and below 1"),
        ("ratio", 1, "ratio is 1; it must be above 0 and below 1"),
        ("ratio", float("nan"), "ratio is nan"),
        ("message_count", 0, "message_count is 0; it must be at least 1"),
        ("message_count", "8", "message_count is '8'; it must be at least 1"),
        ("max_context_window", 0, "max_context_window is 0; it must be at least 1"),
        ("threshold_percent", True, "threshold_percent is True; it must be from 1 to 99"),
        ("language", "es", "language is 'es'; it must be '', 'en' or 'zh'"),
        ("group", "maybe", "group is 'maybe'; it must be 'auto', 'on' or 'off'"),
        ("effort", "huge", "effort is 'huge'"),
        ("remote_endpoint", "ftp://x", "remote_endpoint is 'ftp://x'; it must be an http(s) address"),
        ("models", ("gpt",), "models is ('gpt',); it must be 'provider:model', or 'builtin'"),
        ("models", (":m",), "models is (':m',)"),
        ("profile", "story", "profile is 'story'; it must be one of 'handoff', 'conversation'"),
        ("keep", ("tokens",), "keep has 'tokens': it must be a measure and a number"),
        ("keep", 3, "keep is 3; it must be a measure and a number"),
        ("trigger", (("tokens", "9"),), "trigger has ('tokens', '9'): '9' must be above 0"),
    ],
)
def test_a_value_out_of_range_names_field_value_and_range(field, value, named):
    with pytest.raises(SettingsError) as error:
        CompactionSettings(**{field: value})
    assert named in str(error.value)


@pytest.mark.parametrize("name", [*RANGES, *CHOICES, "keep", "trigger", "models"])
def test_the_hint_and_the_refusal_say_the_same(name):
    wrong = ("nothing",) if name in {"models", "trigger"} else "nothing"
    with pytest.raises(SettingsError) as error:
        check(name, wrong)
    assert allowed(name) in str(error.value)


@pytest.mark.parametrize("name", ["context_window", "ratio", "keep"])
def test_what_is_left_open_is_no_fault(name):
    check(name, None)


@pytest.mark.parametrize("models", [("builtin",), ("ollama:llama3:8b", "openai:gpt-5"), ()])
def test_models_are_named_with_their_provider(models):
    assert CompactionSettings(models=models).models == models


@pytest.mark.parametrize(
    ("settings", "triggers"),
    [
        ({}, ()),
        ({"profile": "conversation"}, (("fraction", 0.7), ("user_messages", 16))),
        ({"profile": "story", "profiles": (STORY,)}, (("fraction", 0.7), ("user_messages", 16))),
        ({"profile": "conversation", "by_message_count": False}, (("fraction", 0.7),)),
        ({"profile": "conversation", "by_ratio": False}, (("user_messages", 16),)),
        ({"by_message_count": True}, (("user_messages", 16),)),
        ({"ratio": 0.5}, (("fraction", 0.5),)),
        ({"message_count": 4}, (("user_messages", 4),)),
        ({"message_count": 4, "by_message_count": False}, ()),
        ({"by_ratio": True, "trigger": (("tokens", 9),)}, (("fraction", 0.7), ("tokens", 9))),
    ],
)
def test_ratio_and_count_hold_in_chats_and_wherever_they_were_changed(settings, triggers):
    assert CompactionSettings(**settings).triggers == triggers


@pytest.mark.parametrize(
    ("tokens", "messages", "more", "fold"),
    [
        (45_876, 1, {}, True),
        (45_875, 1, {}, False),
        (10, 16, {}, True),
        (10, 15, {}, False),
        (45_876, 16, {"enabled": False}, False),
        (10, 16, {"by_message_count": False}, False),
        (45_876, 0, {"by_message_count": False}, True),
    ],
)
def test_a_chat_is_folded_at_the_ratio_or_the_count_and_never_where_folding_is_off(tokens, messages, more, fold):
    settings = CompactionSettings(profile="conversation", **more)
    assert bool(decide(Measures(tokens, messages, messages), 65_536, settings, ())) is fold


@pytest.mark.parametrize(
    ("fields", "window"),
    [
        ({}, (None, "context_window")),
        ({"context_window": 64}, (64, "context_window")),
        ({"context_window": 64, "max_context_window": 200}, (64, "context_window")),
        ({"context_window": 64, "max_context_window": 200, "max_context_mode": True}, (200, "max_context_window")),
        ({"context_window": 64, "max_context_mode": True}, (64, "context_window")),
    ],
)
def test_the_larger_window_holds_in_its_mode(fields, window):
    assert CompactionSettings(**fields).window == window


def test_a_profile_of_a_built_in_name_is_that_one_changed():
    mine = Profile(name="handoff", rules="x")
    assert CompactionSettings(profiles=(mine,)).chosen is mine
    assert replace(CompactionSettings(), profile="conversation").chosen == Profile(
        name="conversation", base="conversation"
    )
