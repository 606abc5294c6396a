import json

import pytest
from starlette.testclient import TestClient

from cli.conftest import pi_lines
from foldline.compactor import load
from foldline.errors import ProviderError
from foldline.providers.scripted import ScriptedProvider
from foldline.server.app import build_app
from foldline.server.session_routes import make_store
from server.slow_model import SUMMARY, SlowModel

SECONDS = 10
PI = "".join(json.dumps(line) + "\n" for line in pi_lines()).encode()
SEVERAL = b"".join(
    json.dumps({"messages": [{"role": "user", "content": f"talk {n}"}]}).encode() + b"\n" for n in range(3)
)
KEEP = {"settings": {"keep_recent_tokens": 2000}}


class Page:
    """What the page does, in a few words."""

    def __init__(self, client):
        self.http = client

    def get(self, path, **query):
        return self.http.get(f"/api/{path}", params=query)

    def post(self, path, body):
        return self.http.post(f"/api/{path}", json=body)

    def give(self, data, name="a.jsonl"):
        headers = {"content-type": "application/octet-stream"}
        return self.http.post("/api/sessions", params={"name": name}, content=data, headers=headers)

    def over(self, begun):
        """A job's end, waited for by its versions."""
        assert begun.status_code == 202, begun.text
        view = {"state": "running", "version": -1}
        while view["state"] == "running":
            view = self.get(f"jobs/{begun.json()['job']}", after=view["version"], wait=SECONDS).json()
        return view

    def open(self, data=PI, name="a.jsonl"):
        view = self.over(self.give(data, name))
        assert view["state"] == "done", view
        return f"sessions/{view['session']}"

    def fold(self, session, **trial):
        view = self.over(self.post(f"{session}/folds", trial))
        assert view["state"] == "done", view
        return self.get(f"{session}/folds/{view['fold']}").json()


@pytest.fixture
def page(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("FOLDLINE_SETTINGS", str(tmp_path / "settings.toml"))
    monkeypatch.chdir(tmp_path)
    with TestClient(build_app(), base_url="http://127.0.0.1:8321") as client:
        yield Page(client)


def models(page, provider):
    """Let a fake write by the name of a model."""
    page.http.app.state.sessions.close()
    page.http.app.state.sessions = make_store(lambda settings, model, heard: provider if settings.models else None)
    return provider


BY_MODEL = {"by": "models", "settings": {"keep_recent_tokens": 2000, "models": ["scripted:fake"]}}


def test_a_session_that_is_given_says_what_it_is(page):
    session = page.open(name="<b>x</b>.jsonl")
    view = page.get(session).json()
    assert (view["name"], view["format"], view["label"]) == ("<b>x</b>.jsonl", "pi", "pi session")
    assert (view["messages"], view["project"], view["model"]) == (12, "/w", "gpt-4o")
    assert view["folds_in_place"]
    assert not view["is_of_machine"]


@pytest.mark.parametrize(
    ("data", "status", "says"),
    [
        (b"", "unreadable", "the file is empty"),
        (b"\x89PNG\r\n\x1a\n\0", "unreadable", "the file is"),
        (b"just words", "unreadable", "no format that is known"),
        (b'{"a": 1}', "not_a_conversation", "no messages in it"),
        (SEVERAL, "several_conversations", "holds 3 conversations; choose one"),
    ],
)
def test_what_is_no_conversation_says_so_in_words(page, data, status, says):
    view = page.over(page.give(data))
    assert (view["state"], view["status"]) == ("failed", status)
    assert says in view["error"]
    assert page.get(f"sessions/{view['session']}").status_code == 404


def test_of_several_conversations_one_is_chosen(page):
    view = page.over(page.give(SEVERAL))
    assert [title[:12] for title in view["titles"]] == [f"talk {n} (1 me"[:12] for n in range(3)]
    session = f"sessions/{view['session']}"
    assert page.over(page.post(f"{session}/select", {"number": 2}))["state"] == "done"
    assert page.get(f"{session}/messages").json()["rows"][0]["text"] == "talk 1"
    assert page.over(page.post(f"{session}/select", {"number": 9}))["state"] == "failed"
    assert page.post(f"{session}/select", {"number": 0}).status_code == 400


def test_the_plan_says_where_the_cut_falls_and_where_the_tokens_are(page):
    session = page.open()
    plan = page.post(f"{session}/plan", KEEP).json()
    assert (plan["status"], plan["kept_messages"]) == ("compacted", 12 - plan["cut_row"])
    assert plan["profile"] == "handoff"
    assert plan["threshold"] > plan["tokens"]
    chart = plan["chart"]
    assert [series["name"] for series in chart["series"]] == ["assistant", "user"]
    assert sum(series["total"] for series in chart["series"]) + chart["fixed"] == plan["tokens"]
    assert all(sum(series["values"]) == series["total"] for series in chart["series"])
    assert chart["first_rows"][chart["kept_from"]] == plan["cut_row"]


def test_a_plan_by_other_settings_moves_the_cut_in_the_list(page):
    session = page.open()
    places = lambda: [row["place"] for row in page.get(f"{session}/messages").json()["rows"]]  # noqa: E731
    assert set(places()) == {"kept"}
    plan = page.post(f"{session}/plan", KEEP).json()
    assert places() == ["folded"] * plan["cut_row"] + ["kept"] * plan["kept_messages"]


def test_the_list_of_messages_comes_in_parts_with_clipped_texts(page):
    session = page.open()
    part = page.get(f"{session}/messages", offset=4, limit=3).json()
    assert (part["offset"], part["total"]) == (4, 12)
    assert [row["index"] for row in part["rows"]] == [4, 5, 6]
    assert [row["owner"] for row in part["rows"]] == ["user", "assistant", "user"]
    assert all(len(row["text"]) <= 200 for row in part["rows"])
    assert page.get(f"{session}/messages", offset=-5, limit=10**6).json()["total"] == 12
    assert page.get(f"{session}/messages", offset=50).json()["rows"] == []


def test_a_message_opens_whole_by_its_place_and_by_its_id(page):
    session = page.open()
    row = page.get(f"{session}/messages", offset=3, limit=1).json()["rows"][0]
    by_place = page.get(f"{session}/message", index=3).json()
    assert by_place == page.get(f"{session}/message", entry=row["id"]).json()
    assert by_place["parts"][0]["text"].endswith("word699")
    assert page.get(f"{session}/message", entry="nobody").status_code == 404
    assert page.get(f"{session}/message", index=99).status_code == 404


def test_a_fold_shows_its_sections_its_facts_and_its_numbers(page):
    session = page.open()
    fold = page.fold(session, **KEEP)
    assert (fold["status"], fold["method"], fold["cost"]) == ("compacted", "builtin", None)
    assert fold["tokens_after"] < fold["tokens_before"]
    assert {"goal", "next_steps"} <= {one["id"] for one in fold["sections"]}
    assert fold["open_request"] or fold["request"]
    said = fold["ledger"]["said"]
    message = page.get(f"{session}/message", entry=said[0]["entry_id"]).json()
    assert said[0]["text"] in message["parts"][0]["text"]


def test_a_fold_of_nothing_says_why(page):
    fold = page.fold(page.open())
    assert (fold["status"], fold["is_failure"]) == ("nothing_to_fold", False)
    assert "fit the 20,000" in fold["reason"]


def test_the_settings_of_the_page_hold_for_a_try(page, tmp_path):
    (tmp_path / "settings.toml").write_text(
        'keep_recent_tokens = 2000\n[profiles.handoff.sections]\noverrides = [{id = "goal", title = "Aim"}]\n'
    )
    session = page.open()
    titles = lambda fold: [one["title"] for one in fold["sections"]]  # noqa: E731
    assert "Aim" in titles(page.fold(session))
    assert "Goal" in titles(page.fold(session, as_shipped=True))
    assert page.fold(session, settings={"profile": "conversation", "language": "zh"})["trial"]["language"] == "zh"


@pytest.mark.parametrize(
    "trial", [{"settings": {"ratio": 7}}, {"settings": {"nothing": 1}}, {"settings": {"profile": "no such"}}]
)
def test_a_setting_that_can_not_be_is_refused_before_any_work(page, trial):
    answer = page.post(f"{page.open()}/folds", trial)
    assert answer.status_code == 422
    assert answer.json()["error"]


def test_a_try_runs_no_hook(page, tmp_path):
    (tmp_path / "settings.toml").write_text(
        f"keep_recent_tokens = 2000\n[hooks]\nbefore = [[{str(tmp_path / 'hook')!r}]]\n"
    )
    hook = tmp_path / "hook"
    hook.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
    hook.chmod(0o755)
    assert page.fold(page.open())["status"] == "compacted"
    assert not (tmp_path / "ran").exists()


def test_two_folds_are_laid_side_by_side(page, tmp_path):
    (tmp_path / "settings.toml").write_text(
        "keep_recent_tokens = 2000\n[profiles.handoff.sections]\n"
        'overrides = [{id = "goal", title = "Aim"}, {id = "next_steps", enabled = false}]\n'
    )
    session = page.open()
    first, second = page.fold(session, as_shipped=True), page.fold(session)
    view = page.get(f"{session}/comparison", first=first["id"], second=second["id"]).json()
    states = {one["id"]: one["state"] for one in view["sections"]}
    assert (states["goal"], states["next_steps"], states[".short"]) == ("renamed", "only_first", "same")
    assert page.get(f"{session}/comparison", first=first["id"], second="gone").status_code == 404


def test_what_a_model_would_be_sent_is_byte_for_byte_what_it_is_sent(page):
    fake = models(page, ScriptedProvider([SUMMARY, "It went on."], name="scripted:fake"))
    session = page.open()
    shown = page.post(f"{session}/prompts", BY_MODEL).json()["prompts"]
    assert [one["kind"] for one in shown] == ["full", "short"]
    fold = page.fold(session, **BY_MODEL)
    assert (fold["method"], fold["summarised_by"]) == ("model", "scripted:fake")
    sent = fake.requests[0]
    assert (sent.system, sent.prompt) == (shown[0]["system"], shown[0]["user"])
    assert shown[0]["tokens"] > 0


def test_a_model_that_fails_is_told_with_who_stood_in(page):
    models(page, ScriptedProvider([ProviderError("no answer")], name="scripted:fake"))
    fold = page.fold(page.open(), **BY_MODEL)
    assert fold["method"] == "builtin"
    assert fold["attempts"][0]["outcome"] == "no answer"


def test_a_model_that_fails_with_nobody_to_stand_in_is_a_failed_job(page):
    models(page, ScriptedProvider([ProviderError("no answer")], name="scripted:fake"))
    trial = {"by": "models", "settings": {**BY_MODEL["settings"], "fallback": "none"}}
    session = page.open()
    view = page.over(page.post(f"{session}/folds", trial))
    assert (view["state"], view["status"], view["fold"]) == ("failed", "summary_failed", "")
    assert view["attempts"][0]["outcome"] == "no answer"


def slow(page):
    model = SlowModel()
    page.http.app.state.sessions = make_store(model.made_for)
    return model


def test_while_a_model_writes_the_sections_say_how_far_it_is_and_the_page_goes_on(page):
    model = slow(page)
    session = page.open()
    begun = page.post(f"{session}/folds", BY_MODEL)
    model.begun.wait(SECONDS)
    view = page.get(f"jobs/{begun.json()['job']}").json()
    states = [step["state"] for step in view["progress"]["steps"]]
    assert states == ["written"] * 3 + ["writing"] + ["waiting"] * 3
    assert view["progress"]["stage"] == "full"
    assert page.post(f"{session}/plan", KEEP).status_code == 200
    assert page.fold(session, **KEEP)["method"] == "builtin"
    model.go_on.set()
    done = page.over(begun)
    assert {step["state"] for step in done["progress"]["steps"]} == {"written"}
    assert page.get(f"{session}/folds/{done['fold']}").json()["method"] == "model"


def test_a_fold_that_is_cancelled_stops_its_model_and_stays_cancelled(page):
    model = slow(page)
    session = page.open()
    begun = page.post(f"{session}/folds", BY_MODEL)
    model.begun.wait(SECONDS)
    assert page.http.delete(f"/api/jobs/{begun.json()['job']}").json()["state"] == "cancelled"
    assert model.stopped.is_set()
    view = page.over(begun)
    assert (view["state"], view["fold"], view["error"]) == ("cancelled", "", "")
    assert page.get("jobs/none").status_code == 404


def test_a_folded_copy_is_a_file_that_reads_back_folded(page):
    session = page.open(name='sné "x" <script>.jsonl')
    fold = page.fold(session, **KEEP)
    answer = page.get(f"{session}/folds/{fold['id']}/file")
    assert load(answer.content).context().previous.summary == fold["summary"]
    assert answer.headers["content-disposition"] == "attachment; filename*=UTF-8''sn%C3%A9-x-script.folded.jsonl"
    assert answer.content.startswith(PI)


@pytest.fixture
def of_machine(tmp_path):
    path = tmp_path / ".pi/agent/sessions/--w--/one.jsonl"
    path.parent.mkdir(parents=True)
    path.write_bytes(PI)
    return path


def test_a_session_of_this_machine_is_chosen_and_its_copy_laid_beside_it(page, of_machine):
    (listed,) = page.get("machine-sessions").json()["sessions"]
    assert (listed["tool"], listed["opening"]) == ("pi", "please do part 0")
    view = page.over(page.post("sessions/open", {"id": listed["id"]}))
    session = f"sessions/{view['session']}"
    fold = page.fold(session, **KEEP)
    paths = [page.post(f"{session}/folds/{fold['id']}/copy", {}).json()["path"] for _ in range(2)]
    assert paths == [f"{of_machine}.folded", f"{of_machine}.folded-2"]
    assert of_machine.read_bytes() == PI
    assert len(page.get("machine-sessions").json()["sessions"]) == 1
    assert page.http.delete(f"/api/{session}").json() == {"closed": True}
    assert of_machine.exists()


def test_a_session_that_was_given_has_no_original_to_lay_a_copy_beside(page):
    session = page.open()
    fold = page.fold(session, **KEEP)
    answer = page.post(f"{session}/folds/{fold['id']}/copy", {})
    assert answer.status_code == 423
    assert "download it" in answer.json()["error"]


@pytest.mark.parametrize("name", ["../../etc/passwd", "/etc/passwd", "%2e%2e%2fetc%2fpasswd"])
def test_no_request_names_a_path(page, name, of_machine):
    assert page.post("sessions/open", {"id": name}).status_code == 404
    assert page.get(f"sessions/{name}").status_code == 404
    assert page.get(f"jobs/{name}").status_code == 404


def test_a_file_that_is_too_large_is_refused(page):
    page.http.app.state.sessions.shelf.largest = 1000
    assert page.give(b"x" * 1001).status_code == 413


def test_other_bodies_than_bytes_are_no_file(page):
    assert page.http.post("/api/sessions", json={}).status_code == 415


def test_a_lone_surrogate_in_a_session_breaks_no_answer(page):
    chat = {"messages": [{"role": "user", "content": "a\ud800b"}, {"role": "assistant", "content": "\u202egnp.exe"}]}
    session = page.open(json.dumps(chat).encode())
    assert page.get(f"{session}/message", index=1).json()["parts"][0]["text"] == "\u202egnp.exe"
    assert page.get(f"{session}/messages").status_code == 200
