"""A fold in a Codex session stands as the client writes one."""

import json

import pytest

from foldline.core.session import CompactionEntry, Session
from foldline.core.wrapping import wrap_summary
from foldline.errors import WriteRefusedError
from foldline.formats import codex
from foldline.formats.renewal import Fresh
from formats.codex_file import (
    ENVIRONMENT,
    Line,
    answered,
    called,
    counted,
    event,
    file,
    fold,
    header,
    load,
    output,
    said,
    told,
)

OLD = [header(), ENVIRONMENT, said("first"), answered("one"), said("second"), called("c1"), output("c1")]


def numbered(*lines: Line) -> list[Line]:
    """Lines as they are since 2026, with what the client notes beside each item."""
    made = []
    for ordinal, line in enumerate(lines):
        notes = {"history_sequence": ordinal, "sampled_through_sequence": ordinal - 1}
        beside = {"metadata": notes} if line["type"] == "response_item" else {}
        made.append({**line, "ordinal": ordinal, **beside})
    return made


def first_kept(session: Session, text: str) -> str:
    return next(item.id for item in session.context().items if item.message.text == text)


def written(session: Session, first: str, **more: object) -> bytes:
    fields = {"tokens_before": 900, "tokens_after": 100, "timestamp": "2026-02-03T04:05:06Z", **more}
    data = codex.dump(session, CompactionEntry("", None, "The summary.", first, **fields))
    assert data.startswith(session.source)
    return data


def made(session: Session, first: str) -> list[Line]:
    """The lines that a fold adds."""
    return [json.loads(line) for line in written(session, first)[len(session.source) :].splitlines()]


def test_an_older_file_gets_the_shorter_line():
    (line,) = made(load(*OLD), first_kept(load(*OLD), "second"))
    assert set(line) == {"timestamp", "type", "payload"}
    assert set(line["payload"]) == {"message", "replacement_history"}
    history = line["payload"]["replacement_history"]
    assert [item["type"] for item in history] == [
        "message",
        "message",
        "message",
        "function_call",
        "function_call_output",
    ]
    assert history[0] == ENVIRONMENT["payload"]
    assert history[1]["content"][0]["text"] == line["payload"]["message"] == wrap_summary("The summary.")
    assert history[2:] == [each["payload"] for each in OLD[4:]]


def test_reading_the_fold_gives_what_was_kept():
    session = load(*OLD)
    again = codex.load(written(session, first_kept(session, "second")))
    assert fold(again).summary == "The summary."
    assert told(again)[1:] == ["second", "", ""]


def test_a_file_of_2026_gets_windows_notes_and_the_state_to_go_on_in():
    start = {"turn_id": "turn-1", "turn_attribution": {"turn_id": "turn-1"}}
    context = {"type": "turn_context", "payload": {"turn_id": "turn-1", "model": "m", "multi_agent_version": "v1"}}
    state = {"type": "world_state", "payload": {"full": True, "state": {"a": 1}}}
    usage = {"type": "token_usage_record", "payload": {"usage": {"total_tokens": 900}}}
    lines = numbered(
        header(context_window={"window_id": "w0"}), event("task_started", **start), state, context, *OLD[1:], usage,
        counted(900, 900),
    )  # fmt: skip
    session = load(*lines)
    folded, world, turn, count = made(session, first_kept(session, "second"))
    payload = folded["payload"]
    assert [line["ordinal"] for line in (folded, world, turn, count)] == list(range(len(lines), len(lines) + 4))
    assert (payload["window_number"], payload["first_window_id"], payload["previous_window_id"]) == (1, "w0", "w0")
    assert len(payload["replacement_history_metadata"]) == len(payload["replacement_history"])
    assert payload["replacement_history_metadata"][1]["history_sequence"] > 8
    assert payload["latest_token_usage_record"] == usage["payload"]
    assert payload["resume_metadata"]["last_started_turn_id"] == "turn-1"
    assert payload["resume_metadata"]["previous_turn_settings"]["model"] == "m"
    assert (world["payload"], turn["payload"]) == (state["payload"], context["payload"])
    assert count["payload"]["info"]["last_token_usage"]["total_tokens"] == 100
    assert count["payload"]["info"]["total_token_usage"] == {"total_tokens": 900}


def test_a_second_window_follows_the_first_and_keeps_items_of_the_first_fold():
    session = load(*numbered(*OLD))
    once = codex.load(written(session, first_kept(session, "second")))
    grown = once.source + file({**said("third"), "ordinal": 20}, {**answered("three"), "ordinal": 21})
    session = codex.load(grown)
    (line,) = (each for each in made(session, first_kept(session, "second")) if each["type"] == "compacted")
    assert line["payload"]["window_number"] == 2
    before = json.loads(once.source.splitlines()[-1])["payload"]
    assert line["payload"]["previous_window_id"] == before["window_id"]
    assert line["payload"]["first_window_id"] == before["first_window_id"]
    history = line["payload"]["replacement_history"]
    assert [item["payload"] for item in OLD[4:]] == history[2:5]
    assert history[5]["content"][0]["text"] == "third"
    assert wrap_summary("The summary.") == history[1]["content"][0]["text"]
    assert len(history) == 7


def test_what_was_said_is_noted_across_folds():
    source = {"id": {"message_id": "msg_1", "turn_id": "t", "role": "user"}, "revision": "r1", "complete": True}
    lines = numbered(*OLD)
    lines[2]["metadata"] |= {"retained_source": source, "user_input_order": 0}
    session = load(*lines)
    retained = made(session, first_kept(session, "second"))[0]["payload"]["retained_context"]
    assert retained["user_messages"] == [
        {"revision": "r1", "order": 0, "turn_id": "t", "message_id": "msg_1", "text": "first", "complete": True}
    ]
    assert retained["next_order"] == 1
    again = codex.load(written(session, first_kept(session, "second")))
    assert made(again, "")[0]["payload"]["retained_context"]["user_messages"] == retained["user_messages"]


def test_a_file_from_before_folds_is_refused():
    bare = [{"id": "x", "timestamp": "t", "instructions": ""}, said("hello")["payload"]]
    with pytest.raises(WriteRefusedError, match="before folds"):
        written(load(*bare), "")


def test_a_new_session_names_the_one_it_came_from():
    fresh = Fresh("new-id", "2026-02-03T04:05:06.007Z")
    renewed = codex.renew(file(header(session_id="t1"), *OLD[1:]), "", fresh)
    payload = json.loads(renewed.data.splitlines()[0])["payload"]
    assert renewed.name == "rollout-2026-02-03T04-05-06-new-id.jsonl"
    assert (payload["id"], payload["session_id"], payload["forked_from_id"]) == ("new-id", "new-id", "t1")
    assert renewed.data.splitlines()[1:] == file(*OLD[1:]).splitlines()
    assert "forked_from_id" not in json.loads(codex.renew(file(*OLD), "", fresh).data.splitlines()[0])["payload"]
