"""The rows of Operit's own migration tests, and what they leave out."""

import json

import pytest

from foldline.config import load
from foldline.config.operit import Imported, read, store
from foldline.core.profiles.binding import Binding, Subject
from foldline.core.profiles.overrides import SectionOverride
from foldline.core.settings import CompactionSettings

FULL = {
    "name": "Work", "temperature": 1.0, "apiKey": "x",
    "enableSummary": False, "summaryTokenThreshold": 0.45, "enableSummaryByMessageCount": False,
    "summaryMessageCountThreshold": 7, "summaryCustomRules": "No names.",
    "summarySectionOverrides": [{"id": "core_task", "enabled": None, "title": "Now", "instruction": None}],
    "enableSummaryDialogueReview": False, "summaryDialogueReviewTitle": "Lines",
    "contextLength": 64.0, "maxContextLength": 200.0, "enableMaxContextMode": True,
}  # fmt: skip
EIGHT = ("enabled", "ratio", "by_message_count", "message_count", "rules", "dialogue_review", "dialogue_review_title")


def made(data):
    """The eight settings after taking a file over."""
    imported = read(json.dumps(data))
    settings = CompactionSettings(profile="conversation", **imported.settings)
    return tuple(getattr(settings, name) for name in EIGHT), imported.overrides


def test_every_field_of_an_old_configuration_is_taken_over():
    settings, overrides = made(FULL)
    assert settings == (False, 0.45, False, 7, "No names.", False, "Lines")
    assert overrides == (SectionOverride("core_task", title="Now"),)


@pytest.mark.parametrize(
    "data",
    [
        {"enableSummaryDialogueReview": False, "summaryDialogueReviewTitle": "Lines"},
        {"dialogueReviewEnabled": False, "dialogueReviewTitle": "Lines"},
    ],
)
def test_the_review_is_read_under_its_old_and_new_names(data):
    settings, _ = made(data)
    assert settings == (True, 0.70, None, 16, "", False, "Lines")


def test_rules_alone_leave_the_review_as_it_is_by_default():
    settings, _ = made({"summaryCustomRules": "x"})
    assert settings[-3:] == ("x", True, "")


def test_a_file_without_any_field_changes_nothing(home):
    imported = read('{"temperature": 1}')
    assert imported == Imported()
    assert store(imported).files == ()
    assert load().settings == CompactionSettings()


def test_ratio_and_count_alone_leave_the_rest():
    settings, overrides = made({"summaryTokenThreshold": 0.3, "summaryMessageCountThreshold": 4})
    assert settings == (True, 0.3, None, 4, "", True, "")
    assert overrides == ()


def test_unknown_ids_and_rows_that_say_nothing_pass_through(home):
    rows = [{"id": "from_elsewhere", "title": "X"}, {"id": "core_task", "title": "Now"}, {"id": "also_unknown"}]
    imported = read(json.dumps({"summarySectionOverrides": rows}))
    assert imported.overrides == tuple(SectionOverride(row["id"], title=row.get("title")) for row in rows)
    store(imported)
    assert load().settings.profiles[0].sections.overrides == imported.overrides


def test_an_empty_list_stays_one():
    assert made({"summarySectionOverrides": []})[1] == ()


@pytest.mark.parametrize("text", ["", "   ", "{", "[]", '"text"', "null", "3"])
def test_what_is_no_object_is_nothing_to_take_over(text):
    assert read(text) is None


def test_an_emptied_instruction_asked_for_the_heading_alone():
    imported = read('{"summarySectionOverrides": [{"id": "key_info", "instruction": " "}]}')
    assert imported.overrides == (SectionOverride("key_info", header_only=True),)


def test_lengths_are_in_units_of_1024_tokens(home):
    store(read(json.dumps(FULL)))
    assert load().settings.window == (204_800, "max_context_window")
    assert load().settings.context_window == 65_536


@pytest.mark.parametrize(
    ("data", "named"),
    [
        ({"summaryTokenThreshold": 0}, "summaryTokenThreshold: ratio is 0"),
        ({"summaryMessageCountThreshold": 0}, "summaryMessageCountThreshold: message_count is 0"),
        ({"summaryMessageCountThreshold": "many"}, "summaryMessageCountThreshold: message_count is 'many'"),
        ({"summarySectionOverrides": [{"title": "x"}]}, "summarySectionOverrides: "),
        ({"summarySectionOverrides": 3}, "summarySectionOverrides: "),
        ({"contextLength": 0.0}, "contextLength: context_window is 0"),
    ],
)
def test_what_cannot_be_used_is_named_and_never_becomes_a_zero(data, named):
    imported = read(json.dumps({**data, "enableSummary": False}))
    assert imported.settings == {"enabled": False}
    assert named in imported.left_out[0]


def test_the_settings_take_effect_with_the_profile_they_are_for(home):
    store(read(json.dumps(FULL)))
    settings = load().settings
    assert settings.profile == "conversation"
    assert settings.chosen.sections.overrides[0].title == "Now"


CARD = {"name": "Ann", "summaryBindingMode": "CUSTOM", "summary": {
    "summaryTokenThreshold": 0.5, "summaryCustomRules": "Her words.", "dialogueReviewTitle": "Lines",
    "summarySectionOverrides": [{"id": "progress", "enabled": False}]}}  # fmt: skip


def test_a_card_with_settings_of_its_own_is_a_profile_bound_to_its_character(home):
    store(read(json.dumps(CARD)))
    found = load()
    assert found.settings.bindings == (Binding("character", "Ann", "Ann"),)
    hers = found.for_subject(Subject(characters=("Ann",))).settings
    assert (hers.profile, hers.ratio, hers.dialogue_review_title, hers.chosen.rules) == (
        "Ann",
        0.5,
        "Lines",
        "Her words.",
    )
    assert not hers.chosen.sections.overrides[0].enabled
    assert found.for_subject(Subject(characters=("Bo",))).settings.ratio == 0.70


@pytest.mark.parametrize("mode", ["FOLLOW_GLOBAL", None, "custom", "SOMETHING"])
def test_a_card_that_follows_the_global_settings_is_not_bound(home, mode):
    store(read(json.dumps({**CARD, "summaryBindingMode": mode})))
    found = load()
    assert found.settings.bindings == ()
    assert [one.name for one in found.settings.profiles] == ["Ann"]


def test_two_cards_stand_side_by_side(home):
    store(read(json.dumps(CARD)))
    store(read(json.dumps({**CARD, "name": "Bo", "summary": {"summaryTokenThreshold": 0.6}})))
    found = load()
    assert [found.for_subject(Subject(characters=(name,))).settings.ratio for name in ("Ann", "Bo")] == [0.5, 0.6]
