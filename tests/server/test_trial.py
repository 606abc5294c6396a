import pytest

from foldline.core.session import Info, Session
from foldline.errors import SettingsError
from foldline.server.trial import Trial, in_force

BOUND = '[[bindings]]\nscope = "model"\nkey = "m"\nprofile = "conversation"\n'


@pytest.fixture
def settings_file(tmp_path, monkeypatch):
    path = tmp_path / "settings.toml"
    monkeypatch.setenv("FOLDLINE_SETTINGS", str(path))
    monkeypatch.chdir(tmp_path)
    return path


def made(trial=Trial(), flags=None, **info):  # noqa: B008 - a frozen value
    return in_force(Session("list", info=Info(**info)), trial, flags or {}).settings


def test_a_try_is_made_by_the_settings_in_force(settings_file):
    settings_file.write_text(
        'focus = "the parser"\n[[bindings]]\nscope = "model"\nkey = "m"\nprofile = "conversation"\n'
    )
    assert (made().focus, made().profile, made(model="m").profile) == ("the parser", "handoff", "conversation")


def test_what_is_asked_for_goes_before_settings_and_bindings(settings_file):
    settings_file.write_text(BOUND)
    assert made(Trial({"profile": "handoff", "focus": "x"}), model="m").profile == "handoff"
    assert made(Trial({"focus": "x"}), {"focus": "of the server"}).focus == "x"
    assert made(Trial({"focus": None}), {"focus": "of the server"}).focus == "of the server"


def test_tokens_that_are_asked_for_are_kept_whatever_else_the_settings_keep_by(settings_file):
    settings_file.write_text('keep = ["messages", 3]\n')
    assert made().keep == ("messages", 3)
    assert made(Trial({"keep_recent_tokens": 500})).keep is None


def test_as_shipped_leaves_out_what_the_user_made_of_a_profile(settings_file):
    settings_file.write_text('rules = "be brief"\n[profiles.mine]\nbase = "conversation"\nrules = "rhyme"\n')
    shipped = made(Trial({"profile": "mine"}, as_shipped=True))
    assert (shipped.profile, shipped.profiles, shipped.rules, shipped.chosen.rules) == ("conversation", (), "", "")


@pytest.mark.parametrize("asked", [{"ratio": 7}, {"nothing": 1}, {"profile": "no such"}])
def test_what_can_not_be_is_refused(settings_file, asked):
    with pytest.raises(SettingsError):
        made(Trial(asked))


def test_a_folder_of_another_system_is_no_error(settings_file):
    assert made(cwd="C:\\work\\x").profile == "handoff"
