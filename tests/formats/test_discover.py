"""The newest sessions of this machine's tools, by the head of each file."""

import json
import os
import tracemalloc
from pathlib import Path

import pytest

from foldline.formats.discover import discover


def write(path: Path, *lines: object, modified: int = 1_000) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    os.utime(path, (modified, modified))
    return path


def said(text: str) -> dict[str, object]:
    return {"type": "message", "id": "a", "parentId": None, "message": {"role": "user", "content": text}}


def header(**more: object) -> dict[str, object]:
    return {"type": "session", "version": 3, "id": "s", "cwd": "/srv/shop", **more}


def claude(text: str, **more: object) -> dict[str, object]:
    message = {"role": "user", "content": text}
    common = {"sessionId": "s", "cwd": "/srv/site", "timestamp": "2026-01-01T00:00:00.000Z"}
    return {"type": "user", "uuid": text, "parentUuid": None, "message": message, **common, **more}


PI = ".pi/agent/sessions/--work-shop--/a.jsonl"
OMP = ".omp/agent/sessions/-shop/b.jsonl"
CLAUDE = ".claude/projects/-work-site/c.jsonl"
CODEX = "sessions/2026/01/02/rollout-2026-01-02T03-04-05-d.jsonl"


def codex(text: str) -> list[dict[str, object]]:
    content = [{"type": "input_text", "text": text}]
    message = {"type": "message", "role": "user", "content": content}
    return [
        {"timestamp": "2026-01-02T03:04:05.000Z", "type": "session_meta", "payload": {"id": "d", "cwd": "/srv/api"}},
        {"timestamp": "2026-01-02T03:04:06.000Z", "type": "response_item", "payload": message},
    ]


def test_the_sessions_of_all_tools_come_newest_first(tmp_path: Path):
    write(tmp_path / PI, header(), said("add a cart"), modified=3_000)
    write(tmp_path / OMP, {"type": "title", "v": 1, "title": "Pay by card", "pad": ""}, header(), modified=1_000)
    write(tmp_path / CLAUDE, claude("fix the menu"), modified=2_000)
    write(tmp_path / ".codex" / CODEX, *codex("speed up the search"), modified=4_000)
    found = discover(tmp_path, {})
    assert [(each.tool, each.opening) for each in found] == [
        ("codex", "speed up the search"),
        ("pi", "add a cart"),
        ("claude_code", "fix the menu"),
        ("omp", "Pay by card"),
    ]
    assert [each.project for each in found] == ["/srv/api", "/srv/shop", "/srv/site", "/srv/shop"]
    assert [(each.modified, each.size) for each in found] == [
        (each.path.stat().st_mtime, each.path.stat().st_size) for each in found
    ]


@pytest.mark.parametrize(
    ("variable", "value", "place"),
    [
        ("PI_CODING_AGENT_DIR", "~/moved", "moved/sessions/--work--/a.jsonl"),
        ("PI_CODING_AGENT_SESSION_DIR", "~/flat", "flat/a.jsonl"),
        ("PI_CONFIG_DIR", ".other", ".other/agent/sessions/-shop/a.jsonl"),
        ("XDG_DATA_HOME", "~/data", "data/omp/sessions/-shop/a.jsonl"),
        ("UNRELATED", "", ".omp/profiles/srv/agent/sessions/-shop/a.jsonl"),
    ],
)
def test_the_folders_move_with_the_environment(tmp_path: Path, variable: str, value: str, place: str):
    path = write(tmp_path / place, header(), said("hello"))
    assert [each.path for each in discover(tmp_path, {variable: value})] == [path]


@pytest.mark.parametrize("place", [f"moved/{CODEX}", "moved/archived_sessions/rollout-old.jsonl"])
def test_codex_keeps_sessions_by_day_and_in_an_archive(tmp_path: Path, place: str):
    path = write(tmp_path / place, *codex("hello"))
    found = discover(tmp_path, {"CODEX_HOME": str(tmp_path / "moved")})
    assert [(each.path, each.project, each.opening) for each in found] == [(path, "/srv/api", "hello")]


def test_an_absolute_folder_is_taken_as_it_is(tmp_path: Path):
    path = write(tmp_path / "elsewhere/projects/-x/a.jsonl", claude("hello"))
    found = discover(tmp_path / "home", {"CLAUDE_CONFIG_DIR": str(tmp_path / "elsewhere")})
    assert [each.path for each in found] == [path]


def test_a_folder_reached_in_two_ways_is_listed_once(tmp_path: Path):
    write(tmp_path / OMP, header(), said("hello"))
    assert len(discover(tmp_path, {"PI_CODING_AGENT_DIR": str(tmp_path / ".omp/agent")})) == 1


def test_no_more_than_wanted_are_returned(tmp_path: Path):
    for number in range(5):
        write(tmp_path / f".pi/agent/sessions/--p--/{number}.jsonl", header(), said(str(number)), modified=number)
    assert [each.opening for each in discover(tmp_path, {}, limit=2)] == ["4", "3"]


def test_what_is_no_session_is_left_out_and_does_not_count(tmp_path: Path):
    folder = tmp_path / ".pi/agent/sessions/--p--"
    write(folder / "good.jsonl", header(), said("hello"), modified=1)
    write(folder / "other.jsonl", {"some": "thing"}, modified=2)
    write(folder / "empty.jsonl", modified=3)
    (folder / "folder.jsonl").mkdir()
    (folder / "binary.jsonl").write_bytes(b"\0\xff" * 100)
    (folder / "dangling.jsonl").symlink_to(folder / "gone")
    write(tmp_path / ".claude/projects/-p/agent-1.jsonl", claude("a sub-agent's task"))
    assert [each.path.name for each in discover(tmp_path, {}, limit=1)] == ["good.jsonl"]
    assert len(discover(tmp_path, {})) == 1


def test_a_home_without_any_tool_holds_nothing(tmp_path: Path):
    assert discover(tmp_path / "nobody", {}) == []


def test_the_words_of_a_human_open_it_and_not_those_of_the_client(tmp_path: Path):
    reminder = "<system-reminder>\nbe brief\n</system-reminder>"
    write(tmp_path / CLAUDE, claude(reminder), claude("hi", parentUuid=reminder))
    write(tmp_path / PI, header(), {"type": "custom_message", "content": "from a hook"}, said("  fix\n\tit  "))
    assert {each.opening for each in discover(tmp_path, {})} == {"hi", "fix it"}


def test_long_words_are_cut_to_a_line(tmp_path: Path):
    write(tmp_path / PI, header(), said("word " * 100))
    (found,) = discover(tmp_path, {})
    assert len(found.opening) <= 80
    assert found.opening.endswith("word…")


def test_only_the_head_of_a_big_file_is_read(tmp_path: Path):
    path = write(tmp_path / PI, header(), said("hello"), said("x" * 1_000_000))
    with path.open("ab") as file:
        file.truncate(50_000_000)
    tracemalloc.start()
    found = discover(tmp_path, {})
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found[0].opening == "hello"
    assert peak < 10_000_000


def test_a_first_message_longer_than_the_head_is_not_shown_cut(tmp_path: Path):
    write(tmp_path / PI, header(), said("x" * 1_000_000))
    (found,) = discover(tmp_path, {})
    assert found.opening == ""
