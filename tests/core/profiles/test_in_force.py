import json

import pytest
from msgspec.structs import replace

from builders import agent, session, user
from foldline import CompactionSettings, ScriptedProvider, compact, entry, should_compact
from foldline.core.profiles.binding import Binding, Subject
from foldline.core.profiles.in_force import chosen_for, in_force, settings_of, subject_of
from foldline.core.profiles.overrides import SectionEdits, SectionOverride
from foldline.core.profiles.profile import Profile
from foldline.core.profiles.templates import PromptOverride
from foldline.core.session import Info, MessageEntry, Session
from foldline.core.settings import DEFAULT_MESSAGE_COUNT, DEFAULT_RATIO
from foldline.errors import SettingsError

STORY = Profile(
    name="story",
    base="conversation",
    sections=SectionEdits(
        (SectionOverride("progress", title="Story so far"), SectionOverride("key_info", enabled=False))
    ),
    rules="Keep the names.",
    settings={"message_count": 3, "keep_recent_tokens": 40},
)
BRIEF = Profile(
    name="brief", sections=SectionEdits((SectionOverride("goal", title="Aim"), SectionOverride("notes", enabled=False)))
)
TWO = CompactionSettings(
    profiles=(STORY, BRIEF), bindings=(Binding("model", "m-1", "story"), Binding("model", "m-2", "brief"))
)


def chat(model="", turns=8):
    made = [
        one
        for n in range(turns)
        for one in (user(f"question {n} " + "word " * 60), agent(f"answer {n} " + "word " * 60))
    ]
    built = session(*made)
    built.info = Info(model=model)
    return built


def requests(conversation, settings, **more):
    nobody = ScriptedProvider([])
    compact(conversation, settings, provider=nobody, **more)
    return nobody.requests


def folded_and_gone_on(settings, turns=20):
    """A chat that was folded once and went on for as long again."""
    conversation = chat(turns=turns)
    conversation.append(entry(compact(conversation, settings), conversation))
    for item in chat(turns=turns).context().items:
        conversation.append(MessageEntry(f"x{item.id}", conversation.leaf_id, item.message))
    return conversation


def test_asking_again_for_what_is_in_force_changes_nothing_more():
    once = in_force(TWO, Subject(model="m-1"))
    assert in_force(once, Subject(model="m-2")) == once
    assert (once.profile, once.message_count, once.keep_recent_tokens) == ("story", 3, 40)


def test_what_is_fixed_is_neither_bound_nor_laid_over():
    fixed = replace(TWO, fixed=frozenset({"profile", "message_count"}))
    assert in_force(fixed, Subject(model="m-1")).profile == "handoff"
    chosen = replace(TWO, profile="story", message_count=9, fixed=frozenset({"message_count"}))
    assert in_force(chosen, Subject()).message_count == 9


def test_a_setting_that_a_profile_cannot_have_is_named():
    with pytest.raises(SettingsError, match="message_count is 0; it must be at least 1"):
        settings_of(Profile(settings={"message_count": 0}))


def test_the_choice_of_a_profile_is_none_of_its_own_settings():
    assert settings_of(Profile(settings={"profile": "brief", "rules": "x", "ratio": 0.5})) == {"ratio": 0.5}


def test_the_binding_that_was_found_is_told():
    assert chosen_for(TWO, Subject(model="m-2")).why == "model 'm-2'"


def test_a_session_tells_its_id_characters_folder_and_model():
    built = Session("list", info=Info(id="s", cwd="/w", model="m"))
    assert subject_of(built) == Subject("s", (), "/w", "m")
    assert subject_of(session(user(), agent(speaker="Ann"))).characters == ("Ann",)


def test_one_session_with_two_models_in_turn_is_asked_for_the_sections_of_each():
    for _ in range(2):
        (first, *_), (second, *_) = (
            requests(chat("m-1"), TWO),
            requests(chat("m-2"), replace(TWO, keep_recent_tokens=400)),
        )
        assert "[Story so far]" in first.system
        assert "Keep the names." in first.system
        assert "[Key Information & Context]" not in first.system
        assert "## Aim" in second.prompt
        assert "## Additional Notes" not in second.prompt
        assert "Story so far" not in second.prompt


def test_a_changed_binding_holds_from_the_next_fold_on():
    conversation = chat("m-1")
    assert "[Story so far]" in requests(conversation, TWO)[0].system
    other = replace(TWO, bindings=(Binding("model", "m-1", "brief"),), keep_recent_tokens=400)
    assert "## Aim" in requests(conversation, other)[0].prompt


def test_the_trigger_and_the_fold_follow_the_same_binding():
    conversation = chat("m-1")
    assert "3 user messages" in should_compact(conversation, TWO).reason
    assert not should_compact(chat("m-2"), replace(TWO, context_window=200_000))


WANTED = CompactionSettings(
    profiles=(STORY,),
    profile="story",
    rules="No hosts.",
    dialogue_review_title="Lines",
    context_window=8_000,
    by_ratio=False,
    by_message_count=False,
)


@pytest.mark.parametrize("profile", ["story", "brief"])
def test_a_manual_fold_and_those_by_ratio_and_by_count_ask_the_very_same(profile):
    base = replace(
        WANTED,
        profiles=(
            replace(STORY, settings={"keep_recent_tokens": 40}),
            replace(BRIEF, settings={"keep_recent_tokens": 40}),
        ),
        profile=profile,
    )
    by_ratio = replace(base, by_ratio=True, ratio=0.1)
    by_count = replace(base, by_message_count=True, message_count=8)
    conversation = chat()
    assert not should_compact(conversation, base)
    assert "10 % of the window" in should_compact(conversation, by_ratio).reason
    assert "8 user messages" in should_compact(conversation, by_count).reason
    manual = requests(conversation, base)
    assert manual
    assert "No hosts." in f"{manual[0].system}{manual[0].prompt}"
    for settings in (by_ratio, by_count):
        assert json.dumps([str(one) for one in requests(conversation, settings, trigger="auto")]) == json.dumps(
            [str(one) for one in manual]
        )


def test_global_rules_and_those_of_the_profile_reach_every_prompt_but_the_short_one():
    settings = replace(WANTED, profiles=(replace(STORY, settings={"keep_recent_tokens": 40}),))
    full, *_, short = requests(chat(), settings)
    assert full.system.endswith("No hosts.\nKeep the names.")
    assert "No hosts." not in f"{short.system}{short.prompt}"


def test_a_summary_of_a_chat_carries_its_review_and_the_next_fold_takes_it_off_again():
    settings = replace(WANTED, profiles=(replace(STORY, settings={"keep_recent_tokens": 40}),))
    folded = compact(chat(turns=20), settings)
    assert "<foldline-review>\nLines:\n- " in folded.prose
    assert folded.prose.rstrip().endswith("</foldline-review>")
    conversation = folded_and_gone_on(settings)
    update = requests(conversation, settings)[0]
    assert update.kind == "update"
    assert "foldline-review" not in f"{update.system}{update.prompt}"
    assert compact(conversation, settings).prose.count("<foldline-review>") == 1


@pytest.mark.parametrize("more", [{"dialogue_review": False}, {"profile": "handoff"}])
def test_there_is_no_review_where_it_is_off_or_the_profile_is_no_chat(more):
    settings = replace(replace(WANTED, profiles=(replace(STORY, settings={}),), keep_recent_tokens=40), **more)
    assert "foldline-review" not in compact(chat(), settings).prose


def test_a_review_that_would_cost_much_beside_what_is_folded_is_left_out():
    short = session(*[one for n in range(4) for one in (user("x" * 60), agent("y" * 60))], user("a"), agent("b"))
    settings = replace(WANTED, profiles=(replace(STORY, settings={"keep_recent_tokens": 5}),))
    assert "foldline-review" not in compact(short, settings).prose


def test_the_review_of_the_previous_summary_is_asked_for_only_where_there_is_one():
    settings = replace(
        WANTED, profiles=(replace(STORY, settings={"keep_recent_tokens": 40}),), previous_summary_review=True
    )
    assert "[Previous Summary Review]" not in requests(chat(), settings)[0].system
    conversation = folded_and_gone_on(settings)
    assert "[Previous Summary Review]\n" in requests(conversation, settings)[0].system
    assert "[Previous Summary Review]" in compact(conversation, settings).prose


@pytest.mark.parametrize(
    ("said", "settings", "language"),
    [
        ("please go on with the port", {}, "en"),
        ("请继续修改端口配置", {}, "zh"),
        ("请继续修改端口配置", {"language": "en"}, "en"),
        ("1234 5678", {"locale": "zh_CN.UTF-8"}, "zh"),
        ("1234 5678", {"locale": "fr_FR.UTF-8"}, "en"),
        ("please go on", {"locale": "zh_CN.UTF-8"}, "en"),
    ],
)
def test_the_language_is_the_one_that_is_set_else_the_users_else_the_locales(said, settings, language):
    made = session(*[one for n in range(4) for one in (user(f"{said} " * 30), agent("0 " * 200))])
    asked = requests(made, CompactionSettings(keep_recent_tokens=40, **settings))[0].prompt
    assert ("## 目标" in asked) == (language == "zh")


def test_a_stated_wish_for_another_language_stands_in_the_user_message_of_every_prompt():
    made = session(
        *[one for n in range(4) for one in (user("please answer in Spanish from now on. " * 20), agent("ok " * 200))]
    )
    asked = requests(made, CompactionSettings(keep_recent_tokens=40))
    assert all("Language: write the text in Spanish" in one.prompt for one in asked)
    assert all("Spanish. Keep" not in one.system for one in asked)


def test_a_replaced_prompt_is_not_searched_for_sections():
    whole = Profile(
        name="conversation", base="conversation", prompts=(PromptOverride("full", text="Write one sentence."),)
    )
    settings = CompactionSettings(profile="conversation", profiles=(whole,), keep_recent_tokens=40, short_summary=False)
    result = compact(chat(), settings, provider=ScriptedProvider(["They talked about words."]))
    assert result.method == "model"
    assert result.prose.startswith("They talked about words.")


def test_the_numbers_of_a_chat_are_operits():
    assert (DEFAULT_RATIO, DEFAULT_MESSAGE_COUNT) == (0.70, 16)
