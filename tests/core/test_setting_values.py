import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldline.core.setting_values import DEFAULTS, STORED, closest, default, hint, plain, read, typed
from foldline.core.settings import CompactionSettings
from foldline.errors import SettingsError


@pytest.mark.parametrize("name", STORED)
def test_every_setting_has_a_hint_a_default_and_a_plain_form_that_reads_back(name):
    assert hint(name)
    value = default(name)
    assert value == getattr(DEFAULTS, name)
    if value is not None:
        assert read(name, json.loads(json.dumps(plain(value)))) == value


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("enabled", "off", False),
        ("enabled", "TRUE", True),
        ("enabled", "0", False),
        ("by_ratio", "", None),
        ("by_ratio", "yes", True),
        ("message_count", "20", 20),
        ("context_window", "200_000", 200_000),
        ("context_window", "200,000", 200_000),
        ("context_window", "", None),
        ("ratio", " 0.5 ", 0.5),
        ("ratio", "1e-1", 0.1),
        ("rules", "No names.\n[all]", "No names.\n[all]"),
        ("rules", "true", "true"),
        ("language", "zh", "zh"),
        ("pins", "Use tabs, always.", ("Use tabs, always.",)),
        ("pins", '["a", "b"]', ("a", "b")),
        ("pins", "", ()),
        ("unpin", '["r1"]', frozenset({"r1"})),
        ("keep", '["fraction", 0.3]', ("fraction", 0.3)),
        ("keep", '[["tokens", 9], ["messages", 2]]', (("tokens", 9), ("messages", 2))),
        ("trigger", '[["user_messages", 4], [["tokens", 9], ["messages", 2]]]',
         (("user_messages", 4), (("tokens", 9), ("messages", 2)))),
    ],
)  # fmt: skip
def test_what_somebody_types_is_read_by_the_kind_of_the_setting(name, text, value):
    assert typed(name, text) == value


@pytest.mark.parametrize(
    ("name", "text", "named"),
    [
        ("enabled", "maybe", "enabled is 'maybe'; it must be true or false"),
        ("message_count", "many", "message_count is 'many'; it must be a whole number, at least 1"),
        ("message_count", "1.5", "message_count is 1.5; it must be a whole number"),
        ("message_count", "0", "message_count is 0; it must be at least 1"),
        ("ratio", "70%", "ratio is '70%'; it must be a number, above 0 and below 1"),
        ("group", "maybe", "group is 'maybe'; it must be 'auto', 'on' or 'off'"),
        ("pins", "[1]", "pins is [1]; it must be a list of texts"),
        ("keep", "half", "keep has 'half': it must be a measure and a number"),
        ("mesage_count", "3", "unknown setting 'mesage_count'; did you mean 'message_count'?"),
        ("fixed", "x", "unknown setting 'fixed'"),
    ],
)
def test_what_cannot_be_is_refused_with_name_value_and_form(name, text, named):
    with pytest.raises(SettingsError) as error:
        typed(name, text)
    assert named in str(error.value)


def test_a_name_far_from_all_settings_stands_for_none():
    assert closest("corpus") == ""


@given(
    st.sampled_from(STORED), st.text() | st.integers() | st.floats() | st.lists(st.text()) | st.booleans() | st.none()
)
def test_any_value_is_read_or_refused_and_what_is_read_makes_settings(name, value):
    with suppress(SettingsError):
        made = read(name, value)
        assert name == "profile" or CompactionSettings(**{name: made})


@given(st.sampled_from(STORED), st.text())
def test_any_text_is_read_or_refused(name, text):
    with suppress(SettingsError):
        assert plain(typed(name, text)) == plain(typed(name, text))
