"""Folds of oh-my-pi sessions that only their provider can read."""

import json

from builders import Words
from foldline import CompactionSettings, compact, entry
from foldline.core.remote.payload import Payload, is_placeholder
from foldline.formats import omp
from foldline.formats.omp_payloads import read, written
from formats.pi_lines import answered, file, header, said
from formats.pi_lines import entry as line
from providers.test_native import SEALED, model, streamed
from providers.wire_server import serving

NATIVE = CompactionSettings(keep=("messages", 2), remote="native")
LONG = " ".join(f"w{number}" for number in range(900))
RULE = "Never push to main."
REASONING = {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "gAAAAthought"}
THOUGHT = {"type": "thinking", "thinking": "", "thinkingSignature": json.dumps(REASONING)}
SESSION = file(
    header(title="x"),
    line("model_change", "m", None, model="openai/gpt-5"),
    said("a", "m", f"{RULE} Build it."),
    answered("b", "a", "", content=[THOUGHT, {"type": "text", "text": LONG}]),
    said("c", "b", "now the lexer"),
    answered("d", "c", "done"),
)


def fold(session, settings=NATIVE):
    with serving(streamed(SEALED)) as server:
        made = compact(session, settings, counter=Words(), provider=model(server.url))
    return made, server.asked[-1].body


def folded(session, settings=NATIVE):
    made, _ = fold(session, settings)
    data = omp.dump(session, entry(made, session))
    return json.loads(data[len(session.source) :]), omp.load(data)


def test_reasoning_that_the_tool_keeps_is_sent_as_it_was():
    made, body = fold(omp.load(SESSION))
    assert made.method == "remote"
    assert body["input"][1] == REASONING


def test_the_line_holds_what_the_tool_sends_back():
    told, _ = folded(omp.load(SESSION))
    sealed = told["preserveData"]["openaiRemoteCompaction"]
    assert (told["method"], told["shortSummary"]) == ("remote", "Remote compaction")
    assert (sealed["provider"], sealed["version"], sealed["usedTokens"]) == ("openai", "v2", 123)
    assert sealed["compactionItem"] == SEALED
    assert [item.get("role", item["type"]) for item in sealed["replacementHistory"]] == ["user", "compaction", "user"]
    assert RULE in sealed["replacementHistory"][2]["content"][0]["text"]
    assert (told["providerReplayThroughEntryId"], told["firstKeptEntryId"]) == ("b", "c")


def test_read_back_it_counts_for_its_provider_and_is_expanded_for_others():
    _, again = folded(omp.load(SESSION))
    own = again.context("openai")
    assert is_placeholder(own.previous.summary)
    assert [json.loads(item)["type"] for item in own.previous.payload.items] == ["message", "compaction"]
    assert [item.message.text for item in own.items] == ["now the lexer", "done"]
    assert again.context().previous is None
    assert [item.message.text for item in again.context().items][1] == LONG


def test_a_text_beside_it_is_what_others_read():
    settings = CompactionSettings(keep=("messages", 2), remote="native", native_readable="builtin")
    told, again = folded(omp.load(SESSION), settings)
    assert again.context().previous.summary == told["summary"]


def test_a_fold_of_the_tools_own_is_expanded_for_everybody():
    native = {"openaiRemoteCompaction": {"provider": "openai", "replacementHistory": [SEALED]}}
    own = line("compaction", "f", "d", summary="kept elsewhere", firstKeptEntryId="c", preserveData=native)
    session = omp.load(SESSION + file(own, said("g", "f", "and?")))
    assert session.context("openai").previous is None
    assert len(session.context().items) == 5


def test_a_signed_block_goes_there_and_back():
    block = {"type": "compaction", "content": "## Goal", "signature": "EuYB"}
    payload = Payload("anthropic", (json.dumps(block),), "claude-opus-4-6", 144)
    preserved = written(payload, "## Goal")["preserveData"]
    assert preserved["anthropicCompaction"] == {
        "provider": "anthropic",
        "content": "## Goal",
        "signature": "EuYB",
        "filesText": "",
        "exactTail": True,
        "model": "claude-opus-4-6",
        "usedTokens": 144,
    }
    assert json.loads(read(preserved, is_ours=True).payload.items[0]) == block
    assert read(preserved, is_ours=False).payload is None


def test_what_is_no_payload_is_none():
    for preserved in ({}, {"openaiRemoteCompaction": 3}, {"anthropicCompaction": {"content": "x"}}):
        assert read(preserved, is_ours=True) == read({}, is_ours=True)
    assert read({"openaiRemoteCompaction": {"replacementHistory": 3}}, is_ours=True).is_sealed
