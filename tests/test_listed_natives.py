"""Lists of messages with what a provider folded by itself: given back, sent back, and never lost."""

import json

import pytest

from foldline import CompactionSettings, Status, compact_messages
from foldline.core.wrapping import unwrap_summary
from foldline.listed import read_list
from foldline.wire import anthropic_messages, openai_responses
from providers.test_faults import GOOD, cap_of
from providers.test_native import SEALED, by_path, compacted, model, refusal, streamed
from providers.wire_answers import answer
from providers.wire_server import Answer, serving
from test_native_folds import BLOCK, claude, signed

WIRE = "openai_responses"
NATIVE = CompactionSettings(keep=("messages", 3), remote="native")
LONG = " ".join(f"w{number}" for number in range(900))
RULE = "Never push to main."
SYSTEM = {"role": "developer", "content": "Be brief."}
TOOLS = [{"type": "function", "name": "bash"}]


def said(text, role="user"):
    kind = "output_text" if role == "assistant" else "input_text"
    return {"type": "message", "role": role, "content": [{"type": kind, "text": text}]}


def step(call_id, text):
    return [
        {"type": "reasoning", "id": f"rs_{call_id}", "summary": [], "encrypted_content": "gAAAAx"},
        {"type": "function_call", "id": f"fc_{call_id}", "call_id": call_id, "name": "bash", "arguments": "{}"},
        {"type": "function_call_output", "call_id": call_id, "output": text},
    ]


TALK = [
    SYSTEM,
    said(f"{RULE} Build it."),
    *step("a", LONG),
    said("built", "assistant"),
    said("now the lexer"),
    *step("b", "ok"),
]
MORE = [said("lexed", "assistant"), said("and the docs"), *step("c", LONG), said("done", "assistant"), said("bye")]


def fold(messages, server, settings=NATIVE):
    return compact_messages(messages, wire=WIRE, tools=TOOLS, settings=settings, provider=model(server.url, attempts=1))


def texts(items):
    return [block.get("text") for item in items for block in item.get("content", []) if isinstance(block, dict)]


def test_a_list_of_items_is_folded_and_its_kept_items_are_the_callers_own():
    folded, result = compact_messages(TALK, wire=WIRE, settings=CompactionSettings(keep=("messages", 2)))
    assert result.status is Status.COMPACTED
    assert openai_responses.check(folded) == []
    assert folded[0] is SYSTEM
    assert all(one is other for one, other in zip(folded[2:], TALK[-3:], strict=True))
    assert RULE in unwrap_summary(texts(folded)[0])


def test_an_answer_and_its_reasoning_are_one_message():
    session = read_list(TALK, WIRE).session
    assert [item.message.role for item in session.context().items] == [
        "developer",
        "user",
        "assistant",
        "tool",
        "assistant",
        "user",
        "assistant",
        "tool",
    ]


def test_a_list_of_items_is_folded_again_and_again():
    messages = TALK
    for _ in range(3):
        messages, result = compact_messages(
            [*messages, *MORE], wire=WIRE, settings=CompactionSettings(keep=("messages", 2))
        )
        assert result.status is Status.COMPACTED
        assert openai_responses.check(messages) == []
    assert RULE in json.dumps(messages)


def test_what_the_provider_folded_comes_back_as_its_items():
    with serving(streamed(SEALED)) as server:
        folded, result = fold(TALK, server)
    (asked,) = server.asked
    assert asked.body["input"][:-1] == TALK[:6]
    assert asked.body["tools"] == TOOLS
    assert result.method == "remote"
    assert openai_responses.check(folded) == []
    assert [item.get("type", item.get("role")) for item in folded[:4]] == [
        "developer",
        "message",
        "compaction",
        "message",
    ]
    assert folded[1:3] == [TALK[1], SEALED]
    assert RULE in unwrap_summary(texts(folded)[1])
    assert folded[4] is TALK[6]


def test_the_next_fold_by_the_provider_starts_from_the_last_one():
    with serving(streamed(SEALED), streamed({**SEALED, "id": "cmp_2"})) as server:
        folded, _ = fold(TALK, server)
        again, result = fold([*folded, *MORE], server)
    sent = server.asked[1].body["input"]
    assert SEALED in sent
    assert LONG not in json.dumps(sent[: sent.index(SEALED)])
    assert result.method == "remote"
    assert [item["id"] for item in again if item.get("type") == "compaction"] == ["cmp_2"]
    assert RULE in unwrap_summary(texts(again)[-3]) or RULE in json.dumps(again)


def test_a_text_fold_keeps_what_only_the_provider_can_read_in_front():
    with serving(streamed(SEALED)) as server:
        folded, _ = fold(TALK, server)
    again, result = compact_messages([*folded, *MORE], wire=WIRE, settings=CompactionSettings(keep=("messages", 2)))
    assert result.method == "builtin"
    assert again[1:3] == [TALK[1], SEALED]
    third, _ = compact_messages([*again, *MORE], wire=WIRE, settings=CompactionSettings(keep=("messages", 2)))
    assert third[1:3] == [TALK[1], SEALED]
    assert openai_responses.check(third) == []


def test_an_item_that_the_service_put_there_by_itself_is_kept_too():
    listed = [said("go"), *step("a", "x"), SEALED, said("built", "assistant"), *MORE]
    folded, result = compact_messages(listed, wire=WIRE, settings=CompactionSettings(keep=("messages", 2)))
    assert result.status is Status.COMPACTED
    assert folded[0] == SEALED
    assert openai_responses.check(folded) == []


def test_where_it_fails_the_list_is_folded_by_text():
    with serving(by_path(refusal(400), refusal(404))) as server:
        folded, result = fold(TALK, server)
    assert (result.method, [one.status for one in result.attempts[:2]]) == ("builtin", [400, 404])
    assert SEALED not in folded


def test_the_words_that_the_folding_address_kept_lead():
    with serving(by_path(refusal(404), compacted(said("build it"), SEALED))) as server:
        folded, _ = fold(TALK, server)
    assert folded[1:3] == [said("build it"), SEALED]


TWO = CompactionSettings(keep=("messages", 2), remote="native")
CLAUDES = [
    {"role": "user", "content": f"{RULE} Build it."},
    {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "bash", "input": {}}]},
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": LONG}]},
    {"role": "assistant", "content": "built"},
    {"role": "user", "content": "now the lexer"},
    {"role": "assistant", "content": "done"},
]


def test_a_signed_block_leads_the_list_and_the_ledger_follows():
    with serving(signed()) as server:
        folded, result = compact_messages(
            CLAUDES, wire="anthropic_messages", system="Be brief.", settings=TWO, provider=claude(server.url)
        )
    assert server.asked[0].body["messages"] == CLAUDES[:4]
    assert server.asked[0].body["system"] == "Be brief."
    assert result.summary.startswith(BLOCK["content"])
    assert folded[0] == {"role": "assistant", "content": [BLOCK]}
    beside = unwrap_summary(folded[1]["content"])
    assert RULE in beside
    assert "Ship the parser" not in beside
    assert folded[2:] == CLAUDES[4:]
    assert anthropic_messages.check(folded) == []


CALL = {"role": "assistant", "content": [{"type": "tool_use", "id": "z", "name": "bash", "input": {}}]}
RESULT = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "z", "content": "ok"}]}
DONE = {"role": "assistant", "content": "done"}


@pytest.mark.parametrize(
    ("tail", "keep"),
    [
        ([CALL, RESULT, DONE, {"role": "user", "content": "next"}], 2),
        ([CALL, RESULT, DONE, {"role": "user", "content": "next"}], 3),
        ([{"role": "user", "content": "one"}, {"role": "user", "content": "two"}, DONE], 2),
        ([{"role": "user", "content": "<system-reminder>be brief</system-reminder>"}, DONE], 2),
        ([CALL, RESULT], 1),
    ],
    ids=["call result done user, kept 2", "kept 3", "user user assistant", "the client first", "no cut is safe"],
)
def test_behind_a_signed_block_the_tail_is_one_that_the_service_takes(tail, keep):
    settings = CompactionSettings(keep=("messages", keep), remote="native")
    with serving(signed()) as server:
        folded, result = compact_messages(
            [*CLAUDES, *tail], wire="anthropic_messages", settings=settings, provider=claude(server.url)
        )
    assert result.method == "remote"
    assert folded[0] == {"role": "assistant", "content": [BLOCK]}
    assert folded[1]["role"] == "user"
    assert anthropic_messages.check(folded) == []
    assert (CALL in folded) == (RESULT in folded)
    assert folded[-1] == tail[-1]


def test_after_a_signed_block_the_next_fold_goes_on_from_its_text():
    with serving(signed()) as server:
        folded, _ = compact_messages(CLAUDES, wire="anthropic_messages", settings=TWO, provider=claude(server.url))
    listed = [*folded, *CLAUDES]
    session = read_list(listed, "anthropic_messages").session
    assert session.context().previous.summary.startswith(BLOCK["content"])

    def answered(asked):
        return answer("anthropic", GOOD[cap_of(asked.body)])

    with serving(answered) as server:
        settings = CompactionSettings(keep=("messages", 2))
        again, result = compact_messages(
            listed, wire="anthropic_messages", settings=settings, provider=claude(server.url)
        )
    assert "Ship the parser." in json.dumps(server.asked[0].body)
    assert result.method == "model"
    assert all(BLOCK not in message["content"] for message in again if isinstance(message["content"], list))


@pytest.mark.parametrize("wire", ["openai_chat"])
def test_a_wire_without_a_place_for_it_is_folded_by_text(wire):
    talk = [
        {"role": "user", "content": LONG},
        {"role": "assistant", "content": LONG},
        {"role": "user", "content": "on"},
    ]
    with serving(Answer(status=500)) as server:
        _, result = compact_messages(talk, wire=wire, settings=NATIVE, provider=model(server.url, attempts=1))
    assert "no place for what openai keeps" in result.warnings[0]
    assert all(attempt.kind != "native" for attempt in result.attempts)
