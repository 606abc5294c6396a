"""A user with a settings file of their own, in a project."""

from typing import NamedTuple

import pytest


class Home(NamedTuple):
    user: object
    project: object

    def write(self, text):
        self.user.write_text(text, encoding="utf-8")

    def text(self):
        return self.user.read_text(encoding="utf-8") if self.user.exists() else ""


@pytest.fixture
def home(settings_files):
    """The user's file and the project's, neither of them there yet; the project is the current folder."""
    return Home(*settings_files)
