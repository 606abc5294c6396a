import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldline.core.profiles.differences import diff
from foldline.core.profiles.overrides import (
    CustomSection,
    SectionDraft,
    SectionEdits,
    SectionOverride,
    apply,
    based_on,
    draft,
    own_sections,
    resolve,
)
from foldline.core.profiles.rendering import render
from foldline.core.profiles.templates import LANGUAGES, PROFILES, Language, heading, load
from foldline.errors import SettingsError

OTHERS_WORDS = ("## Goal", "## Progress", "[Core Task Status]", "【对话历程与概要】", "====", "---", "### Done")
MARKS = ("{title}", "{0}", "%s", "%(id)s", "\\1", "</conversation>", "<!-- suffix -->", "`", "```", "**格式要求：**")
TURN = "\n\n---\n\n**Turn Context (split turn):**\n\n"
HOSTILE = st.lists(st.sampled_from([*OTHERS_WORDS, *MARKS, TURN, "words", "\n", " "]), min_size=1, max_size=5).map(
    "".join
)


def ids(edited: SectionDraft) -> list[str]:
    return [section.id for section in edited.sections]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize(
    "overrides",
    [
        [],
        [SectionOverride("progress")],
        [SectionOverride("progress", enabled=True, title=" ", instruction="\n\t", header_only=False)],
        [SectionOverride("unknown", enabled=False, title="Never seen", instruction="Nor this")],
        [SectionOverride("progress", title="First"), SectionOverride(" progress ")],
    ],
)
def test_what_follows_the_default_leaves_the_prompt_byte_for_byte(
    profile: str, language: Language, overrides: list[SectionOverride]
) -> None:
    template = load(profile, language)
    assert resolve(template, overrides) == template
    assert render(resolve(template, overrides)) == render(template)


@pytest.mark.parametrize("language", LANGUAGES)
def test_padding_around_the_default_is_the_default(language: Language) -> None:
    section = load("conversation", language).sections[0]
    padded = SectionOverride(section.id, title=f"  {section.title}\n", instruction=f"\n {section.instruction} \n")
    assert resolve(load("conversation", language), [padded]) == load("conversation", language)


def test_switching_off_a_middle_section_after_an_edit_leaves_the_later_ones() -> None:
    rendered = render(
        resolve(
            load("conversation", "zh"),
            [
                SectionOverride("core_task", title="工程状态", instruction="只写编译情况。"),
                SectionOverride("interaction", enabled=False),
            ],
        )
    )
    assert "\n\n【工程状态】\n只写编译情况。\n\n【对话历程与概要】\n" in rendered
    assert "【关键信息与上下文】" in rendered
    assert "【互动情节与设定】" not in rendered
    assert "【核心任务状态】" not in rendered


def test_the_last_of_equal_ids_counts_alone() -> None:
    first, last = SectionOverride("goal", title="One", enabled=False), SectionOverride(" goal", instruction=" Two ")
    section = resolve(load("handoff", "en"), [first, last]).sections[0]
    assert (section.id, section.title, section.instruction) == ("goal", "Goal", "Two")


def test_titles_and_instructions_are_trimmed_and_a_title_keeps_to_one_line() -> None:
    section = resolve(
        load("handoff", "en"), [SectionOverride("goal", title=" The\r\n  aim \n", instruction="\n a\n b ")]
    )
    assert (section.sections[0].title, section.sections[0].instruction) == ("The aim", "a\n b")


def test_the_draft_shows_sections_that_are_off_with_their_text() -> None:
    edited = draft(load("handoff", "en"), SectionEdits((SectionOverride("notes", enabled=False, title="Rest"),)))
    assert len(edited.sections) == 7
    assert (edited.sections[-1].title, edited.sections[-1].enabled) == ("Rest", False)


def test_subheadings_and_form_are_those_of_the_built_in_wording() -> None:
    template = resolve(load("handoff", "en"), [SectionOverride("progress", instruction="### Mine\nwhatever")])
    assert template.sections[2].subheadings == ()
    assert resolve(load("handoff", "en"), [SectionOverride("progress", title="So far")]).sections[2].subheadings != ()


@pytest.mark.parametrize(
    ("after", "place"), [(None, -1), ("nowhere", -1), ("", 0), (" ", 0), ("interaction", 2), (" key_info ", 4)]
)
def test_a_section_of_ones_own_stands_where_it_was_put(after: str | None, place: int) -> None:
    template = resolve(load("conversation", "en"), custom=[CustomSection(" mood ", " Mood ", " How it feels. ", after)])
    section = template.sections[place]
    assert (section.id, section.title, section.instruction, section.custom) == ("mood", "Mood", "How it feels.", True)
    assert "\n\n[Mood]\nHow it feels.\n\n" in render(template)


def test_a_section_of_ones_own_may_follow_another_one_of_ones_own() -> None:
    custom = [CustomSection("a", after="goal"), CustomSection("b", after="a"), CustomSection("c", after="goal")]
    assert ids(draft(load("handoff", "en"), SectionEdits(custom=tuple(custom))))[:4] == ["goal", "c", "a", "b"]


def test_a_section_of_ones_own_without_a_title_goes_by_its_id() -> None:
    template = resolve(load("handoff", "en"), custom=[CustomSection("mood", " ")])
    assert heading(template.sections[-1], template) == "## mood"


@pytest.mark.parametrize(
    "custom", [CustomSection(""), CustomSection("  "), CustomSection("goal", "Mine"), CustomSection(" goal ")]
)
def test_a_section_of_ones_own_needs_an_id_that_is_free(custom: CustomSection) -> None:
    assert resolve(load("handoff", "en"), custom=[custom]) == load("handoff", "en")


def test_the_last_of_ones_own_sections_with_equal_ids_counts() -> None:
    own = own_sections(load("handoff", "en"), [CustomSection("a", "One"), CustomSection(" a ", "Two")])
    assert [(name, section.title) for name, section in own.items()] == [("a", "Two")]


def test_an_override_reaches_a_section_of_ones_own() -> None:
    template = resolve(load("handoff", "en"), [SectionOverride("a", title="B")], [CustomSection("a", "A")])
    assert template.sections[-1].title == "B"


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (["key_info"], ["key_info", "core_task", "mood", "interaction", "progress"]),
        (["progress", " core_task "], ["progress", "core_task", "mood", "interaction", "key_info"]),
        (["mood", "nothing", "mood", ""], ["mood", "core_task", "interaction", "progress", "key_info"]),
        (
            ["key_info", "progress", "interaction", "core_task"],
            ["key_info", "progress", "interaction", "core_task", "mood"],
        ),
    ],
)
def test_ids_that_are_ordered_come_first_and_the_others_follow_as_they_would(
    order: list[str], expected: list[str]
) -> None:
    edits = SectionEdits(custom=(CustomSection("mood", after="core_task"),), order=tuple(order))
    assert ids(draft(load("conversation", "en"), edits)) == expected


@pytest.mark.parametrize("share", [0, -0.1, 1.01, float("nan")])
def test_a_share_out_of_range_is_refused_with_its_section_and_value(share: float) -> None:
    with pytest.raises(SettingsError, match=rf"share of section 'goal' is {share!r}; it must be above 0 and at most 1"):
        SectionOverride("goal", share=share)
    with pytest.raises(SettingsError, match="share of section 'mine'"):
        CustomSection("mine", share=share)


@pytest.mark.parametrize("other", [("handoff", "zh"), ("conversation", "en")])
def test_a_draft_is_not_applied_to_another_language_or_profile(other: tuple[str, Language]) -> None:
    with pytest.raises(SettingsError, match="make the draft again"):
        apply(load("handoff", "en"), draft(load(*other), SectionEdits()))


def test_a_section_missing_from_a_draft_counts_as_off() -> None:
    template = load("handoff", "en")
    assert apply(template, SectionDraft("handoff", "en", template.sections[:3])).is_locked


@pytest.mark.parametrize("language", LANGUAGES)
def test_overrides_follow_the_language_where_they_say_nothing(language: Language) -> None:
    template = resolve(load("conversation", language), [SectionOverride("core_task", title="Aufgabe")])
    assert template.sections[0].title == "Aufgabe"
    assert template.sections[0].instruction == load("conversation", language).sections[0].instruction
    assert template.sections[1:] == load("conversation", language).sections[1:]


def test_changes_for_one_language_stand_on_those_for_all() -> None:
    general = SectionEdits(
        (SectionOverride("goal", title="Aim"), SectionOverride("notes", enabled=False)),
        (CustomSection("mood", "Mood"),),
    )
    base = based_on(load("handoff", "zh"), general)
    edits = SectionEdits(
        (SectionOverride("mood", title="心情"), SectionOverride("notes", enabled=True)), order=("mood",)
    )
    template = apply(base, draft(base, edits))
    assert [section.title for section in template.sections][:2] == ["心情", "Aim"]
    assert (template.sections[-1].id, template.is_locked) == ("notes", False)


def test_edits_survive_json_and_store_nothing_that_is_default() -> None:
    edits = SectionEdits(
        (SectionOverride("goal", enabled=False), SectionOverride("strange", title="kept")),
        (CustomSection("mood", "Mood", share=0.5),),
        ("mood",),
    )
    text = msgspec.json.encode(edits)
    assert msgspec.json.decode(text, type=SectionEdits) == edits
    assert text.count(b"null") == 0


@given(st.sampled_from(PROFILES), st.sampled_from(LANGUAGES), HOSTILE, HOSTILE, st.integers(0, 3))
def test_no_text_of_the_user_reaches_beyond_its_section(
    profile: str, language: Language, title: str, instruction: str, place: int
) -> None:
    default = load(profile, language)
    touched = default.sections[place].id
    template = resolve(default, [SectionOverride(touched, title=title, instruction=instruction)])
    now = template.sections[place]
    assert (
        template.sections[:place] + template.sections[place + 1 :]
        == default.sections[:place] + default.sections[place + 1 :]
    )
    blocks = [f"{heading(one, template)}\n{one.instruction}" for one in template.sections]
    rendered = render(template)
    head = "\n\n".join(
        part for part in (default.prefix, default.layout, default.opening, *blocks, default.closing) if part
    )
    assert rendered.startswith(head + "\n\n" + default.demands.fixed)
    assert rendered.endswith("\n\n" + default.suffix)
    assert now.instruction == (instruction.strip() or default.sections[place].instruction)
    assert diff(default, draft(default, SectionEdits()), SectionEdits()) == SectionEdits()
