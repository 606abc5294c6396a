import pytest

from builders import agent, user
from foldline.core.profiles.binding import SCOPES, Binding, Subject, bound, characters, without
from foldline.errors import SettingsError

KNOWN = {"handoff", "conversation", "a", "b", "c"}
ANN = Subject("s1", ("Ann",), "/srv/shop", "anthropic/claude-9")
ONE_OF_EACH = {
    "session": Binding("session", "s1", "a"),
    "character": Binding("character", "Ann", "b"),
    "project": Binding("project", "/srv", "c"),
    "model": Binding("model", "claude-9", "conversation"),
}


def chosen(bindings, subject=ANN, default="handoff"):
    return bound(bindings, subject, default, KNOWN).profile


@pytest.mark.parametrize("scope", SCOPES)
def test_the_narrowest_scope_wins_however_the_bindings_are_ordered(scope):
    wider = [ONE_OF_EACH[one] for one in SCOPES[SCOPES.index(scope) :]]
    assert chosen(wider) == chosen(wider[::-1]) == ONE_OF_EACH[scope].profile


def test_without_a_binding_the_global_profile_holds():
    found = bound((), ANN, "conversation", KNOWN)
    assert (found.profile, found.binding, found.why) == ("conversation", None, "global")


@pytest.mark.parametrize(
    ("bindings", "subject", "expected"),
    [
        pytest.param([Binding("character", "Ann", "b")], ANN, "b", id="a bound character has its own"),
        pytest.param([], ANN, "handoff", id="an unbound one follows the global settings"),
        pytest.param([Binding("character", "Ann", "gone")], ANN, "handoff", id="an unknown profile falls to global"),
        pytest.param(
            [Binding("character", "Ann", "b")], ANN._replace(characters=("Ann", "Bo")), "handoff",
            id="no character speaks for a group",
        ),
        pytest.param([Binding("character", "Ann", "b")], ANN._replace(characters=()), "handoff", id="no character"),
    ],
)  # fmt: skip
def test_the_settings_of_a_character_hold_where_it_is_alone_and_bound(bindings, subject, expected):
    assert chosen(bindings, subject) == expected


def test_a_profile_that_is_gone_is_passed_over_for_the_next_scope():
    assert chosen([Binding("session", "s1", "gone"), Binding("project", "/srv/", "c")]) == "c"


@pytest.mark.parametrize(
    ("key", "fits"),
    [
        ("/srv", True),
        ("/srv/", True),
        ("/srv/shop", True),
        ("/srv/sho", False),
        ("/srv/shop/deep", False),
        ("/", True),
        ("", True),
    ],
)
def test_a_folder_holds_for_itself_and_what_is_inside(key, fits):
    assert (chosen([Binding("project", key, "c")]) == "c") is fits


def test_the_closest_folder_and_the_most_exact_model_win():
    assert chosen([Binding("project", "/srv/shop", "a"), Binding("project", "/srv", "b")]) == "a"
    models = [
        Binding("model", "claude-9", "a"),
        Binding("model", "claude-*-or-more-letters*", "c"),
        Binding("model", "c*", "b"),
    ]
    assert chosen(models) == "a"
    assert chosen(models[1:]) == "b"


@pytest.mark.parametrize("key", ["claude-9", "anthropic/claude-9", "claude-*", "*", " claude-9 "])
def test_a_model_is_known_with_and_without_its_vendor(key):
    assert chosen([Binding("model", key, "a")]) == "a"


def test_a_windows_folder_is_a_folder():
    assert chosen([Binding("project", "C:\\work", "a")], Subject(project="C:\\work\\shop")) == "a"


def test_of_equal_bindings_the_last_holds():
    assert chosen([Binding("model", "claude-9", "a"), Binding("model", "claude-9", "b")]) == "b"


def test_nothing_known_of_a_conversation_matches_only_what_names_nothing():
    everything = [*ONE_OF_EACH.values(), Binding("model", "*", "a")]
    assert chosen(everything, Subject()) == "handoff"


@pytest.mark.parametrize("scope", ["session", "character", "model"])
def test_a_binding_names_what_it_binds(scope):
    with pytest.raises(SettingsError, match=f"by {scope} has the key ' '"):
        Binding(scope, " ", "a")


def test_taking_a_binding_back_leaves_the_others():
    rows = tuple(ONE_OF_EACH.values())
    assert without(rows, "model", "claude-9") == rows[:3]
    assert without(rows, "model", "other") == rows


def test_characters_are_the_assistants_names_in_order():
    messages = [user(speaker="Me"), agent(speaker="Bo"), agent(), agent(speaker="Ann"), agent(speaker="Bo")]
    assert characters(messages) == ("Bo", "Ann")
