"""Settings: each is found again in the file, with its origin and range; what hangs on a switch goes with it."""

import json

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import served
from browser.steps import Writes, open_view, saved, setting
from foldline.core.setting_values import STORED, default, plain


@pytest.fixture
def settings(page: Page) -> Page:
    open_view(page, "settings")
    setting(page, "enabled").wait_for()
    return page


NUMBERS = {
    "context_window": ("100,000", 100_000),
    "max_context_window": ("200000", 200_000),
    "threshold_tokens": ("50 000", 50_000),
    "threshold_percent": ("75", 75.0),
    "reserve_tokens": ("9000", 9000),
    "ratio": (".5", 0.5),
    "message_count": ("8", 8),
    "keep_recent_tokens": ("1000", 1000),
    "ledger_tokens": ("0", 0),
    "prose_tokens": ("500", 500),
    "image_tokens": ("800", 800),
}


def test_every_setting_is_there_with_its_origin(settings: Page):
    names = {one.get_attribute("data-setting") for one in settings.locator("[data-setting]").all()}
    assert names >= set(STORED)
    for one in settings.locator("[data-setting] .label label").all():
        assert "_" not in one.text_content()


def test_every_number_is_found_in_the_file(settings: Page, site):
    setting(settings, "max_context_mode").get_by_role("switch").click()
    for name, (typed, _) in NUMBERS.items():
        setting(settings, name).locator("input").fill(typed)
    saved(settings)
    assert site.stored() == {"max_context_mode": True} | {name: value for name, (_, value) in NUMBERS.items()}


def test_every_switch_is_found_in_the_file(settings: Page, site):
    switches = settings.locator("[data-setting] .field > [role=switch]")
    names = switches.evaluate_all("list => list.map(one => one.closest('[data-setting]').dataset.setting)")
    for name in reversed(names):
        setting(settings, name).get_by_role("switch").click()
    saved(settings)
    assert site.stored() == {name: not default(name) for name in names}
    assert set(names) >= {"enabled", "redaction", "short_summary", "adaptive_keep", "alternate", "max_context_mode"}


def test_every_choice_is_found_in_the_file(settings: Page, site):
    selects = settings.locator("[data-setting] .field > select")
    names = selects.evaluate_all("list => list.map(one => one.closest('[data-setting]').dataset.setting)")
    for name in names:
        select = setting(settings, name).locator("select")
        select.select_option(index=1 if select.evaluate("one => one.selectedIndex") == 0 else 0)
    saved(settings)
    assert set(site.stored()) == set(names)
    assert set(names) >= {"by_ratio", "by_message_count", "language", "group", "effort", "fallback", "profile"}


def test_every_text_and_list_is_found_in_the_file(settings: Page, site):
    for name in ("focus", "rules", "dialogue_review_title", "locale"):
        setting(settings, name).locator("input, textarea").first.fill(f"The {name}.")
    setting(settings, "remote_endpoint").locator("input").fill("http://127.0.0.1:9/fold")
    for name in ("pins", "unpin", "extra_context"):
        setting(settings, name).get_by_role("button", name="Add").click()
        setting(settings, name).get_by_role("button", name="Add").and_(settings.locator(":disabled")).wait_for()
        setting(settings, name).locator("textarea").fill(f"one of {name}")
    saved(settings)
    stored = site.stored()
    assert {stored[name] for name in ("focus", "rules", "locale")} == {"The focus.", "The rules.", "The locale."}
    assert [stored[name] for name in ("pins", "unpin", "extra_context")] == [
        ["one of pins"],
        ["one of unpin"],
        ["one of extra_context"],
    ]
    assert stored["remote_endpoint"] == "http://127.0.0.1:9/fold"


def test_reasons_are_put_together_without_writing_code(settings: Page, site):
    setting(settings, "trigger").get_by_role("button", name="Add a reason").click()
    setting(settings, "trigger").get_by_role("textbox").fill("90000")
    setting(settings, "trigger").get_by_role("button", name="and also").click()
    row = setting(settings, "trigger").locator(".row").nth(1)
    row.get_by_role("combobox").select_option("user_messages")
    row.get_by_role("textbox").fill("5")
    setting(settings, "keep").get_by_role("button", name="Set it").click()
    setting(settings, "keep").get_by_role("combobox").select_option("fraction")
    saved(settings)
    assert site.stored() == {
        "trigger": [[["tokens", 90_000], ["user_messages", 5]]],
        "keep": ["fraction", 0.3],
    }


def test_hint_and_refusal_agree_and_a_wrong_field_blocks_itself_alone(settings: Page, site):
    wrong = {
        "ratio": ("1.5", "above 0 and below 1"),
        "message_count": ("0", "at least 1"),
        "threshold_percent": ("200", "from 1 to 99"),
        "ledger_tokens": ("many", "a whole number, at least 0"),
    }
    for name, (typed, hint) in wrong.items():
        row = setting(settings, name)
        expect(row.locator(".hint")).to_contain_text(hint)
        row.locator("input").fill(typed)
        expect(row.get_by_role("alert")).to_contain_text(hint)
        expect(row.locator("input")).to_have_attribute("aria-invalid", "true")
    setting(settings, "prose_tokens").locator("input").fill("5000")
    expect(settings.locator("[data-setting=prose_tokens] .badge")).to_have_text("your file")
    assert site.stored() == {"prose_tokens": 5000}
    for name, (typed, _) in wrong.items():
        expect(setting(settings, name).locator("input")).to_have_value(typed)


def test_a_switch_that_is_off_disables_what_hangs_on_it(settings: Page):
    expect(setting(settings, "ratio").locator("input")).to_be_enabled()
    setting(settings, "by_ratio").locator("select").select_option("off")
    expect(setting(settings, "ratio").locator("input")).to_be_disabled()
    setting(settings, "enabled").get_by_role("switch").click()
    expect(setting(settings, "by_ratio").locator("select")).to_be_disabled()
    expect(setting(settings, "message_count").locator("input")).to_be_disabled()


def test_trigger_points_are_shown_in_tokens_and_messages(settings: Page):
    setting(settings, "context_window").locator("input").fill("100000")
    setting(settings, "by_ratio").locator("select").select_option("on")
    setting(settings, "by_message_count").locator("select").select_option("on")
    points = settings.locator(".points")
    expect(points).to_contain_text("100,000 tokens")
    expect(points).to_contain_text("70,000 tokens")
    expect(points).to_contain_text("16 messages of yours")


def test_a_setting_goes_back_to_its_default(settings: Page, site):
    setting(settings, "message_count").locator("input").fill("9")
    saved(settings)
    expect(setting(settings, "message_count").locator(".badge")).to_have_text("your file")
    setting(settings, "message_count").get_by_role("button", name="Back to the default").click()
    saved(settings)
    assert site.stored() == {}
    expect(setting(settings, "message_count").locator(".badge")).to_have_text("default")


def test_what_the_environment_or_a_flag_fixes_is_shown_as_fixed(context, folders, monkeypatch):
    monkeypatch.setenv("FOLDLINE_MESSAGE_COUNT", "7")
    folders[1].write_text("ledger_tokens = 3000\n", "utf-8")
    with served(flags={"ratio": 0.4}) as address:
        page = context.new_page()
        page.goto(f"{address}/#/settings")
        expect(setting(page, "message_count")).to_contain_text("fixed by environment: FOLDLINE_MESSAGE_COUNT")
        expect(setting(page, "message_count").locator("input")).to_be_disabled()
        expect(setting(page, "message_count").locator("input")).to_have_value("7")
        expect(setting(page, "ratio")).to_contain_text("fixed by command line")
        expect(setting(page, "ratio").locator("input")).to_be_disabled()
        expect(setting(page, "ledger_tokens").locator(".badge")).to_have_text("project file")


def test_a_change_goes_to_the_file_its_value_comes_from(context, folders):
    user, project = folders
    project.write_text("ledger_tokens = 3000\n", "utf-8")
    with served() as address:
        page = context.new_page()
        page.goto(f"{address}/#/settings")
        setting(page, "ledger_tokens").locator("input").fill("3500")
        saved(page)
    assert project.read_text("utf-8") == "ledger_tokens = 3500\n"
    assert not user.exists()


def test_a_setting_can_hold_where_one_profile_is_used(settings: Page, site):
    settings.get_by_label("These settings hold").select_option("conversation")
    row = setting(settings, "message_count")
    expect(row.locator(".badge")).to_have_text("as everywhere")
    row.locator("input").fill("8")
    saved(settings)
    assert site.stored() == {"profiles": {"conversation": {"settings": {"message_count": 8}}}}
    expect(row.locator(".badge")).to_have_text("set in this profile")
    row.get_by_role("button", name="Back to the default").click()
    saved(settings)
    assert site.stored() == {}


def test_models_are_listed_ordered_and_tested(settings: Page, site):
    models = setting(settings, "models")
    for name in ("big", "small"):
        models.get_by_role("combobox").select_option("openai")
        models.get_by_role("textbox").fill(name)
        models.get_by_role("button", name="Add a model").click()
    models.get_by_role("button", name="Earlier: openai:small").click()
    saved(settings)
    assert site.stored() == {"models": ["openai:small", "openai:big"]}
    models.get_by_role("button", name="Test openai:small").click()
    expect(models.locator(".model").first.get_by_role("status")).to_contain_text("OPENAI_API_KEY")
    models.get_by_role("button", name="Remove: openai:small").click()
    models.get_by_role("button", name="Remove: openai:big").click()
    saved(settings)
    assert site.stored() == {}


def test_a_key_is_stored_and_never_shown(settings: Page, site):
    settings.get_by_role("button", name="Keys").click()
    field = settings.get_by_label("Key of openai", exact=True)
    field.fill("sk-not-a-real-one")
    settings.get_by_role("button", name="Store: openai", exact=True).click()
    expect(settings.get_by_role("button", name="Forget: openai", exact=True)).to_be_visible()
    expect(field).to_have_value("")
    assert "not-a-real" not in settings.content()
    assert "not-a-real" not in settings.request.get(f"{site.address}/api/state").text()
    settings.get_by_role("button", name="Forget: openai", exact=True).click()
    expect(settings.get_by_role("button", name="Forget: openai", exact=True)).to_have_count(0)


def test_editing_and_taking_it_back_writes_nothing(settings: Page, site):
    writes = Writes(settings)
    field = setting(settings, "message_count").locator("input")
    field.fill("17")
    field.fill(json.dumps(plain(default("message_count"))))
    settings.wait_for_timeout(900)
    assert writes.bodies == []
