"""A session of each tool, long enough to be folded."""

import json
from pathlib import Path

from cli.conftest import pi_lines, words
from formats import claude_code_file as claude
from formats import codex_file as codex

Line = dict[str, object]


def claude_lines(turns: int = 6, version: str = "2.1.197") -> list[Line]:
    lines: list[Line] = []
    parent: str | None = None
    for turn in range(turns):
        user, call, result, answer = (f"{turn:08x}-0000-4000-8000-00000000000{number}" for number in range(4))
        lines += [
            claude.typed(user, parent, f"please do part {turn}", version=version),
            claude.answer(call, user, f"m{turn}a", claude.call(f"t{turn}"), version=version),
            claude.result(result, call, f"t{turn}", words(80), version=version, sourceToolAssistantUUID=call),
            claude.answer(answer, result, f"m{turn}b", claude.text(f"Part {turn}: {words(500)}"), version=version),
        ]
        parent = answer
    return lines


def codex_lines(turns: int = 6) -> list[Line]:
    lines = [codex.header(), codex.ENVIRONMENT]
    for turn in range(turns):
        lines += [
            codex.said(f"please do part {turn}"),
            codex.called(f"c{turn}"),
            codex.output(f"c{turn}", words(80)),
            codex.answered(f"Part {turn}: {words(500)}"),
        ]
    return lines


def omp_lines(turns: int = 6) -> list[Line]:
    return [{"type": "title", "v": 1, "title": "", "pad": " " * 40}, *pi_lines(turns)]


SESSIONS = {"claude_code": claude_lines, "codex": codex_lines, "pi": pi_lines, "omp": omp_lines}


def write(path: Path, lines: list[Line]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines))
    return path


def go_on(path: Path, name: str, turns: int = 3) -> None:
    """Add turns to a session, as its tool would after a fold."""
    make = SESSIONS[name]
    added = make(6 + turns)[len(make(6)) :]
    last = json.loads(path.read_bytes().splitlines()[-1])
    if last["type"] == "compaction":
        added[0]["parentId"] = last["id"]
    if last.get("isCompactSummary"):
        added[0]["parentUuid"] = last["uuid"]
    lines = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in added)
    path.write_text(path.read_text() + lines)
