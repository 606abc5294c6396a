import pytest

from foldline.core import prompts
from foldline.core.profiles.overrides import CustomSection, SectionOverride, resolve
from foldline.core.profiles.rendering import is_replaced, render, stack
from foldline.core.profiles.template_text import parse
from foldline.core.profiles.templates import (
    LANGUAGES,
    PROFILES,
    Language,
    PromptOverride,
    Template,
    for_kind,
    heading,
    load,
)

ALL_OFF = {
    profile: [SectionOverride(section.id, enabled=False) for section in load(profile, "en").sections]
    for profile in PROFILES
}
FORM_WORDS = {"en": "These headings, written exactly so", "zh": "使用下列标题"}
LOCK_WORDS = {"en": "**Section lock:", "zh": "**分段锁定："}
FREE_WORDS = {"en": "as free text:**", "zh": "**以自由文体撰写"}


def line_of(text: str, start: str) -> str:
    return next(line for line in text.split("\n") if line.startswith(start))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["full", "conversation"])
def test_the_default_prompt_holds_the_texts_of_its_file_byte_for_byte_in_order(name: str, language: Language) -> None:
    rendered = render(load("handoff" if name == "full" else name, language))
    left_out = ("demand", "lock", "free_form")
    texts = [block.text for block in parse(prompts.read(f"{name}.{language}")) if block.name not in left_out]
    assert [text for text in texts if text not in rendered] == []
    assert sorted(texts, key=rendered.index) == texts


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("profile", PROFILES)
def test_every_block_stands_in_the_default_prompt_with_a_blank_line_after_it(profile: str, language: Language) -> None:
    template = load(profile, language)
    rendered = render(template)
    for section in template.sections:
        assert f"\n\n{heading(section, template)}\n{section.instruction}\n\n" in rendered


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("profile", PROFILES)
def test_the_form_names_the_headings_in_force(profile: str, language: Language) -> None:
    template = resolve(
        load(profile, language),
        [
            SectionOverride("progress", title="Story"),
            SectionOverride(load(profile, language).sections[0].id, enabled=False),
        ],
        [CustomSection("mood", "Mood", after="")],
    )
    before, after = template.heading_marks
    line = line_of(render(template), f"- {FORM_WORDS[language]}")
    wanted = [f"`{before}{one.title}{after}`" for one in template.sections]
    assert line.endswith(("、" if language == "zh" else ", ").join(wanted))
    assert wanted[0] == f"`{before}Mood{after}`"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("profile", PROFILES)
def test_all_off_asks_for_free_form_and_names_no_form(profile: str, language: Language) -> None:
    template = load(profile, language)
    rendered = render(resolve(template, ALL_OFF[profile]))
    assert rendered == f"{template.prefix}\n\n{template.free_form}"
    assert FREE_WORDS[language] in rendered
    unwanted = (template.layout, FORM_WORDS[language], LOCK_WORDS[language], template.demands.fixed, "====")
    assert [text for text in unwanted if text in rendered] == []
    assert [one.id for one in template.sections if heading(one, template) in rendered] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("profile", PROFILES)
def test_some_off_adds_a_lock_on_a_line_of_its_own(profile: str, language: Language) -> None:
    template = load(profile, language)
    rendered = render(resolve(template, ALL_OFF[profile][1:2]))
    assert rendered.count(LOCK_WORDS[language]) == 1
    assert f"\n\n{line_of(rendered, LOCK_WORDS[language])}\n\n" in rendered
    assert heading(template.sections[1], template) not in rendered


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize(
    ("overrides", "custom"),
    [
        ([], []),
        ([SectionOverride("progress", title="Story", instruction="Tell it.", header_only=True)], []),
        ([SectionOverride("unknown", enabled=False)], []),
        ([SectionOverride("progress", enabled=True)], [CustomSection("mood", "Mood")]),
    ],
)
def test_no_lock_while_every_section_is_on(
    profile: str, language: Language, overrides: list[SectionOverride], custom: list[CustomSection]
) -> None:
    assert LOCK_WORDS[language] not in render(resolve(load(profile, language), overrides, custom))


def test_a_header_only_section_has_no_body_and_is_demanded_so() -> None:
    template = resolve(load("conversation", "en"), [SectionOverride("key_info", header_only=True)])
    rendered = render(template)
    assert f"\n\n[Key Information & Context]\n\n{template.closing}\n\n" in rendered
    assert line_of(rendered, "- The heading alone").endswith(": `[Key Information & Context]`")
    assert "- A list with" not in rendered


def test_a_form_is_demanded_only_of_built_in_wording() -> None:
    template = resolve(load("conversation", "zh"), [SectionOverride("progress", instruction="写成一张表。")])
    paragraphs = line_of(render(template), "- 以成段的文字书写：")
    assert paragraphs == "- 以成段的文字书写：`【核心任务状态】`、`【互动情节与设定】`"


def test_shares_are_told_as_percentages() -> None:
    template = resolve(
        load("handoff", "en"),
        [SectionOverride("goal", share=0.1), SectionOverride("notes", share=0.25, header_only=True)],
        [CustomSection("mood", share=1)],
    )
    assert line_of(render(template), "- Rough share of the whole length:").endswith(": `## Goal` 10%, `## mood` 100%")


@pytest.mark.parametrize("kind", ["full", "update", "short", "system", "turn_prefix", "branch", "handoff"])
def test_any_prompt_can_be_extended_and_replaced(kind: str) -> None:
    template = load("handoff", "en")
    extended = resolve(template, prompts=[PromptOverride(kind, extra="  Motivation: one sentence on why.\n")])
    replaced = resolve(template, prompts=[PromptOverride(kind, "  All mine. ", "And more.")])
    default = render(for_kind(kind, template))
    assert render(for_kind(kind, extended)) == f"{default}\n\nMotivation: one sentence on why."
    assert render(for_kind(kind, replaced)) == "All mine.\n\nAnd more."
    assert (is_replaced(for_kind(kind, extended)), is_replaced(for_kind(kind, replaced))) == (False, True)


def test_a_change_to_one_prompt_leaves_the_others_as_they_are() -> None:
    template = resolve(load("handoff", "en"), prompts=[PromptOverride("short", "Mine.")])
    assert render(for_kind("update", template)) == render(load("handoff", "en", "update"))


@pytest.mark.parametrize("kind", ["full", "update"])
def test_full_and_update_of_conversation_are_one_prompt(kind: str) -> None:
    template = resolve(load("conversation", "en"), prompts=[PromptOverride("full", extra="Mine.")])
    assert render(for_kind(kind, template)) == f"{render(load('conversation', 'en'))}\n\nMine."


def test_each_field_of_a_prompt_change_is_as_last_given() -> None:
    changes = [
        PromptOverride("full", "first", "kept"),
        PromptOverride("full", "second"),
        PromptOverride("full", " ", " "),
    ]
    assert render(resolve(load("handoff", "en"), prompts=changes)) == "second\n\nkept"


def test_blank_parts_add_no_byte() -> None:
    assert stack("", "a", "", "b", "") == "a\n\nb"
    assert render(Template(profile="handoff", language="en", suffix="end")) == "end"
