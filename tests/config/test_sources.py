from pathlib import Path

import pytest
from msgspec import UNSET

from foldline.config import Origin, load
from foldline.config.sources import project_file, user_file
from foldline.core.counting.model_facts import ModelFacts
from foldline.core.hook_commands import HookCommands
from foldline.core.profiles.binding import Binding, Subject
from foldline.core.settings import CompactionSettings
from foldline.errors import SettingsError


def test_with_nothing_configured_the_defaults_hold(home):
    found = load()
    assert found.settings == CompactionSettings()
    assert (found.warnings, found.project_file, found.user_file) == ((), None, home.user)
    assert str(found.origin("ratio")) == "default"


def test_each_layer_lies_over_the_one_below_and_every_value_tells_its_origin(home, monkeypatch):
    home.write("ratio = 0.1\nmessage_count = 1\nfocus = 'user'\nrules = 'user'\nledger_tokens = 1\n")
    home.project.write_text("message_count = 2\nfocus = 'project'\nrules = 'project'\n")
    monkeypatch.setenv("FOLDLINE_FOCUS", "environment")
    monkeypatch.setenv("FOLDLINE_RULES", "environment")
    found = load(flags={"rules": "flag", "ledger_tokens": None, "ratio": UNSET})
    made = found.settings
    assert (made.ratio, made.message_count, made.focus, made.rules, made.ledger_tokens) == (
        0.1,
        2,
        "environment",
        "flag",
        1,
    )
    assert {name: found.origin(name) for name in ("enabled", "ratio", "message_count", "focus", "rules")} == {
        "enabled": Origin("default"),
        "ratio": Origin("user file", str(home.user)),
        "message_count": Origin("project file", str(home.project)),
        "focus": Origin("environment", "FOLDLINE_FOCUS"),
        "rules": Origin("flag"),
    }


def test_tokens_to_keep_that_are_asked_for_win_over_every_other_measure(home):
    home.write('keep = ["messages", 3]\n[profiles.chats]\nbase = "conversation"\nsettings.keep = ["messages", 9]\n')
    assert load().settings.keep == ("messages", 3)
    found = load(flags={"keep_recent_tokens": 500, "profile": "chats"}).for_subject(Subject())
    assert (found.settings.keep, found.settings.keep_recent_tokens) == (None, 500)
    assert load(flags={"keep_recent_tokens": 500, "keep": ("messages", 2)}).settings.keep == ("messages", 2)


def test_the_project_file_is_the_nearest_one_upwards_from_the_folder(home, tmp_path):
    home.project.write_text("ratio = 0.5\n")
    deep = home.project.parent / "a" / "b"
    deep.mkdir(parents=True)
    assert load(deep).settings.ratio == 0.5
    (deep.parent / "foldline.toml").write_text("ratio = 0.6\n")
    assert load(deep).project_file == deep.parent / "foldline.toml"
    assert load(tmp_path).project_file is None
    assert project_file(Path("no/such/folder")) == home.project


def test_the_users_file_is_where_the_system_keeps_settings_unless_it_is_named(monkeypatch, tmp_path):
    assert user_file({"FOLDLINE_SETTINGS": str(tmp_path / "x.toml")}) == tmp_path / "x.toml"
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert user_file({}).name == "settings.toml"


BROKEN = """\
enabled = false
ratio = 7
mesage_count = 3
rules = ["x"]
profile = "gone"
keep = ["bytes", 3]

[profiles.a]
base = "novel"

[profiles.b]
sections.overrides = [{ id = "goal", share = 4 }]

[profiles.c]
rules = "kept"
[profiles.c.settings]
message_count = 0
ratio = 0.5
profile = "a"

[[bindings]]
scope = "model"
key = "m"
profile = "c"
[[bindings]]
scope = "modle"
key = "m"
profile = "c"
[[bindings]]
scope = "session"
key = "s"
profile = "gone"
"""


def test_a_value_that_cannot_be_is_left_out_with_file_line_and_reason_and_the_rest_holds(home):
    home.write(BROKEN)
    found = load()
    made = found.settings
    assert (made.enabled, made.ratio, made.rules, made.profile, made.keep) == (False, 0.70, "", "handoff", None)
    assert [one.name for one in made.profiles] == ["c"]
    assert (made.profiles[0].rules, made.profiles[0].settings) == ("kept", {"ratio": 0.5})
    assert Binding("model", "m", "c") in made.bindings
    expected = [
        "line 2: ratio is 7; it must be above 0 and below 1",
        "line 3: unknown setting 'mesage_count'; did you mean 'message_count'?",
        "line 4: rules is ['x']; it must be a text",
        "line 6: keep has ('bytes', 3): unknown measure 'bytes'",
        "line 8: profile 'a' has the base 'novel'; it must be 'handoff' or 'conversation'",
        "line 12: profile 'b': share of section 'goal' is 4.0",
        "line 17: message_count is 0; it must be at least 1",
        "line 19: profile is no setting of a profile",
        "this is no binding: Invalid enum value 'modle'",
        "there is no profile 'gone'",
        "session 's' names the profile 'gone', which does not exist",
    ]
    for text in expected:
        assert any(text in warning for warning in found.warnings), text
    assert len(found.warnings) == len(expected)
    assert all(str(home.user) in warning for warning in found.warnings[:9])


def test_a_file_that_cannot_be_parsed_is_left_out_with_its_line(home):
    home.write("ratio = 0.5\nrules = [\n")
    found = load()
    assert found.settings == CompactionSettings()
    assert f"{home.user}, line 2: " in found.warnings[0]
    assert found.warnings[0].endswith("the file is left out")


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("profiles = 3\n", "profiles must be tables"),
        ("profiles.x = 3\n", "profile 'x' is 3; it must be a table"),
        ("bindings = 3\n", "this is no binding"),
        ("catalog = 3\n", "catalog must be tables"),
        ("[catalog.m]\nprice_in = -1\n", "these are no facts of a model: Expected `float` >= 0.0 - at `$.price_in`"),
        ("[profiles.' ']\n", "profile ' ' is {}; it must be a table under a name"),
    ],
)
def test_tables_of_another_form_are_left_out(home, text, named):
    home.write(text)
    assert named in load().warnings[0]


def test_the_environment_is_read_by_the_kind_of_each_setting(home, monkeypatch):
    for name, text in (
        ("ENABLED", "off"),
        ("MESSAGE_COUNT", "20"),
        ("PINS", '["a"]'),
        ("RULES", ""),
        ("CONTEXT_WINDOW", "8,000"),
    ):
        monkeypatch.setenv(f"FOLDLINE_{name}", text)
    made = load().settings
    assert (made.enabled, made.message_count, made.pins, made.context_window) == (False, 20, ("a",), 8_000)
    assert "rules" not in load().origins


def test_a_variable_that_cannot_be_or_is_misspelt_is_a_warning(home, monkeypatch):
    monkeypatch.setenv("FOLDLINE_RATIO", "2")
    monkeypatch.setenv("FOLDLINE_MESAGE_COUNT", "2")
    monkeypatch.setenv("FOLDLINE_SOMETHING_ELSE", "2")
    found = load()
    assert found.settings == CompactionSettings()
    assert found.warnings == (
        "FOLDLINE_RATIO in the environment: ratio is 2; it must be above 0 and below 1; it is left out",
        "FOLDLINE_MESAGE_COUNT in the environment is no setting; did you mean FOLDLINE_MESSAGE_COUNT?",
    )


def test_a_flag_that_cannot_be_is_an_error(home):
    with pytest.raises(SettingsError, match="ratio is 2"):
        load(flags={"ratio": 2})
    with pytest.raises(SettingsError, match="profile is 'gone'"):
        load(flags={"profile": "gone"})


@pytest.mark.parametrize(
    ("variables", "locale"),
    [
        ({}, ""),
        ({"LANG": "de_DE"}, "de_DE"),
        ({"LANG": "de", "LC_ALL": "zh_CN"}, "zh_CN"),
        ({"LC_MESSAGES": "zh"}, "zh"),
    ],
)
def test_the_locale_is_the_systems(home, variables, locale):
    environ = {"FOLDLINE_SETTINGS": str(home.user), **variables}
    assert load(environ=environ).settings.locale == locale


def test_a_project_cannot_say_where_a_conversation_is_sent(home):
    home.project.write_text(
        "remote_endpoint = 'https://evil.example'\nredaction = false\nmodels = ['ollama:qwen']\n"
        "[profiles.handoff.settings]\nremote_endpoint = 'https://evil.example'\nratio = 0.4\n"
    )
    found = load()
    assert (found.settings.remote_endpoint, found.settings.redaction, found.settings.models) == (
        "",
        True,
        ("ollama:qwen",),
    )
    assert found.settings.profiles[0].settings == {"ratio": 0.4}
    assert len([one for one in found.warnings if "can't set where a conversation is sent" in one]) == 3
    home.write("remote_endpoint = 'https://mine.example'\nredaction = false\n")
    assert load().settings.remote_endpoint == "https://mine.example"


@pytest.mark.parametrize("model", ["remote:https://evil.example", "openai-compatible:m@https://evil.example"])
def test_a_project_cannot_name_a_model_at_an_address_of_its_own(home, model):
    home.project.write_text(f"models = ['{model}']\n")
    found = load()
    assert found.settings.models == ()
    assert "models is left out; a project can't set where" in found.warnings[0]


def test_a_projects_profile_replaces_the_users_of_that_name_as_a_whole(home):
    home.write("[profiles.story]\nrules = 'user'\nbase = 'conversation'\n[profiles.mine]\n")
    home.project.write_text("[profiles.story]\nprompts = [{ kind = 'short', extra = 'x' }]\n")
    found = load()
    story, mine = found.settings.profiles
    assert (story.rules, story.base, mine.name) == ("", "handoff", "mine")
    assert found.profile_origins["story"] == Origin("project file", str(home.project))


def test_a_projects_choice_of_a_profile_goes_before_a_models_and_after_a_characters(home):
    home.write(
        "[[bindings]]\nscope = 'model'\nkey = '*'\nprofile = 'handoff'\n"
        "[[bindings]]\nscope = 'character'\nkey = 'Ann'\nprofile = 'handoff'\n"
    )
    home.project.write_text("profile = 'conversation'\n")
    found = load()
    assert found.for_subject(Subject(model="m")).settings.profile == "conversation"
    assert found.for_subject(Subject(model="m", characters=("Ann",))).settings.profile == "handoff"
    assert (
        load(environ={"FOLDLINE_SETTINGS": str(home.user), "FOLDLINE_PROFILE": "handoff"})
        .for_subject(Subject())
        .settings.profile
        == "handoff"
    )


def test_what_a_profile_brings_lies_over_the_files_and_under_environment_and_flags(home, monkeypatch):
    home.write(
        "profile = 'story'\nratio = 0.2\nmessage_count = 2\nledger_tokens = 2\n"
        "[profiles.story.settings]\nratio = 0.3\nmessage_count = 3\n"
    )
    monkeypatch.setenv("FOLDLINE_MESSAGE_COUNT", "4")
    found = load().for_subject(Subject())
    assert (found.settings.ratio, found.settings.message_count, found.settings.ledger_tokens) == (0.3, 4, 2)
    assert found.origin("ratio") == Origin("profile", "story")
    assert found.origin("message_count").layer == "environment"


def test_a_binding_is_the_origin_of_the_profile_it_names(home):
    home.write("[[bindings]]\nscope = 'model'\nkey = 'm*'\nprofile = 'conversation'\n")
    assert str(load().for_subject(Subject(model="m1")).origin("profile")) == "binding (model 'm*')"


def test_a_table_under_a_built_in_name_is_that_profile_changed(home):
    home.write("[profiles.conversation]\nrules = 'x'\n")
    (one,) = load().settings.profiles
    assert (one.base, one.rules) == ("conversation", "x")


def test_facts_of_models_add_up_over_the_files(home):
    home.write("[catalog.'house/m']\nprice_in = 1\nprice_out = 2\n[catalog.n]\nmax_output = 9\n")
    home.project.write_text("[catalog.'house/m']\ncontext_window = 32_000\n[catalog.o]\nmax_outputs = 9\n")
    found = load()
    assert found.settings.catalog == {"house/m": ModelFacts(context_window=32_000), "n": ModelFacts(max_output=9)}
    assert [warning.partition(": ")[0] for warning in found.warnings] == [f"{home.project}, line 3"]


HOOKS = '[hooks]\nbefore = [["python3", "check.py", "--strict"]]\nafter = [["notify-send", "folded"]]\ntimeout = 5\n'


def test_hooks_are_commands_of_the_users_own_file(home):
    home.write(HOOKS)
    found = load()
    assert found.settings.hooks == HookCommands(
        before=(("python3", "check.py", "--strict"),), after=(("notify-send", "folded"),), timeout=5
    )
    assert found.warnings == ()


def test_the_hooks_of_a_project_are_named_and_never_run(home):
    home.project.write_text(HOOKS)
    found = load()
    assert found.settings.hooks == HookCommands()
    (warning,) = found.warnings
    assert warning.startswith(f"{home.project}: the hooks of a project are not run (python3 check.py --strict, notify")


def test_a_project_leaves_the_users_hooks_as_they_are(home):
    home.write("[hooks]\nafter = [['mine']]\n")
    home.project.write_text(HOOKS)
    assert load().settings.hooks == HookCommands(after=(("mine",),))


@pytest.mark.parametrize(
    "wrong", ["hooks = 3", "[hooks]\nbefore = ['a', 'b']", "[hooks]\nbefore = [[]]", "[hooks]\nduring = []"]
)
def test_hooks_that_can_not_be_run_are_left_out(home, wrong):
    home.write(f"{wrong}\n")
    found = load()
    assert found.settings.hooks == HookCommands()
    (warning,) = found.warnings
    assert "these are no hooks: " in warning
    assert warning.endswith("it is left out")


def test_neither_the_environment_nor_a_profile_has_hooks(home):
    home.write("[profiles.mine.settings]\nhooks = { before = [['x']] }\n")
    found = load(environ={"FOLDLINE_SETTINGS": str(home.user), "FOLDLINE_HOOKS": '{"before": [["x"]]}'})
    assert found.settings.hooks == HookCommands()
    assert "unknown setting 'hooks'" in found.warnings[0]


@pytest.mark.parametrize("line", ["telemetry_content = true", "secret_scanner = true", "secret_scanner = false"])
def test_a_project_decides_neither_what_spans_hold_nor_who_scans(home, line):
    home.write("secret_scanner = true\n")
    home.project.write_text(f"{line}\n")
    found = load()
    assert (found.settings.telemetry_content, found.settings.secret_scanner) == (False, True)
    assert len(found.warnings) == 1
