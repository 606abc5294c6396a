"""A fold in a Claude Code session stands as the client writes one."""

import json
from uuid import UUID

import pytest

from foldline.core.session import CompactionEntry, Session
from foldline.formats import claude_code
from foldline.formats.renewal import Fresh
from formats.claude_code_file import (
    Line,
    answer,
    attached,
    boundary,
    call,
    file,
    fold,
    load,
    result,
    summary,
    text,
    told,
    typed,
)

NEW = {"version": "2.1.197", "userType": "external", "entrypoint": "cli", "gitBranch": "main"}
KEPT = ["u2", "x2", "a2", "a3", "r2", "r1"]
"""The lines from the second prompt on."""


def made(session: Session, first: str, **more: object) -> list[Line]:
    """The lines that a fold adds."""
    fields = {"tokens_before": 900, "tokens_after": 100, "duration_ms": 7, "timestamp": "2026-02-03T04:05:06Z", **more}
    written = claude_code.dump(session, CompactionEntry("", None, "The summary.", first, **fields))
    assert written.startswith(session.source)
    return [json.loads(line) for line in written[len(session.source) :].splitlines()]


def conversation(**more: object) -> list[Line]:
    return [
        typed("u1", None, "first", **more),
        answer("a1", "u1", "m1", text("one"), **more),
        typed("u2", "a1", "second", **more),
        attached("x2", "u2", "file", filename="f", content="inner", **more),
        answer("a2", "x2", "m2", call("c1"), **more),
        answer("a3", "a2", "m2", call("c2"), **more),
        result("r2", "a3", "c2", "done 2", **more),
        result("r1", "a2", "c1", "done 1", sourceToolAssistantUUID="a2", **more),
    ]


def test_the_boundary_has_the_fields_of_the_client_in_its_order():
    line, _ = made(load(*conversation(**NEW)), "u2")
    assert list(line) == [
        "parentUuid", "logicalParentUuid", "isSidechain", "type", "subtype", "content", "isMeta", "timestamp", "uuid",
        "level", "compactMetadata", "userType", "entrypoint", "cwd", "sessionId", "version", "gitBranch",
    ]  # fmt: skip
    assert line["parentUuid"] is None
    assert line["logicalParentUuid"] == "r1"
    assert line["timestamp"] == "2026-02-03T04:05:06.000Z"
    assert line["compactMetadata"] == {
        "trigger": "manual",
        "preTokens": 900,
        "durationMs": 7,
        "preservedSegment": line["compactMetadata"]["preservedSegment"],
        "preservedMessages": line["compactMetadata"]["preservedMessages"],
        "postTokens": 100,
        "cumulativeDroppedTokens": 800,
    }


def test_the_kept_lines_are_named_in_the_order_of_the_conversation():
    line, said = made(load(*conversation(**NEW)), "u2")
    kept = line["compactMetadata"]["preservedMessages"]
    assert kept == {"anchorUuid": said["uuid"], "uuids": kept["uuids"], "allUuids": kept["uuids"]}
    assert kept["uuids"] == KEPT
    ends = line["compactMetadata"]["preservedSegment"]
    assert ends == {"headUuid": "u2", "anchorUuid": said["uuid"], "tailUuid": "r1"}


def test_the_summary_hangs_on_the_boundary():
    line, said = made(load(*conversation(**NEW)), "u2")
    assert said["parentUuid"] == line["uuid"]
    assert said["isCompactSummary"] is said["isVisibleInTranscriptOnly"] is True
    assert "The summary." in said["message"]["content"]
    assert {UUID(line["uuid"]).version, UUID(said["uuid"]).version} == {4}


def test_reading_the_fold_gives_what_was_kept():
    session = load(*conversation(**NEW))
    entry = CompactionEntry("", None, "The summary.", "u2", tokens_before=900, timestamp="2026-02-03T04:05:06Z")
    again = claude_code.load(claude_code.dump(session, entry))
    assert fold(again).summary == "The summary."
    assert told(again) == ["u2", "x2", "a2", "r2", "r1"]


def test_a_fold_behind_a_fold_counts_on_and_leaves_the_old_one_out():
    lines = [
        *conversation(**NEW),
        boundary("b", "r1", cumulativeDroppedTokens=50, preservedMessages={"uuids": KEPT}),
        summary("s", "b", "Older."),
        typed("u3", "r1", "third", **NEW),
        answer("a4", "u3", "m4", text("three"), **NEW),
    ]  # fmt: skip
    line, _ = made(load(*lines), "u2")
    assert line["compactMetadata"]["preservedMessages"]["uuids"] == [*KEPT, "u3", "a4"]
    assert line["compactMetadata"]["cumulativeDroppedTokens"] == 850
    assert made(load(*lines), "u3")[0]["compactMetadata"]["preservedMessages"]["uuids"] == ["u3", "a4"]


@pytest.mark.parametrize("version", ["2.1.196", "2.0.76", "1.0.1", ""])
def test_an_older_client_gets_the_kept_lines_again_without_their_token_counts(version: str):
    line, said, *copies = made(load(*conversation(version=version)), "u2")
    assert line["compactMetadata"] == {"trigger": "manual", "preTokens": 900}
    assert [copy["type"] for copy in copies] == ["user", "attachment", "assistant", "assistant", "user", "user"]
    assert [copy["parentUuid"] for copy in copies] == [said["uuid"], *(copy["uuid"] for copy in copies[:-1])]
    assert copies[-1]["sourceToolAssistantUUID"] == copies[2]["uuid"]
    assert {copy["message"]["usage"]["input_tokens"] for copy in copies if copy["type"] == "assistant"} == {0}


def test_a_line_without_its_content_is_not_kept():
    lines = [*conversation(**NEW), typed("u3", "r1", None, **NEW), answer("a4", "u3", "m4", text("three"), **NEW)]
    del lines[-2]["message"]["content"]
    line, _ = made(load(*lines), "u2")
    assert line["compactMetadata"]["preservedMessages"]["uuids"] == [*KEPT, "a4"]


def test_a_fold_that_keeps_nothing_names_nothing():
    line, _ = made(load(*conversation(**NEW)), "")
    assert "preservedMessages" not in line["compactMetadata"]


def test_a_file_without_a_last_line_end_gets_one():
    session = claude_code.load(file(*conversation(**NEW)).rstrip(b"\n"))
    entry = CompactionEntry("", None, "The summary.", "u2", timestamp="2026-02-03T04:05:06Z")
    assert claude_code.dump(session, entry).splitlines()[len(conversation())].startswith(b'{"parentUuid":null')


def test_a_new_session_bears_its_id_in_every_line_and_nowhere_else():
    lines = [json.dumps(typed("u1", None, 'say "sessionId":"s1"'), separators=(",", ":"))]
    renewed = claude_code.renew(file(*lines), "", Fresh("new-id", "2026-02-03T04:05:06.007Z"))
    line = json.loads(renewed.data)
    assert renewed.name == "new-id.jsonl"
    assert line["sessionId"] == "new-id"
    assert line["message"]["content"] == 'say "sessionId":"s1"'
