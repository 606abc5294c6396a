"""Folds of a Codex session that only OpenAI can read: its client's, and those we asked for."""

import json

from builders import Words
from foldline import CompactionSettings, compact, entry
from foldline.core.remote.payload import is_placeholder
from foldline.core.session import CompactionEntry
from foldline.formats import codex
from formats.codex_file import ENVIRONMENT, answered, called, file, header, line, load, output, said, thought, told
from providers.test_native import SEALED, model, streamed
from providers.wire_server import serving

NATIVE = CompactionSettings(keep=("messages", 2), remote="native")
LONG = " ".join(f"w{number}" for number in range(900))
RULE = "Never push to main."
TALK = (
    header(),
    line("turn_context", model="gpt-5-codex"),
    ENVIRONMENT,
    said(f"{RULE} Build it."),
    thought("hm", "gAAAAthought"),
    called("c1"),
    output("c1", LONG),
    answered("built"),
    said("now the lexer"),
    answered("done"),
)
CLIENTS = line("compacted", message="", replacement_history=[ENVIRONMENT["payload"], said("one")["payload"], SEALED])


def fold(session):
    with serving(streamed(SEALED)) as server:
        made = compact(session, NATIVE, counter=Words(), provider=model(server.url))
    return made, server.asked[-1].body


def payload(session):
    folds = [one for one in session.entries if isinstance(one, CompactionEntry)]
    return [json.loads(item) for item in folds[-1].payload.items]


def test_what_is_sent_are_the_items_that_the_client_recorded():
    made, body = fold(load(*TALK))
    recorded = [one["payload"] for one in TALK[2:8]]
    assert body["input"] == [*recorded, {"type": "compaction_trigger"}]
    assert made.method == "remote"


def test_the_line_holds_the_sealed_item_the_ledger_and_what_is_kept():
    session = load(*TALK)
    made, _ = fold(session)
    data = codex.dump(session, entry(made, session))
    compacted = json.loads(data[len(session.source) :].splitlines()[0])["payload"]
    history = compacted["replacement_history"]
    assert [item.get("role", item["type"]) for item in history] == [
        "user",
        "user",
        "compaction",
        "user",
        "user",
        "assistant",
    ]
    assert history[0] == ENVIRONMENT["payload"]
    assert history[1]["content"][0]["text"].startswith(RULE)
    assert history[2] == SEALED
    assert RULE in history[3]["content"][0]["text"]
    assert [history[4], history[5]] == [TALK[8]["payload"], TALK[9]["payload"]]


def test_read_back_it_counts_for_its_provider_and_is_expanded_for_others():
    session = load(*TALK)
    made, _ = fold(session)
    again = codex.load(codex.dump(session, entry(made, session)))
    assert payload(again)[-1] == SEALED
    own = again.context("openai")
    assert is_placeholder(own.previous.summary)
    assert [item.message.text for item in own.items][1:] == ["now the lexer", "done"]
    assert again.context().previous is None
    assert told(again)[1].startswith(RULE)
    assert LONG in again.context().items[3].message.parts[0].text


def test_a_text_beside_it_is_what_others_read():
    session = load(*TALK)
    settings = CompactionSettings(keep=("messages", 2), remote="native", native_readable="builtin")
    with serving(streamed(SEALED)) as server:
        made = compact(session, settings, counter=Words(), provider=model(server.url))
    again = codex.load(codex.dump(session, entry(made, session)))
    assert again.context().previous.summary == made.summary
    assert told(again)[1:] == ["now the lexer", "done"]
    assert payload(again)[-1] == SEALED


def test_the_clients_own_fold_leads_ours_and_its_words_come_along():
    more = (said("two"), answered(LONG), said("three"), answered("done"))
    session = load(header(), ENVIRONMENT, said("one"), answered("1"), CLIENTS, *more)
    assert payload(session) == [said("one")["payload"], SEALED]
    made, body = fold(session)
    assert body["input"][:3] == [ENVIRONMENT["payload"], said("one")["payload"], SEALED]
    assert "1" not in [block["text"] for item in body["input"] for block in item.get("content", [])]
    again = codex.load(codex.dump(session, entry(made, session)))
    assert [one.get("role", "sealed") for one in payload(again)] == ["user", "user", "sealed"]
    assert [item.message.text for item in again.context("openai").items][1:] == ["three", "done"]


def test_a_session_of_another_vendors_model_is_not_sealed():
    session = load(header(), line("turn_context", model="claude-sonnet-4-5"), *TALK[2:])
    with serving(streamed(SEALED)) as server:
        made = compact(session, NATIVE, counter=Words(), provider=model(server.url, attempts=1))
    assert made.payload is None
    assert "could not read what openai keeps" in made.warnings[0]


def test_what_stands_nowhere_else_is_never_lost():
    more = (said("two"), answered(LONG), said("three"), answered(LONG), said("four"), answered("done"))
    session = load(header(), CLIENTS, *more)
    for _ in range(2):
        made = compact(session, CompactionSettings(keep=("messages", 2)), counter=Words())
        assert (made.method, made.payload is not None) == ("builtin", True)
        session = codex.load(codex.dump(session, entry(made, session)))
        assert payload(session)[-1] == SEALED
        assert session.context("openai").previous.summary == made.summary
        session = codex.load(session.source + file(said("five"), answered(LONG), said("six"), answered("done")))
