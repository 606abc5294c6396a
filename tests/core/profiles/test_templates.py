import subprocess
import sys

import pytest

from foldline.core.profiles.overrides import CustomSection, SectionOverride, resolve
from foldline.core.profiles.templates import (
    KINDS,
    LANGUAGES,
    PROFILES,
    Language,
    PromptKind,
    Section,
    for_kind,
    heading,
    load,
)
from foldline.errors import SettingsError

HEADINGS = {
    ("handoff", "en"): (
        ("goal", "## Goal"),
        ("constraints", "## Constraints & Preferences"),
        ("progress", "## Progress"),
        ("decisions", "## Key Decisions"),
        ("next_steps", "## Next Steps"),
        ("critical_context", "## Critical Context"),
        ("notes", "## Additional Notes"),
    ),
    ("handoff", "zh"): (
        ("goal", "## 目标"),
        ("constraints", "## 约束与偏好"),
        ("progress", "## 进展"),
        ("decisions", "## 关键决定"),
        ("next_steps", "## 下一步"),
        ("critical_context", "## 关键上下文"),
        ("notes", "## 补充说明"),
    ),
    ("conversation", "en"): (
        ("core_task", "[Core Task Status]"),
        ("interaction", "[Interaction & Scenario]"),
        ("progress", "[Conversation Progress & Overview]"),
        ("key_info", "[Key Information & Context]"),
    ),
    ("conversation", "zh"): (
        ("core_task", "【核心任务状态】"),
        ("interaction", "【互动情节与设定】"),
        ("progress", "【对话历程与概要】"),
        ("key_info", "【关键信息与上下文】"),
    ),
}


@pytest.mark.parametrize(("profile", "language"), HEADINGS)
def test_sections_have_their_ids_and_headings_in_order(profile: str, language: Language) -> None:
    template = load(profile, language)
    assert tuple((one.id, heading(one, template)) for one in template.sections) == HEADINGS[profile, language]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("profile", PROFILES)
def test_no_default_text_has_white_space_around_it(profile: str, language: Language) -> None:
    sections = load(profile, language).sections
    assert [one.id for one in sections if one.title != one.title.strip() or not one.instruction.strip()] == []
    assert [one.id for one in sections if one.instruction != one.instruction.strip()] == []


def test_progress_of_handoff_has_three_parts() -> None:
    assert load("handoff", "en").sections[2].subheadings == ("### Done", "### In Progress", "### Blocked")
    assert load("handoff", "en", "handoff").sections[2].subheadings == ("### Done", "### In Progress", "### Pending")
    assert load("handoff", "zh").sections[2].subheadings == ("### 已完成", "### 进行中", "### 受阻")


def test_conversation_frames_its_summary() -> None:
    english, chinese = load("conversation", "en"), load("conversation", "zh")
    assert english.opening == "==========Conversation Summary=========="
    assert chinese.opening == "==========对话摘要=========="
    assert (english.closing, chinese.closing) == ("=" * 39, "=" * 28)


def test_handoff_has_no_frame() -> None:
    assert (load("handoff", "en").opening, load("handoff", "en").closing) == ("", "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_turn_prefix_has_three_sections_of_its_own(language: Language) -> None:
    ids = ["original_request", "early_progress", "suffix_context"]
    assert [one.id for one in for_kind("turn_prefix", load("handoff", language)).sections] == ids


def test_a_turn_prefix_has_the_headings_of_the_article() -> None:
    template = load("handoff", "en", "turn_prefix")
    lines = [heading(section, template) for section in template.sections]
    assert lines == ["## Original Request", "## Early Progress", "## Context for Suffix"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_the_built_in_template_of_a_kind_is_the_full_one_brought_to_that_kind(
    kind: PromptKind, language: Language
) -> None:
    assert for_kind(kind, load("handoff", language)) == load("handoff", language, kind)


@pytest.mark.parametrize("kind", ["system", "turn_prefix", "short", "branch", "handoff"])
def test_the_other_kinds_of_conversation_are_those_of_handoff(kind: PromptKind) -> None:
    ours, theirs = for_kind(kind, load("conversation", "zh")), load("handoff", "zh", kind)
    assert (ours.prefix, ours.sections, ours.suffix) == (theirs.prefix, theirs.sections, theirs.suffix)


def test_a_branch_note_leaves_out_context_and_notes() -> None:
    ids = [one.id for one in for_kind("branch", load("handoff", "en")).sections]
    assert ids == ["goal", "constraints", "progress", "decisions", "next_steps"]


def test_what_the_user_changed_goes_along_to_branch_and_handoff() -> None:
    template = resolve(
        load("handoff", "en"),
        [SectionOverride("goal", title="Aim"), SectionOverride("decisions", instruction="One line each.")],
        [CustomSection("motivation", "Motivation", "Why we do it.", after="goal")],
        ["decisions"],
    )
    branch = for_kind("branch", template)
    assert [one.id for one in branch.sections] == [
        "decisions", "goal", "motivation", "constraints", "progress", "next_steps",
    ]  # fmt: skip
    assert branch.sections[0].instruction == "One line each."
    assert branch.sections[1] == Section("goal", "Aim", load("handoff", "en", "branch").sections[0].instruction)
    assert branch.sections[2].instruction == "Why we do it."


@pytest.mark.parametrize(
    ("off", "kind", "locked"),
    [
        ("notes", "full", True),
        ("notes", "update", True),
        ("notes", "branch", False),
        ("goal", "branch", True),
        ("goal", "turn_prefix", False),
        ("goal", "short", False),
    ],
)
def test_a_kind_is_locked_when_one_of_its_own_sections_is_off(off: str, kind: PromptKind, *, locked: bool) -> None:
    template = resolve(load("handoff", "en"), [SectionOverride(off, enabled=False)])
    assert for_kind(kind, template).is_locked is locked


@pytest.mark.parametrize(
    ("profile", "language", "kind", "named"),
    [
        ("handof", "en", "full", "unknown profile 'handof'; there are handoff, conversation"),
        ("handoff", "fr", "full", "unknown language 'fr'; there are en, zh"),
        ("handoff", "en", "long", "unknown kind of prompt 'long'"),
    ],
)
def test_an_unknown_name_is_refused_with_the_known_ones(profile: str, language: str, kind: str, named: str) -> None:
    with pytest.raises(SettingsError, match=named):
        load(profile, language, kind)  # type: ignore[arg-type]


def test_importing_reads_no_prompt() -> None:
    code = (
        "import builtins, io, sys\n"
        "import msgspec\n"
        "opened = []\n"
        "sys.addaudithook(lambda name, args: opened.append(args[0]) if name == 'open' else None)\n"
        "import foldline.core.profiles.templates\n"
        "print([path for path in opened if str(path).endswith('.md')], 'importlib.resources' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[] False"
