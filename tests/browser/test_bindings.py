"""Bindings: set, changed, taken back; and which profile would be used, by the resolver of every fold."""

import pytest
from playwright.sync_api import Page, expect

from browser.steps import open_view, saved


@pytest.fixture(autouse=True)
def _at_bindings(page: Page):
    open_view(page, "bindings")
    page.get_by_role("heading", name="Bindings").wait_for()


def _bind(page: Page, scope: str, key: str, profile: str) -> None:
    form = page.locator(".new")
    form.get_by_label("Holds for").select_option(scope)
    form.get_by_label("Which").fill(key)
    form.get_by_label("Profile").select_option(profile)
    form.get_by_role("button", name="Bind").click()
    expect(form.get_by_label("Which")).to_have_value("")


def test_a_binding_of_every_scope_is_stored_and_taken_back(page: Page, site):
    rows = [("session", "s-1"), ("character", "安娜"), ("project", "/srv/shop"), ("model", "claude-*")]
    for scope, key in rows:
        _bind(page, scope, key, "conversation")
    assert [(one["scope"], one["key"]) for one in site.stored()["bindings"]] == rows
    for _, key in rows:
        page.locator(".bound").get_by_role("button", name=key).click()
        expect(page.locator(".bound").get_by_text(key, exact=True)).to_have_count(0)
    assert site.stored() == {}


def test_the_page_says_which_profile_would_be_used_and_why(page: Page):
    used = page.locator("[data-used]")
    expect(used).to_have_attribute("data-used", "handoff")
    _bind(page, "model", "claude-*", "conversation")
    asks = page.locator(".asks")
    asks.get_by_label("Model").fill("claude-9")
    expect(used).to_have_attribute("data-used", "conversation")
    expect(page.locator(".notice.good")).to_contain_text("Model claude-*")
    asks.get_by_label("Model").fill("other")
    expect(used).to_have_attribute("data-used", "handoff")


def test_the_global_default_is_a_setting(page: Page, site):
    page.get_by_label("Profile: Everything else").select_option("conversation")
    saved(page)
    assert site.stored() == {"profile": "conversation"}
    expect(page.locator("[data-used]")).to_have_attribute("data-used", "conversation")


def test_a_bound_profile_is_changed_in_its_row(page: Page, site):
    _bind(page, "session", "s-1", "conversation")
    with page.expect_response("**/api/bindings"):
        page.get_by_label("Profile: Session s-1").select_option("handoff")
    assert site.stored()["bindings"] == [{"scope": "session", "key": "s-1", "profile": "handoff"}]
