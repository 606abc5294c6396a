import json
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from foldline.core.wrapping import unwrap_summary
from foldline.formats import registry

KEYS = {
    "status", "reason", "method", "summarised_by", "tokens_before", "tokens_after", "counter", "summary",
    "short_summary", "request", "open_request", "first_kept_entry_id", "is_split_turn", "clamped", "ledger",
    "messages", "payload", "cached_tokens", "timings",
}  # fmt: skip


def fold(run, path, *more):
    return run("compact", path, "--keep-recent", 3000, *more)


def test_a_fold_is_told_in_a_few_lines_and_changes_nothing(run, pi_file):
    before = pi_file.read_bytes()
    ran = fold(run, pi_file)
    assert ran.code == 0
    first, second, third, *_ = ran.out.splitlines()
    assert first.startswith("pi session · 12 messages · ")
    assert second.startswith("folded ")
    assert "→" in third
    assert "why here: keep 3,000 tokens" in ran.out
    assert "Nothing was changed." in ran.out
    assert "\x1b[" not in ran.out
    assert pi_file.read_bytes() == before


def test_json_is_one_object_with_every_key(run, pi_file):
    made = fold(run, pi_file, "--json").json()
    assert made.keys() >= KEYS
    assert made["status"] == "compacted"
    assert set(made["ledger"]) >= {"rules", "said", "request", "open_request", "files", "errors", "values"}
    assert made["messages"][0]["role"] == "user"


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (b"", "unreadable"),
        (b"\x00\x01\x02", "unreadable"),
        (b"hello there", "unreadable"),
        (b"{}", "not_a_conversation"),
        (b'[{"messages":[{"role":"user","content":"a"}]},{"messages":[{"role":"user","content":"b"}]}]',
         "several_conversations"),
    ],
)  # fmt: skip
def test_a_useless_input_is_one_sentence_and_one_object(run, tmp_path, content, status):
    path = tmp_path / "input"
    path.write_bytes(content)
    plain = run("compact", path)
    assert (plain.code, plain.out) == (1, "")
    assert plain.err.startswith("foldline: ")
    assert "Traceback" not in plain.err
    made = run("compact", path, "--json")
    assert made.code == 1
    assert made.json().keys() >= KEYS
    assert made.json()["status"] == status


def test_one_of_several_conversations_can_be_chosen(run, tmp_path):
    path = tmp_path / "many.json"
    chats = [
        {"messages": [{"role": "user", "content": f"chat {n}"}, {"role": "assistant", "content": "x"}]} for n in (1, 2)
    ]
    path.write_text(json.dumps(chats))
    assert "--select" in run("compact", path).err
    assert run("compact", path, "--select", 2, "--json").json()["messages"][0]["content"] == "chat 2"


def test_a_missing_file_is_said_to_be_missing(run):
    ran = run("compact", "absent.jsonl")
    assert ran.code == 1
    assert "absent.jsonl can't be read" in ran.err


def test_text_is_the_whole_summary_message_and_nothing_else(run, pi_file):
    made = fold(run, pi_file, "--json").json()
    ran = fold(run, pi_file, "--text")
    assert unwrap_summary(ran.out.removesuffix("\n")) == made["summary"]


def test_what_needs_no_folding_is_no_failure(run, tmp_path):
    path = tmp_path / "small.json"
    path.write_text('[{"role":"user","content":"hi"}]')
    ran = run("compact", path)
    assert ran.code == 0
    assert "Nothing to fold" in ran.out


def test_standard_input_is_read(run, pi_file):
    ran = run("compact", "-", "--keep-recent", 3000, "--json", stdin=pi_file.read_bytes())
    assert ran.json()["status"] == "compacted"


def test_in_place_appends_one_line_and_keeps_the_file_as_it_was_beside_it(run, pi_file):
    before = pi_file.read_bytes()
    ran = fold(run, pi_file, "--in-place")
    assert ran.code == 0
    after = pi_file.read_bytes()
    assert after.startswith(before)
    line = json.loads(after[len(before) :])
    assert line["type"] == "compaction"
    assert line["details"]["method"] == "builtin"
    (backup,) = (p for p in pi_file.parent.iterdir() if p.name.startswith("session.jsonl."))
    assert not backup.name.endswith(".jsonl")
    assert backup.read_bytes() == before
    assert registry.load(after).context().previous.summary == line["summary"]


def test_a_second_fold_in_place_finds_nothing_to_do(run, pi_file):
    fold(run, pi_file, "--in-place")
    after = pi_file.read_bytes()
    assert "Already compacted" in fold(run, pi_file, "--in-place").out
    assert pi_file.read_bytes() == after


def test_in_place_is_refused_where_no_tool_could_follow(run, chat_file):
    before = chat_file.read_bytes()
    ran = fold(run, chat_file, "--in-place")
    assert ran.code == 1
    assert "can't be folded in place" in ran.err
    assert chat_file.read_bytes() == before
    assert fold(run, chat_file, "--in-place", "--json").json()["status"] == "write_refused"


def test_a_folded_copy_keeps_the_document_around_the_messages(run, chat_file, tmp_path):
    out = tmp_path / "out.json"
    assert fold(run, chat_file, "--out", out).code == 0
    made = json.loads(out.read_text())
    assert made["model"] == "m"
    assert made["messages"][0] == {"role": "system", "content": "be brief"}
    assert made["messages"][-2]["x_key"] == 5
    assert len(made["messages"]) < 13


@pytest.mark.parametrize("wire", ["openai_chat", "anthropic_messages"])
def test_a_session_can_be_given_as_messages_of_a_wire(run, pi_file, tmp_path, wire):
    out = tmp_path / "out.json"
    assert fold(run, pi_file, "--messages", wire, "--out", out).code == 0
    assert json.loads(out.read_text()) == fold(run, pi_file, "--messages", wire, "--json").json()["messages"]


def test_a_pi_session_is_copied_as_a_pi_session(run, pi_file, tmp_path):
    out = tmp_path / "copy.jsonl"
    fold(run, pi_file, "--out", out)
    assert out.read_bytes().startswith(pi_file.read_bytes())


def test_a_preview_writes_nothing(run, pi_file, tmp_path):
    out = tmp_path / "out.jsonl"
    assert fold(run, pi_file, "--preview", "--out", out).code == 0
    assert not out.exists()


def test_pins_are_carried(run, pi_file):
    made = fold(run, pi_file, "--pin", "Never push.", "--json").json()
    assert {"Never push."} <= {rule["text"] for rule in made["ledger"]["rules"]}
    assert "Never push." in made["summary"]


@pytest.mark.parametrize(
    "wrong",
    [
        ["--in-place", "--preview"],
        ["--in-place", "--out", "x"],
        ["--text", "--json"],
        ["--keep-recent", "-1"],
        ["--profile", "poem"],
        ["--messages", "smoke"],
    ],
)
def test_wrong_use_is_refused(run, pi_file, wrong):
    with pytest.raises(click.UsageError):
        run("compact", pi_file, *wrong)


def command(*arguments, home: Path):
    env = {**os.environ, "HOME": str(home), "XDG_CONFIG_HOME": str(home), "COLUMNS": "80"}
    line = [sys.executable, "-c", "from foldline.cli.main import main; main()", *map(str, arguments)]
    return subprocess.run(line, capture_output=True, text=True, env=env, cwd=home, timeout=60, check=False)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(["compact", "absent"], 1), (["compact", "--nope"], 2), (["nope"], 2), (["--help"], 0), (["compact", "-h"], 0)],
)
def test_the_exit_status_is_as_documented(tmp_path, arguments, code):
    ran = command(*arguments, home=tmp_path)
    assert ran.returncode == code
    assert "Traceback" not in ran.stderr


def test_without_a_file_the_newest_sessions_are_listed(run, tmp_path, pi_file):
    assert "No sessions" in run("compact").out
    folder = tmp_path / "home" / ".pi" / "agent" / "sessions" / "--w--"
    folder.mkdir(parents=True)
    (folder / "2026-01-01T00-00-00_x.jsonl").write_bytes(pi_file.read_bytes())
    ran = run("compact")
    assert "please do part 0" in ran.out
    assert str(folder) in ran.out
    assert run("compact", "--json").json()["sessions"][0]["tool"] == "pi"
