"""Hostile texts in titles, instructions, names, files: nothing runs, nothing breaks the layout, nothing is altered."""

import json

from playwright.sync_api import Page, expect

from browser.steps import open_view, prompt, saved, section

SCRIPT = '<script>window.ran = 1</script><img src=x onerror="window.ran = 1"><a href="javascript:window.ran = 1">x</a>'
BIDI = "\u202e\u2066evil\u202d \u200f\u061c"
HOSTILE = [
    SCRIPT,
    BIDI,
    "${window.ran = 1} {{constructor}} `${1}`",
    "</textarea></bdi></pre>--><b>",
    "\u0007\u001b[31m\u0000x",
]


def _is_unharmed(page: Page) -> bool:
    is_tight = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    return is_tight and page.evaluate("!window.ran && !document.querySelector('#page script, #page img, #page b')")


def test_hostile_sections_are_shown_as_text(page: Page, site):
    texts = [json.dumps(text) for text in HOSTILE]
    sections = "".join(
        f'[[profiles.handoff.sections.custom]]\nid = "own{at}"\ntitle = {text}\ninstruction = {text}\n'
        for at, text in enumerate(texts)
    )
    site.user.write_text(f"[profiles.handoff]\nrules = {json.dumps(SCRIPT)}\n{sections}", "utf-8")
    expect(page.locator("[data-section]")).to_have_count(7 + len(HOSTILE))
    told = prompt(page).text_content()
    for at, text in enumerate(HOSTILE):
        own = section(page, f"own{at}")
        expect(own.locator("textarea")).to_have_value(text)
        assert text in told
    own.get_by_role("button", name="Edit full screen").click()
    page.get_by_role("dialog").get_by_role("button", name="Done").click()
    own.get_by_role("button", name="Remove this section").click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    assert _is_unharmed(page)


def test_hostile_names_and_keys_are_shown_as_text(page: Page, site):
    name = json.dumps(SCRIPT + BIDI)
    site.user.write_text(
        f"profile = {name}\n[profiles.{name}]\nbase = 'conversation'\n"
        f"[[bindings]]\nscope = 'session'\nkey = {name}\nprofile = {name}\n",
        "utf-8",
    )
    for view in ("profiles", "settings", "bindings"):
        open_view(page, view)
        page.reload()
        page.get_by_role("heading", level=1).wait_for()
        assert _is_unharmed(page)
    expect(page.locator("[data-used]")).to_have_attribute("data-used", SCRIPT + BIDI)


def test_a_line_of_a_megabyte_is_edited_and_kept(page: Page, site):
    page.set_default_timeout(20_000)
    line = "x" * 1_000_000
    field = section(page, "goal").locator("textarea")
    field.fill(line)
    saved(page, 20_000)
    assert site.profile("handoff")["sections"]["overrides"][0]["instruction"] == line
    assert _is_unharmed(page)
    expect(page.locator("#preview")).to_have_attribute("aria-busy", "false", timeout=20_000)
    expect(page.get_by_role("button", name="Show all 1,00")).to_be_visible()
    title = page.locator("[data-section=progress] .title")
    title.click()
    expect(page.locator("[data-section=progress] textarea")).to_be_visible()


def test_a_broken_file_is_told_and_never_overwritten(page: Page, site):
    site.user.write_text("ratio = = 2\n", "utf-8")
    expect(page.locator(".banner")).to_contain_text("line 1")
    section(page, "goal").get_by_role("textbox", name="Title", exact=True).fill("Aim")
    expect(page.locator(".state")).to_have_attribute("data-phase", "failed")
    assert site.user.read_text("utf-8") == "ratio = = 2\n"
