"""Every pi and oh-my-pi sample is read whole and can be folded without changing a line of it."""

import json
from pathlib import Path

import pytest

from foldline.core.session import CompactionEntry, MessageEntry, Session
from foldline.formats import omp, pi
from foldline.formats.peek import Peek

FORMATS = {"pi": pi, "omp": omp}
FILES = (
    "pi/before-compaction.jsonl",
    "pi/cass-pi-v1.jsonl",
    "pi/generated-0.73.1-compact.jsonl",
    "pi/v3-tree.jsonl",
    "omp/generated-18.2.3-remote-compaction.jsonl",
)


@pytest.fixture(params=FILES)
def sample(request, corpus: Path) -> tuple[str, bytes]:
    path = corpus / request.param
    return path.parent.name, path.read_bytes()


def read(corpus: Path, name: str) -> Session:
    return FORMATS[name.partition("/")[0]].load((corpus / name).read_bytes())


def kinds(session: Session, kind: type) -> int:
    return sum(isinstance(entry, kind) for entry in session.entries)


def test_it_is_recognised_as_what_it_is_and_as_nothing_else(sample):
    name, data = sample
    assert [each for each, module in FORMATS.items() if module.sniff(Peek(data))] == [name]


def test_every_line_is_a_record(sample):
    name, data = sample
    session = FORMATS[name].load(data)
    assert session.source == data
    assert [session.record(index) for index in range(len(session.records))] == data.splitlines()
    assert session.problems == []


def test_every_entry_stands_on_the_line_it_was_read_from(sample):
    name, data = sample
    session = FORMATS[name].load(data)
    lines = data.splitlines()
    stated = [json.loads(lines[entry.records[0]]) for entry in session.entries]
    assert [line.get("id", entry.id) for line, entry in zip(stated, session.entries, strict=True)] == [
        entry.id for entry in session.entries
    ]
    assert len(session.entries) == sum(json.loads(line)["type"] not in {"session", "title"} for line in lines)


def test_a_fold_leaves_all_lines_and_shows_the_summary_and_what_was_kept(sample):
    name, data = sample
    before = FORMATS[name].load(data)
    items = before.context().items
    kept = items[len(items) // 2 :]
    fold = CompactionEntry("", None, "The summary.", kept[0].id, method="builtin", timestamp="2026-02-03T04:05:06.789Z")
    folded = FORMATS[name].dump(before, fold)
    after = FORMATS[name].load(folded)
    context = after.context()
    assert context.previous is not None
    assert context.previous.summary == "The summary."
    assert context.items == kept
    assert before.info.version == "1" or folded.startswith(data)


def test_the_long_session_has_its_messages_and_both_compactions(corpus: Path):
    session = read(corpus, "pi/before-compaction.jsonl")
    assert (kinds(session, MessageEntry), kinds(session, CompactionEntry)) == (990, 2)
    assert len(session.history()) == 990
    context = session.context()
    assert context.previous == [entry for entry in session.entries if isinstance(entry, CompactionEntry)][1]
    index = json.loads(session.record(context.previous.records[0]))["firstKeptEntryIndex"]
    kept = session.entry(context.previous.first_kept_entry_id)
    assert kept is not None
    assert kept.records == (index,)
    assert len(context.items) == 445


def test_version_1_is_brought_to_version_3_and_every_message_stays_byte_for_byte(corpus: Path):
    before = read(corpus, "pi/before-compaction.jsonl")
    fold = CompactionEntry("", None, "S", before.entries[-1].id, timestamp="2026-02-03T04:05:06.789Z")
    lines = pi.dump(before, fold).splitlines()
    assert lines[0] == before.record(0)[:-1] + b',"version":3}'
    assert all(
        lines[entry.records[0]].startswith(before.record(entry.records[0])[:-1])
        for entry in before.entries
        if isinstance(entry, MessageEntry)
    )


def test_only_the_branch_of_the_leaf_is_in_the_path_of_the_tree(corpus: Path):
    session = read(corpus, "pi/v3-tree.jsonl")
    assert (len(session.entries), len(session.path())) == (1030, 1022)
    assert session.leaf_id == session.entries[-1].id
    assert session.info.title == "tree demo"
    assert len(session.context().items) == 22
    off_path = {entry.id for entry in session.entries} - {entry.id for entry in session.path()}
    assert {entry.kind for entry in session.entries if entry.id in off_path and hasattr(entry, "kind")} == {
        "label",
        "custom",
    }


def test_oh_my_pis_folds_tell_all_they_know(corpus: Path):
    session = read(corpus, "omp/generated-18.2.3-remote-compaction.jsonl")
    folds = [entry for entry in session.entries if isinstance(entry, CompactionEntry)]
    assert [(fold.method, fold.tokens_before, fold.tokens_after) for fold in folds] == [
        ("remote", 17328, 15257),
        ("remote", 17374, 15215),
    ]
    assert [bool(fold.warning) for fold in folds] == [True, False]
    assert all(fold.short_summary and fold.readable for fold in folds)
    assert len(session.context().items) == 5
