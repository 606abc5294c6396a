"""Codex and oh-my-pi go on from folds that only OpenAI reads: they send back the sealed item, ledger and tail."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from clients.journey import GO_ON, RULE, pairing_complaints
from clients.model_server import ModelServer
from clients.real_clients import Client, Codex, Omp
from foldline import CompactionSettings, compact, entry, load
from foldline.formats import registry
from providers.test_native import SEALED, model, streamed
from providers.wire_server import serving

pytestmark = pytest.mark.clients
NATIVE = CompactionSettings(keep_recent_tokens=300, remote="native")


class OmpOnResponses(Omp):
    """oh-my-pi with a provider that is called and speaks like OpenAI, as its own folds want it."""

    def settle_in(self) -> None:
        super().settle_in()
        models = self.home / ".omp" / "agent" / "models.yml"
        told = models.read_text().replace("  mock:", "  openai:").replace("openai-completions", "openai-responses")
        models.write_text(told.replace("mock-model", "gpt-5"))

    def command(self, prompt: str, session: Path | None) -> list[str]:
        return [part.replace("mock/mock-model", "openai/gpt-5") for part in super().command(prompt, session)]


@pytest.fixture(params=[Codex, OmpOnResponses], ids=["codex", "omp"])
def client(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Client]:
    kind: type[Client] = request.param
    if reason := kind.why_not():
        pytest.skip(reason)
    with ModelServer() as server:
        yield kind(tmp_path, server)


def test_the_client_sends_back_what_only_its_provider_reads(client: Client):
    client.say(f"{RULE} List the first chapter (two commands).")
    path = client.newest()
    client.say("List the chapter about the mountains too (two commands).", path)
    session = load(path)
    with serving(streamed({**SEALED, "id": "cmp_01a22e60"})) as provider:
        made = compact(session, NATIVE, provider=model(provider.url))
    assert made.method == "remote"
    path.write_bytes(registry.module(session.format).dump(session, entry(made, session)))
    request = client.say(GO_ON, path)[0]
    sealed = [item for item in request.body["input"] if item.get("type") == "compaction"]
    assert [item["encrypted_content"] for item in sealed] == [SEALED["encrypted_content"]]
    behind = json.dumps(request.body["input"][request.body["input"].index(sealed[0]) :])
    assert RULE in behind
    assert made.kept[-1].message.text in request.text
    assert list(pairing_complaints(request.said)) == []
