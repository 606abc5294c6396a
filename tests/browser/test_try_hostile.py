"""Sessions that mean harm: script and markup wherever text is shown, endless lines, marks that turn the reading."""

import json

import pytest
from playwright.sync_api import Page, expect

from browser.steps import open_view
from browser.try_steps import drop, fits, fold, keep, opened, pi, said, tab, unfold_facts, words

EVIL = (
    '<img src=x onerror="window.harmed = 1"><script>window.harmed = 1</script><svg onload="window.harmed = 1">'
    '<iframe srcdoc="<script>parent.harmed = 1</script>"></iframe><style>body { display: none }</style>'
    '<form action="http://evil.invalid"><input name="id"></form><a href="javascript:window.harmed = 1">click me</a>'
    "[a link](javascript:window.harmed=1) ![a picture](http://evil.invalid/p.png) <base href='http://evil.invalid'>"
)
TURNED = "\u202egpj.exe\u2066 \u0000\u0007\u001b[31m \ufeff\u200b"
SLOW = 15_000


@pytest.fixture(autouse=True)
def _patient(context):
    context.set_default_timeout(SLOW)
    expect.set_options(timeout=SLOW)


@pytest.fixture
def asked(page: Page, site):
    """Where the page went, beside its own server."""
    elsewhere: list[str] = []

    def note(request):
        if not request.url.startswith((site.address, "blob:", "data:")):
            elsewhere.append(request.url)

    page.on("request", note)
    return elsewhere


def hostile() -> str:
    tool = f"{EVIL}{TURNED}"
    made = [
        said("user", f"Never trust {EVIL}. Please mend `{EVIL}` and {TURNED} at http://127.0.0.1:8443/{EVIL}"),
        {
            "role": "assistant",
            "content": [
                {"type": "text", "text": f"## {EVIL}\n\n{EVIL}\n\n```html\n{EVIL}\n```"},
                {"type": "toolCall", "id": "c1", "name": tool, "arguments": {"path": f"src/{EVIL}/{TURNED}.py"}},
            ],
        },
        {
            "role": "toolResult",
            "toolCallId": "c1",
            "toolName": tool,
            "content": [{"type": "text", "text": f"Error: {EVIL}"}],
            "isError": True,
        },
    ]
    for turn in range(5):
        made += [said("user", f"{turn} {EVIL} {TURNED}"), said("assistant", f"Done {turn}: {EVIL} {words(600)}")]
    return pi(made, title=f"{EVIL}{TURNED}")


def unharmed(page: Page, asked: list[str]) -> None:
    assert page.evaluate("window.harmed === undefined")
    assert page.locator("main script, main iframe, main form, main style, main base, main [onerror]").count() == 0
    assert page.locator("main img, dialog img, main a[href^='javascript']").count() == 0
    assert asked == []
    fits(page)


def test_nothing_of_a_session_runs_or_breaks_the_page(page: Page, asked):
    opened(page, hostile(), name=f"{EVIL}{TURNED}.jsonl")
    keep(page, 2000)
    unharmed(page, asked)
    fold(page)
    unfold_facts(page)
    unharmed(page, asked)
    page.locator(".fact").first.click()
    page.locator("dialog .part").first.wait_for()
    page.get_by_role("dialog").get_by_role("button", name="Formatted").click()
    page.locator("dialog .prose > *").first.wait_for()
    unharmed(page, asked)
    page.keyboard.press("Escape")
    for name in ("Messages", "What a model is sent"):
        tab(page, name)
        page.locator(".row .glimpse, .prompts pre").first.wait_for()
        unharmed(page, asked)


def test_what_can_not_be_seen_in_a_name_is_made_visible(page: Page):
    opened(page, pi([said("user", "hello"), said("assistant", "yes")], title=f"report{TURNED}"))
    expect(page.locator("h1")).to_contain_text("report⟨202E⟩gpj.exe⟨2066⟩ ␀␇␛[31m")


def test_a_line_of_a_megabyte_is_shown_in_pieces(page: Page):
    opened(page, pi([said("user", "please read it"), said("assistant", "x" * 1_000_000), said("user", "go on")]))
    tab(page, "Messages")
    page.locator(".row").nth(1).click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Show 40,000 more characters")).to_be_visible()
    assert len(dialog.locator("pre").inner_text()) == 40_000
    dialog.get_by_role("button", name="more characters").click()
    assert len(dialog.locator("pre").inner_text()) == 80_000
    fits(page)


def test_titles_of_conversations_are_only_text(page: Page, asked):
    open_view(page, "try")
    drop(page, "".join(json.dumps({"title": EVIL, "messages": [said("user", EVIL)]}) + "\n" for _ in range(3)))
    page.locator("ol.listed button").first.wait_for()
    unharmed(page, asked)
