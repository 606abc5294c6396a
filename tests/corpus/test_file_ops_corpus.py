"""File lists, errors and values of real sessions."""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from foldline.core import failures
from foldline.core.facts import FileOps, Ledger
from foldline.core.files import file_ops
from foldline.core.files.file_touches import is_link
from foldline.core.ledger.ledger_text import parse, render
from foldline.core.session import Item
from foldline.core.values import exact_values
from foldline.formats import registry

LONG = (
    "pi/before-compaction.jsonl",
    "pi/v3-tree.jsonl",
    "claude-code/cc-647-assistant.jsonl",
    "claude-code/cc-summaries-2-compactions.jsonl",
    "codex/rollout-823-lines.jsonl",
)


def history(path: Path) -> list[Item]:
    return registry.load(path.read_bytes()).history()


def plain_calls(path: Path) -> Iterator[tuple[str, str]]:
    """(tool, path) of every call of a pi session whose path is a text, counted without our reader."""
    for line in path.read_text("utf-8").splitlines():
        message = json.loads(line).get("message") or {}
        for block in message.get("content") or [] if message.get("role") == "assistant" else []:
            if block.get("type") == "toolCall" and isinstance(block["arguments"].get("path"), str):
                yield block["name"], block["arguments"]["path"]


@pytest.fixture(scope="module")
def files(corpus: Path) -> FileOps:
    return file_ops.collect(history(corpus / LONG[0]))


def test_every_file_of_a_plain_count_is_listed(corpus: Path, files: FileOps) -> None:
    calls = set(plain_calls(corpus / LONG[0]))
    changed = {path for tool, path in calls if tool in {"write", "edit"}}
    seen = {path for tool, path in calls if tool == "read"} - changed
    assert (len(changed), len(seen)) == (19, 7)
    listed = {*files.modified, *files.read, *files.moved_from.values()}
    assert changed | seen <= listed
    assert changed <= {*files.modified, *files.moved_from.values()}


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("src/main-new.ts", "src/main.ts"),
        ("src/cli-new.ts", "src/cli.ts"),
        ("src/utils/config.ts", "src/config.ts"),
        ("src/messages.ts", "src/core/messages.ts"),
        ("src/session-manager.ts", "src/core/session-manager.ts"),
    ],
)
def test_a_file_the_shell_moved_shows_where_it_is_and_where_it_was(files: FileOps, was: str, now: str) -> None:
    found = [(old, new) for new, old in files.moved_from.items() if old.endswith(f"/coding-agent/{was}")]
    assert [new.endswith(f"/coding-agent/{now}") for _, new in found] == [True]


def test_a_file_the_shell_deleted_is_marked_and_one_written_anew_is_not(files: FileOps) -> None:
    names = sorted(path.rpartition("/")[2] for path in files.deleted)
    assert names == ["refactor.md", "tui-renderer.ts"]


@pytest.mark.parametrize("name", LONG)
def test_the_facts_of_a_long_session_are_quick_and_sound(corpus: Path, name: str) -> None:
    items = history(corpus / name)
    started = time.perf_counter()
    ledger = Ledger(files=file_ops.collect(items), errors=failures.collect(items), values=exact_values.collect(items))
    assert time.perf_counter() - started < 1
    outputs = [result.text for item in items for result in item.message.results]
    said = [item.message.text for item in items]
    calls = [str(call.arguments) for item in items for call in item.message.calls]
    assert not any(is_link(path) or "\n" in path for path in (*ledger.files.modified, *ledger.files.read))
    assert all(
        any(failure.text in output for output in outputs)
        for failure in ledger.errors
        if "exit code" not in failure.text
    )
    assert all(any(value.text in text for text in (*said, *calls)) for value in ledger.values)
    rendered = render(ledger, cap=4_000, count=lambda text: len(text) // 4)
    assert parse(rendered.text) == rendered.ledger
    assert not rendered.over_cap
