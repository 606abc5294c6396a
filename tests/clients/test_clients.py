"""The real clients go on from folded sessions, work on, compact by themselves, and are folded again."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from clients.journey import GO_ON, RULE, complaints, converse, fold, foldline, pairing_complaints
from clients.model_server import OWN_SUMMARY, ModelServer
from clients.real_clients import CLIENTS, Client
from foldline.compactor import load

pytestmark = pytest.mark.clients

KEEPS = (100, 1500, 4000)
"""Tokens: the last words only, the last turn, most of the session."""


class Made(NamedTuple):
    """A client and a session it made."""

    client: Client
    session: Path
    data: bytes


@pytest.fixture(scope="module", params=CLIENTS, ids=lambda client: client.format)
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Made]:
    kind: type[Client] = request.param
    if reason := kind.why_not():
        pytest.skip(reason)
    with ModelServer() as server:
        client = kind(tmp_path_factory.mktemp(kind.format), server)
        session = converse(client)
        yield Made(client, session, session.read_bytes())


@pytest.mark.parametrize("keep", KEEPS)
def test_a_client_goes_on_from_a_fold_and_the_fold_can_be_undone(made: Made, keep: int):
    made.session.write_bytes(made.data)
    folded = fold(made.session, keep)
    assert made.session.read_bytes().startswith(made.data)
    request = made.client.say(GO_ON, made.session)[0]
    assert list(complaints(request, folded)) == []
    assert RULE in request.text
    foldline("restore", made.session)
    assert made.session.read_bytes() == made.data


def test_a_client_works_on_compacts_by_itself_and_is_folded_again(made: Made):
    made.session.write_bytes(made.data)
    fold(made.session, 1500)
    made.client.say("List the third chapter as well (two commands).", made.session)
    made.client.compact_itself(made.session)
    own = made.client.say("And what came of it (two commands)?", made.session)
    assert OWN_SUMMARY in own[-1].text
    assert list(pairing_complaints(own[-1].said)) == []
    made.client.say("List the fourth chapter (two commands).", made.session)
    before = made.session.read_bytes()
    again = fold(made.session, 100)
    request = made.client.say(GO_ON, made.session)[0]
    assert list(complaints(request, again)) == []
    assert RULE in request.text
    foldline("restore", made.session)
    assert made.session.read_bytes() == before
    foldline("restore", made.session)
    assert made.session.read_bytes() == made.data


def test_a_new_session_and_the_old_one_can_both_be_opened(made: Made):
    made.session.write_bytes(made.data)
    foldline("compact", made.session, "--new-session", "--keep-recent", 1500)
    (new,) = set(made.session.parent.glob("*.jsonl")) - {made.session}
    folded = load(new)
    assert made.session.read_bytes() == made.data
    request = made.client.say(GO_ON, new)[0]
    assert list(complaints(request, folded)) == []
    assert made.session.read_bytes() == made.data
    old = made.client.say(GO_ON, made.session)[0]
    assert len(old.said) > len(request.said)
    assert RULE in old.text
    new.unlink()
