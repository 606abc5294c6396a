"""A provider folds by itself: what is kept, what is told, and how the fold goes on where it fails."""

import json
import threading

import pytest

from builders import Words, agent, calls, result, session, user
from foldline import CompactionSettings, Status, compact, entry, provider
from foldline.core.messages import Message, OpaquePart
from foldline.core.remote.payload import Payload, is_placeholder, placeholder
from foldline.core.session import CompactionEntry, Info, MessageEntry
from foldline.providers.chain import Chain
from foldline.providers.http import HttpProvider, Options
from foldline.providers.retry import RetryPolicy
from providers.test_faults import GOOD, cap_of
from providers.test_faults import model as writer
from providers.test_native import SEALED, V1, V2, by_path, compacted, model, refusal, streamed
from providers.wire_answers import answer
from providers.wire_server import Answer, serving

NATIVE = CompactionSettings(keep_recent_tokens=300, remote="native")
RULE = "Never push to main without asking me."


def words(count, stem):
    return " ".join(f"{stem}{number}" for number in range(count))


def talk():
    return session(
        user(f"{RULE} Build the parser."),
        agent(words(1_800, "did")),
        user("and now the lexer"),
        calls("a"),
        result("a", words(900, "out")),
        agent(words(200, "so")),
    )


def folds(asked):
    """Folds by itself, and writes what is asked for as text."""
    if asked.path == V2 and "max_output_tokens" not in asked.body:
        return streamed(SEALED)
    return answer("openai-responses", GOOD[cap_of(asked.body) - THINKING])


THINKING = 16_384
"""What `gpt-5` may think on top of a text."""


def fold(source, server, settings=NATIVE):
    return compact(source, settings, counter=Words(), provider=model(server.url))


def test_no_text_is_asked_for_and_the_ledger_stands_beside_a_sentence():
    with serving(folds) as server:
        made = fold(talk(), server)
    assert len(server.asked) == 1
    assert (made.status, made.method, made.short_summary) == (Status.COMPACTED, "remote", "Remote compaction")
    assert is_placeholder(made.summary)
    assert "123 input tokens" in made.prose
    assert RULE in made.summary
    assert made.summarised_by == "openai-responses:gpt-5"
    assert [(one.kind, one.outcome, one.usage.cache_read) for one in made.attempts] == [("native", "accepted", 100)]
    assert "in a form that only its provider can read" in made.reason


def test_the_payload_leads_the_new_context_and_counts():
    with serving(folds) as server:
        made = fold(talk(), server)
    assert json.loads(made.payload.items[-1]) == SEALED
    assert made.messages[0] == made.payload.message()
    assert made.messages[1].source == "summary"
    assert made.tokens_after == Words().count("") + sum(made_size(message) for message in made.messages)


def made_size(message):
    from foldline.core.counting.tokens import measure

    return measure(message, Words()).tokens


def test_only_what_is_folded_is_sent_and_what_is_kept_stays_word_for_word():
    source = talk()
    with serving(folds) as server:
        made = fold(source, server)
    sent = json.dumps(server.asked[0].body)
    assert "did899" in sent
    assert all(message.text not in sent for message in made.messages[2:] if message.text)
    assert made.kept[-1].message.text == words(200, "so")


@pytest.mark.parametrize(
    ("readable", "requests", "prose", "by"),
    [
        ("builtin", 1, "## ", "openai-responses:gpt-5, builtin"),
        ("model", 3, "## Goal\nShip.", "openai-responses:gpt-5"),
    ],
)
def test_a_text_can_be_had_beside_it(readable, requests, prose, by):
    settings = CompactionSettings(keep_recent_tokens=300, remote="native", native_readable=readable, effort="off")
    with serving(folds) as server:
        made = fold(talk(), server, settings)
    assert len(server.asked) == requests
    assert (made.method, made.short_summary, made.summarised_by) == ("remote", "Remote compaction", by)
    assert made.prose.startswith(prose)
    assert made.payload is not None
    assert entry(made, talk()).readable


def test_by_default_nobody_folds_by_himself():
    settings = CompactionSettings(keep_recent_tokens=300, effort="off")
    with serving(folds) as server:
        made = fold(talk(), server, settings)
    assert (made.method, made.payload) == ("model", None)
    assert all("compaction_trigger" not in json.dumps(asked.body) for asked in server.asked)


def test_where_it_fails_the_chain_goes_on_and_both_are_told():
    with (
        serving(by_path(refusal(400), refusal(404))) as down,
        serving(lambda asked: answer("google", GOOD[cap_of(asked.body)])) as up,
    ):
        chain = Chain([model(down.url, attempts=1), writer("google", up.url)])
        made = compact(talk(), NATIVE, counter=Words(), provider=chain)
    assert (made.status, made.method, made.payload) == (Status.COMPACTED, "model", None)
    assert made.summarised_by == "google:gemini-2.0-flash"
    told = [(one.kind, one.summariser, one.status) for one in made.attempts]
    assert told[:2] == [("native", "openai-responses:gpt-5", 400), ("native", "openai-responses:gpt-5", 404)]
    assert [one.outcome for one in made.attempts if one.summariser == made.summarised_by] == ["accepted"] * 3


def test_an_abort_leaves_the_session_as_it_was_and_asks_nobody_else():
    source = talk()
    before = source.history()
    with serving(Answer(ending="stall")) as server:
        asked = model(server.url)
        threading.Thread(target=lambda: server.stalled.wait(9) and asked.cancel(), daemon=True).start()
        made = compact(source, NATIVE, counter=Words(), provider=asked)
    assert (made.status, made.payload) == (Status.CANCELLED, None)
    assert [one.path for one in server.asked] == [V2]
    assert source.history() == before


def test_silence_past_the_deadline_becomes_the_next_way():
    with serving(lambda asked: Answer(ending="stall") if asked.path == V2 else None) as server:
        made = compact(talk(), NATIVE, counter=Words(), provider=model(server.url, attempts=1, total=0.05))
    assert (made.status, made.method) == (Status.COMPACTED, "builtin")
    assert "no answer within 0.05 s" in made.attempts[0].outcome


def test_secrets_are_taken_out_of_what_is_folded_and_what_is_sealed_stays():
    secret = "sk-ant-api03-" + "Ab3dE5gH" * 11 + "AA"
    sealed = Message("assistant", (OpaquePart("compaction", json.dumps(SEALED)),), source="agent")
    source = session(user(f"key {secret} " + words(900, "x")), sealed, agent(words(900, "y")), user("on"), agent("ok"))
    with serving(folds) as server:
        made = fold(source, server)
    sent = json.dumps(server.asked[0].body)
    assert secret not in sent + made.summary + "".join(made.payload.items)
    assert SEALED in server.asked[0].body["input"]


def again(source, made):
    """The session after the fold, with more said."""
    source.append(entry(made, source))
    for number in range(3):
        source.append(MessageEntry(f"later{number}", source.leaf_id, user(f"and part {number}")))
        source.append(MessageEntry(f"answer{number}", source.leaf_id, agent(words(800, "then"))))
    return source


def test_the_next_native_fold_starts_from_the_last_one():
    with serving(folds) as server:
        source = talk()
        made = fold(again(source, fold(source, server)), server)
    sent = server.asked[1].body["input"]
    assert SEALED in sent
    assert "did899" not in json.dumps(sent)
    assert made.status is Status.COMPACTED
    assert RULE in made.summary


def test_for_another_provider_the_originals_take_its_place():
    with serving(folds) as server:
        source = talk()
        again(source, fold(source, server))
    assert source.context().previous is None
    with serving(lambda asked: answer("google", GOOD[cap_of(asked.body)])) as other:
        settings = CompactionSettings(keep_recent_tokens=300, effort="off")
        made = compact(source, settings, counter=Words(), provider=writer("google", other.url))
    bodies = [json.dumps(asked.body) for asked in other.asked]  # those of one round come in any order
    assert any("did899" in body for body in bodies)
    assert not any("only its provider can read" in body for body in bodies)
    assert (made.method, made.payload) == ("model", None)


def test_where_the_next_native_fold_fails_the_originals_are_summarised():
    with serving(folds) as server:
        source = talk()
        again(source, fold(source, server))
    with serving(by_path(refusal(400), refusal(404))) as down:
        made = compact(source, NATIVE, counter=Words(), provider=model(down.url, attempts=1))
    assert (made.method, made.payload) == ("builtin", None)
    assert set(made.folded_ids) >= {"m0", "m1"}


@pytest.mark.parametrize(
    ("format_name", "model_name", "said"),
    [
        ("pi", "", "the format 'pi' has no place for what openai keeps"),
        ("claude_code", "", "the format 'claude_code' has no place"),
        ("", "claude-sonnet-4-5", "the session's model 'claude-sonnet-4-5' could not read what openai keeps"),
    ],
)
def test_where_nobody_could_read_it_the_provider_is_not_asked(format_name, model_name, said):
    source = talk()
    source.format = format_name
    source.info = Info(model=model_name)
    with serving(folds) as server:
        made = fold(source, server, CompactionSettings(keep_recent_tokens=300, remote="native", effort="off"))
    assert (made.method, made.payload) == ("model", None)
    assert said in made.warnings[0]


def test_a_model_that_cannot_says_so():
    with serving(lambda asked: answer("openai", GOOD[cap_of(asked.body)])) as server:
        made = compact(talk(), NATIVE, counter=Words(), provider=writer("openai", server.url))
    assert "'gpt-4.1' can't" in made.warnings[0]
    assert made.method == "model"


def folds_of(*providers):
    """A path with a message and a fold of each provider; an empty name is a text that anybody reads."""
    built = session(user("one"), agent("two"))
    for number, name in enumerate(providers):
        payload = Payload(name, ("{}",)) if name else None
        text = placeholder(payload) if payload else "so far"
        fold_id = f"fold{number}"
        built.append(CompactionEntry(fold_id, built.leaf_id, text, readable=payload is None, payload=payload))
        built.append(MessageEntry(f"after{number}", built.leaf_id, user("more")))
    return built


@pytest.mark.parametrize(("reader", "fold_id"), [("anthropic", "fold0"), ("openai", "fold1"), ("", "fold0")])
def test_the_newest_fold_counts_that_the_reader_can_read(reader, fold_id):
    assert folds_of("", "openai").context(reader).previous.id == fold_id


def test_a_session_whose_requests_all_go_to_one_provider_is_read_by_it():
    source = folds_of("", "openai")
    source.reader = "openai"
    assert source.context().previous.id == "fold1"


def test_a_text_beside_a_sealed_fold_is_all_that_others_are_sent():
    built = session(user("one"))
    built.append(CompactionEntry("fold", "m0", "so far", payload=Payload("openai", ("{}",))))
    assert built.context().previous.payload is None
    assert built.context("openai").previous.payload is not None


def test_the_folding_address_alone_is_enough():
    with serving(by_path(refusal(404), compacted(SEALED))) as server:
        made = fold(talk(), server)
    assert [asked.path for asked in server.asked] == [V2, V1]
    assert (made.payload.version, len(made.payload.items)) == ("v1", 1)


BLOCK = {"type": "compaction", "content": "## Goal\nShip the parser.", "signature": "EuYB"}


def signed(block=BLOCK):
    usage = {"input_tokens": 0, "iterations": [{"input_tokens": 144, "output_tokens": 30}]}
    fields = {"type": "message", "content": [block], "stop_reason": "compaction", "usage": usage, "model": "claude"}
    return Answer((json.dumps(fields).encode(),), kind="application/json")


def claude(url):
    made = provider("anthropic:claude-opus-4-6", base_url=url, key="sk-test-0123456789")
    return HttpProvider(made.service, made.model, Options(effort="off", retry=RetryPolicy(attempts=1)))


def test_anthropic_gives_a_block_and_a_text_that_anybody_reads():
    source = talk()
    with serving(signed()) as server:
        made = compact(source, NATIVE, counter=Words(), provider=claude(server.url))
    (asked,) = server.asked
    assert asked.headers["anthropic-beta"] == "compact-2026-09-04"
    assert "## Goal" in asked.body["compaction"]["instructions"]
    assert (made.method, made.prose, made.short_summary) == ("remote", BLOCK["content"], "Remote compaction")
    assert made.summarised_by == "anthropic:claude-opus-4-6"
    assert "the summary is by anthropic:claude-opus-4-6" in made.reason
    assert json.loads(made.payload.items[0]) == BLOCK
    assert entry(made, source).readable
    beside = made.messages[1].text
    assert RULE in beside
    assert "Ship the parser." not in beside


def test_what_the_block_says_is_checked_like_any_summary():
    invented = {**BLOCK, "content": "## Goal\nShip src/never/heard_of.py."}

    def answered(asked):
        return signed(invented) if "compaction" in asked.body else answer("anthropic", GOOD[cap_of(asked.body)])

    with serving(answered) as server:
        made = compact(talk(), NATIVE, counter=Words(), provider=claude(server.url))
    assert (made.method, made.payload) == ("model", None)
    assert "never/heard_of.py" in made.attempts[0].outcome


def test_after_a_signed_fold_other_providers_go_on_from_its_text():
    source = talk()
    with serving(signed()) as server:
        again(source, compact(source, NATIVE, counter=Words(), provider=claude(server.url)))
    assert source.context().previous.summary.startswith(BLOCK["content"])
    assert source.context("anthropic").previous.payload is not None


def test_an_abort_after_the_providers_answer_keeps_nothing_of_it():
    source = talk()
    settings = CompactionSettings(keep_recent_tokens=300, remote="native", native_readable="model")
    asked = []

    def answered(request):
        asked.append(request.path)
        if len(asked) == 1:
            return streamed(SEALED)
        made.cancel()
        return Answer(ending="stall")

    with serving(answered) as server:
        made = model(server.url)
        folded = compact(source, settings, counter=Words(), provider=made)
    assert (folded.status, folded.payload) == (Status.CANCELLED, None)
    assert "history is as it was" in folded.reason
    assert source.context().previous is None
