"""Renews the pictures of the settings page in docs/pictures: serves it from folders of its own, drives it in Chromium.

Needs the package playwright and a Chromium (`apt-get install chromium`); asks nobody outside this machine.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parent.parent
TARGET = ROOT / "docs" / "pictures"
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
SETTINGS = """
context_window = 200000
by_message_count = true

[profiles.handoff]
rules = "Name every file that was changed."

[[profiles.handoff.sections.overrides]]
id = "goal"
title = "What we want"
instruction = "The aim in one sentence, in the user's own words."

[[profiles.handoff.sections.overrides]]
id = "notes"
enabled = false

[[bindings]]
scope = "model"
key = "claude-*"
profile = "handoff"

[[bindings]]
scope = "character"
key = "Anna"
profile = "conversation"
"""
"""What the pictured user has changed."""
MOST_BYTES = 150_000


def _a_section(page: Page) -> None:
    page.locator("[data-section=goal] .name button").click()
    page.locator("#preview[aria-busy=false]").wait_for()
    page.locator("#preview .part.changed").first.evaluate(
        "one => { one.closest('.sheet').scrollTop = one.offsetTop - 260; }"
    )
    page.mouse.move(0, 0)


def _a_session(page: Page) -> None:
    page.locator("main input[type=file]").first.set_input_files(ROOT / "examples" / "agent-session.jsonl")
    page.locator("main canvas").first.wait_for()
    page.wait_for_timeout(1500)


class Picture(NamedTuple):
    """One picture: where it is taken and what is done before."""

    name: str
    address: str
    do: Callable[[Page], None] = lambda _: None
    width: int = 1120
    height: int = 700
    theme: str = "light"
    locale: str = "en-GB"


PICTURES = (
    Picture("page-profiles", "#/profiles/handoff/en", _a_section),
    Picture("page-try", "#/try", _a_session, height=900),
    Picture("page-settings", "#/settings", theme="dark"),
    Picture("page-bindings", "#/bindings", height=620),
    Picture("page-phone", "#/profiles/conversation/zh", width=390, locale="zh-CN"),
)


@contextmanager
def served() -> Iterator[str]:
    """The address of the page over settings of its own."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "settings.toml"
        file.write_text(SETTINGS, "utf-8")
        environ = {"PATH": os.environ["PATH"], "HOME": folder, "FOLDLINE_SETTINGS": str(file), "PYTHONUNBUFFERED": "1"}
        command = [sys.executable, "-m", "foldline", "serve", "--port", "0"]
        with subprocess.Popen(command, cwd=folder, env=environ, stdout=subprocess.PIPE, text=True) as server:
            try:
                yield next(word for line in server.stdout or () for word in line.split() if word.startswith("http"))
            finally:
                server.terminate()


def take(browser: Browser, address: str, picture: Picture) -> None:
    context = browser.new_context(
        viewport={"width": picture.width, "height": picture.height},
        color_scheme=picture.theme,
        locale=picture.locale,
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(address + picture.address)
    page.get_by_role("heading", level=1).wait_for()
    picture.do(page)
    page.wait_for_timeout(1200)
    made = page.screenshot(animations="disabled", caret="hide")
    context.close()
    if len(made) > MOST_BYTES:
        sys.exit(f"{picture.name} has {len(made):,} bytes; at most {MOST_BYTES:,}")
    (TARGET / f"{picture.name}.png").write_bytes(made)
    print(f"{picture.name}.png: {len(made):,} bytes")


if __name__ == "__main__":
    if not CHROMIUM:
        sys.exit("no Chromium found; on Debian: apt-get install chromium")
    wanted = sys.argv[1:] or [picture.name for picture in PICTURES]
    with served() as address, sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for picture in PICTURES:
            if picture.name in wanted:
                take(chromium, address, picture)
        chromium.close()
