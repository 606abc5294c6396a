"""No secret of a session reaches a request body or a result, whatever the model makes of it."""

import json

import pytest
from msgspec.structs import replace

from builders import Words, agent, calls, result, session, user
from foldline import CompactionSettings, Status, compact
from foldline.providers.http import HttpProvider, Options
from foldline.providers.registry import provider
from providers.test_faults import GOOD, KEEP, cap_of, words
from providers.wire_answers import MODELS, WIRES, answer
from providers.wire_server import serving
from sample_secrets import PEM, SECRETS

ALL = {**SECRETS, "private key": PEM.format("RSA ").split("\n")[2]}


def talk():
    """Secrets in what the user says, in calls, in results, as JSON, in addresses and over two lines."""
    env = "\n".join(f"VALUE_{number}={secret}" for number, secret in enumerate(SECRETS.values()))
    listed = json.dumps(dict(enumerate(SECRETS.values())))
    wrapped = "\n".join(
        f"{secret[: len(secret) * 2 // 3]}\n{secret[len(secret) * 2 // 3 :]}" for secret in SECRETS.values()
    )
    linked = "\n".join(f"https://host.example/?key={secret}" for secret in SECRETS.values())
    return session(
        user(f"please use {SECRETS['npm token']} and never print it " + words(400, "ask")),
        calls("a", arguments={"command": f"curl -H 'Authorization: Bearer {SECRETS['JWT']}'"}),
        result("a", env),
        calls("b"),
        result("b", f"{listed}\n{PEM.format('RSA ')}\n{words(300, 'out')}"),
        calls("c"),
        result("c", f"{wrapped}\n{linked}"),
        agent(words(300, "did")),
        user("and now?"),
        agent("Soon."),
    )


def leaks(text):
    return [name for name, secret in ALL.items() if secret[6:26] in text]


@pytest.mark.parametrize("wire", WIRES)
def test_no_body_and_no_result_holds_a_secret(wire):
    told = "\n".join(SECRETS.values())
    settings = replace(KEEP, focus=f"the key {SECRETS['GitHub token']}", extra_context=(SECRETS["Slack token"],))
    with serving(lambda asked: answer(wire, f"{GOOD[cap_of(asked.body)]}\n{told}")) as server:
        made = provider(f"{wire}:{MODELS[wire]}", base_url=server.url, key="sk-test-0123456789")
        folded = compact(
            talk(), settings, counter=Words(), provider=HttpProvider(made.service, made.model, Options(effort="off"))
        )
    assert folded.status is Status.COMPACTED
    assert folded.method == "model"
    assert len(server.asked) >= 2
    assert leaks(json.dumps([asked.body for asked in server.asked])) == []
    assert leaks(f"{folded.summary}\n{folded.prose}\n{folded.short_summary}\n{folded.request}\n{folded.reason}") == []
    assert leaks(repr(folded.ledger) + repr(folded.attempts) + repr(folded.summary_message)) == []


def test_the_built_in_summariser_quotes_no_secret():
    folded = compact(talk(), KEEP, counter=Words())
    assert leaks(folded.summary + folded.short_summary + repr(folded.ledger)) == []


def test_secrets_stay_where_the_user_wants_them_to():
    settings = CompactionSettings(keep_recent_tokens=300, redaction=False)
    folded = compact(talk(), settings, counter=Words())
    assert SECRETS["npm token"] in folded.summary
