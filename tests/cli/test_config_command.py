import json

import click
import pytest

from foldline.core.setting_values import STORED
from foldline.errors import SettingsError, UnreadableError


@pytest.fixture
def config(run, monkeypatch, tmp_path):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("FOLDLINE_SETTINGS", str(tmp_path / "settings.toml"))
    return lambda *arguments, **more: run("config", *arguments, **more)


def stored(tmp_path):
    path = tmp_path / "settings.toml"
    return path.read_text(encoding="utf-8") if path.exists() else ""


def test_every_effective_value_is_shown_with_its_origin(config, monkeypatch, tmp_path):
    (tmp_path / "settings.toml").write_text("ratio = 0.5\n")
    (tmp_path / "foldline.toml").write_text("message_count = 4\n")
    monkeypatch.setenv("FOLDLINE_FOCUS", "ports")
    shown = config().out
    for name in STORED:
        assert f"\n{name} " in shown
    lines = shown.splitlines()
    assert f"ratio                   = 0.5   [user file ({tmp_path / 'settings.toml'})]" in lines
    assert f"message_count           = 4   [project file ({tmp_path / 'foldline.toml'})]" in lines
    assert 'focus                   = "ports"   [environment (FOLDLINE_FOCUS)]' in lines
    assert "ledger_tokens           = 4000" in lines
    assert lines[-1] == "folds at: the threshold of the window, or 50 % of the window, or 4 user messages"


def test_the_same_as_one_object(config, tmp_path):
    (tmp_path / "settings.toml").write_text("ratio = 0.5\n")
    made = config("--json").json()
    assert set(made["settings"]) == set(STORED)
    assert made["settings"]["ratio"] == {
        "value": 0.5, "origin": "user file", "where": str(tmp_path / "settings.toml"), "default": 0.7,
        "allowed": "a number, above 0 and below 1",
    }  # fmt: skip
    assert made["triggers"] == ["50 % of the window"]


def test_one_setting_tells_its_value_origin_default_and_range(config):
    assert config("get", "ratio").out == (
        "ratio = 0.7\nfrom: default\ndefault: 0.7; it may be a number, above 0 and below 1\n"
    )
    assert config("get", "keep", "--json").json()["value"] is None


@pytest.mark.parametrize(
    ("name", "typed", "value"),
    [
        ("message_count", "20", 20),
        ("enabled", "off", False),
        ("rules", "Never name hosts.\nTwo lines.", "Never name hosts.\nTwo lines."),
        ("pins", '["Use tabs.", "Reply in German."]', ["Use tabs.", "Reply in German."]),
        ("keep", '["fraction", 0.3]', ["fraction", 0.3]),
        ("profile", "conversation", "conversation"),
    ],
)
def test_a_value_is_set_and_unset(config, name, typed, value, tmp_path):
    config("set", name, typed)
    assert config("get", name, "--json").json()["value"] == value
    config("unset", name)
    assert stored(tmp_path) == ""


def test_comments_in_the_file_are_kept(config, tmp_path):
    (tmp_path / "settings.toml").write_text("# mine\nratio = 0.5 # half\n")
    config("set", "message_count", "20")
    config("set", "ratio", "0.6")
    assert stored(tmp_path) == "# mine\nratio = 0.6 # half\nmessage_count = 20\n"


def test_a_value_can_be_written_to_the_project(config, tmp_path):
    config("set", "ratio", "0.5", "--project")
    assert (tmp_path / "foldline.toml").read_text() == "ratio = 0.5\n"
    assert stored(tmp_path) == ""
    config("set", "ratio", "0.6")
    assert (tmp_path / "foldline.toml").read_text() == "ratio = 0.6\n"
    ran = config("set", "ratio", "0.4", "--user")
    assert f"note: project file ({tmp_path / 'foldline.toml'}) sets it too, and wins" in ran.err
    config("unset", "ratio")
    assert config("get", "ratio").out.startswith("ratio = 0.4")


def test_a_value_that_the_environment_hides_is_said(config, monkeypatch):
    monkeypatch.setenv("FOLDLINE_RATIO", "0.9")
    assert "note: environment (FOLDLINE_RATIO) sets it too, and wins" in config("set", "ratio", "0.5").err


@pytest.mark.parametrize(
    ("arguments", "noted"),
    [
        (("message_count", "16"), True),
        (("message_count", "17"), False),
        (("ratio", "0.7"), True),
        (("ratio", "0.6"), False),
    ],
)
def test_a_number_that_is_not_in_force_is_said(config, arguments, noted):
    assert ("it is not in force" in config("set", *arguments).err) is noted


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("set", "ratio", "7"), "ratio is 7; it must be above 0 and below 1"),
        (("set", "rato", "0.5"), "unknown setting 'rato'; did you mean 'ratio'?"),
        (("get", "nothing"), "unknown setting 'nothing'; `foldline config` lists those there are"),
        (("unset", "nothing"), "unknown setting 'nothing'"),
        (("set", "profile", "nope"), "profile is 'nope'; it must be one of"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_written(config, arguments, named, tmp_path):
    with pytest.raises(SettingsError) as error:
        config(*arguments)
    assert named in str(error.value)
    assert stored(tmp_path) == ""


def test_a_broken_file_is_a_warning_when_read_and_a_refusal_when_edited(config, tmp_path):
    (tmp_path / "settings.toml").write_text("ratio = 0.5\nrules = [\n")
    ran = config()
    assert f"foldline: {tmp_path / 'settings.toml'}, line 2: " in ran.err
    assert "the file is left out" in ran.err
    with pytest.raises(SettingsError, match="mend the file first"):
        config("set", "ratio", "0.6")
    assert stored(tmp_path) == "ratio = 0.5\nrules = [\n"


def test_a_fold_goes_on_with_the_defaults_and_the_warning(run, config, pi_file, tmp_path):
    (tmp_path / "settings.toml").write_text("keep_recent_tokens = 3000\nledger_tokens = -1\n")
    ran = run("compact", pi_file, "--json")
    made = ran.json()
    assert made["status"] == "compacted"
    warning = f"{tmp_path / 'settings.toml'}, line 2: ledger_tokens is -1; it must be at least 0; it is left out"
    assert warning in made["warnings"]
    assert f"foldline: {warning}\n" in ran.err


def test_a_fold_takes_its_settings_from_the_layers_and_its_flags_win(run, config, pi_file, monkeypatch):
    config("set", "keep_recent_tokens", "100000")
    assert "Nothing to fold" in run("compact", pi_file).out
    monkeypatch.setenv("FOLDLINE_KEEP_RECENT_TOKENS", "3000")
    assert "why here: keep 3,000 tokens" in run("compact", pi_file).out
    assert "why here: keep 2,000 tokens" in run("compact", pi_file, "--keep-recent", "2000").out


def test_pins_of_the_file_and_of_the_call_add_up(run, config, pi_file):
    config("set", "pins", "Use tabs.")
    rules = run("compact", pi_file, "--keep-recent", "3000", "--pin", "No names.", "--json").json()["ledger"]["rules"]
    assert {one["text"] for one in rules if one["pinned"]} == {"Use tabs.", "No names."}


def test_a_flag_that_cannot_be_is_wrong_use(run, config, pi_file):
    with pytest.raises(click.UsageError, match="profile is 'nope'"):
        run("compact", pi_file, "--profile", "nope")


def test_settings_exported_by_operit_are_taken_over(config, tmp_path):
    (tmp_path / "operit.json").write_text(json.dumps({
        "summaryTokenThreshold": 0.45, "summaryMessageCountThreshold": 0,
        "summarySectionOverrides": [{"id": "core_task", "title": "Now"}],
    }))  # fmt: skip
    ran = config("import", tmp_path / "operit.json")
    assert ran.out.startswith("1 settings and 1 sections taken over")
    assert "summaryMessageCountThreshold: message_count is 0" in ran.err
    assert config("get", "profile").out.startswith('profile = "conversation"')
    (tmp_path / "operit.json").write_text("[]")
    with pytest.raises(UnreadableError, match="holds no settings of Operit"):
        config("import", tmp_path / "operit.json")


def test_help_teaches_by_example(config):
    shown = config("--help").out
    assert "foldline config set message_count 20" in shown
    for name in ("get", "set", "unset", "import"):
        assert f"\n  {name}" in shown
