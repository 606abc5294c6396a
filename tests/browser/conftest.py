"""A browser and the page it looks at: a real Chromium, a real server on a loopback port, folders of the test's own."""

import shutil
import socket
import threading
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first one that is installed is driven; the headless shell needs half the time."""
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


class Site(NamedTuple):
    """A served page and what lies under it."""

    address: str
    user: Path
    project: Path

    def stored(self) -> dict:
        """The user's file as data."""
        return tomllib.loads(self.user.read_text("utf-8")) if self.user.exists() else {}

    def profile(self, name: str) -> dict:
        return self.stored().get("profiles", {}).get(name, {})


@contextmanager
def served(app: object = None, **options: object) -> Iterator[str]:
    """The address of a server that runs in a thread and is stopped at the end; of an app, or of a new one."""
    import uvicorn

    from foldline.server.app import build_app

    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(app or build_app(**options), log_level="critical", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(10)
        listener.close()


@pytest.fixture(scope="module")
def browser():
    """For one file of tests: while it is there an event loop runs in this thread, and other tests want their own."""
    pytest.importorskip("uvicorn", reason="the page needs the extra `server`")
    playwright = pytest.importorskip("playwright.sync_api", reason="browser tests need the package playwright")
    if not CHROMIUM:
        pytest.skip("no Chromium found; on Debian: apt-get install chromium-headless-shell")
    with playwright.sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        yield started
        started.close()


@pytest.fixture
def folders(settings_files, monkeypatch, tmp_path):
    """The user's settings file and the project's, for whoever looks for sessions and settings in a home folder too."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return settings_files


@pytest.fixture
def site(folders, browser):
    with served() as address:
        yield Site(address, *folders)


@pytest.fixture
def context(browser):
    """A browser nobody used before; what it complains about fails the test."""
    made = browser.new_context(locale="en-GB", viewport={"width": 1280, "height": 900})
    made.set_default_timeout(5_000)
    yield made
    made.close()


@pytest.fixture
def page(context, site):
    """The page, opened, with an ear for faults of its scripts."""
    opened = context.new_page()
    faults: list[str] = []
    opened.on("pageerror", lambda error: faults.append(str(error)))
    opened.on("console", lambda said: faults.append(said.text) if "Content Security Policy" in said.text else None)
    opened.goto(site.address)
    opened.get_by_role("heading", level=1).wait_for()
    yield opened
    assert faults == []
