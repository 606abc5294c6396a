"""The summary of a branch is one line more, in the fields of the tool that goes on from it."""

import json

import pytest
from msgspec.structs import replace

from foldline.core.session import BranchSummaryEntry
from foldline.formats import omp, pi, registry
from formats.pi_lines import answered, entry, file, header, linear, said

TIME = "2026-02-03T04:05:06.789Z"
A, B, C = said("a", None, "A"), answered("b", "a", "B"), said("c", "b", "C")
SUMMARY = BranchSummaryEntry("", "a", "a", "What was tried.", ("r.py",), ("m.py",), TIME, method="model")
MARKS = {pi: "fromHook", omp: "fromExtension"}


def named(tool) -> str:
    return tool.NAME


@pytest.mark.parametrize("tool", MARKS, ids=named)
def test_the_line_has_the_fields_of_the_tool_and_no_other_byte_is_changed(tool):
    source = file(header(), A, B, C)
    data = tool.dump_branch(tool.load(source), SUMMARY)
    assert data.startswith(source)
    line = json.loads(data.splitlines()[-1])
    assert list(line) == ["type", "id", "parentId", "timestamp", "fromId", "summary", "details", MARKS[tool]]
    assert {**line, "id": ""} == {
        "type": "branch_summary",
        "id": "",
        "parentId": "a",
        "timestamp": TIME,
        "fromId": "a",
        "summary": "What was tried.",
        "details": {"readFiles": ["r.py"], "modifiedFiles": ["m.py"], "method": "model"},
        MARKS[tool]: False,
    }


@pytest.mark.parametrize("tool", MARKS, ids=named)
def test_the_tool_goes_on_behind_it_and_the_branch_is_no_context_any_more(tool):
    session = tool.load(tool.dump_branch(tool.load(file(header(), A, B, C)), SUMMARY))
    assert session.leaf_id == session.entries[-1].id
    said_now = [item.message.text for item in session.context().items]
    assert said_now[0] == "A"
    assert "What was tried." in said_now[1]
    assert len(said_now) == 2


@pytest.mark.parametrize("tool", MARKS, ids=named)
def test_before_the_first_entry_it_comes_from_the_root(tool):
    summary = BranchSummaryEntry("", None, "root", "S", timestamp=TIME, from_extension=True)
    data = tool.dump_branch(tool.load(file(header(), A, B)), summary)
    line = json.loads(data.splitlines()[-1])
    assert (line["parentId"], line["fromId"], line[MARKS[tool]]) == (None, "root", True)
    read = tool.load(data).entries[-1]
    assert (read.parent_id, read.from_extension) == (None, True)


def test_a_file_without_a_tree_is_brought_to_the_present_version_first():
    old = {key: value for key, value in header().items() if key != "version"}
    session = pi.load(file(old, linear(A), linear(B), linear(C)))
    first = session.entries[0].id
    data = pi.dump_branch(session, BranchSummaryEntry("", first, first, "S", timestamp=TIME))
    lines = [json.loads(line) for line in data.splitlines()]
    assert [line.get("parentId") for line in lines[1:]] == [None, first, lines[2]["id"], first]
    assert lines[0]["version"] == 3


def test_the_summary_of_an_extension_is_read_as_one():
    line = entry("branch_summary", "s", "a", fromId="a", summary="S", fromHook=True)
    assert pi.load(file(header(), A, line)).entries[-1].from_extension


@pytest.mark.parametrize(("name", "keeps"), [("pi", True), ("omp", True), ("codex", False), ("openai_chat", False)])
def test_only_sessions_of_pi_and_oh_my_pi_keep_branches(name, keeps):
    assert registry.keeps_branches(name) is keeps


@pytest.mark.parametrize("tool", MARKS, ids=named)
def test_what_is_written_is_read_back(tool):
    session = tool.load(tool.dump_branch(tool.load(file(header(), A, B, C)), SUMMARY))
    back = session.entries[-1]
    assert back == replace(SUMMARY, id=back.id, records=back.records)
