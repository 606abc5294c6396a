from concurrent.futures import ThreadPoolExecutor

import pytest
from msgspec.structs import replace

from foldline.config import bind, load, remove_profile, save_profile, stored_profile, unbind, update_settings
from foldline.core.profiles.binding import Binding
from foldline.core.profiles.overrides import CustomSection, SectionEdits, SectionOverride
from foldline.core.profiles.templates import PromptOverride
from foldline.errors import SettingsError

AIM = SectionOverride("goal", title="Aim")


def test_two_updates_of_different_fields_both_survive(home):
    update_settings(message_count=8)
    update_settings(rules="No names.")
    made = load().settings
    assert (made.message_count, made.rules) == (8, "No names.")


@pytest.mark.parametrize("profile", ["", "handoff"])
def test_updates_at_the_same_time_all_survive(home, profile):
    changes = {"message_count": 8, "ratio": 0.4, "ledger_tokens": 9, "focus": "x", "prose_tokens": 200, "effort": "low"}
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda one: update_settings(profile, **dict([one])), changes.items()))
    made = load().settings
    stored = made.chosen.settings if profile else {name: getattr(made, name) for name in changes}
    assert stored == changes


def test_what_is_not_passed_stays_and_an_explicit_empty_value_clears(home):
    update_settings("handoff", section_overrides=[AIM], rules="Short.", message_count=4)
    update_settings("handoff", rules="Shorter.")
    made = load().settings.chosen
    assert (made.sections.overrides, made.rules, made.settings) == ((AIM,), "Shorter.", {"message_count": 4})
    update_settings("handoff", section_overrides=[])
    made = load().settings.chosen
    assert (made.sections.overrides, made.rules, made.settings) == ((), "Shorter.", {"message_count": 4})
    update_settings("handoff", rules="", message_count=None)
    assert home.text() == ""


@pytest.mark.parametrize("empty", [None, "", [], (), {}])
def test_every_empty_value_clears_a_setting(home, empty):
    update_settings(pins=("a",), ratio=0.5)
    update_settings(pins=empty)
    assert home.text() == "ratio = 0.5\n"


def test_false_and_zero_are_no_empty_values(home):
    update_settings(enabled=False, ledger_tokens=0)
    assert home.text() == "enabled = false\nledger_tokens = 0\n"


def test_only_differences_from_the_defaults_are_stored(home):
    home.write("# mine\nratio = 0.5\n")
    assert update_settings(ratio=0.7, message_count=16, profile="handoff").files == (home.user,)
    assert home.text() == "# mine\n"
    assert update_settings(ratio=0.7).files == ()


def test_a_project_may_set_the_default_where_the_user_has_something_else(home):
    home.write("ratio = 0.5\n")
    update_settings("", home.project, ratio=0.7, message_count=16)
    assert home.project.read_text() == "ratio = 0.7\n"
    assert load().settings.ratio == 0.7


def test_a_change_goes_to_the_file_the_value_comes_from(home):
    home.write("ratio = 0.5\n")
    home.project.write_text("ratio = 0.6\n[profiles.story]\nrules = 'x'\n")
    assert set(update_settings(ratio=0.4, focus="mine").files) == {home.user, home.project}
    assert home.text() == 'ratio = 0.5\nfocus = "mine"\n'
    assert update_settings("story", rules="y").files == (home.project,)
    assert load().settings.ratio == 0.4


@pytest.mark.parametrize(
    ("name", "changes", "named"),
    [
        ("", {"ratio": 2}, "ratio is 2; it must be above 0 and below 1"),
        ("", {"ratio": 0.5, "message_count": 0}, "message_count is 0"),
        ("", {"profile": "gone"}, "profile is 'gone'"),
        ("", {"section_overrides": []}, "unknown setting 'section_overrides'"),
        ("gone", {"rules": "x"}, "there is no profile 'gone'; there are 'handoff', 'conversation'"),
        ("handoff", {"ratio": 2}, "ratio is 2"),
        ("handoff", {"profile": "handoff"}, "profile is no setting of a profile"),
        ("handoff", {"nope": 1}, "unknown setting 'nope'"),
        ("handoff", {"nope": ""}, "unknown setting 'nope'"),
        ("handoff", {"section_overrides": [{"id": "goal", "share": 3}]}, "section_overrides can't be"),
        ("handoff", {"section_overrides": [{"title": "x"}]}, "section_overrides can't be"),
        ("handoff", {"rules": 3}, "rules can't be 3"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_written(home, name, changes, named):
    home.write("focus = 'x'\n")
    with pytest.raises(SettingsError) as error:
        update_settings(name, **changes)
    assert named in str(error.value)
    assert home.text() == "focus = 'x'\n"


@pytest.mark.parametrize("text", ["ratio = [\n", "message_count = 0\n", "[[bindings]]\nscope = 'x'\n", "version = 9\n"])
def test_a_file_that_cannot_be_read_is_not_edited(home, text):
    home.write(text)
    for edit in (
        lambda: update_settings(focus="x"),
        lambda: update_settings("handoff", rules="x"),
        lambda: bind(Binding("model", "m", "handoff")) if "bindings" not in text else update_settings(focus="x"),
        lambda: save_profile("new", lambda profile: profile),
    ):
        with pytest.raises(SettingsError, match="nothing was written, mend the file first"):
            edit()
    assert home.text() == text


def test_the_faulty_value_itself_can_be_set_anew(home):
    home.write("ratio = 7\nunheard_of = 1\n")
    update_settings(ratio=0.4)
    assert home.text() == "ratio = 0.4\nunheard_of = 1\n"


def test_the_fields_of_a_profile_are_stored_as_differences(home):
    update_settings(
        "conversation",
        section_overrides=[
            {"id": "core_task", "enabled": True, "title": " "},
            {"id": "progress", "title": " Story ", "instruction": ""},
            {"id": "from_elsewhere"},
        ],
        custom_sections=[CustomSection("mood", "Mood")],
        section_order=["key_info"],
        prompts=[PromptOverride("short", extra="Why.")],
    )
    (made,) = load().settings.profiles
    assert made.sections == SectionEdits(
        (SectionOverride("progress", title="Story"), SectionOverride("from_elsewhere")),
        (CustomSection("mood", "Mood"),),
        ("key_info",),
    )
    assert made.prompts == (PromptOverride("short", extra="Why."),)
    assert "base" not in home.text()


def test_a_profile_without_differences_takes_no_place_but_one_of_ones_own_keeps_its_name(home):
    save_profile("handoff", lambda profile: profile)
    assert home.text() == ""
    save_profile("mine", lambda profile: profile)
    assert load().settings.profiles[0].name == "mine"
    save_profile("mine", lambda profile: replace(profile, base="conversation", languages={"zh": SectionEdits((AIM,))}))
    save_profile("mine", lambda profile: replace(profile, languages={}))
    assert home.text() == '[profiles.mine]\nbase = "conversation"\n'


def test_unknown_keys_in_a_profile_are_carried_through(home):
    home.write(
        "[profiles.handoff]\ncolour = 'red'\nrules = 'x'\n"
        "[[profiles.handoff.sections.overrides]]\nid = 'goal'\nnote = 'n'\ntitle = 'a'\n"
    )
    update_settings("handoff", rules="y", section_overrides=[SectionOverride("goal", title="b")])
    assert "colour = 'red'" in home.text()
    assert "note = 'n'" in home.text()
    assert load().settings.chosen.sections.overrides[0].title == "b"


def test_a_profile_in_use_is_not_removed_and_one_of_a_built_in_name_always_can_be(home):
    save_profile("mine", lambda profile: profile)
    bind(Binding("model", "m", "mine"))
    with pytest.raises(SettingsError, match="used by model 'm'; unbind it first"):
        remove_profile("mine")
    unbind("model", " m")
    update_settings(profile="mine")
    with pytest.raises(SettingsError, match="used by the global setting"):
        remove_profile("mine")
    update_settings(profile="")
    remove_profile("mine")
    update_settings("handoff", rules="x")
    remove_profile("handoff")
    assert home.text() == ""
    with pytest.raises(SettingsError, match="there is no profile 'handoff' of yours; there are none"):
        remove_profile("handoff")


def test_a_binding_replaces_the_one_of_its_key_and_leaves_the_others(home):
    bind(Binding("model", "m", "handoff"))
    bind(Binding("session", "s", "handoff"))
    bind(Binding("model", "m", "conversation"))
    assert load().settings.bindings == (Binding("session", "s", "handoff"), Binding("model", "m", "conversation"))
    assert unbind("model", "other").files == ()
    unbind("model", "m")
    unbind("session", "s")
    assert home.text() == ""
    with pytest.raises(SettingsError, match="there is no profile 'gone'"):
        bind(Binding("model", "m", "gone"))


def test_a_profile_is_handed_out_as_it_is_stored(home):
    assert stored_profile(load(), "conversation").base == "conversation"
    with pytest.raises(SettingsError, match="there is no profile 'gone'"):
        stored_profile(load(), "gone")


def test_reading_settings_never_writes(home):
    load()
    assert not home.user.exists()
    assert update_settings().files == ()
    assert not home.user.exists()


def test_profiles_that_are_no_tables_are_not_written_over(home):
    home.write("profiles = 3\n")
    with pytest.raises(SettingsError, match="profiles is 3; it must be a table; nothing was written"):
        save_profile("mine", lambda profile: profile)
    assert home.text() == "profiles = 3\n"
