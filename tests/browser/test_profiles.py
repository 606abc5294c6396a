"""Profiles: every control is found again in the file and in the prompt."""

import json

import pytest
from playwright.sync_api import Page, expect

from browser.steps import Writes, open_view, prompt, saved, section, whole_prompt


@pytest.fixture(autouse=True)
def _at_handoff(page: Page):
    open_view(page, "profiles", "handoff", "en")
    page.locator("[data-section=goal]").wait_for()


def test_sections_are_folded_at_first_and_opened_by_a_click_or_enter_on_the_header(page: Page):
    heads = page.locator(".section .name button")
    assert {one.get_attribute("aria-expanded") for one in heads.all()} == {"false"}
    page.locator("[data-section=goal] .head").click(position={"x": 300, "y": 20})
    expect(heads.nth(0)).to_have_attribute("aria-expanded", "true")
    heads.nth(1).press("Enter")
    expect(heads.nth(1)).to_have_attribute("aria-expanded", "true")


def test_the_switch_in_the_header_does_not_open_it_and_keeps_the_text(page: Page, site):
    goal = page.locator("[data-section=goal]")
    goal.get_by_role("switch").first.click()
    expect(goal.locator(".name button")).to_have_attribute("aria-expanded", "false")
    saved(page)
    expect(section(page, "goal").get_by_role("textbox", name="Title", exact=True)).to_be_disabled()
    expect(goal.locator("textarea")).to_be_disabled()
    expect(goal.locator("textarea")).not_to_be_empty()
    assert site.profile("handoff")["sections"]["overrides"] == [{"id": "goal", "enabled": False}]
    expect(prompt(page)).not_to_contain_text("## Goal")


def test_title_and_instruction_are_found_in_the_file_and_in_the_prompt(page: Page, site):
    goal = section(page, "goal")
    goal.get_by_role("textbox", name="Title", exact=True).fill("What we want")
    goal.locator("textarea").fill("The aim.\nIn two lines.")
    expect(prompt(page)).to_contain_text("## What we want\nThe aim.\nIn two lines.")
    saved(page)
    override = {"id": "goal", "title": "What we want", "instruction": "The aim.\nIn two lines."}
    assert site.profile("handoff")["sections"]["overrides"] == [override]
    expect(goal.locator(".label .badge.changed")).to_have_count(2)
    expect(page.locator("#preview .part.changed")).not_to_have_count(0)


def test_a_title_takes_no_line_break(page: Page, site):
    title = section(page, "goal").get_by_role("textbox", name="Title", exact=True)
    title.evaluate("field => field.focus()")
    title.press("ControlOrMeta+A")
    page.keyboard.insert_text("One\nTwo")
    title.press("Enter")
    saved(page)
    assert "\n" not in site.profile("handoff")["sections"]["overrides"][0]["title"]


def test_heading_only_and_share_are_stored(page: Page, site):
    goal = section(page, "goal")
    goal.get_by_role("switch", name="Heading only").click()
    goal.get_by_role("textbox", name="Share of the length").fill("25")
    saved(page)
    assert site.profile("handoff")["sections"]["overrides"] == [{"id": "goal", "header_only": True, "share": 0.25}]
    expect(goal.locator("textarea")).to_be_disabled()


def test_a_share_that_can_t_be_blocks_itself_alone(page: Page, site):
    goal = section(page, "goal")
    goal.get_by_role("textbox", name="Share of the length").fill("250")
    expect(goal.get_by_role("alert")).to_contain_text("from 1 to 100")
    goal.get_by_role("textbox", name="Title", exact=True).fill("Aim")
    expect(page.locator("#preview")).to_contain_text("## Aim")
    expect(page.locator(".state")).to_have_attribute("data-phase", "invalid")
    expect(goal.get_by_role("textbox", name="Share of the length")).to_have_value("250")
    assert site.profile("handoff")["sections"]["overrides"] == [{"id": "goal", "title": "Aim"}]


def test_an_emptied_title_is_the_default_again(page: Page, site):
    title = section(page, "goal").get_by_role("textbox", name="Title", exact=True)
    title.fill("Aim")
    saved(page)
    title.fill("")
    expect(page.locator("#preview")).to_contain_text("## Goal")
    title.blur()
    expect(title).to_have_value("Goal")
    expect(page.locator("[data-section=goal] .badge.changed")).to_have_count(0)


def test_an_earlier_section_edited_after_a_later_one_was_disabled_loses_nothing(page: Page, site):
    page.locator("[data-section=next_steps]").get_by_role("switch").first.click()
    section(page, "goal").get_by_role("textbox", name="Title", exact=True).fill("Aim")
    expect(page.locator("#preview")).to_contain_text("## Aim")
    saved(page)
    page.reload()
    text = prompt(page)
    for heading in ("## Aim", "## Constraints & Preferences", "## Progress", "## Key Decisions", "## Critical Context"):
        expect(text).to_contain_text(heading)
    expect(text).not_to_contain_text("## Next Steps")
    expect(page.locator("[data-section=next_steps] .fold")).to_contain_class("off")


def test_with_every_section_off_the_prompt_asks_for_free_text(page: Page, site):
    for switch in page.locator(".section .side [role=switch]").all():
        switch.click()
    expect(page.get_by_text("Every section is off")).to_be_visible()
    saved(page)
    assert "##" not in prompt(page).text_content()
    assert {one["enabled"] for one in site.profile("handoff")["sections"]["overrides"]} == {False}


def test_a_title_that_is_another_section_s_heading_changes_nothing_else(page: Page, site):
    section(page, "goal").get_by_role("textbox", name="Title", exact=True).fill("## Progress")
    expect(page.locator("#preview")).to_contain_text("## ## Progress")
    section(page, "progress").get_by_role("textbox", name="Title", exact=True).fill("Done so far")
    expect(page.locator("#preview")).to_contain_text("## Done so far")
    saved(page)
    page.reload()
    expect(prompt(page)).to_contain_text("## ## Progress\n")
    expect(prompt(page)).to_contain_text("## Done so far\n")


def test_the_full_screen_editor_discards(page: Page, site):
    goal = section(page, "goal")
    field = goal.locator("textarea").first
    before = field.input_value()
    goal.get_by_role("button", name="Edit full screen").click()
    page.get_by_role("dialog").get_by_role("textbox").fill("Something else")
    expect(field).to_have_value("Something else")
    page.get_by_role("button", name="Discard changes").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(field).to_have_value(before)
    goal.get_by_role("button", name="Edit full screen").click()
    page.get_by_role("dialog").get_by_role("textbox").fill("Kept")
    page.get_by_role("button", name="Done").click()
    saved(page)
    assert site.profile("handoff")["sections"]["overrides"][0]["instruction"] == "Kept"


def test_sections_are_moved_by_keys(page: Page, site):
    grip = page.locator("[data-section=goal] .grip")
    grip.focus()
    grip.press("ArrowDown")
    expect(page.locator("[data-section]").nth(1)).to_have_attribute("data-section", "goal")
    expect(grip).to_be_focused()
    expect(page.get_by_text("“Goal” is now number 2 of 7")).to_be_attached()
    grip.press("End")
    saved(page)
    assert site.profile("handoff")["sections"]["order"][-1] == "goal"
    text = prompt(page).text_content()
    assert text.index("\n## Goal\n") > text.index("\n## Progress\n")


def test_sections_are_moved_by_drag(page: Page, site):
    grip, last = page.locator("[data-section=goal] .grip"), page.locator("[data-section]").nth(2)
    start, end = grip.bounding_box(), last.bounding_box()
    page.mouse.move(start["x"] + 5, start["y"] + 5)
    page.mouse.down()
    page.mouse.move(start["x"] + 5, end["y"] + end["height"] - 4, steps=4)
    page.mouse.up()
    expect(page.locator("[data-section]").nth(2)).to_have_attribute("data-section", "goal")
    saved(page)
    assert site.profile("handoff")["sections"]["order"].index("goal") == 2


def test_a_section_of_one_s_own_is_added_and_removed(page: Page, site):
    page.get_by_role("button", name="Add a section").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox", name="Title").fill("Risks & Costs")
    dialog.get_by_role("textbox", name="What the model is to write here").fill("What may go wrong.")
    dialog.get_by_role("button", name="Add").click()
    expect(prompt(page)).to_contain_text("## Risks & Costs\nWhat may go wrong.")
    assert site.profile("handoff")["sections"]["custom"][0]["id"] == "risks_costs"
    section(page, "risks_costs").get_by_role("button", name="Remove this section").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove this section").click()
    expect(page.locator("[data-section=risks_costs]")).to_have_count(0)
    assert site.profile("handoff") == {}


def test_a_section_and_all_sections_are_reset(page: Page, site):
    section(page, "goal").get_by_role("textbox", name="Title", exact=True).fill("Aim")
    section(page, "progress").get_by_role("textbox", name="Title", exact=True).fill("Done")
    saved(page)
    page.locator("[data-section=goal]").get_by_role("button", name="Reset this section").click()
    expect(page.locator("[data-section=goal] .title")).to_have_text("Goal")
    expect(page.locator("[data-section=progress] .title")).to_have_text("Done")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("[data-section=goal] .title")).to_have_text("Aim")
    saved(page)
    page.get_by_role("button", name="Reset all sections").click()
    page.get_by_role("dialog").get_by_role("button", name="Reset all sections").click()
    expect(page.locator("[data-section=progress] .title")).to_have_text("Progress")
    assert site.profile("handoff") == {}


def test_rules_and_whole_prompts_are_found_in_the_file_and_in_the_prompt(page: Page, site):
    page.get_by_role("button", name="Global rules").click()
    page.get_by_role("textbox", name="Global rules", exact=True).fill("Name every file.")
    expect(prompt(page)).to_contain_text("Name every file.")
    page.get_by_role("button", name="Short summary Two or three").click()
    page.get_by_role("textbox", name="In place of the built-in text").fill("One sentence, please.")
    page.get_by_role("button", name="Short summary", exact=True).click()
    expect(prompt(page)).to_contain_text("One sentence, please.")
    saved(page)
    assert site.profile("handoff")["rules"] == "Name every file."
    assert site.profile("handoff")["prompts"] == [{"kind": "short", "text": "One sentence, please."}]


def test_every_kind_of_prompt_takes_an_addition(page: Page, site):
    kinds = ["system", "full", "update", "turn_prefix", "short", "branch", "handoff"]
    for at, kind in enumerate(kinds):
        page.locator("[aria-labelledby=prompts] .name button").nth(at).click()
        page.get_by_role("textbox", name="Added at its end").fill(f"Be {kind}.")
    saved(page)
    assert site.profile("handoff")["prompts"] == [{"kind": kind, "extra": f"Be {kind}."} for kind in kinds]


def test_the_dialogue_review_has_a_switch_and_a_heading(page: Page, site):
    open_view(page, "profiles", "conversation", "en")
    page.get_by_role("button", name="Dialogue review").click()
    page.get_by_role("textbox", name="Heading", exact=True).fill("Last lines")
    saved(page)
    assert site.profile("conversation")["settings"] == {"dialogue_review_title": "Last lines"}
    page.get_by_role("switch", name="Put the newest lines").click()
    expect(page.get_by_role("textbox", name="Heading", exact=True)).to_be_disabled()
    saved(page)
    assert site.profile("conversation")["settings"]["dialogue_review"] is False


def test_a_change_for_one_language_alone_stays_there(page: Page, site):
    page.get_by_label("Change English alone").check()
    section(page, "goal").get_by_role("textbox", name="Title", exact=True).fill("Aim")
    saved(page)
    assert site.profile("handoff")["languages"]["en"]["overrides"] == [{"id": "goal", "title": "Aim"}]
    open_view(page, "profiles", "handoff", "zh")
    expect(page.locator("[data-section=goal] .title")).not_to_have_text("Aim")
    assert "Aim" not in whole_prompt(page)


def test_a_profile_is_made_exported_imported_and_deleted(page: Page, site, tmp_path):
    page.get_by_role("button", name="New…").click()
    page.get_by_role("dialog").get_by_label("Name").fill("brief")
    page.get_by_role("button", name="Create").click()
    expect(page.locator(".chooser select")).to_have_value("brief")
    page.get_by_role("button", name="Global rules").click()
    page.get_by_role("textbox", name="Global rules", exact=True).fill("Short.")
    saved(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="Export").click()
    exported = json.loads(download.value.path().read_text("utf-8"))
    assert (exported["name"], exported["rules"]) == ("brief", "Short.")
    page.get_by_role("button", name="Delete profile").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete profile").click()
    expect(page.locator(".chooser select")).to_have_value("handoff")
    assert site.stored() == {}
    page.get_by_role("button", name="Import…").click()
    page.locator("input[type=file]").set_input_files(download.value.path())
    page.get_by_role("button", name="Read it").click()
    expect(page.get_by_role("dialog").get_by_role("status")).to_contain_text("Imported")
    assert site.profile("brief")["rules"] == "Short."


def test_opening_and_unfolding_writes_nothing(page: Page, site):
    writes = Writes(page)
    for address in (("profiles", "conversation", "zh"), ("settings",), ("bindings",), ("profiles", "handoff", "en")):
        open_view(page, *address)
    page.get_by_role("button", name="Show all").click()
    page.locator("[data-section=goal] textarea").focus()
    page.locator("[data-section=goal] textarea").blur()
    page.goto("about:blank")
    assert writes.bodies == []
    assert not site.user.exists()
