import click
import pytest

from foldline.errors import SettingsError


@pytest.fixture
def profiles(run, monkeypatch, tmp_path):
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("FOLDLINE_SETTINGS", str(tmp_path / "settings.toml"))
    return lambda *arguments, **more: run("profiles", *arguments, **more)


def which(profiles, *more):
    return profiles("which", *more).out.strip()


def test_the_built_in_profiles_are_listed_with_the_one_in_force(profiles):
    assert profiles("list").out == (
        "* handoff              built in\n  conversation         built in\n  global -> handoff\n"
    )


def test_a_profile_is_made_bound_found_and_taken_back(profiles, tmp_path):
    profiles("new", "story", "--base", "conversation")
    assert "story                from conversation, user file" in profiles("list").out
    profiles("bind", "story", "--character", "Ann")
    assert which(profiles, "--character", "Ann") == "story (character 'Ann')"
    assert which(profiles, "--character", "Bo") == "handoff (global)"
    profiles("unbind", "--character", "Ann")
    assert which(profiles, "--character", "Ann") == "handoff (global)"
    profiles("remove", "story")
    assert not (tmp_path / "settings.toml").read_text()


def test_the_narrowest_binding_wins(profiles, tmp_path):
    for name in ("by_session", "by_character", "by_project", "by_model"):
        profiles("new", name)
        scope = name.removeprefix("by_")
        profiles("bind", name, f"--{scope}", "." if scope == "project" else "x")
    profiles("bind", "conversation")
    keys = {"model": "x", "project": str(tmp_path), "character": "x", "session": "x"}
    given = ["--project", "/somewhere/else"]
    assert which(profiles, "--project", "/somewhere/else") == "conversation (global)"
    for scope, key in keys.items():
        given += [f"--{scope}", key]
        assert which(profiles, *given).startswith(f"by_{scope} ({scope}")
    profiles("unbind")
    assert which(profiles, "--project", "/somewhere/else") == "handoff (global)"


def test_the_current_folder_is_asked_for_where_nothing_is_named(profiles, tmp_path):
    profiles("bind", "conversation", "--project", ".")
    assert which(profiles) == f"conversation (project '{tmp_path}')"
    assert profiles("list").out.splitlines()[1].startswith("* conversation")


def test_a_session_tells_its_model(profiles, pi_file):
    profiles("bind", "conversation", "--model", "gpt*")
    assert which(profiles, pi_file) == "conversation (model 'gpt*')"
    made = profiles("which", pi_file, "--json").json()
    assert (made["profile"], made["subject"]["model"], made["subject"]["session"]) == ("conversation", "gpt-4o", "s")


def test_a_projects_file_chooses_for_the_project(profiles, tmp_path):
    (tmp_path / "foldline.toml").write_text("profile = 'conversation'\n")
    profiles("bind", "handoff", "--model", "m")
    assert which(profiles, "--model", "m") == "conversation (project file)"


def test_a_prompt_is_extended_replaced_and_given_back(run, profiles):
    profiles("new", "story")
    profiles("prompt", "story", "--kind", "short", "--extra", "Add the motive.")
    profiles("prompt", "story", "--kind", "short", "--extra", "说明动机。", "--lang", "zh")
    assert run("prompt", "--profile", "story", "--kind", "short").out.endswith("\n\nAdd the motive.\n")
    assert run("prompt", "--profile", "story", "--kind", "short", "--lang", "zh").out.endswith("\n\n说明动机。\n")
    profiles("prompt", "story", "--kind", "short", "--text", "One sentence.")
    assert run("prompt", "--profile", "story", "--kind", "short").out.endswith("One sentence.\n\nAdd the motive.\n")
    profiles("prompt", "story", "--kind", "short", "--text", "", "--extra", "")
    profiles("prompt", "story", "--kind", "short", "--extra", "", "--lang", "zh")
    assert run("prompt", "--profile", "story", "--kind", "short").out == run("prompt", "--kind", "short").out


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("new", "handoff"), "there is a profile 'handoff' already"),
        (("bind", "nope"), "profile is 'nope'"),
        (("bind", "nope", "--model", "m"), "there is no profile 'nope'; there are 'handoff', 'conversation'"),
        (("bind", "handoff", "--model", " "), "by model has the key ' '"),
        (("remove", "handoff"), "there is no profile 'handoff' of yours"),
        (("prompt", "nope", "--kind", "full", "--text", "x"), "there is no profile 'nope'"),
        (("new", " "), "it must be a table under a name"),
    ],
)
def test_what_cannot_be_is_named(profiles, arguments, named, tmp_path):
    with pytest.raises(SettingsError, match=named):
        profiles(*arguments)
    assert not (tmp_path / "settings.toml").exists()


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("bind", "handoff", "--model", "m", "--session", "s"), "name one of --session and --model, not both"),
        (("prompt", "handoff", "--kind", "full"), "say what to change"),
    ],
)
def test_wrong_use_says_what_is_missing(profiles, arguments, named):
    with pytest.raises(click.UsageError, match=named):
        profiles(*arguments)


def test_every_command_speaks_json(profiles):
    answers = [
        profiles("list", "--json"), profiles("new", "a", "--json"), profiles("bind", "a", "--model", "m", "--json"),
        profiles("bind", "a", "--json"), profiles("unbind", "--json"), profiles("unbind", "--model", "m", "--json"),
        profiles("prompt", "a", "--kind", "full", "--extra", "x", "--json"), profiles("which", "--json"),
        profiles("remove", "a", "--json"),
    ]  # fmt: skip
    assert all(isinstance(one.json(), dict) for one in answers)


def test_help_teaches_by_example(profiles):
    shown = profiles("--help").out
    assert 'foldline profiles bind brief --model "claude-*"' in shown
    for name in ("list", "new", "remove", "bind", "unbind", "which", "prompt"):
        assert f"\n  {name}" in shown
