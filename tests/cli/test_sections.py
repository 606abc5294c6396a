import json

import pytest

from foldline.core.profiles.profile import read
from foldline.errors import SettingsError, UnreadableError


@pytest.fixture
def sections(run, monkeypatch, tmp_path):
    """The command in English, with its own settings file."""
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("FOLDLINE_SETTINGS", str(tmp_path / "settings.toml"))
    return lambda *arguments, **more: run("sections", *arguments, **more)


def listed(sections, *more):
    return [(one["id"], one["enabled"]) for one in sections("list", "--json", *more).json()["sections"]]


def test_the_sections_are_listed_in_their_order(sections):
    shown = sections("list")
    assert shown.out.splitlines()[:2] == ["profile handoff, en", "on   goal               Goal"]
    assert [name for name, _ in listed(sections, "--profile", "conversation")] == [
        "core_task", "interaction", "progress", "key_info",
    ]  # fmt: skip
    assert "目标" in sections("list", "--lang", "zh").out


def test_the_language_is_the_one_asked_for_else_the_one_set_else_the_locales(sections, monkeypatch):
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    assert sections("list").out.startswith("profile handoff, zh")
    monkeypatch.setenv("FOLDLINE_LANGUAGE", "en")
    assert sections("list").out.startswith("profile handoff, en")
    assert sections("list", "--lang", "zh").out.startswith("profile handoff, zh")


def test_what_was_changed_is_marked_and_what_is_off_stays_listed(sections):
    sections("disable", "notes", "decisions")
    sections("enable", "decisions")
    sections("set", "goal", "--title", "What we want", "--share", "0.2")
    sections("add", "mood", "--title", "Mood", "--header-only", "--after", "goal")
    lines = sections("list").out.splitlines()
    assert "on   goal               What we want  (changed, 20% of the length)" in lines
    assert "on   mood               Mood  (own, heading only)" in lines
    assert "off  notes              Additional Notes  (changed)" in lines
    assert "on   decisions          Key Decisions" in lines


def test_an_edit_says_where_it_was_written_and_the_same_edit_again_writes_nothing(sections, tmp_path):
    ran = sections("disable", "notes")
    assert ran.out == f"off: notes in profile handoff ({tmp_path / 'settings.toml'})\n"
    assert "nothing was written" in sections("disable", "notes").out


def test_a_section_is_shown_as_a_model_is_asked_for_it(sections):
    sections("set", "goal", "--instruction", "The aim.\nOne line.")
    assert sections("show", "goal").out == "## Goal\nThe aim.\nOne line.\n"
    sections("set", "goal", "--header-only")
    assert sections("show", "goal").out == "## Goal\n"
    assert sections("show", "goal", "--json").json()["section"]["header_only"]


def test_an_instruction_can_come_from_a_file_or_from_standard_input(sections, tmp_path):
    (tmp_path / "text.md").write_text("From a file: 目标\n", encoding="utf-8")
    sections("set", "goal", "--instruction-file", tmp_path / "text.md")
    assert sections("show", "goal").out == "## Goal\nFrom a file: 目标\n"
    sections("set", "goal", "--instruction-file", "-", stdin="From a pipe.")
    assert sections("show", "goal").out == "## Goal\nFrom a pipe.\n"


def test_an_empty_text_is_the_built_in_one_again(sections):
    before = sections("show", "goal").out
    sections("set", "goal", "--instruction", "x", "--title", "y")
    sections("set", "goal", "--instruction", "", "--title", "")
    assert sections("show", "goal").out == before
    assert "no section is changed" in sections("diff").out


@pytest.mark.parametrize(
    ("place", "order"),
    [
        (("--first",), ["notes", "goal", "constraints"]),
        (("--after", "goal"), ["goal", "notes", "constraints"]),
        (("--before", "constraints"), ["goal", "notes", "constraints"]),
        (("--before", "goal"), ["notes", "goal", "constraints"]),
        (("--before", "notes"), ["goal", "constraints", "progress"]),
        (("--last",), ["goal", "constraints", "progress"]),
    ],
)
def test_a_section_is_put_where_it_is_wanted(sections, place, order):
    sections("move", "notes", *place)
    assert [name for name, _ in listed(sections)][:3] == order


def test_a_change_for_one_language_leaves_the_other(sections):
    sections("set", "goal", "--title", "目的", "--lang", "zh")
    assert "目的" in sections("list", "--lang", "zh").out
    assert "changed" not in sections("list", "--lang", "en").out
    ran = sections("set", "goal", "--title", "Aim")
    assert "Aim" in sections("list").out
    assert ran.err == ""


def test_an_edit_that_another_layer_hides_says_so(sections):
    sections("set", "goal", "--title", "English", "--lang", "en")
    ran = sections("set", "goal", "--title", "Everywhere")
    assert "note: in en its title is 'English', set for that language alone" in ran.err


def test_sections_are_reset_one_by_one_or_all(sections):
    sections("set", "goal", "--title", "A")
    sections("set", "goal", "--title", "乙", "--lang", "zh")
    sections("add", "mood")
    sections("move", "notes", "--first")
    sections("reset", "goal", "mood")
    assert "changed" not in sections("list").out
    assert "乙" not in sections("list", "--lang", "zh").out
    assert listed(sections)[0] == ("notes", True)
    sections("reset", "--all")
    assert listed(sections)[0] == ("goal", True)
    assert sections("diff", "--json").json()["profile"] == {"name": "handoff"}


def test_a_reset_in_one_language_leaves_the_edits_of_all(sections):
    sections("set", "goal", "--title", "A")
    sections("set", "goal", "--title", "乙", "--lang", "zh")
    sections("reset", "goal", "--lang", "zh")
    assert "A" in sections("show", "goal", "--lang", "zh").out


def test_the_differences_are_told_line_by_line(sections):
    sections("set", "goal", "--title", "Aim")
    sections("add", "mood", "--instruction", "How.")
    sections("disable", "notes", "--lang", "zh")
    assert sections("diff").out.splitlines() == [
        "goal: title = 'Aim'",
        "mood (own): instruction = 'How.', after = 'notes'",
        "[zh] notes: enabled = False",
    ]


def test_a_profile_goes_to_a_file_and_comes_back(sections, tmp_path):
    sections("set", "goal", "--title", "Aim", "--profile", "handoff")
    text = sections("export").out
    assert read(text).sections.overrides[0].title == "Aim"
    ran = sections("export", tmp_path / "mine.json")
    assert ran.out.startswith(str(tmp_path / "mine.json"))
    sections("reset", "--all")
    sections("import", tmp_path / "mine.json", "--profile", "mine")
    assert "Aim" in sections("list", "--profile", "mine").out
    assert "Aim" not in sections("list").out
    sections("import", "-", stdin=text)
    assert "Aim" in sections("list").out


def test_a_profile_that_is_none_or_has_no_name_is_not_stored(sections, tmp_path):
    (tmp_path / "x.json").write_text("{}")
    with pytest.raises(SettingsError, match="has no name; give it one with --profile NAME"):
        sections("import", tmp_path / "x.json")
    (tmp_path / "x.json").write_text("[1]")
    with pytest.raises(SettingsError, match="this is not an exported profile"):
        sections("import", tmp_path / "x.json")


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("set", "goal"), "say what to change"),
        (("move", "goal"), "say where"),
        (("move", "goal", "--first", "--last"), "say where"),
        (("reset",), "name the sections to reset, or give --all"),
        (("reset", "goal", "--all"), "name the sections to reset, or give --all"),
    ],
)
def test_wrong_use_says_what_is_missing(sections, arguments, named):
    import click

    with pytest.raises(click.UsageError, match=named):
        sections(*arguments)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("show", "nope"), "there is no section 'nope'; there are goal, "),
        (("disable", "nope"), "there is no section 'nope'"),
        (("move", "goal", "--before", "nope"), "there is no section 'nope'"),
        (("reset", "nope"), "there is no section 'nope'"),
        (("add", "goal"), "'goal' can't be added: there is one already"),
        (("set", "goal", "--share", "7"), "share of section 'goal' is 7.0"),
        (("list", "--profile", "nope"), "profile is 'nope'; it must be one of 'handoff', 'conversation'"),
    ],
)
def test_what_is_not_there_is_named_with_what_is(sections, arguments, named, tmp_path):
    with pytest.raises(SettingsError, match=named):
        sections(*arguments)
    assert not (tmp_path / "settings.toml").exists()


def test_every_command_speaks_json(sections, tmp_path):
    answers = [
        sections("list", "--json"), sections("show", "goal", "--json"), sections("disable", "goal", "--json"),
        sections("enable", "goal", "--json"), sections("set", "goal", "--title", "x", "--json"),
        sections("add", "own", "--json"), sections("move", "own", "--first", "--json"),
        sections("diff", "--json"), sections("reset", "--all", "--json"), sections("export", "--json"),
        sections("export", tmp_path / "x.json", "--json"), sections("import", tmp_path / "x.json", "--json"),
    ]  # fmt: skip
    assert all(isinstance(one.json(), dict) for one in answers)
    assert {"profile", "language", "changed", "files"} <= answers[2].json().keys()


def test_help_teaches_by_example(run):
    shown = run("sections", "--help").out
    assert 'foldline sections set goal --title "What we want"' in shown
    for name in ("list", "show", "set", "enable", "disable", "add", "move", "reset", "diff", "export", "import"):
        assert f"\n  {name}" in shown


def test_hostile_texts_are_stored_and_shown_as_they_are(sections):
    text = 'a "quoted" \'\'\' """ \\n {x} %s </conversation>\n[profiles]\n# no comment\n## Goal'
    sections("set", "goal", "--instruction", text, "--title", '[x] = "y"')
    assert sections("show", "goal").out == f'## [x] = "y"\n{text}\n'
    assert json.loads(sections("export").out)["sections"]["overrides"][0]["instruction"] == text


def test_a_share_of_nothing_leaves_the_length_open(sections):
    sections("set", "goal", "--share", "0.3")
    sections("set", "goal", "--share", "0")
    assert "no section is changed" in sections("diff").out


def test_an_instruction_that_is_no_text_is_refused(sections, tmp_path):
    (tmp_path / "x").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UnreadableError, match="is not UTF-8 text"):
        sections("set", "goal", "--instruction-file", tmp_path / "x")
