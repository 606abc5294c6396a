import asyncio
import copy

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from foldline import CompactionSettings, Hooks, ScriptedProvider, Status, acompact_messages, compact_messages
from foldline.core.wrapping import unwrap_summary
from foldline.errors import SettingsError
from foldline.message_lists import codec

WIRES = ("openai_chat", "anthropic_messages")
SMALL = CompactionSettings(keep_recent_tokens=120, ledger_tokens=2_000)


def words(count, word="word"):
    return " ".join(f"{word}{number}" for number in range(count))


def talk(wire, turns=6):
    messages = [] if wire == "anthropic_messages" else [{"role": "system", "content": "be brief"}]
    for turn in range(turns):
        messages.append({"role": "user", "content": f"please do part {turn}", "x_custom": turn})
        messages += step(wire, f"c{turn}", words(120, f"out{turn}x"))
        messages.append({"role": "assistant", "content": f"Part {turn} is done."})
    return messages


def step(wire, call_id, text):
    if wire == "anthropic_messages":
        use = {"type": "tool_use", "id": call_id, "name": "read", "input": {"path": f"src/{call_id}.py"}}
        answer = {"type": "tool_result", "tool_use_id": call_id, "content": text}
        return [{"role": "assistant", "content": [use]}, {"role": "user", "content": [answer]}]
    function = {"name": "read", "arguments": f'{{"path": "src/{call_id}.py"}}'}
    call = {"id": call_id, "type": "function", "function": function}
    return [
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": call_id, "content": text},
    ]


@pytest.mark.parametrize("wire", WIRES)
def test_a_list_is_folded_and_stays_valid(wire):
    messages = talk(wire)
    folded, result = compact_messages(messages, wire=wire, settings=SMALL)
    assert result.status is Status.COMPACTED
    assert codec(wire).check(folded) == []
    assert len(folded) < len(messages)
    assert folded[-1] is messages[-1]


@pytest.mark.parametrize("wire", WIRES)
def test_neither_the_list_nor_its_objects_are_changed(wire):
    messages = talk(wire)
    before = copy.deepcopy(messages)
    compact_messages(messages, wire=wire, settings=SMALL)
    assert messages == before


@pytest.mark.parametrize("wire", WIRES)
def test_unknown_keys_pass_through(wire):
    folded, _ = compact_messages(talk(wire), wire=wire, settings=CompactionSettings(keep_recent_tokens=700))
    assert [message["x_custom"] for message in folded if "x_custom" in message] == [5]


def test_the_system_prompt_stays_first_and_the_summary_is_the_first_user_message():
    folded, result = compact_messages(talk("openai_chat"), wire="openai_chat", settings=SMALL)
    assert folded[0] == {"role": "system", "content": "be brief"}
    assert folded[1]["role"] == "user"
    assert unwrap_summary(folded[1]["content"]) == result.summary


@pytest.mark.parametrize("wire", WIRES)
def test_a_stateless_caller_folds_again_and_again_and_loses_no_word_of_the_user(wire):
    messages = talk(wire, 4)
    for turn in range(4, 16):
        messages = [*messages, *talk(wire, turn + 1)[-4:]]
        messages, result = compact_messages(messages, wire=wire, settings=SMALL)
        assert codec(wire).check(messages) == []
    said = {quote.text for quote in result.ledger.said}
    tail = str([message for message in messages if message.get("role") == "user"][1:])
    assert {f"please do part {turn}" for turn in range(16) if f"please do part {turn}" not in tail} <= said
    assert str(messages).count("folded into the summary below") == 1


@pytest.mark.parametrize("wire", WIRES)
def test_where_roles_must_alternate_they_do(wire):
    settings = CompactionSettings(keep_recent_tokens=400, alternate=True)
    messages = [message for message in talk(wire, 12) if message["role"] != "system"]
    folded, result = compact_messages(messages, wire=wire, settings=settings)
    assert result.status is Status.COMPACTED
    again, _ = compact_messages([*folded, *talk(wire, 6)[-8:]], wire=wire, settings=settings)
    for made in (folded, again):
        if made[0].get("x_custom") is not None:
            assert [block["type"] for block in made[0]["content"]][:2] == ["text", "text"]
        assert codec(wire).check(made) == []


def test_what_does_not_need_folding_comes_back_as_it_was():
    messages = [{"role": "user", "content": "hi"}]
    same, result = compact_messages(messages, wire="openai_chat")
    assert same == messages
    assert result.status is Status.NOTHING_TO_FOLD


def test_an_empty_list_is_no_conversation():
    assert compact_messages([], wire="openai_chat").result.status is Status.NOT_A_CONVERSATION


def test_an_unknown_wire_names_the_known_ones():
    with pytest.raises(SettingsError, match="unknown wire 'smoke'; known are 'openai_chat', 'anthropic_messages'"):
        compact_messages([], wire="smoke")


def test_a_message_too_large_is_shortened_in_a_copy():
    messages = [*talk("openai_chat", 2), {"role": "user", "content": "look"}, *step("openai_chat", "big", words(5000))]
    folded, result = compact_messages(messages, wire="openai_chat", settings=SMALL)
    assert [record.entry_id for record in result.clamped]
    assert len(folded[-1]["content"]) < len(messages[-1]["content"])
    assert folded[-1]["tool_call_id"] == "big"


def test_system_tools_and_usage_are_counted():
    more = {"system": words(500), "tools": [{"name": "read", "input_schema": {}}], "usage": {"input_tokens": 9_000}}
    plain = compact_messages(talk("anthropic_messages"), wire="anthropic_messages", settings=SMALL).result
    full = compact_messages(talk("anthropic_messages"), wire="anthropic_messages", settings=SMALL, **more).result
    assert full.tokens_before > plain.tokens_before + 500


def test_a_list_that_was_broken_before_is_mended():
    messages = talk("openai_chat")
    orphan = {"role": "tool", "tool_call_id": "gone", "content": "x"}
    folded, result = compact_messages([*messages, orphan, *messages[-2:]], wire="openai_chat", settings=SMALL)
    assert result.status is Status.COMPACTED
    assert codec("openai_chat").check(folded) == []


def test_a_pending_call_stays_and_stays_open():
    messages = [*talk("openai_chat"), {"role": "user", "content": "run"}, step("openai_chat", "w", "")[0]]
    folded, result = compact_messages(messages, wire="openai_chat", settings=SMALL)
    assert result.status is Status.COMPACTED
    assert folded[-1] is messages[-1]


def test_a_provider_writes_and_the_async_twin_does_the_same():
    def provider():
        return ScriptedProvider(["## Goal\nAll parts.", "I did parts."])

    messages = talk("openai_chat")
    plain = compact_messages(messages, wire="openai_chat", settings=SMALL, provider=provider())
    other = asyncio.run(acompact_messages(messages, wire="openai_chat", settings=SMALL, provider=provider()))
    assert plain.result.method == "model"
    assert [m.get("content") for m in plain.messages] == [m.get("content") for m in other.messages]


PIECES = st.lists(st.sampled_from(["user", "agent", "step", "orphan", "open", "system", "long"]), max_size=24)


@given(PIECES, st.sampled_from(WIRES), st.integers(0, 300))
@hypothesis_settings(max_examples=150, deadline=None)
def test_whatever_the_list_the_fold_is_valid_or_refused(pieces, wire, keep):
    messages = []
    for number, piece in enumerate(pieces):
        messages += {
            "user": [{"role": "user", "content": f"ask {number}"}],
            "agent": [{"role": "assistant", "content": f"say {number}"}],
            "step": step(wire, f"s{number}", words(30)),
            "orphan": step(wire, f"o{number}", "lost")[1:],
            "open": step(wire, f"p{number}", "")[:1],
            "system": [{"role": "system", "content": "rule"}] if wire == "openai_chat" else [],
            "long": [{"role": "user", "content": words(200)}],
        }[piece]
    folded, result = compact_messages(messages, wire=wire, settings=CompactionSettings(keep_recent_tokens=keep))
    if result.status is Status.COMPACTED:
        last_calls = frozenset(f"p{n}" for n, piece in enumerate(pieces) if piece == "open")
        assert codec(wire).check(folded, last_calls) == []
    else:
        assert folded == messages


@pytest.mark.parametrize("wire", WIRES)
def test_hooks_take_part_in_folds_of_lists(wire):
    hooks = Hooks(before=(lambda _: {"summary": "Mine, word for word."},))
    messages = talk(wire)
    plain = compact_messages(messages, wire=wire, settings=SMALL, hooks=hooks)
    other = asyncio.run(acompact_messages(messages, wire=wire, settings=SMALL, hooks=hooks))
    assert plain.messages == other.messages
    assert "Mine, word for word." in str(plain.messages)
    assert plain.result.method == "hook"
    stopped = compact_messages(messages, wire=wire, settings=SMALL, hooks=Hooks(before=(lambda _: {"cancel": True},)))
    assert stopped.messages == messages
