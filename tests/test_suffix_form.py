"""Cache-aware requests: the instruction stands behind what the provider has read before."""

import json

import pytest

from builders import Words
from foldline import CompactionSettings, Status, compact, compact_messages, load, provider
from foldline.providers.http import HttpProvider, Options
from foldline.providers.retry import RetryPolicy
from providers.test_faults import GOOD, cap_of
from providers.wire_answers import MODELS, answer, failure
from providers.wire_server import Answer, serving

LONG = " ".join(f"w{number}" for number in range(900))
SUFFIX = CompactionSettings(keep=("messages", 2), request_form="suffix", effort="off")
SERVICES = {"openai_chat": "openai", "openai_responses": "openai-responses", "anthropic_messages": "anthropic"}
LISTS = {"openai_chat": "messages", "openai_responses": "input", "anthropic_messages": "messages"}
TOOLS = [{"name": "bash", "type": "function", "input_schema": {}}]
SECRET = "sk-ant-api03-" + "Ab3dE5gH" * 11 + "AA"


def talk(wire):
    system = [{"role": "system", "content": "Be brief."}] if wire == "openai_chat" else []
    turns = [("user", "Build it."), ("assistant", LONG), ("user", "now the lexer"), ("assistant", "lexed")]
    return [*system, *({"role": role, "content": text} for role, text in turns)]


def model(wire, url, window=None):
    name = SERVICES[wire]
    made = provider(f"{name}:{MODELS[name]}", base_url=url, key="sk-test-0123456789")
    return HttpProvider(made.service, made.model, Options(effort="off", retry=RetryPolicy(attempts=1), window=window))


def writes(wire):
    return lambda asked: answer(SERVICES[wire], GOOD[cap_of(asked.body)])


def fold(wire, server, messages=None, settings=SUFFIX, **more):
    asked = model(wire, server.url, more.pop("window", None))
    return compact_messages(messages or talk(wire), wire=wire, tools=TOOLS, settings=settings, provider=asked, **more)


@pytest.mark.parametrize("wire", SERVICES)
def test_the_summary_is_asked_for_behind_the_callers_own_messages(wire):
    before = talk(wire)
    with serving(writes(wire)) as server:
        _, result = fold(wire, server, before)
    full, short = server.asked
    sent = full.body[LISTS[wire]]
    assert sent[:-1] == before[:-2]
    assert "The conversation rests here" in json.dumps(sent[-1])
    assert LONG not in json.dumps(sent[-1])
    assert full.body["tools"] == TOOLS
    assert full.body["tool_choice"] in ("none", {"type": "none"})
    assert "tools" not in short.body
    assert (result.status, result.method) == (Status.COMPACTED, "model")


@pytest.mark.parametrize("wire", SERVICES)
def test_what_was_read_from_the_cache_is_told(wire):
    with serving(writes(wire)) as server:
        _, result = fold(wire, server)
    assert result.attempts[0].usage.cache_read == 40
    assert result.cached_tokens == 80


@pytest.mark.parametrize("wire", SERVICES)
def test_where_the_live_request_is_turned_away_the_prompt_is_sent_alone(wire):
    def answered(asked):
        if "The conversation rests here" in json.dumps(asked.body):
            return failure(SERVICES[wire], 400)
        return writes(wire)(asked)

    with serving(answered) as server:
        _, result = fold(wire, server)
    assert (result.status, result.method) == (Status.COMPACTED, "model")
    assert "does not take a prompt of this size" in result.attempts[0].outcome
    assert result.attempts[1].outcome == "accepted"
    assert "<conversation>" in json.dumps(server.asked[1].body)


def test_a_service_that_is_down_is_not_asked_twice_as_often():
    with serving(Answer(status=500, kind="application/json")) as server:
        _, result = fold("openai_chat", server)
    assert len(server.asked) == 2
    assert result.method == "builtin"


def test_where_the_live_request_does_not_fit_the_prompt_is_sent_alone():
    with serving(writes("openai_chat")) as server:
        fold("openai_chat", server, window=3_000)
    assert all("The conversation rests here" not in json.dumps(asked.body) for asked in server.asked)


def test_a_model_of_another_wire_gets_the_prompt_alone():
    with serving(lambda asked: answer("google", GOOD[cap_of(asked.body)])) as server:
        asked = provider(f"google:{MODELS['google']}", base_url=server.url, key="k")
        _, result = compact_messages(talk("openai_chat"), wire="openai_chat", settings=SUFFIX, provider=asked)
    assert "<conversation>" in json.dumps(server.asked[0].body)
    assert result.method == "model"


def test_by_default_the_prompt_is_sent_alone():
    settings = CompactionSettings(keep=("messages", 2), effort="off")
    with serving(writes("openai_chat")) as server:
        fold("openai_chat", server, settings=settings)
    assert "The conversation rests here" not in json.dumps(server.asked[0].body)


def test_a_session_of_a_file_is_never_sent_as_it_is():
    lines = "\n".join(json.dumps(message) for message in talk("openai_chat"))
    with serving(writes("openai_chat")) as server:
        session = load(lines.encode(), format="openai_chat")
        made = compact(session, SUFFIX, provider=model("openai_chat", server.url), counter=Words())
    assert made.status is Status.COMPACTED
    assert "<conversation>" in json.dumps(server.asked[0].body)


def test_the_summary_before_leads_the_next_request_as_it_stands_in_the_list():
    with serving(writes("openai_chat")) as server:
        folded, _ = fold("openai_chat", server)
        listed = [*folded, *talk("openai_chat")[1:]]
        fold("openai_chat", server, listed)
    sent = server.asked[2].body["messages"]
    assert sent[:-1] == listed[:-2]
    assert sent[1] == folded[1]


def test_the_beginning_of_a_split_turn_is_asked_for_by_name():
    wire = "anthropic_messages"
    listed = [
        *talk(wire),
        {"role": "user", "content": "and the docs"},
        {"role": "assistant", "content": LONG},
        {"role": "user", "content": [{"type": "text", "text": "<system-reminder>on</system-reminder>"}]},
        {"role": "assistant", "content": "done"},
    ]
    with serving(writes(wire)) as server:
        fold(
            wire, server, listed, settings=CompactionSettings(keep=("messages", 1), request_form="suffix", effort="off")
        )
    last = [asked.body["messages"][-1]["content"] for asked in server.asked if "tools" in asked.body]
    assert any("about the last turn alone" in text for text in last)


def test_secrets_are_taken_out_of_the_live_request_too():
    listed = talk("openai_chat")
    listed[1] = {"role": "user", "content": f"Build it with {SECRET}."}
    with serving(writes("openai_chat")) as server:
        fold("openai_chat", server, listed)
    sent = json.dumps([asked.body for asked in server.asked])
    assert SECRET not in sent
    assert listed[1]["content"].endswith(f"{SECRET}.")


def test_what_the_checks_refuse_is_asked_for_again_with_the_reason():
    def answered(asked):
        is_first = "not accepted" not in json.dumps(asked.body)
        good = answer("openai", GOOD[cap_of(asked.body)])
        return answer("openai", "Sure! Let me look.") if is_first and "tools" in asked.body else good

    with serving(answered) as server:
        _, result = fold("openai_chat", server)
    assert [attempt.outcome == "accepted" for attempt in result.attempts] == [False, True, True]
    assert "answers the conversation" in server.asked[1].body["messages"][-1]["content"]
