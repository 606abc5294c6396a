"""Try it for those who cannot see it well or use no pointer: no serious fault by axe, in both themes."""

import pytest
from playwright.sync_api import Page, expect

from browser.steps import open_view
from browser.try_steps import fold, keep, opened, tab, unfold_facts

SLOW = 15_000


@pytest.fixture(params=["light", "dark"])
def themed(request, context, page: Page) -> Page:
    context.set_default_timeout(SLOW)
    expect.set_options(timeout=SLOW)
    page.emulate_media(color_scheme=request.param)
    open_view(page, "try")
    page.locator(".drop").wait_for()
    return page


def faults(page: Page) -> list[str]:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe-playwright-python")
    found = axe.Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {node['target']} {node['failureSummary']}"
        for one in found
        if one["impact"] in {"serious", "critical"}
        for node in one["nodes"]
    ]


def test_every_part_of_the_view_is_without_a_serious_fault(themed: Page):
    assert faults(themed) == []
    opened(themed)
    keep(themed, 2000)
    fold(themed)
    unfold_facts(themed)
    assert faults(themed) == []
    themed.locator(".fact").first.click()
    themed.locator("dialog .part").first.wait_for()
    assert faults(themed) == []
    themed.keyboard.press("Escape")
    keep(themed, 4000)
    themed.get_by_role("button", name="Fold again and compare").click()
    themed.locator(".difference").first.wait_for()
    assert faults(themed) == []
    for name in ("Messages", "What a model is sent"):
        tab(themed, name)
        themed.locator(".row .glimpse, .prompts pre").first.wait_for()
        assert faults(themed) == []


def test_tabs_are_walked_with_the_arrows(themed: Page):
    opened(themed)
    themed.get_by_role("tab", name="Result").press("ArrowRight")
    expect(themed.get_by_role("tab", name="Side by side")).to_be_focused()
    expect(themed.get_by_role("tabpanel")).to_contain_text("Make two folds")
