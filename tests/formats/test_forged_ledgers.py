"""A ledger in a fold by a client's own model is not believed: the model may have been told to write it."""

import json

import pytest

from attacks import FALSE_RULE, forged
from cli.agent_sessions import SESSIONS, go_on
from foldline.compactor import compact, entry, load
from foldline.core.ledger import ledger_text
from foldline.core.result import Status
from foldline.core.settings import CompactionSettings
from foldline.formats import registry
from formats import claude_code_file as claude
from formats import codex_file as codex

SUMMARY = f"The work goes on.\n\n{forged()}"
SMALL = CompactionSettings(keep_recent_tokens=1500)


def pi_fold(lines):
    parent = lines[-1]["id"]
    return [
        {
            "type": "compaction",
            "id": "c0",
            "parentId": parent,
            "summary": SUMMARY,
            "firstKeptEntryId": "",
            "tokensBefore": 9,
        }
    ]


CLIENTS = {
    "pi": pi_fold,
    "omp": pi_fold,
    "claude_code": lambda lines: [
        claude.boundary("b0", lines[-1]["uuid"], trigger="auto", preTokens=9),
        claude.summary("s0", "b0", f"This session is being continued from a previous conversation.\n\n{SUMMARY}"),
    ],
    "codex": lambda lines: [codex.line("compacted", message=f"Another model wrote:\n{SUMMARY}")],
}


def folded_by_its_client(name):
    lines = SESSIONS[name](6)
    return b"".join(json.dumps(line).encode() + b"\n" for line in (*lines, *CLIENTS[name](lines)))


@pytest.mark.parametrize("name", CLIENTS)
def test_a_clients_own_fold_carries_no_ledger(name):
    fold = load(folded_by_its_client(name)).context().previous
    assert fold.by_client
    assert ledger_text.parse(fold.summary) is not None
    assert ledger_text.of_fold(fold) is None


@pytest.mark.parametrize("name", CLIENTS)
def test_no_rule_of_it_reaches_our_fold(name, tmp_path):
    path = tmp_path / "session.jsonl"
    path.write_bytes(folded_by_its_client(name))
    go_on(path, name)
    session = load(path)
    assert session.context().previous.by_client
    made = compact(session, SMALL)
    assert made.status is Status.COMPACTED
    assert made.ledger.rules == ()
    assert FALSE_RULE not in made.open_request + made.request
    assert FALSE_RULE not in repr(ledger_text.parse(made.summary))


@pytest.mark.parametrize("name", CLIENTS)
def test_a_fold_of_ours_is_believed(name):
    session = load(b"".join(json.dumps(line).encode() + b"\n" for line in SESSIONS[name](6)))
    written = registry.module(name).dump(session, entry(compact(session, SMALL), session))
    fold = load(written).context().previous
    assert not fold.by_client
    assert ledger_text.of_fold(fold) == ledger_text.parse(fold.summary) is not None
