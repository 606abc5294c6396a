import json
from itertools import product
from pathlib import Path

import pytest

from foldline.core.profiles.templates import KINDS, LANGUAGES, PROFILES

GOLDEN = Path(__file__).parents[1] / "core" / "golden"


@pytest.fixture(autouse=True)
def _english(monkeypatch, tmp_path):
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("FOLDLINE_SETTINGS", str(tmp_path / "settings.toml"))


@pytest.mark.parametrize(("profile", "language", "kind"), [*product(PROFILES, LANGUAGES, KINDS)])
def test_with_nothing_configured_the_prompt_is_the_golden_one(run, profile, language, kind):
    shown = run("prompt", "--profile", profile, "--lang", language, "--kind", kind).out
    assert shown == (GOLDEN / f"{profile}.{language}.{kind}.default.txt").read_text(encoding="utf-8")


def test_without_options_it_is_the_full_prompt_in_ones_own_language(run, monkeypatch):
    assert run("prompt").out == (GOLDEN / "handoff.en.full.default.txt").read_text(encoding="utf-8")
    monkeypatch.setenv("LANG", "zh_TW")
    assert run("prompt").out == (GOLDEN / "handoff.zh.full.default.txt").read_text(encoding="utf-8")


def test_ones_own_sections_rules_and_focus_stand_in_it(run):
    run("sections", "set", "goal", "--title", "What we want")
    run("sections", "disable", "notes")
    run("config", "set", "rules", "Never name hosts.")
    run("config", "set", "focus", "the order of loading")
    shown = run("prompt").out
    assert "## What we want" in shown
    assert "## Additional Notes" not in shown
    assert "Additional focus: the order of loading" in shown
    assert shown.endswith("**\nNever name hosts.\n")
    assert "Never name hosts." not in run("prompt", "--kind", "short").out


def test_with_a_session_the_prompts_of_its_fold_are_shown_and_nothing_is_changed(run, pi_file):
    run("config", "set", "keep_recent_tokens", "3000")
    before = pi_file.read_bytes()
    shown = run("prompt", pi_file)
    assert shown.code == 0
    assert "===== full =====\n----- system -----\n" in shown.out
    assert "\n===== short =====\n----- system -----\n" in shown.out
    assert "[User]: please do part 0" in shown.out
    assert pi_file.read_bytes() == before


def test_one_kind_of_a_sessions_fold_stands_alone(run, pi_file):
    run("config", "set", "keep_recent_tokens", "3000")
    shown = run("prompt", pi_file, "--kind", "full")
    assert shown.out.startswith("----- system -----\n")
    (prompt,) = run("prompt", pi_file, "--kind", "full", "--json").json()["prompts"]
    assert shown.out == f"----- system -----\n{prompt['system']}\n----- user -----\n{prompt['user']}\n"
    system = run("prompt", pi_file, "--kind", "system").out
    assert system == (GOLDEN / "handoff.en.system.default.txt").read_text(encoding="utf-8")


def test_a_session_in_another_profile_and_language(run, pi_file):
    run("config", "set", "keep_recent_tokens", "3000")
    shown = run("prompt", pi_file, "--profile", "conversation", "--lang", "zh", "--kind", "full").out
    assert "【核心任务状态】" in shown
    assert "#1 user: please do part 0" in shown
    assert "English" in shown or "英语" in shown or "英文" in shown


@pytest.mark.parametrize(
    ("more", "reason"),
    [(("--kind", "update"), "this fold has no update prompt; it has full, short"), ((), "")],
)
def test_a_kind_that_a_fold_does_not_have_is_said(run, pi_file, more, reason):
    run("config", "set", "keep_recent_tokens", "3000")
    ran = run("prompt", pi_file, *more)
    assert reason in ran.err
    assert ran.code == (1 if reason else 0)


def test_a_session_with_nothing_to_fold_says_so(run, pi_file):
    ran = run("prompt", pi_file, "--json")
    assert ran.code == 1
    assert json.loads(ran.out) == {"prompts": []}
    assert "Nothing to fold" in ran.err


def test_a_models_binding_decides_the_sections_of_its_sessions(run, pi_file):
    run("config", "set", "keep_recent_tokens", "3000")
    run("profiles", "new", "brief")
    run("sections", "set", "goal", "--title", "Aim", "--profile", "brief")
    run("profiles", "bind", "brief", "--model", "gpt-*")
    assert "## Aim" in run("prompt", pi_file, "--kind", "full").out
    run("profiles", "unbind", "--model", "gpt-*")
    assert "## Aim" not in run("prompt", pi_file, "--kind", "full").out


def test_an_input_of_no_use_is_one_sentence(run, tmp_path):
    (tmp_path / "x").write_text("hello")
    ran = run("prompt", tmp_path / "x")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("foldline: ")
    assert run("profiles", "which", tmp_path / "x", "--json").json()["status"] == "unreadable"
