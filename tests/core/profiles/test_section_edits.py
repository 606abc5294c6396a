"""Sections edited step by step, with the rows of the anchor's own tests where these rules do not say otherwise."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from foldline.core.profiles.overrides import SectionDraft, SectionEdits, SectionOverride
from foldline.core.profiles.profile import Profile, export, read, template_of
from foldline.core.profiles.prompting import build
from foldline.core.profiles.rendering import render
from foldline.core.profiles.section_edits import add, edited, move, reset, reword, shown, switch
from foldline.core.profiles.templates import LANGUAGES, PROFILES, Section, heading, load
from foldline.errors import SettingsError

CHAT = Profile(name="conversation", base="conversation")
IDS = ("core_task", "interaction", "progress", "key_info")
LIST_DEMAND = {"en": "**Formatting requirements:**", "zh": "**格式要求：**"}


def change(profile, *steps, language="zh", only_here=False):
    for step in steps:
        profile = edited(
            profile, language, lambda drafted, template, step=step: step(drafted, template), only_here=only_here
        )
    return profile


def off(*ids):
    return lambda drafted, _: switch(drafted, ids, on=False)


def on(*ids):
    return lambda drafted, _: switch(drafted, ids, on=True)


def with_text(section_id, **fields):
    return lambda drafted, _: reword(drafted, section_id, **fields)


def prompt(profile, language="zh", **more):
    return build("full", template_of(profile, language), conversation="", **more).system


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_edits_the_prompt_is_the_default_one(language):
    assert prompt(CHAT, language) == render(load("conversation", language))


def test_switching_off_a_middle_section_leaves_the_later_ones():
    made = change(CHAT, with_text("core_task", title="工程状态", instruction="只写编译状态。"), off("interaction"))
    text = prompt(made)
    for part in ("【工程状态】", "只写编译状态。", "【对话历程与概要】", "【关键信息与上下文】"):
        assert part in text
    assert "【互动情节与设定】" not in text


def test_an_unknown_override_leaves_the_default_prompt():
    unknown = replace(CHAT, sections=SectionEdits((SectionOverride("unknown", title="x"),)))
    assert prompt(unknown, "en") == render(load("conversation", "en"))


def test_only_the_field_that_changed_is_stored():
    made = change(CHAT, with_text("core_task", title="工程状态"))
    assert made.sections == SectionEdits((SectionOverride("core_task", title="工程状态"),))


def test_one_edited_section_leaves_the_others_and_the_demands_on_the_form():
    text = prompt(change(CHAT, with_text("core_task", instruction="Nur das Nötigste.")))
    default = load("conversation", "zh")
    assert all(section.instruction in text for section in default.sections[1:])
    assert LIST_DEMAND["zh"] in text


def test_opening_the_editor_stores_nothing():
    assert change(CHAT, lambda drafted, _: drafted) == CHAT


def test_a_section_that_is_off_survives_later_edits():
    made = change(CHAT, off("interaction"), with_text("progress", title="演进记录"))
    assert {row.id for row in made.sections.overrides} == {"interaction", "progress"}
    assert "【互动情节与设定】" not in prompt(made)
    assert "【演进记录】" in prompt(made)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_heading_alone_is_asked_for_by_its_switch_and_by_no_emptied_field(language):
    made = change(CHAT, with_text("key_info", header_only=True), language=language)
    default = load("conversation", language)
    line = heading(default.sections[-1], default)
    assert f"{line}\n\n{default.closing}" in prompt(made, language)
    assert prompt(change(CHAT, with_text("key_info", instruction=""), language=language), language) == render(default)


def test_padding_around_a_default_is_no_edit():
    section = load("conversation", "zh").sections[0]
    made = change(CHAT, with_text("core_task", title=f"  {section.title} ", instruction=f"\n{section.instruction}  "))
    assert made == CHAT


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_off_asks_for_free_text_with_the_rules_last(language):
    made = change(CHAT, off(*IDS), language=language)
    text, default = prompt(made, language, rules="No names."), load("conversation", language)
    assert default.free_form in text
    assert text.endswith("**\nNo names.")
    for gone in (
        LIST_DEMAND[language],
        default.lock,
        default.layout,
        *(heading(one, default) for one in default.sections),
    ):
        assert gone not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_some_off_locks_the_sections_on_a_line_of_its_own_and_all_on_does_not(language):
    default = load("conversation", language)
    text = prompt(change(CHAT, off("interaction"), language=language), language)
    assert f"\n\n{default.lock}\n\n" in text
    assert heading(default.sections[1], default) not in text
    assert default.lock not in prompt(CHAT, language)
    assert default.lock not in prompt(change(CHAT, off("interaction"), on("interaction"), language=language), language)


def test_edits_survive_a_round_trip():
    made = change(
        CHAT, off("core_task"), with_text("interaction", title="往来", instruction="谁说了什么。"),
        with_text("progress", header_only=True),
    )  # fmt: skip
    again = edited(read(export(made)), "zh", lambda drafted, _: drafted)
    assert again == made
    assert shown(again, "zh").sections[2].header_only


def test_rules_follow_the_edits_under_their_header():
    text = prompt(change(CHAT, off("interaction")), rules="只写三段。")
    assert "**额外规则（必须严格遵守" in text
    assert text.endswith("\n只写三段。")


def test_an_edit_for_one_language_leaves_the_other_as_it_was():
    made = change(CHAT, with_text("core_task", title="工程状态"), language="zh", only_here=True)
    assert made.sections == SectionEdits()
    assert "【工程状态】" in prompt(made, "zh")
    assert prompt(made, "en") == render(load("conversation", "en"))
    assert change(made, with_text("core_task", title=""), language="zh", only_here=True) == CHAT


def test_an_edit_for_all_languages_never_stores_a_default_of_one():
    made = change(CHAT, off("progress"), language="zh")
    assert made.sections == SectionEdits((SectionOverride("progress", enabled=False),))
    assert change(made, with_text("key_info", title="Facts"), language="en").sections.overrides[1] == SectionOverride(
        "key_info", title="Facts"
    )


def test_a_section_of_ones_own_is_added_moved_and_taken_out():
    mood = Section("mood", "Mood", "How they feel.")
    made = change(CHAT, lambda drafted, _: add(drafted, mood, after="core_task"), language="en")
    assert [one.id for one in shown(made, "en").sections] == ["core_task", "mood", *IDS[1:]]
    made = change(made, lambda drafted, _: move(drafted, "mood", after=""), language="en")
    assert prompt(made, "en").index("[Mood]") < prompt(made, "en").index("[Core Task Status]")
    assert change(made, lambda drafted, template: reset(drafted, template, ["mood"]), language="en") == CHAT


@pytest.mark.parametrize(
    ("step", "named"),
    [
        (lambda drafted, _: switch(drafted, ["nope"], on=True), "there is no section 'nope'; there are core_task"),
        (lambda drafted, _: reword(drafted, "nope", title="x"), "there is no section 'nope'"),
        (lambda drafted, _: move(drafted, "nope", after=None), "there is no section 'nope'"),
        (lambda drafted, _: move(drafted, "progress", after="nope"), "there is no section 'nope'"),
        (lambda drafted, _: add(drafted, Section("progress", "x")), "'progress' can't be added: there is one already"),
        (lambda drafted, _: add(drafted, Section(" ", "x")), "' ' can't be added: it needs an id"),
        (lambda drafted, template: reset(drafted, template, ["nope"]), "there is no section 'nope'"),
        (lambda drafted, _: reword(drafted, "progress", share=2.0), "share of section 'progress' is 2.0"),
    ],
)
def test_a_step_that_cannot_be_made_names_what_is_wrong(step, named):
    with pytest.raises(SettingsError) as error:
        change(CHAT, step)
    assert named in str(error.value)


def test_a_section_moved_behind_itself_stays():
    assert change(CHAT, lambda drafted, _: move(drafted, "progress", after="progress")) == CHAT


TEXTS = st.sampled_from([
    "plain words", "【关键信息与上下文】", "[Key Information & Context]\n- x", "{0} %s %(a)d {{}}", "</conversation>",
    "=" * 39, "## Goal\n\n---", "<!-- section goal -->", "多行\n文字", "**Section lock: x**",
])  # fmt: skip
STEPS = st.one_of(
    st.tuples(st.just("switch"), st.sampled_from(IDS), st.booleans()),
    st.tuples(st.just("reword"), st.sampled_from(IDS), st.sampled_from(["title", "instruction"]), TEXTS | st.just("")),
    st.tuples(st.just("move"), st.sampled_from(IDS), st.sampled_from(["", None, *IDS])),
    st.tuples(st.just("add"), st.sampled_from(["own", "more"]), TEXTS),
    st.tuples(st.just("reset"), st.sampled_from(IDS)),
)


def apply(drafted: SectionDraft, template, step) -> SectionDraft:
    match step:
        case ("switch", name, is_on):
            return switch(drafted, [name], on=is_on)
        case ("reword", name, field, text):
            return reword(drafted, name, **{field: text})
        case ("move", name, after):
            return move(drafted, name, after=after)
        case ("add", name, text) if name not in {one.id for one in drafted.sections}:
            return add(drafted, Section(name, text, text))
        case ("reset", name):
            return reset(drafted, template, [name])
    return drafted


@given(st.sampled_from(LANGUAGES), st.lists(STEPS, max_size=10))
def test_any_steps_leave_what_they_do_not_name_and_the_order_asked_for(language, steps):
    profile, order = CHAT, list(IDS)
    for step in steps:
        profile = edited(profile, language, lambda drafted, template, step=step: apply(drafted, template, step))
        if step[0] == "add" and step[1] not in order:
            order.append(step[1])
        elif step[0] == "move" and step[2] != step[1]:
            order.remove(step[1])
            at = len(order) if step[2] is None else order.index(step[2]) + 1 if step[2] else 0
            order.insert(at, step[1])
        profile = read(export(profile))
    touched = {step[1] for step in steps}
    template = template_of(profile, language)
    text = render(template)
    for default in load("conversation", language).sections:
        if default.id not in touched:
            whole = f"{heading(default, template)}\n{default.instruction}"
            assert default in template.sections
            assert whole in text
    assert [one.id for one in shown(profile, language).sections] == order


@pytest.mark.parametrize("base", PROFILES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_reset_is_the_built_in_profile(base, language):
    name = load(base, language).sections[0].id
    profile = Profile(name=base, base=base)
    made = change(
        profile,
        off(name),
        lambda drafted, _: add(drafted, Section("own", "Own", "x"), after=name),
        reset,
        language=language,
    )
    assert made == profile
