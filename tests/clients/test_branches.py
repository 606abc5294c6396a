"""The real pi and oh-my-pi go on behind the summary of a branch that was left."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from clients.journey import GO_ON, RULE, foldline
from clients.model_server import ModelServer
from clients.real_clients import CLIENTS, Client
from clients.test_clients import Made
from foldline.compactor import load
from foldline.core.session import BranchSummaryEntry, MessageEntry

pytestmark = pytest.mark.clients

WITH_TREES = tuple(client for client in CLIENTS if client.format in {"pi", "omp"})
TURNS = ("List the first chapter (two commands).", "Write the note about the rivers down (edit).", f"{RULE} Thanks.")


@pytest.fixture(scope="module", params=WITH_TREES, ids=lambda client: client.format)
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Made]:
    kind: type[Client] = request.param
    if reason := kind.why_not():
        pytest.skip(reason)
    with ModelServer() as server:
        client = kind(tmp_path_factory.mktemp(kind.format), server)
        client.say(TURNS[0])
        session = client.newest()
        client.say(TURNS[1], session)
        client.say(TURNS[2], session)
        yield Made(client, session, session.read_bytes())


def asked(path: Path, words: str) -> MessageEntry:
    found = (entry for entry in load(path).entries if isinstance(entry, MessageEntry) and words in entry.message.text)
    return next(entry for entry in found if entry.message.role == "user")


def test_a_client_goes_on_behind_the_summary_and_it_can_be_undone(made: Made):
    made.session.write_bytes(made.data)
    left = asked(made.session, TURNS[1])
    foldline("branch", made.session, "--to", left.id, "--in-place")
    assert made.session.read_bytes().startswith(made.data)
    written = load(made.session).entries[-1]
    assert isinstance(written, BranchSummaryEntry)
    assert written.parent_id == left.parent_id
    request = made.client.say(GO_ON, made.session)[0]
    assert written.summary in request.text
    assert RULE in request.text
    assert TURNS[0] in request.text
    assert TURNS[1] not in request.text.replace(written.summary, "")
    assert GO_ON in request.said[-1].text or GO_ON in "\n".join(each.text for each in request.said[-3:])
    foldline("restore", made.session)
    assert made.session.read_bytes() == made.data


def test_a_client_goes_back_to_the_beginning(made: Made):
    made.session.write_bytes(made.data)
    foldline("branch", made.session, "--to", asked(made.session, TURNS[0]).id, "--in-place")
    written = load(made.session).entries[-1]
    assert isinstance(written, BranchSummaryEntry)
    request = made.client.say(GO_ON, made.session)[0]
    assert written.summary in request.text
    assert TURNS[0] not in request.text.replace(written.summary, "")
