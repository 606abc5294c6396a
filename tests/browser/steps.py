"""What somebody does on the page, in their words."""

from playwright.sync_api import Locator, Page, Request, expect


def open_view(page: Page, *address: str) -> None:
    page.evaluate("to => { location.hash = to }", "#/" + "/".join(address))
    page.locator(f".top nav a[href='#/{address[0]}'][aria-current=page]").wait_for()


def section(page: Page, section_id: str) -> Locator:
    """A section's editor, unfolded."""
    found = page.locator(f"[data-section='{section_id}']")
    head = found.locator(".name button")
    if head.get_attribute("aria-expanded") == "false":
        head.click()
    return found


def setting(page: Page, name: str) -> Locator:
    return page.locator(f"[data-setting='{name}']")


def saved(page: Page, timeout: float = 5_000) -> None:
    expect(page.locator(".state")).to_have_attribute("data-phase", "saved", timeout=timeout)


def prompt(page: Page) -> Locator:
    """The message of the preview, once it is up to date."""
    expect(page.locator("#preview")).to_have_attribute("aria-busy", "false")
    return page.locator("#preview pre[data-of=user]")


def whole_prompt(page: Page) -> str:
    expect(page.locator("#preview")).to_have_attribute("aria-busy", "false")
    return "\n".join(page.locator("#preview pre").all_text_contents())


def stop_the_clock(page: Page) -> None:
    """From here on time passes by `page.clock.run_for` alone."""
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 60)


class Writes:
    """The edits that the page sends."""

    def __init__(self, page: Page) -> None:
        self.bodies: list[dict] = []
        page.on("request", self._note)

    def _note(self, request: Request) -> None:
        if request.method == "PATCH":
            self.bodies.append(request.post_data_json)

    def changes(self) -> list[tuple[str, object]]:
        return [(".".join(one["path"]), one["value"]) for body in self.bodies for one in body["changes"]]
