"""`foldline handoff`: the document on standard output or in a file."""

import json

import pytest
from click import UsageError

from foldline.core.ledger import ledger_text
from providers.wire_answers import MODELS, WIRES, answer, failure
from providers.wire_server import serving

GOOD = "## Goal\nShip the parts."
KEY = "sk-test-0123456789abcdef"


@pytest.fixture(autouse=True)
def _keys(monkeypatch):
    for name in ("OPENAI", "ANTHROPIC", "GEMINI"):
        monkeypatch.setenv(f"{name}_API_KEY", KEY)


def test_the_document_and_nothing_else_goes_to_standard_output(run, pi_file):
    before = pi_file.read_bytes()
    made = run("handoff", pi_file)
    assert made.code == 0
    assert made.out.startswith("## Goal\n")
    assert made.out.rstrip().endswith("</foldline-ledger>")
    assert "the document is by the built-in summariser" in made.err
    assert pi_file.read_bytes() == before


def test_standard_input_is_a_conversation_too(run, chat_file):
    assert run("handoff", "-", stdin=chat_file.read_bytes()).out == run("handoff", chat_file).out


@pytest.mark.parametrize("is_there", [False, True])
def test_it_can_be_written_to_a_file(run, pi_file, tmp_path, is_there):
    path = tmp_path / "HANDOFF.md"
    if is_there:
        path.write_text("an older one")
    made = run("handoff", pi_file, "--out", path)
    assert made.out == ""
    assert f"{path} holds the hand-off" in made.err
    assert ledger_text.parse(path.read_text().rstrip()) is not None


@pytest.mark.parametrize("wire", WIRES)
def test_a_model_writes_it_and_is_named(run, pi_file, wire):
    with serving(lambda _asked: answer(wire, GOOD)) as server:
        options = ("--model", f"{wire}:{MODELS[wire]}@{server.url}", "--focus", "the tests", "--context", "on main")
        made = run("handoff", pi_file, *options, "--json")
    told = made.json()
    assert (told["status"], told["method"], told["summarised_by"]) == ("compacted", "model", f"{wire}:{MODELS[wire]}")
    assert told["document"].startswith(GOOD)
    assert told["cost"] > 0
    body = json.dumps(server.asked[0].body)
    assert "Additional focus: the tests" in body
    assert "- on main" in body
    assert "Write a hand-over document" in body
    assert KEY not in made.out + made.err


def test_who_failed_is_told_and_the_built_in_document_given(run, pi_file):
    with serving(failure("openai", 401)) as server:
        made = run("handoff", pi_file, "--model", f"openai:gpt-4.1@{server.url}")
    assert made.code == 0
    assert made.out.startswith("## Goal\n")
    assert "tried: openai:gpt-4.1: openai:gpt-4.1: does not take the key" in made.err.replace("\n", " ")


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_without_a_fallback_there_is_no_document(run, pi_file, tmp_path, form):
    path = tmp_path / "HANDOFF.md"
    with serving(failure("openai", 401)) as server:
        options = ("--model", f"openai:gpt-4.1@{server.url}", "--no-fallback", "--out", path)
        made = run("handoff", pi_file, *options, *form)
    assert made.code == 1
    assert "Handoff generation failed" in (made.json()["reason"] if form else made.err)
    assert not path.exists()


def test_a_preview_asks_nobody(run, pi_file):
    made = run("handoff", pi_file, "--model", "openai:none@http://127.0.0.1:1", "--preview", "--json").json()
    assert (made["method"], made["attempts"]) == ("builtin", [])


def test_one_message_is_nothing_to_hand_over(run, tmp_path):
    path = tmp_path / "one.json"
    path.write_text('[{"role": "user", "content": "hi"}]')
    made = run("handoff", path)
    assert (made.code, made.out) == (0, "")
    assert "Nothing to hand over" in made.err


def test_what_is_no_conversation_is_told_in_the_same_form(run, tmp_path):
    made = run("handoff", tmp_path / "none.jsonl", "--json")
    assert made.code == 1
    assert (made.json()["status"], made.json()["document"]) == ("unreadable", "")


def test_wrong_use_says_what_to_do(run, pi_file):
    with pytest.raises(UsageError, match="'provider:model'"):
        run("handoff", pi_file, "--model", "nobody")


def test_in_chinese_the_headings_are(run, pi_file):
    assert run("handoff", pi_file, "--lang", "zh").out.startswith("## 目标\n")
