"""For everybody: screen readers, keyboards, narrow screens, both themes, both languages; and what the page weighs."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from browser.steps import open_view

VIEWS = ("profiles", "try", "settings", "bindings")
PAGE_BYTES = 250_000


def _unfold(page: Page) -> None:
    """Open what can be opened, the first dozen of it."""
    for _ in range(12):
        closed = page.locator("main [aria-expanded=false]").first
        if not closed.count():
            return
        closed.press("Enter")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_view_has_a_serious_fault_for_a_screen_reader(page: Page, theme):
    page.emulate_media(color_scheme=theme)
    faults = []
    for view in VIEWS:
        open_view(page, view)
        page.get_by_role("heading", level=1).wait_for()
        _unfold(page)
        for one in Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]:
            faults += [(view, one["id"], one["impact"], one["nodes"][0]["html"][:120])]
    assert [fault for fault in faults if fault[2] in {"serious", "critical"}] == []


@pytest.mark.parametrize("language", ["English", "中文"])
def test_no_view_is_wider_than_a_phone(page: Page, language):
    page.set_viewport_size({"width": 360, "height": 740})
    page.get_by_role("group", name=re.compile("Language of this page|界面语言")).get_by_role(
        "button", name=language
    ).click()
    for view in VIEWS:
        open_view(page, view)
        page.get_by_role("heading", level=1).wait_for()
        _unfold(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_page_speaks_both_languages_in_every_view(page: Page):
    page.get_by_role("button", name="中文").first.click()
    assert page.evaluate("document.documentElement.lang") == "zh-CN"
    for view, heading in zip(VIEWS, ("配置", None, "设置", "绑定"), strict=True):
        open_view(page, view)
        title = page.get_by_role("heading", level=1)
        title.wait_for()
        assert heading in {None, title.text_content()}
        assert page.locator("main").inner_text().count("undefined") == 0
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("绑定")


def test_a_browser_that_speaks_chinese_is_answered_in_chinese(browser, site):
    context = browser.new_context(locale="zh-CN")
    page = context.new_page()
    page.goto(site.address)
    expect(page.get_by_role("heading", level=1)).to_have_text("配置")
    context.close()


def test_the_theme_follows_the_system_until_one_is_chosen(page: Page):
    colour = "getComputedStyle(document.body).backgroundColor"
    page.emulate_media(color_scheme="dark")
    dark = page.evaluate(colour)
    page.emulate_media(color_scheme="light")
    light = page.evaluate(colour)
    assert dark != light
    page.get_by_role("button", name="Colours as the system").click()
    page.get_by_role("button", name="Light", exact=True).click()
    assert page.evaluate(colour) == dark
    page.reload()
    assert page.evaluate(colour) == dark


def test_the_keyboard_alone_reaches_and_works_everything(page: Page):
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()
    first = page.locator("[data-section=goal]")
    first.locator(".name button").focus()
    page.keyboard.press("Space")
    expect(first.locator(".name button")).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Tab")
    expect(first.get_by_role("switch").first).to_be_focused()
    page.keyboard.press("Space")
    expect(first.get_by_role("switch").first).to_have_attribute("aria-checked", "false")
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    expect(first.get_by_role("textbox", name="Title", exact=True)).to_be_focused()
    first.get_by_role("button", name="Edit full screen").press("Enter")
    expect(page.get_by_role("dialog").get_by_role("textbox")).to_be_focused()
    page.keyboard.press("Escape")
    expect(first.get_by_role("button", name="Edit full screen")).to_be_focused()


def test_the_whole_page_weighs_little_and_asks_nobody_else(context, site):
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    asked: dict[str, str] = {}
    weights: dict[str, float] = {}
    devtools.on("Network.requestWillBeSent", lambda event: asked.update({event["requestId"]: event["request"]["url"]}))
    devtools.on(
        "Network.loadingFinished", lambda event: weights.update({event["requestId"]: event["encodedDataLength"]})
    )
    page.goto(site.address)
    for view in VIEWS:
        open_view(page, view)
        page.get_by_role("heading", level=1).wait_for()
    page.evaluate("Promise.all(['uplot', 'marked', 'purify'].map((name) => import(`/web/vendor/${name}.js`)))")
    page.wait_for_timeout(300)
    assert {url.startswith(f"{site.address}/") for url in asked.values()} == {True}
    assert sum(weight for one, weight in weights.items() if "/api/" not in asked[one]) < PAGE_BYTES
