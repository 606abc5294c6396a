"""A user with a settings file of their own in a project, and the page's API over HTTP."""

from typing import NamedTuple

import pytest
from starlette.testclient import TestClient

from foldline.server.app import build_app

ADDRESS = "http://127.0.0.1:8321"


class Home(NamedTuple):
    user: object
    project: object

    def write(self, text):
        self.user.write_text(text, encoding="utf-8")

    def text(self):
        return self.user.read_text(encoding="utf-8") if self.user.exists() else ""


class Api:
    """What a page does, in a few words."""

    def __init__(self, http):
        self.http = http

    def state(self):
        return self.http.get("/api/state").json()

    def setting(self, name):
        return next(one for one in self.state()["settings"] if one["name"] == name)

    def profile(self, name="handoff"):
        return next(one for one in self.state()["profiles"] if one["name"] == name)

    def section(self, section_id, language="en", profile="handoff"):
        sections = self.profile(profile)["languages"][language]["sections"]
        return next((one for one in sections if one["id"] == section_id), None)

    def order(self, language="en", profile="handoff"):
        return [one["id"] for one in self.profile(profile)["languages"][language]["sections"]]

    def edit(self, *changes, version=None, **target):
        """Each change is a path as one text, a value, and perhaps what was there before."""
        rows = [
            {"path": path.split("/"), "value": value, **({"before": before[0]} if before else {})}
            for path, value, *before in changes
        ]
        body = {"version": self.state()["version"] if version is None else version, "changes": rows, "target": target}
        return self.http.patch("/api/settings", json=body)

    def prompt(self, kind="full", *changes, session="", **target):
        rows = [{"path": path.split("/"), "value": value} for path, value in changes]
        body = {"kinds": [kind], "changes": rows, "target": target, "session": session}
        answer = self.http.post("/api/prompt", json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()["prompts"][0]


@pytest.fixture
def home(settings_files):
    """The user's file and the project's, neither of them there yet; the project is the current folder."""
    return Home(*settings_files)


@pytest.fixture
def serve(home):
    """Makes an API; arguments are those of the app."""
    opened = []

    def make(**options):
        client = TestClient(build_app(**options), base_url=ADDRESS)
        opened.append(client.__enter__())
        return Api(client)

    yield make
    for client in opened:
        client.__exit__(None, None, None)


@pytest.fixture
def api(serve):
    return serve()
