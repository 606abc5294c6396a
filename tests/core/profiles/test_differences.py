from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from foldline.core.profiles.differences import diff
from foldline.core.profiles.overrides import (
    CustomSection,
    SectionDraft,
    SectionEdits,
    SectionOverride,
    apply,
    based_on,
    draft,
)
from foldline.core.profiles.rendering import render
from foldline.core.profiles.templates import LANGUAGES, PROFILES, Language, Section, heading, load
from foldline.errors import SettingsError

NOTHING = SectionEdits()
UNKNOWN = SectionEdits(
    (SectionOverride("later", title="Not yet known"), SectionOverride("blank")),
    (CustomSection("progress", "Taken id"), CustomSection("", "No id")),
    ("later",),
)


def changed(edited: SectionDraft, section_id: str, **fields: Any) -> SectionDraft:
    sections = tuple(replace(one, **fields) if one.id == section_id else one for one in edited.sections)
    return SectionDraft(edited.profile, edited.language, sections)


def moved(edited: SectionDraft, section_id: str, place: int) -> SectionDraft:
    rest = [one for one in edited.sections if one.id != section_id]
    (section,) = (one for one in edited.sections if one.id == section_id)
    rest.insert(place, section)
    return SectionDraft(edited.profile, edited.language, tuple(rest))


def added(edited: SectionDraft, section: Section, place: int) -> SectionDraft:
    return SectionDraft(edited.profile, edited.language, (*edited.sections[:place], section, *edited.sections[place:]))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize(
    "stored",
    [
        NOTHING,
        UNKNOWN,
        SectionEdits((SectionOverride("progress", enabled=True, title="  ", instruction=""),)),
        SectionEdits((SectionOverride("progress", title="A"), SectionOverride(" progress ", title=" B "))),
        SectionEdits(custom=(CustomSection("mood", "Mood", after="nowhere"),), order=("progress", "gone", "mood")),
    ],
)
def test_opening_an_editor_stores_what_was_stored(profile: str, language: Language, stored: SectionEdits) -> None:
    template = load(profile, language)
    assert diff(template, draft(template, stored), stored) is stored


def test_only_the_field_that_changed_is_stored() -> None:
    template = load("conversation", "zh")
    edited = changed(draft(template, NOTHING), "core_task", title=" 工程状态 ")
    assert diff(template, edited, NOTHING) == SectionEdits((SectionOverride("core_task", title="工程状态"),))


@pytest.mark.parametrize(
    "fields",
    [
        {"title": " "},
        {"title": "  Goal "},
        {"instruction": ""},
        {"instruction": "\n  "},
        {"enabled": True},
        {"header_only": False},
    ],
)
def test_what_equals_the_default_or_is_blank_is_not_stored(fields: dict[str, Any]) -> None:
    template = load("handoff", "en")
    assert diff(template, changed(draft(template, NOTHING), "goal", **fields), NOTHING) == NOTHING


def test_padding_around_the_default_is_not_stored() -> None:
    template = load("handoff", "en")
    padded = f" {template.sections[0].instruction}\n\n"
    assert diff(template, changed(draft(template, NOTHING), "goal", instruction=padded), NOTHING) == NOTHING


def test_a_heading_alone_is_asked_for_and_its_text_stays_in_storage() -> None:
    template = load("handoff", "en")
    stored = SectionEdits((SectionOverride("goal", instruction="Mine."),))
    edits = diff(template, changed(draft(template, stored), "goal", header_only=True), stored)
    assert edits == SectionEdits((SectionOverride("goal", instruction="Mine.", header_only=True),))


def test_a_section_that_is_off_keeps_its_edits_through_later_ones() -> None:
    template = load("conversation", "zh")
    first = diff(template, changed(draft(template, NOTHING), "interaction", enabled=False, title="场面"), NOTHING)
    second = diff(template, changed(draft(template, first), "progress", title="演进记录"), first)
    assert second.overrides == (
        SectionOverride("interaction", enabled=False, title="场面"),
        SectionOverride("progress", title="演进记录"),
    )
    rendered = render(apply(template, draft(template, second)))
    assert ("【场面】" in rendered, "【演进记录】" in rendered) == (False, True)


def test_what_nobody_knows_is_carried_through_an_edit() -> None:
    template = load("handoff", "en")
    edits = diff(template, changed(draft(template, UNKNOWN), "goal", title="Aim"), UNKNOWN)
    assert edits.overrides == (SectionOverride("goal", title="Aim"), *UNKNOWN.overrides)
    assert (edits.custom, edits.order) == (UNKNOWN.custom, UNKNOWN.order)


def test_unknown_ids_keep_their_place_in_an_order() -> None:
    template = load("conversation", "en")
    stored = SectionEdits(order=("x", "key_info", "y", "z", "core_task", "y"))
    edits = diff(template, moved(draft(template, stored), "progress", 0), stored)
    assert edits.order == ("x", "progress", "key_info", "y", "z", "core_task", "interaction")


def test_a_reset_leaves_only_what_nobody_knows() -> None:
    template = load("handoff", "en")
    stored = SectionEdits(
        (SectionOverride("goal", title="Aim"), *UNKNOWN.overrides), UNKNOWN.custom, ("notes", "later")
    )
    edits = diff(template, draft(template, NOTHING), stored)
    assert edits == UNKNOWN


def test_a_new_section_is_stored_with_the_one_it_follows() -> None:
    template = load("handoff", "en")
    edits = diff(
        template, added(draft(template, NOTHING), Section("mood", " Mood ", " Feel. ", custom=True), 1), NOTHING
    )
    assert edits == SectionEdits(custom=(CustomSection("mood", "Mood", "Feel.", after="goal"),))


def test_a_title_that_is_the_id_is_not_stored() -> None:
    template = load("handoff", "en")
    edits = diff(template, added(draft(template, NOTHING), Section("mood", "mood", custom=True), 0), NOTHING)
    assert edits == SectionEdits(custom=(CustomSection("mood", after=""),))


def test_a_place_that_still_holds_is_left_as_it_is() -> None:
    template = load("handoff", "en")
    stored = SectionEdits(custom=(CustomSection("mood", "Mood"),))
    edits = diff(template, changed(draft(template, stored), "mood", enabled=False), stored)
    assert edits == SectionEdits(custom=(CustomSection("mood", "Mood", enabled=False),))


def test_moving_ones_own_section_changes_its_place_and_stores_no_order() -> None:
    template = load("handoff", "en")
    stored = SectionEdits(custom=(CustomSection("mood", "Mood"),))
    edits = diff(template, moved(draft(template, stored), "mood", 2), stored)
    assert edits == SectionEdits(custom=(CustomSection("mood", "Mood", after="constraints"),))


def test_removing_ones_own_section_removes_its_override_too() -> None:
    template = load("handoff", "en")
    stored = SectionEdits((SectionOverride("mood", enabled=False),), (CustomSection("mood"),), ("mood", "goal"))
    assert diff(template, draft(template, NOTHING), stored) == NOTHING


def test_an_override_of_ones_own_section_is_folded_into_it() -> None:
    template = load("handoff", "en")
    stored = SectionEdits((SectionOverride("mood", title="Moods"),), (CustomSection("mood", "Mood"),))
    edits = diff(template, changed(draft(template, stored), "mood", instruction="Feel."), stored)
    assert edits == SectionEdits(custom=(CustomSection("mood", "Moods", "Feel."),))


def test_a_section_absent_from_the_draft_has_no_entry() -> None:
    template = load("handoff", "en")
    stored = SectionEdits((SectionOverride("notes", title="Rest"),))
    assert diff(template, SectionDraft("handoff", "en", template.sections[:-1]), stored) == NOTHING


@pytest.mark.parametrize("other", [("handoff", "zh"), ("conversation", "en")])
def test_a_draft_is_never_compared_across_languages_or_profiles(other: tuple[str, Language]) -> None:
    with pytest.raises(SettingsError, match="the draft is of"):
        diff(load("handoff", "en"), draft(load(*other), NOTHING), NOTHING)


def test_a_change_for_one_language_is_weighed_against_those_for_all() -> None:
    base = based_on(
        load("handoff", "zh"), SectionEdits((SectionOverride("goal", title="Aim"),), (CustomSection("mood"),))
    )
    edited = changed(changed(draft(base, NOTHING), "goal", title="Aim", enabled=False), "mood", title="心情")
    assert diff(base, edited, NOTHING) == SectionEdits(
        (SectionOverride("goal", enabled=False), SectionOverride("mood", title="心情"))
    )


IDS = st.sampled_from(["goal", "progress", "notes", "core_task", "key_info", "own1", "own2"])
TEXTS = st.sampled_from(
    ["", " ", "Words", " padded ", "## Goal", "[Core Task Status]", "【关键信息与上下文】", "{x} %s \\g<0>",
     "</conversation>", "====\n====", "a\nb", "**Section lock:", "<!-- section goal -->"]
)  # fmt: skip
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("set"), IDS, st.fixed_dictionaries({}, optional={
            "title": TEXTS, "instruction": TEXTS, "enabled": st.booleans(), "header_only": st.booleans(),
            "share": st.sampled_from([0.1, 0.5]),
        })),
        st.tuples(st.just("move"), IDS, st.integers(0, 8)),
        st.tuples(st.just("add"), st.sampled_from(["own1", "own2"]), st.integers(0, 8)),
        st.tuples(st.just("remove"), st.sampled_from(["own1", "own2"]), st.none()),
        st.tuples(st.just("reset"), IDS, st.none()),
    ),
    max_size=8,
)  # fmt: skip


def _switches(section: Section) -> tuple[str, bool, bool, float | None]:
    return section.id, section.enabled, section.header_only, section.share


def step(edited: SectionDraft, default: SectionDraft, action: tuple[str, str, Any]) -> SectionDraft:
    name, section_id, value = action
    here = {one.id: one for one in edited.sections}
    defaults = {one.id: one for one in default.sections}
    match name:
        case "set":
            return changed(edited, section_id, **value)
        case "move" if section_id in here:
            return moved(edited, section_id, value)
        case "add" if section_id not in here:
            return added(edited, Section(section_id, section_id.title(), "Mine.", custom=True), value)
        case "remove":
            return SectionDraft(
                edited.profile, edited.language, tuple(one for one in edited.sections if one.id != section_id)
            )
        case "reset" if section_id in defaults:
            return SectionDraft(
                edited.profile,
                edited.language,
                tuple(defaults[one.id] if one.id == section_id else one for one in edited.sections),
            )
        case _:
            return edited


@given(st.sampled_from(PROFILES), st.sampled_from(LANGUAGES), st.sampled_from([NOTHING, UNKNOWN]), STEPS)
def test_any_sequence_of_edits_leaves_what_was_not_touched_and_the_order_asked_for(
    profile: str, language: Language, stored: SectionEdits, steps: list[tuple[str, str, Any]]
) -> None:
    template = load(profile, language)
    default = draft(template, NOTHING)
    edits = stored
    for action in steps:
        edited = step(draft(template, edits), default, action)
        edits = diff(template, edited, edits)
        shown = draft(template, edits)
        assert [_switches(one) for one in shown.sections] == [_switches(one) for one in edited.sections]
        assert diff(template, shown, edits) is edits
        assert diff(template, shown, NOTHING).overrides == tuple(
            one for one in edits.overrides if one not in UNKNOWN.overrides
        )
    touched = {section_id for _, section_id, _ in steps}
    shown = draft(template, edits)
    kept = [one for one in shown.sections if one.id not in touched]
    assert set(kept) == {one for one in default.sections if one.id not in touched}
    assert set(stored.overrides) <= set(edits.overrides)
    assert set(stored.custom) <= set(edits.custom)
    result = apply(template, shown)
    rendered = render(result)
    for section in kept:
        block = f"\n\n{heading(section, template)}\n{section.instruction}\n\n"
        assert (block in rendered) is section.enabled or not result.sections


def test_steps_reach_every_kind_of_edit() -> None:
    edited = draft(load("handoff", "en"), NOTHING)
    assert step(edited, edited, ("move", "own1", 0)) == edited
    assert step(edited, edited, ("add", "goal", 0)) == edited
    assert step(edited, edited, ("reset", "own1", None)) == edited
