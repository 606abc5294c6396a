import json

import pytest

from foldline.core.profiles.overrides import CustomSection, SectionEdits, SectionOverride
from foldline.core.profiles.profile import Profile, export, read, template_of
from foldline.core.profiles.rendering import render
from foldline.core.profiles.templates import LANGUAGES, PROFILES, Language, PromptOverride, for_kind, load
from foldline.errors import SettingsError

MINE = Profile(
    name="mine",
    base="conversation",
    sections=SectionEdits((SectionOverride("interaction", enabled=False), SectionOverride("unknown", title="kept"))),
    languages={
        "zh": SectionEdits(
            (SectionOverride("core_task", title="工程状态"),), (CustomSection("mood", "心情", after=""),)
        ),
        "fr": SectionEdits((SectionOverride("core_task", title="Tâche"),)),
    },
    prompts=(PromptOverride("short", extra="仅中文。", language="zh"), PromptOverride("short", extra="For all.")),
    rules="No names.",
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("base", PROFILES)
def test_a_profile_without_changes_is_the_built_in_one(base: str, language: Language) -> None:
    assert template_of(Profile(base=base), language) == load(base, language)


def test_changes_for_one_language_hold_in_it_alone() -> None:
    chinese, english = template_of(MINE, "zh"), template_of(MINE, "en")
    assert [one.title for one in chinese.sections] == ["心情", "工程状态", "对话历程与概要", "关键信息与上下文"]
    assert [one.id for one in english.sections] == ["core_task", "progress", "key_info"]
    assert english.sections[0] == load("conversation", "en").sections[0]
    assert (chinese.is_locked, english.is_locked) == (True, True)


def test_a_prompt_for_one_language_wins_over_the_one_for_all() -> None:
    assert render(for_kind("short", template_of(MINE, "zh"))).endswith("\n\n仅中文。")
    assert render(for_kind("short", template_of(MINE, "en"))).endswith("\n\nFor all.")


def test_an_exported_profile_reads_back_the_same_with_what_nobody_knows() -> None:
    assert read(export(MINE)) == MINE


def test_an_export_holds_differences_only() -> None:
    assert json.loads(export(Profile(name="plain"))) == {"name": "plain"}
    assert json.loads(export(MINE))["sections"] == {
        "overrides": [{"id": "interaction", "enabled": False}, {"id": "unknown", "title": "kept"}]
    }


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "not an exported profile"),
        ("[]", "Expected `object`"),
        ('{"sections": {"overrides": [{"id": "goal", "enabled": "no"}]}}', r"\$.sections.overrides\[0\].enabled"),
        ('{"sections": {"overrides": [{"id": "goal", "share": 2}]}}', "share of section 'goal' is 2.0"),
        ('{"prompts": [{"kind": "long"}]}', "Invalid enum value 'long'"),
    ],
)
def test_what_is_no_profile_is_refused_with_the_place(text: str, named: str) -> None:
    with pytest.raises(SettingsError, match=named):
        read(text)
