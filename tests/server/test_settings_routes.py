import os
import resource
from contextlib import contextmanager

import pytest

from foldline.core.setting_values import STORED

WRITTEN_BY_HAND = """\
# what I like
ratio = 0.5   # half is enough

# counted by hand
message_count = 20

[profiles.mine]
base = "handoff"   # never the other
rules = "Be brief."
"""


@contextmanager
def disk_of(size):
    """No file may grow larger."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_every_setting_is_shown_with_its_origin_and_range(serve, home, monkeypatch):
    home.write("ratio = 0.5\n")
    home.project.write_text("message_count = 4\n")
    monkeypatch.setenv("FOLDLINE_FOCUS", "ports")
    api = serve(flags={"ledger_tokens": 900})
    state = api.state()
    settings = {one["name"]: one for one in state["settings"]}
    assert list(settings) == list(STORED)
    assert {name: (one["value"], one["origin"], one["is_fixed"]) for name, one in settings.items()
            if one["origin"] != "default"} == {
        "ratio": (0.5, "user file", False),
        "message_count": (4, "project file", False),
        "focus": ("ports", "environment", True),
        "ledger_tokens": (900, "flag", True),
    }  # fmt: skip
    ratio = settings["ratio"]
    assert (ratio["kind"], ratio["low"], ratio["high"], ratio["is_open"]) == ("number", 0, 1, True)
    assert (ratio["default"], ratio["hint"]) == (0.7, "a number, above 0 and below 1")
    assert settings["focus"]["where"] == "FOLDLINE_FOCUS"
    assert state["files"]["user"] == {"path": str(home.user), "exists": True, "writable": True}


def test_looking_writes_nothing(api, home):
    api.state()
    api.prompt()
    api.http.get("/api/binding")
    assert api.edit().status_code == 200
    assert not home.user.exists()
    assert not (home.user.parent / "keys.json").exists()


def test_all_changes_go_into_one_write(api, home):
    answer = api.edit(("settings/ratio", 0.4), ("settings/focus", "ports"), ("settings/pins", ["Use tabs."]))
    assert answer.json()["files"] == [str(home.user)]
    assert home.text() == 'ratio = 0.4\nfocus = "ports"\npins = ["Use tabs."]\n'
    values = {one["name"]: one["value"] for one in answer.json()["state"]["settings"]}
    assert (values["ratio"], values["focus"], values["pins"]) == (0.4, "ports", ["Use tabs."])


def test_null_gives_a_setting_back_to_its_default(api, home):
    home.write("ratio = 0.5\nmessage_count = 4\n")
    assert api.edit(("settings/ratio", None)).status_code == 200
    assert home.text() == "message_count = 4\n"
    assert api.setting("ratio")["origin"] == "default"


def test_comments_and_order_of_a_file_written_by_hand_survive(api, home):
    home.write(WRITTEN_BY_HAND)
    api.edit(("settings/ratio", 0.6), ("settings/focus", "ports"))
    api.edit(("sections/goal/title", "Aim"), profile="mine")
    lines = home.text().splitlines()
    for line in WRITTEN_BY_HAND.replace("ratio = 0.5", "ratio = 0.6").splitlines():
        assert line in lines
    assert lines[:5] == WRITTEN_BY_HAND.replace("ratio = 0.5", "ratio = 0.6").splitlines()[:5]


def test_an_invalid_field_blocks_only_itself(api, home):
    answer = api.edit(("settings/ratio", 7), ("settings/message_count", 3), ("settings/nothing", 1), ("nothing", 1))
    assert answer.status_code == 200
    assert home.text() == "message_count = 3\n"
    faults = {"/".join(one["path"]): one["message"] for one in answer.json()["errors"]}
    assert faults["settings/ratio"] == "ratio is 7; it must be above 0 and below 1"
    assert set(faults) == {"settings/ratio", "settings/nothing", "nothing"}


def test_where_every_field_is_invalid_nothing_is_written(api, home):
    answer = api.edit(("settings/ratio", "high"), ("settings/profile", "nobody"))
    assert answer.status_code == 422
    assert [one["path"][1] for one in answer.json()["errors"]] == ["ratio", "profile"]
    assert not home.user.exists()


@pytest.mark.parametrize(
    "path",
    [("settings",), (), ("settings", "ratio", "x"), ("sections", "goal", "id"), ("sections", "nobody", "title"),
     ("prompts", "nobody", "text"), ("order", "x"), ("settings", "profiles"), ("settings", "bindings")],
)  # fmt: skip
@pytest.mark.parametrize("profile", ["", "handoff"])
def test_a_field_that_is_not_there_is_told_by_its_path(api, home, path, profile):
    body = {"version": api.state()["version"], "target": {"profile": profile}, "changes": [{"path": path, "value": 1}]}
    answer = api.http.patch("/api/settings", json=body)
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["path"] == list(path)
    assert not home.user.exists()


def test_what_the_environment_or_a_flag_fixes_is_not_stored_without_effect(serve, home, monkeypatch):
    monkeypatch.setenv("FOLDLINE_RATIO", "0.3")
    api = serve(flags={"focus": "ports"})
    answer = api.edit(("settings/ratio", 0.6), ("settings/focus", "doors"))
    assert answer.status_code == 422
    assert "environment (FOLDLINE_RATIO)" in answer.json()["error"]
    assert "flag" in answer.json()["errors"][1]["message"]
    assert not home.user.exists()


def test_a_value_goes_to_the_file_it_comes_from_or_to_the_one_that_is_named(api, home):
    home.project.write_text("message_count = 4\n")
    api.edit(("settings/message_count", 5), ("settings/ratio", 0.4))
    assert (home.project.read_text(), home.text()) == ("message_count = 5\n", "ratio = 0.4\n")
    api.edit(("settings/focus", "ports"), file="project")
    assert home.project.read_text() == 'message_count = 5\nfocus = "ports"\n'
    answer = api.edit(("settings/redaction", False), file="project")
    assert answer.status_code == 422
    assert "your own file" in answer.json()["error"]


def test_two_tabs_that_change_the_same_field_are_a_question(api, home):
    seen = api.state()["version"]
    api.edit(("settings/ratio", 0.4, 0.7))
    answer = api.edit(("settings/ratio", 0.6, 0.7), ("settings/focus", "ports", ""), version=seen)
    assert answer.status_code == 409
    made = answer.json()
    assert made["conflicts"] == [{"path": ["settings", "ratio"], "mine": 0.6, "theirs": 0.4}]
    assert home.text() == "ratio = 0.4\n"
    mine = api.edit(("settings/ratio", 0.6, 0.4), ("settings/focus", "ports", ""), version=made["version"])
    assert mine.status_code == 200
    assert home.text() == 'ratio = 0.6\nfocus = "ports"\n'


def test_a_tab_that_says_nothing_of_before_is_asked_too(api, home):
    seen = api.state()["version"]
    api.edit(("settings/ratio", 0.4))
    assert api.edit(("settings/ratio", 0.6), version=seen).status_code == 409
    assert home.text() == "ratio = 0.4\n"


def test_two_tabs_that_change_different_fields_are_both_heard(api, home):
    seen = api.state()["version"]
    api.edit(("settings/ratio", 0.4, 0.7))
    assert api.edit(("settings/message_count", 3, 16), version=seen).status_code == 200
    assert home.text() == "ratio = 0.4\nmessage_count = 3\n"


def test_two_tabs_of_one_mind_are_no_question(api):
    seen = api.state()["version"]
    api.edit(("settings/ratio", 0.4, 0.7))
    assert api.edit(("settings/ratio", 0.4, 0.7), version=seen).status_code == 200


def test_an_edit_by_hand_is_never_overwritten_unasked(api, home):
    seen = api.state()["version"]
    home.write("[profiles.handoff]\nrules = 'by hand'\n")
    edits = ("rules", "by the page", ""), ("sections/goal/title", "Aim", "Goal")
    answer = api.edit(*edits, version=seen, profile="handoff")
    assert answer.status_code == 409
    assert answer.json()["conflicts"] == [{"path": ["rules"], "mine": "by the page", "theirs": "by hand"}]
    assert home.text() == "[profiles.handoff]\nrules = 'by hand'\n"


def test_a_file_broken_by_hand_is_told_and_left_alone(api, home):
    api.state()
    home.write("ratio = \n")
    state = api.state()
    assert f"{home.user}, line 1" in state["warnings"][0]
    answer = api.edit(("settings/ratio", 0.6))
    assert answer.status_code == 422
    assert "mend the file first" in answer.json()["error"]
    assert home.text() == "ratio = \n"


def test_a_read_only_file_is_told_and_stays_as_it_is(api, home):
    home.write("ratio = 0.5\n")
    home.user.chmod(0o444)
    assert api.state()["files"]["user"]["writable"] is False
    answer = api.edit(("settings/ratio", 0.6))
    assert answer.status_code == 423
    assert "no permission" in answer.json()["error"]
    assert home.text() == "ratio = 0.5\n"


def test_a_full_disk_is_told_and_the_file_stays_whole(api, home):
    home.write("ratio = 0.5\n")
    api.state()
    with disk_of(100):
        answer = api.edit(("settings/focus", "ports " * 100))
    assert answer.status_code == 507
    assert str(home.user) in answer.json()["error"]
    assert home.text() == "ratio = 0.5\n"
    assert [path.name for path in home.user.parent.iterdir()] == ["settings.toml"]


def test_bindings_decide_as_everywhere(api, home):
    body = {"version": api.state()["version"], "scope": "model", "key": "claude-*", "profile": "conversation"}
    answer = api.http.put("/api/bindings", json=body)
    assert answer.json()["state"]["bindings"] == [{**{k: body[k] for k in ("scope", "key", "profile")},
                                                  "is_editable": True}]  # fmt: skip
    made = api.http.get("/api/binding", params={"model": "claude-sonnet-4-5"}).json()
    assert (made["profile"], made["scope"], made["key"]) == ("conversation", "model", "claude-*")
    assert made["triggers"]["window"] == 200_000
    assert [point["tokens"] for point in made["triggers"]["points"]] == [170_000, 140_000, None]
    assert api.http.get("/api/binding").json()["profile"] == "handoff"
    back = {**body, "version": answer.json()["version"], "profile": None}
    assert api.http.put("/api/bindings", json=back).json()["state"]["bindings"] == []
    assert home.text() == ""


def test_the_characters_of_a_group_have_no_say(api):
    version = api.state()["version"]
    body = {"version": version, "scope": "character", "key": "Ann", "profile": "conversation"}
    api.http.put("/api/bindings", json=body)
    one, two = {"character": "Ann"}, {"character": ["Ann", "Bo"]}
    assert api.http.get("/api/binding", params=one).json()["profile"] == "conversation"
    assert api.http.get("/api/binding", params=two).json()["profile"] == "handoff"


@pytest.mark.parametrize(
    ("scope", "key", "profile", "status"),
    [("model", " ", "handoff", 422), ("project", "shop", "handoff", 422), ("model", "m", "nobody", 422),
     ("planet", "m", "handoff", 400)],
)  # fmt: skip
def test_a_binding_that_can_not_be_is_told(api, scope, key, profile, status):
    body = {"version": api.state()["version"], "scope": scope, "key": key, "profile": profile}
    answer = api.http.put("/api/bindings", json=body)
    assert answer.status_code == status
    assert api.state()["bindings"] == []


def test_a_binding_of_an_old_state_is_not_made(api, home):
    body = {"version": "old", "scope": "model", "key": "m", "profile": "conversation"}
    assert api.http.put("/api/bindings", json=body).status_code == 409
    assert not home.user.exists()


def test_the_project_decides_where_it_names_a_profile(api, home):
    home.project.write_text('profile = "conversation"\n')
    state = api.state()
    assert (state["in_force"]["profile"], state["in_force"]["why"]) == ("conversation", "project file")
    assert [one["is_editable"] for one in state["bindings"]] == [False]


def test_the_answer_holds_what_any_later_look_shows(api):
    edited = api.edit(("settings/ratio", 0.4)).json()
    assert edited["state"] == api.state()
    assert edited["version"] == edited["state"]["version"]


@pytest.mark.parametrize(
    "text", ["\u202e evil \u0000", "<script>alert(1)</script>", "a" * 100_000, "\u2028\u2029\x1b[2J"]
)
def test_any_text_is_kept_as_it_is(api, text):
    assert api.edit(("settings/focus", text)).status_code == 200
    assert api.setting("focus")["value"] == text


def test_a_place_that_can_not_be_made_is_told(serve, home, monkeypatch):
    (home.user.parent / "file").write_text("")
    monkeypatch.setenv("FOLDLINE_SETTINGS", os.fspath(home.user.parent / "file" / "settings.toml"))
    answer = serve().edit(("settings/ratio", 0.6))
    assert answer.status_code == 422
    assert "Not a directory" in answer.json()["error"]
