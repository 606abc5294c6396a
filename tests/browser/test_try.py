"""Try it: a session dropped, folded, compared and kept; what is no session; long work; many messages."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import served
from browser.steps import open_view, saved, section
from browser.try_steps import (
    SESSION,
    drop,
    files_below,
    fits,
    fold,
    keep,
    opened,
    pi,
    said,
    tab,
    words,
    work,
    written,
)
from foldline.compactor import load
from foldline.providers.scripted import ScriptedProvider
from foldline.server.app import build_app
from foldline.server.session_routes import make_store
from server.slow_model import SUMMARY, SlowModel

SLOW = 15_000
"""Milliseconds to wait where several programs share a small machine."""


@pytest.fixture(autouse=True)
def _patient(context):
    context.set_default_timeout(SLOW)
    expect.set_options(timeout=SLOW)


def test_a_session_is_dropped_previewed_folded_and_its_copy_saved(page: Page, tmp_path):
    before = files_below(tmp_path)
    opened(page)
    expect(page.locator(".session-head")).to_contain_text("pi session")
    keep(page, 2000)
    expect(page.locator(".where")).to_contain_text("A fold now would turn 15 messages")
    fold(page)
    expect(page.locator(".numbers")).to_contain_text("15 messages folded · 2 kept · Built in")
    expect(written(page, "goal")).to_contain_text("src/parser.py")
    expect(page.locator("[data-group=rules]")).to_contain_text("Never push to main.")
    assert files_below(tmp_path) == before
    with page.expect_download() as download:
        page.get_by_role("link", name="Save folded copy").click()
    copy = Path(download.value.path()).read_bytes()
    assert download.value.suggested_filename == "session.folded.jsonl"
    assert copy.startswith(SESSION.encode())
    assert "Never push to main." in load(copy).context().previous.summary


def test_a_session_of_this_machine_is_chosen_and_the_copy_laid_beside_it(page: Page, tmp_path):
    original = tmp_path / ".pi/agent/sessions/--w--/one.jsonl"
    original.parent.mkdir(parents=True)
    original.write_text(SESSION)
    open_view(page, "try")
    page.locator(".machine .listed button", has_text="Never push to main").click()
    page.locator(".canvas[data-ready]").wait_for()
    keep(page, 2000)
    fold(page)
    page.get_by_role("button", name="Save beside the original").click()
    expect(page.locator(".numbers .notice.good")).to_contain_text("one.jsonl.folded. The original is as it was.")
    assert original.read_text() == SESSION
    assert files_below(original.parent) == {"one.jsonl", "one.jsonl.folded"}


def test_sections_are_changed_and_the_difference_is_seen_by_section(page: Page):
    opened(page)
    keep(page, 2000)
    fold(page)
    page.get_by_role("link", name="Change sections").click()
    section(page, "goal").get_by_label("Title", exact=True).fill("Aim")
    page.locator("[data-section=next_steps]").get_by_role("switch").first.click()
    saved(page)
    open_view(page, "try")
    expect(page.locator(".notice.warn")).to_contain_text("The settings have changed since this fold.")
    page.get_by_role("button", name="Fold again and compare").click()
    expect(page.locator(".difference[data-section=goal]")).to_have_attribute("data-state", "renamed")
    expect(page.locator(".difference[data-section=goal] h4")).to_have_text(["Goal", "Aim"])
    expect(page.locator(".difference[data-section=next_steps]")).to_have_attribute("data-state", "only_first")
    page.get_by_role("switch", name="Only differences").click()
    expect(page.locator(".difference.same")).to_have_count(0)
    page.get_by_role("button", name="Compare with the settings as shipped").click()
    expect(page.locator(".difference[data-section=next_steps]")).to_have_attribute("data-state", "only_second")


def test_a_fact_opens_the_message_it_came_from(page: Page):
    opened(page)
    keep(page, 2000)
    fold(page)
    page.locator("[data-group=rules] .fact").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", level=2)).to_have_text("Message 1 of 17 · You")
    expect(dialog.locator("mark")).to_have_text("Never push to main.")
    dialog.get_by_role("button", name="Next message").click()
    expect(dialog.locator(".part.call")).to_contain_text("calls edit")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page.locator("[data-group=rules] .fact")).to_be_focused()


def test_the_files_stand_as_a_tree(page: Page):
    opened(page)
    keep(page, 2000)
    fold(page)
    page.locator("[data-group=files] .name button").click()
    expect(page.locator(".tree .folder")).to_have_text("src/")
    expect(page.locator(".tree .file")).to_contain_text("parser.py")


@pytest.mark.parametrize(
    ("text", "name", "told"),
    [
        ("", "empty.jsonl", "the file is empty"),
        ("\x89PNG\0\0", "picture.png", "can't be read as a conversation"),
        ('{"a": 1}', "a.json", "There is no conversation in this file"),
        ("just some words", "notes.txt", "no format that is known"),
    ],
)
def test_what_is_no_session_says_so_in_words(page: Page, text, name, told):
    open_view(page, "try")
    drop(page, text, name)
    expect(page.get_by_role("alert")).to_contain_text(told)
    expect(page.locator(".drop")).to_be_visible()


def test_of_several_conversations_one_is_chosen(page: Page):
    open_view(page, "try")
    drop(page, "".join(json.dumps({"messages": [said("user", f"talk {n}")]}) + "\n" for n in range(3)))
    page.get_by_role("button", name="talk 1").click()
    tab(page, "Messages")
    expect(page.locator(".row .glimpse")).to_have_text(["talk 1"])


def test_ten_thousand_messages_are_shown_at_once_with_few_nodes_and_by_the_keyboard(page: Page):
    many = [said(role, f"{role} says number {n}: {words(12)}") for n in range(5000) for role in ("user", "assistant")]
    opened(page, pi(many))
    took = page.evaluate(
        """async () => {
          const begun = performance.now();
          document.getElementById('tab-messages').click();
          while (!document.querySelector('.row .glimpse')) await new Promise(requestAnimationFrame);
          return performance.now() - begun;
        }"""
    )
    assert took < 1000
    rows = page.locator(".rows")
    rows.focus()
    for key, number in (("End", "10,000"), ("Home", "1"), ("ArrowDown", "2"), ("PageDown", "")):
        rows.press(key)
        expect(page.locator(".row.active .glimpse")).to_be_visible()
        assert page.locator(".row.active .who .dim").inner_text().replace(",", "").startswith(number.replace(",", ""))
        assert page.locator(".messages *").count() < 500
    page.get_by_role("button", name="To the cut").click()
    expect(page.locator(".row.cut")).to_contain_text("kept word for word from here")
    rows.press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text("says number")


def test_what_is_shown_as_prompt_is_byte_for_byte_what_the_model_receives(folders, context):
    folders[0].write_text('models = ["scripted:fake"]\nkeep_recent_tokens = 2000\n')
    fake = ScriptedProvider([SUMMARY, "It went on."], name="scripted:fake")
    app = build_app()
    app.state.sessions = make_store(lambda settings, model, heard: fake)
    with served(app) as address:
        page = context.new_page()
        page.goto(address)
        opened(page)
        tab(page, "What a model is sent")
        expect(page.locator(".prompts pre")).to_have_count(2)
        system, prompt = (one.text_content() for one in page.locator(".prompts pre").all())
        page.get_by_role("group", name="Written by").get_by_role("button", name="Model").click()
        fold(page)
        expect(page.locator(".numbers")).to_contain_text("scripted:fake")
        assert (fake.requests[0].system, fake.requests[0].prompt) == (system, prompt)
        page.locator(".numbers details summary").click()
        expect(page.locator(".numbers details")).to_contain_text("accepted")


def test_a_long_fold_shows_its_sections_leaves_the_page_usable_and_is_cancelled_for_good(folders, context):
    folders[0].write_text('models = ["scripted:slow"]\nkeep_recent_tokens = 2000\n')
    model = SlowModel()
    app = build_app()
    app.state.sessions = make_store(model.made_for)
    with served(app) as address:
        page = context.new_page()
        page.goto(address)
        opened(page)
        page.get_by_role("group", name="Written by").get_by_role("button", name="Model").click()
        page.get_by_role("button", name="Fold", exact=True).click()
        expect(page.locator(".steps .written")).to_have_count(3)
        expect(page.locator(".steps .writing")).to_contain_text("Key Decisions")
        tab(page, "Messages")
        expect(page.locator(".row .glimpse").first).to_be_visible()
        page.get_by_role("button", name="Cancel").click()
        expect(page.locator(".notice.warn")).to_have_text("Cancelled. Nothing was changed.")
        assert model.stopped.wait(SLOW / 1000)
        expect(page.locator(".result.stack")).to_have_count(0)


def test_the_view_fits_a_phone(page: Page):
    page.set_viewport_size({"width": 360, "height": 740})
    open_view(page, "try")
    fits(page)
    opened(page, pi(work(), title="A title without any gap: " + "x" * 300))
    keep(page, 2000)
    fold(page)
    fits(page)
    keep(page, 3500)
    page.get_by_role("button", name="Fold again and compare").click()
    page.locator(".difference").first.wait_for()
    fits(page)
    for name in ("Messages", "What a model is sent"):
        tab(page, name)
        page.locator(".row .glimpse, .prompts pre").first.wait_for()
        fits(page)


def test_the_view_speaks_chinese(page: Page):
    page.locator(".look").get_by_role("button", name="中文").click()
    page.evaluate("location.hash = '#/try'")
    page.locator(".drop").wait_for()
    expect(page.locator(".drop")).to_contain_text("将会话文件拖到此处")
    drop(page, SESSION)
    page.locator(".canvas[data-ready]").wait_for()
    page.get_by_label("保留的 token 数").fill("2000")
    fold(page, "折叠")
    expect(page.locator(".numbers")).to_contain_text("折叠了 15 条消息")
    assert page.locator(".try").evaluate("node => /\\b(undefined|NaN)\\b/.test(node.innerText)") is False
