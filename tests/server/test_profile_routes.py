import json

import pytest

FIELDS = [("title", "Aim"), ("instruction", "The aim, in one sentence."), ("enabled", False), ("header_only", True),
          ("share", 0.25)]  # fmt: skip
ALL_OFF = [(f"sections/{name}/enabled", False) for name in (
    "goal", "constraints", "progress", "decisions", "next_steps", "critical_context", "notes")]  # fmt: skip


@pytest.mark.parametrize(("field", "value"), FIELDS)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_field_of_a_section_is_edited_alone(api, field, value, language):
    before = api.section("goal", language)
    assert api.edit((f"sections/goal/{field}", value), profile="handoff", language=language).status_code == 200
    after = api.section("goal", language)
    assert {**before, field: value, "heading": after["heading"], "changed": [field]} == after
    assert after["default"][field] == before[field]
    for other in ("constraints", "notes"):
        assert api.section(other, language)["changed"] == []


def test_what_is_edited_back_takes_no_place_in_the_file(api, home):
    api.edit(("sections/goal/title", "Aim"), ("sections/notes/enabled", False), profile="handoff")
    assert "Aim" in home.text()
    api.edit(("sections/goal/title", " Goal "), ("sections/notes/enabled", True), profile="handoff")
    assert home.text() == ""


def test_an_emptied_title_or_instruction_is_the_default_again(api):
    default = api.section("goal")
    api.edit(("sections/goal/title", "Aim"), ("sections/goal/instruction", "x"), profile="handoff")
    api.edit(("sections/goal/title", " "), ("sections/goal/instruction", ""), profile="handoff")
    assert api.section("goal") == default


def test_a_title_takes_no_line_break(api):
    api.edit(("sections/goal/title", "The\n aim\r\n"), profile="handoff")
    assert api.section("goal")["title"] == "The aim"


def test_disabling_a_later_section_and_then_editing_an_earlier_one_leaves_all_others(api):
    before = api.order()
    api.edit(("sections/next_steps/enabled", False), profile="handoff")
    api.edit(("sections/goal/instruction", "## Next Steps\nand ## Notes"), profile="handoff")
    assert api.order() == before
    prompt = api.prompt(profile="handoff")["user"]
    assert "## Goal\n## Next Steps\nand ## Notes\n" in prompt
    assert [one["id"] for one in api.profile()["languages"]["en"]["sections"] if not one["enabled"]] == ["next_steps"]


def test_a_section_may_be_called_like_another_one(api):
    api.edit(("sections/goal/title", "## Next Steps"), profile="handoff")
    api.edit(("sections/next_steps/enabled", False), profile="handoff")
    assert api.section("goal")["heading"] == "## ## Next Steps"
    assert api.section("next_steps")["title"] == "Next Steps"


def test_all_off_is_a_free_form_instruction(api):
    api.edit(*ALL_OFF, profile="handoff")
    user = api.prompt(profile="handoff")["user"]
    assert "## " not in user
    assert user.strip()


def test_a_change_may_hold_for_one_language_alone(api):
    api.edit(("sections/goal/title", "Aim"), profile="handoff", language="en", only_here=True)
    assert api.section("goal", "en")["title"] == "Aim"
    assert api.section("goal", "en")["only_here"] == ["title"]
    assert api.section("goal", "zh")["changed"] == []


def test_a_field_set_for_one_language_is_changed_there_so_that_no_edit_is_without_effect(api):
    api.edit(("sections/goal/title", "Aim"), profile="handoff", language="en", only_here=True)
    api.edit(("sections/goal/title", "Purpose"), profile="handoff", language="en")
    assert api.section("goal", "en")["title"] == "Purpose"
    assert api.section("goal", "zh")["changed"] == []


def test_defaults_of_one_language_are_never_stored_for_another(api, home):
    shown = api.section("goal", "zh")
    api.edit(("sections/goal/title", shown["title"]), ("sections/goal/instruction", shown["instruction"]),
             profile="handoff", language="zh")  # fmt: skip
    assert home.text() == ""


def test_sections_of_ones_own_are_added_reordered_and_removed(api, home):
    new = {"title": "Mood", "instruction": "How the user feels.", "after": "goal"}
    api.edit(("sections/mood", new), profile="handoff")
    assert api.order()[:2] == ["goal", "mood"]
    assert api.section("mood")["custom"] is True
    assert api.section("mood")["default"] is None
    order = api.order()
    moved = [order[-1], *order[:-1]]
    api.edit(("order", moved, order), profile="handoff")
    assert api.order() == moved
    assert api.profile()["languages"]["en"]["is_order_changed"] is True
    assert "## Mood\nHow the user feels." in api.prompt(profile="handoff")["user"]
    api.edit(("sections/mood", None), ("order", None), profile="handoff")
    assert home.text() == ""


def test_an_order_that_does_not_know_a_section_leaves_it_at_the_end(api):
    order = api.order()
    api.edit(("order", ["notes", "nobody", "goal"]), profile="handoff")
    assert api.order() == ["notes", "goal", *[name for name in order if name not in {"notes", "goal"}]]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_section_or_all_of_them_are_reset(api, home, language):
    api.edit(("sections/goal/title", "Aim"), ("sections/notes/enabled", False), profile="handoff")
    api.edit(("sections/goal/instruction", "x"), profile="handoff", language="zh", only_here=True)
    api.edit(("sections/goal", None), profile="handoff", language=language)
    assert api.section("goal", "zh")["changed"] == api.section("goal", "en")["changed"] == []
    assert api.section("notes")["changed"] == ["enabled"]
    api.edit(("sections", None), profile="handoff", language=language)
    assert home.text() == ""


def test_unknown_ids_in_the_file_stay(api, home):
    home.write('[[profiles.handoff.sections.overrides]]\nid = "of_another_version"\nenabled = false\n')
    api.edit(("sections/goal/title", "Aim"), profile="handoff")
    assert "of_another_version" in home.text()


def test_settings_of_a_profile_lie_over_those_of_everybody(api):
    api.edit(("settings/message_count", 3), ("rules", "Be brief."), profile="conversation")
    made = api.profile("conversation")
    assert (made["settings"], made["rules"]) == ({"message_count": 3}, "Be brief.")
    assert api.setting("message_count")["value"] == 16
    answer = api.edit(("settings/locale", "zh"), ("settings/message_count", 0), profile="conversation")
    assert answer.status_code == 422
    api.edit(("settings/message_count", None), profile="conversation")
    assert api.profile("conversation")["settings"] == {}


@pytest.mark.parametrize("kind", ["full", "short", "branch", "system", "handoff", "turn_prefix", "update"])
def test_every_kind_of_prompt_is_replaced_and_extended(api, kind):
    api.edit(
        (f"prompts/{kind}/text", "Write it as a poem."), (f"prompts/{kind}/extra", "It rhymes."), profile="handoff"
    )
    made = api.prompt(kind, profile="handoff")
    text = made["system"] if kind == "system" else made["user"]
    assert "Write it as a poem.\n\nIt rhymes." in text
    api.edit((f"prompts/{kind}/text", ""), (f"prompts/{kind}/extra", None), profile="handoff")
    assert api.profile()["prompts"] == []


def make(api, name, **more):
    return api.http.post("/api/profiles", json={"version": api.state()["version"], "name": name, **more})


def test_a_profile_is_made_copied_used_and_removed(api, home):
    assert make(api, "story", base="conversation").status_code == 201
    api.edit(("sections/progress/title", "So far"), profile="story")
    assert make(api, "saga", copy_of="story").status_code == 201
    assert api.section("progress", profile="saga")["title"] == "So far"
    api.edit(("settings/profile", "saga"))
    used = api.http.delete("/api/profiles/saga", params={"version": api.state()["version"]})
    assert used.status_code == 422
    assert "unbind it first" in used.json()["error"]
    api.edit(("settings/profile", None))
    for name in ("saga", "story"):
        answer = api.http.delete(f"/api/profiles/{name}", params={"version": api.state()["version"]})
        assert answer.status_code == 200
    assert home.text() == ""


@pytest.mark.parametrize(("name", "status"), [("handoff", 409), ("", 422), (" ", 422), ("a\nb", 422), ("x" * 101, 422)])
def test_a_name_that_can_not_be_is_told(api, home, name, status):
    assert make(api, name).status_code == status
    assert not home.user.exists()


@pytest.mark.parametrize("name", ["a/b", "../../etc", "ünïcode 故事", "a b?c#d&e", "<b>", "x/export"])
def test_a_name_is_only_a_name(api, home, name):
    from urllib.parse import quote

    assert make(api, name).status_code == 201
    path = f"/api/profiles/{quote(name, safe='')}"
    answer = api.http.get(f"{path}/export")
    assert json.loads(answer.text)["name"] == name
    assert "/" not in answer.headers["content-disposition"].partition("filename=")[2]
    assert api.http.delete(path, params={"version": api.state()["version"]}).status_code == 200
    assert sorted(path.name for path in home.user.parent.iterdir()) == ["settings.toml"]


@pytest.mark.parametrize("method", ["GET", "DELETE"])
def test_a_profile_that_is_not_there_is_told(api, method):
    path = "/api/profiles/nobody" + ("/export" if method == "GET" else "")
    answer = api.http.request(method, path, params={"version": api.state()["version"]})
    assert answer.status_code == 404
    assert "'handoff'" in answer.json()["error"]


def take(api, text, name=""):
    return api.http.post("/api/import", json={"version": api.state()["version"], "text": text, "name": name})


def test_what_is_taken_away_can_be_taken_in(api):
    make(api, "story", base="conversation")
    api.edit(("sections/progress/title", "So far"), ("rules", "Be brief."), profile="story")
    text = api.http.get("/api/profiles/story/export").text
    before = api.profile("story")
    api.http.delete("/api/profiles/story", params={"version": api.state()["version"]})
    assert take(api, text).json()["imported"] == "profile story"
    assert api.profile("story") == before
    take(api, text, "twin")
    assert {**api.profile("twin"), "name": "story"} == before


def test_settings_exported_by_operit_are_taken_in(api):
    theirs = {"summaryTokenThreshold": 0.4, "summaryMessageCountThreshold": 0,
              "summarySectionOverrides": [{"id": "progress", "enabled": False}]}  # fmt: skip
    made = take(api, json.dumps(theirs)).json()
    assert made["imported"] == "1 settings and 1 sections of Operit"
    assert "summaryMessageCountThreshold" in made["left_out"][0]
    assert api.setting("ratio")["value"] == 0.4
    assert api.section("progress", profile="conversation")["enabled"] is False


@pytest.mark.parametrize("text", ["", "{", "[]", "7", '{"base": 3}', "[" * 100_000, '{"base": "other", "name": "x"}'])
def test_what_is_nothing_of_both_is_told(api, home, text):
    answer = take(api, text)
    assert answer.status_code == 422
    assert not home.user.exists()
