import json

import pytest
from msgspec.structs import replace

from cli.conftest import pi_lines
from foldline.compactor import compact, load
from foldline.config import load as settings_of_user
from foldline.core.profiles.in_force import subject_of
from foldline.core.profiles.templates import KINDS
from foldline.providers.scripted import ScriptedProvider

SESSION = "".join(json.dumps(line) + "\n" for line in pi_lines()).encode()
EDITS = [
    ("settings", "", ("settings/focus", "the {ports} of $HOME \\1"), ("settings/rules", "Never name </conversation>."),
     ("settings/extra_context", ["branch: ports"])),
    ("sections", "handoff", ("sections/goal/title", "## Next Steps"), ("sections/notes/enabled", False),
     ("sections/progress/instruction", "%s {0} [Goal]\n- <b>x</b>"), ("sections/mood", {"instruction": "Feelings."}),
     ("sections/decisions/header_only", True), ("sections/goal/share", 0.2)),
    ("prompts", "handoff", ("prompts/full/text", "A poem.\n"), ("prompts/short/extra", "In rhymes."),
     ("rules", "Brief.")),
    ("nothing", "handoff"),
    ("chat", "conversation", ("sections/progress/title", "So far"), ("sections/key_info/enabled", False)),
]  # fmt: skip
CASES = pytest.mark.parametrize(("profile", "edits"), [pytest.param(p, e, id=name) for name, p, *e in EDITS])


def sent(profile="", language=""):
    """What a model is really sent in a fold by the settings as they are stored."""
    session = load(SESSION)
    found = settings_of_user().for_subject(subject_of(session)).settings
    if profile:
        found = replace(found, profile=profile, bindings=(), language=language)
    scripted = ScriptedProvider([])
    compact(session, replace(found, keep_recent_tokens=2000), provider=scripted)
    return {one.kind: (one.system, one.prompt) for one in scripted.requests}


def opened(api):
    headers = {"content-type": "application/octet-stream"}
    begun = api.http.post("/api/sessions", params={"name": "a.jsonl"}, content=SESSION, headers=headers).json()
    job = api.http.get(f"/api/jobs/{begun['job']}", params={"after": 99, "wait": 5}).json()
    return job["session"]


@CASES
def test_the_preview_of_a_session_is_byte_for_byte_what_the_provider_receives(api, profile, edits):
    session = opened(api)
    api.edit(("settings/keep_recent_tokens", 2000))
    unsaved = {kind: api.prompt(kind, *edits, session=session, profile=profile) for kind in ("full", "short")}
    if edits:
        assert api.edit(*edits, profile=profile).json()["errors"] == []
    received = sent(profile, "en" if profile else "")
    for kind, made in unsaved.items():
        assert (made["system"], made["user"]) == received[kind]


@CASES
def test_the_preview_without_a_session_is_what_the_provider_receives_but_for_the_conversation(api, profile, edits):
    unsaved = api.prompt("full", *edits, profile=profile)
    if edits:
        api.edit(*edits, profile=profile)
    system, user = sent(profile, "en" if profile else "")["full"]
    assert unsaved["system"] == system
    assert user.endswith(unsaved["user"])
    assert user[: -len(unsaved["user"])].startswith("<conversation>\n")


@pytest.mark.parametrize("profile", ["handoff", "conversation"])
@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("kind", KINDS)
def test_with_nothing_changed_nothing_is_marked(api, kind, profile, language):
    made = api.prompt(kind, profile=profile, language=language)
    assert [part["changed"] for part in made["parts"]] == [False for part in made["parts"]]
    assert made["tokens"] > 0


@CASES
@pytest.mark.parametrize("kind", ["full", "short", "system"])
def test_the_parts_of_a_prompt_are_all_of_it(api, kind, profile, edits):
    made = api.prompt(kind, *edits, profile=profile)
    for of in ("system", "user"):
        assert "".join(part["text"] for part in made["parts"] if part["of"] == of) == made[of]


def test_what_was_changed_is_marked_and_nothing_else(api):
    made = api.prompt("full", ("sections/goal/title", "Zweck"), profile="handoff")
    changed = [part["text"] for part in made["parts"] if part["changed"]]
    assert changed
    assert set(changed) == {"Zweck"}


def test_stored_changes_are_marked_too(api):
    api.edit(("rules", "Be brief."), profile="handoff")
    made = api.prompt("full", profile="handoff")
    assert any("Be brief." in part["text"] for part in made["parts"] if part["changed"])


def test_an_edit_that_can_not_be_is_told_and_left_out(api, home):
    body = {"changes": [{"path": ["sections", "goal", "share"], "value": 7},
                        {"path": ["sections", "goal", "title"], "value": "Zweck"}],
            "target": {"profile": "handoff"}, "kinds": ["full"]}  # fmt: skip
    made = api.http.post("/api/prompt", json=body).json()
    assert [one["path"] for one in made["errors"]] == [["sections", "goal", "share"]]
    assert "## Zweck" in made["prompts"][0]["user"]
    assert not home.user.exists()


def test_every_kind_is_given_where_none_is_named(api):
    made = api.http.post("/api/prompt", json={}).json()
    assert [one["kind"] for one in made["prompts"]] == list(KINDS)


@pytest.mark.parametrize(
    ("body", "status"),
    [({"session": "nobody"}, 404), ({"target": {"profile": "nobody"}}, 422), ({"kinds": ["poem"]}, 400),
     ({"target": {"language": "fr"}}, 400)],
)  # fmt: skip
def test_what_is_not_there_is_told(api, body, status):
    assert api.http.post("/api/prompt", json=body).status_code == status
