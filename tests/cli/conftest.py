"""Sessions on disk and the command as a function."""

import json
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from foldline.cli.main import cli


class Ran(NamedTuple):
    code: int
    out: str
    err: str

    def json(self):
        return json.loads(self.out)


@pytest.fixture
def run(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)

    def invoke(*arguments, stdin=None):
        made = CliRunner().invoke(cli, [str(a) for a in arguments], input=stdin, standalone_mode=False)
        if made.exception is not None and not isinstance(made.exception, SystemExit):
            raise made.exception
        code = made.return_value if isinstance(made.return_value, int) else made.exit_code
        return Ran(code, made.stdout, made.stderr)

    return invoke


def words(count, word="word"):
    return " ".join(f"{word}{number}" for number in range(count))


def pi_lines(turns=6, size=700):
    lines = [{"type": "session", "version": 3, "id": "s", "timestamp": "2026-01-01T00:00:00Z", "cwd": "/w"}]
    parent = None
    for turn in range(turns):
        for role, said in (("user", f"please do part {turn}"), ("assistant", f"Part {turn}: {words(size)}")):
            name = f"{turn:04x}{role[:4]:0<4}".encode().hex()[:8]
            message = {"role": role, "content": [{"type": "text", "text": said}]}
            if role == "assistant":
                message |= {"model": "gpt-4o", "provider": "openai", "api": "openai-completions", "stopReason": "stop"}
            name = f"{turn:04x}{'aaaa' if role == 'user' else 'bbbb'}"
            lines.append({"type": "message", "id": name, "parentId": parent, "message": message})
            parent = name
    return lines


@pytest.fixture
def pi_file(tmp_path):
    path = tmp_path / "session.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in pi_lines()))
    return path


@pytest.fixture
def chat_file(tmp_path):
    path = tmp_path / "chat.json"
    messages = [{"role": "system", "content": "be brief"}]
    for turn in range(6):
        messages.append({"role": "user", "content": f"please do part {turn}", "x_key": turn})
        messages.append({"role": "assistant", "content": f"Part {turn}: {words(700)}"})
    path.write_text(json.dumps({"model": "m", "messages": messages}, indent=1))
    return path
