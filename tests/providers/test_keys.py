import pytest

from foldline.errors import AuthenticationError
from foldline.providers.keys import Key, address_from_environment, from_environment


def test_a_key_shows_itself_to_nobody_but_who_asks_for_it():
    key = Key(" sk-0123456789 \n")
    assert (repr(key), f"{key}", key.reveal(), bool(key)) == ("Key([key])", "Key([key])", "sk-0123456789", True)
    assert key.scrub("no such key: sk-0123456789!") == "no such key: [key]!"
    assert (repr(Key()), bool(Key()), Key().scrub("text")) == ("Key()", False, "text")


def test_the_first_variable_that_is_set_counts():
    environ = {"A": " ", "B": "two", "C": "three"}
    assert from_environment(("A", "B", "C"), "it", environ).reveal() == "two"
    assert not from_environment(("A",), "it", environ, needed=False)
    with pytest.raises(AuthenticationError, match="no key for it; set A in the environment"):
        from_environment(("A",), "it", environ)


@pytest.mark.parametrize(("variable", "address"), [("HOST", "h:1"), ("NONE", ""), ("", "")])
def test_an_address_is_what_the_environment_says(variable, address):
    assert address_from_environment(variable, {"HOST": " h:1 "}) == address
