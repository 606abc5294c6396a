import sys

import click
import pytest

from foldline.errors import MissingExtraError, SettingsError


@pytest.mark.parametrize("command", ["serve", "settings"])
def test_without_a_server_one_sentence_says_what_to_install(run, monkeypatch, command):
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'foldline\[server\]'"):
        run(command)


@pytest.mark.parametrize(("text", "error"), [("ratio", click.UsageError), ("ratio=7", SettingsError),
                                            ("nothing=1", SettingsError)])  # fmt: skip
def test_a_setting_that_can_not_be_fixed_is_told(run, text, error):
    with pytest.raises(error):
        run("serve", "--set", text)
