"""`foldline branch`: leaving a branch on disk."""

import json

import pytest
from click import UsageError

from cli.conftest import words
from foldline import load
from formats.pi_lines import answered, entry, file, header, said
from providers.wire_answers import answer
from providers.wire_server import serving

TITLE = {"type": "title", "v": 1, "title": "", "pad": " " * 40}
TRIED = "Try a cache. Never touch the schema."
LINES = (
    said("a", None, "begin"),
    answered("b", "a", "begun"),
    said("e", "b", "the other way"),
    answered("f", "e", "it is quick"),
    said("c", "b", TRIED),
    answered("d", "c", f"The cache doubles the memory. {words(300)}"),
)


@pytest.fixture(params=["pi", "omp"])
def tree(request, tmp_path):
    path = tmp_path / "tree.jsonl"
    path.write_bytes(file(*([TITLE] if request.param == "omp" else []), header(cwd=str(tmp_path)), *LINES))
    return path


def test_without_a_place_to_go_to_the_branches_are_listed(run, tree):
    made = run("branch", tree)
    assert made.code == 0
    assert made.out.splitlines() == [
        "f  2 messages of their own, behind b",
        "          assistant: it is quick",
        "d  4 messages, where the session stands",
        f"          assistant: The cache doubles the memory. {words(300)}"[:121].rstrip(),
    ]
    told = run("branch", tree, "--json").json()["branches"]
    assert [(end["id"], end["is_current"], end["ancestor_id"], end["messages"]) for end in told] == [
        ("f", False, "b", 2),
        ("d", True, None, 4),
    ]


def test_a_session_without_branches_says_how_to_go_back(run, pi_file):
    assert "takes the id of any entry" in run("branch", pi_file).out


def test_nothing_is_changed_unless_it_is_asked_for(run, tree):
    before = tree.read_bytes()
    made = run("branch", tree, "--to", "f")
    assert made.code == 0
    assert "a branch of 2 messages that parts behind b" in made.out
    assert "built-in summariser" in made.out
    assert "word for word below it: 1 rule, 0 files changed, 0 only read" in made.out
    assert "Nothing was changed." in made.out
    assert tree.read_bytes() == before
    assert [path.name for path in tree.parent.iterdir()] == [tree.name]


def test_in_place_the_tool_goes_on_behind_the_summary_and_restore_undoes_it(run, tree):
    before = tree.read_bytes()
    made = run("branch", tree, "--to", "f", "--in-place", "--json").json()
    assert (made["status"], made["parent_id"], made["ancestor_id"], made["messages"]) == ("compacted", "f", "b", 2)
    data = tree.read_bytes()
    assert data.startswith(before)
    line = json.loads(data.splitlines()[-1])
    assert (line["type"], line["parentId"], line["fromId"], line["summary"]) == (
        "branch_summary",
        "f",
        "f",
        made["summary"],
    )
    said_now = [item.message.text for item in load(tree).context().items]
    assert said_now[:4] == ["begin", "begun", "the other way", "it is quick"]
    assert "Never touch the schema." in said_now[4]
    assert run("restore", tree).code == 0
    assert tree.read_bytes() == before


def test_back_before_what_was_typed_it_is_given_back(run, tree):
    made = run("branch", tree, "--to", "a", "--in-place")
    assert "you had typed there, to be said anew: begin" in made.out
    line = json.loads(tree.read_bytes().splitlines()[-1])
    assert (line["parentId"], line["fromId"]) == (None, "root")


def test_the_text_is_the_message_the_model_will_read(run, tree):
    text = run("branch", tree, "--to", "f", "--text").out
    assert text.startswith("Summary of a branch of this conversation")
    assert text.rstrip().endswith("</summary>")


@pytest.mark.parametrize("form", [[], ["--json"], ["--text"]])
def test_where_there_is_nothing_to_leave_that_is_said(run, tree, form):
    before = tree.read_bytes()
    made = run("branch", tree, "--to", "d", "--in-place", *form)
    assert made.code == 0
    assert "the conversation stands there already" in made.out + made.err
    assert tree.read_bytes() == before


GOOD = "## Goal\nFind the faster way."


def test_a_model_writes_it_without_being_asked_to_think(run, tree, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-0123456789abcdef")
    with serving(lambda _asked: answer("openai", GOOD)) as server:
        options = ("--model", f"openai:gpt-5.1@{server.url}", "--instructions", "Only what failed.")
        made = run("branch", tree, "--to", "f", *options, "--json").json()
    assert (made["method"], made["summarised_by"]) == ("model", "openai:gpt-5.1")
    assert made["cost"] > 0
    (asked,) = server.asked
    body = json.dumps(asked.body)
    assert "Only what failed." in body
    assert TRIED in body
    assert "begun" not in body
    assert asked.body.get("reasoning_effort") in {None, "none"}


def test_a_model_that_fails_is_told_and_nothing_is_written_without_a_fallback(run, tree, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-0123456789abcdef")
    before = tree.read_bytes()
    with serving(lambda _asked: answer("openai", "")) as server:
        model = ("--model", f"openai:gpt-4.1@{server.url}")
        made = run("branch", tree, "--to", "f", *model, "--no-fallback", "--in-place", "--json")
        told = run("branch", tree, "--to", "f", *model)
    assert made.code == 1
    assert (made.json()["status"], made.json()["summary"]) == ("summary_failed", "")
    assert "Branch summary failed" in made.json()["reason"]
    assert tree.read_bytes() == before
    assert "tried: openai:gpt-4.1: it is empty" in told.out
    assert "built-in summariser" in told.out


def test_a_preview_asks_nobody_and_writes_nothing(run, tree):
    made = run("branch", tree, "--to", "f", "--model", "openai:none@http://127.0.0.1:1", "--preview", "--json").json()
    assert (made["method"], made["attempts"], made["written"]) == ("builtin", [], "")


def test_a_file_of_another_tool_is_left_alone(run, chat_file):
    before = chat_file.read_bytes()
    first = load(chat_file).entries[0].id
    made = run("branch", chat_file, "--to", first, "--in-place")
    assert made.code == 1
    assert "keeps no branches; only sessions of pi and oh-my-pi do" in made.err
    assert chat_file.read_bytes() == before


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--to", "nowhere"], "no entry 'nowhere' in the session"),
        (["--from", "d"], "say where the work goes on with --to ID"),
        (["--in-place"], "say where the work goes on with --to ID"),
        (["--to", "f", "--in-place", "--preview"], "give one"),
        (["--to", "f", "--text", "--json"], "give one"),
        (["--to", "f", "--model", "nobody"], "names no model|must be 'provider:model'"),
    ],
)
def test_wrong_use_says_what_to_do(run, tree, options, message):
    with pytest.raises(UsageError, match=message):
        run("branch", tree, *options)


def test_what_is_no_session_is_told_in_the_same_form(run, tmp_path):
    made = run("branch", tmp_path / "none.jsonl", "--to", "a", "--json")
    assert made.code == 1
    assert (made.json()["status"], made.json()["summary"]) == ("unreadable", "")


def test_an_entry_of_a_damaged_file_is_found_all_the_same(run, tmp_path):
    path = tmp_path / "tree.jsonl"
    path.write_bytes(file(header(), *LINES[:2], "{broken", *LINES[2:], entry("label", "l", "d", targetId="d")))
    assert run("branch", path, "--to", "f", "--in-place", "--json").json()["status"] == "compacted"
