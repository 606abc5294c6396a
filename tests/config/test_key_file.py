import os
import stat
import threading

import pytest

from foldline.config import key_file
from foldline.errors import SettingsError


def test_keys_lie_beside_the_settings_readable_by_their_owner_alone(home):
    previous = os.umask(0)
    try:
        key_file.keep("A_KEY", "one")
    finally:
        os.umask(previous)
    path = home.user.parent / key_file.NAME
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [each.name for each in home.user.parent.iterdir()] == [key_file.NAME]


def test_the_environment_goes_before_what_is_kept(home):
    key_file.keep("A_KEY", "kept")
    key_file.keep("B_KEY", "kept")
    environ = {"FOLDLINE_SETTINGS": str(home.user), "A_KEY": "set", "B_KEY": " "}
    made = key_file.environment(environ)
    assert (made["A_KEY"], made["B_KEY"]) == ("set", "kept")


def test_a_forgotten_key_leaves_the_others(home):
    key_file.keep("A_KEY", "one")
    key_file.keep("B_KEY", "two")
    key_file.keep("A_KEY", "")
    assert not key_file.is_kept(("A_KEY",))
    assert key_file.is_kept(("A_KEY", "B_KEY"))


@pytest.mark.parametrize("key", ["a\nb", "x" * 10_001, "ключ", "a\x00b"])
def test_what_is_no_key_is_not_kept(home, key):
    with pytest.raises(SettingsError, match="this is no key"):
        key_file.keep("A_KEY", key)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"A_KEY": 7}', "\xff"])
def test_a_file_that_is_broken_holds_no_keys(home, text):
    (home.user.parent / key_file.NAME).write_bytes(text.encode("latin-1"))
    assert not key_file.is_kept(("A_KEY",))


def test_keys_that_are_given_at_once_are_all_kept(home):
    names = [f"KEY_{number}" for number in range(8)]
    threads = [threading.Thread(target=key_file.keep, args=(name, "x")) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(key_file.is_kept((name,)) for name in names)
