"""The real clients go on from folded sessions of real people and of other versions, as far as they open them at all."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from clients.journey import GO_ON, NotFoldedError, complaints, fold_anyway, foldline
from clients.model_server import ModelServer
from clients.real_clients import ClaudeCode, Client, Codex, Omp, Pi

pytestmark = pytest.mark.clients

KEEPS = (300, 4000, 20_000)
SESSIONS: tuple[tuple[type[Client], str], ...] = (
    (ClaudeCode, "agentcmd-askuserquestion"),
    (ClaudeCode, "agentcmd-four"),
    (ClaudeCode, "agentcmd-tool-result-image"),
    (ClaudeCode, "cc-3-compactions"),
    (ClaudeCode, "cc-647-assistant"),
    (ClaudeCode, "cc-broken-lines"),
    (ClaudeCode, "cc-image-queue-compaction"),
    (ClaudeCode, "cc-microcompact"),
    (ClaudeCode, "cc-summaries-2-compactions"),
    (ClaudeCode, "cc-two-session-ids"),
    (ClaudeCode, "cc-v2.0.76"),
    (ClaudeCode, "ccl-edge_cases"),
    (ClaudeCode, "ccl-representative_messages"),
    (ClaudeCode, "generated-2.1.197-manual-compact"),
    (ClaudeCode, "generated-subagents/9a541e20-9cd2-49b7-9dfe-d6a77d36a7e1"),
    (ClaudeCode, "transcripts-sample"),
    (Codex, "generated-0.171-local-compaction"),
    (Codex, "generated-0.171-remote-compaction"),
    (Codex, "rollout-209-lines"),
    (Codex, "rollout-823-lines"),
    (Codex, "rollout-image"),
    (Pi, "before-compaction"),
    (Pi, "cass-pi-v1"),
    (Pi, "generated-0.73.1-compact"),
    (Pi, "v3-tree"),
    (Omp, "generated-18.2.3-remote-compaction"),
)


@pytest.fixture(scope="module")
def server() -> Iterator[ModelServer]:
    with ModelServer() as made:
        yield made


@pytest.mark.parametrize(("kind", "name"), SESSIONS, ids=[f"{kind.format}-{name}" for kind, name in SESSIONS])
def test_a_client_goes_on_from_a_folded_session(
    server: ModelServer, corpus: Path, tmp_path: Path, kind: type[Client], name: str
):
    if reason := kind.why_not():
        pytest.skip(reason)
    client = kind(tmp_path, server)
    source = corpus / kind.format.replace("_", "-") / f"{name}.jsonl"
    session = client.adopt(source.read_bytes(), source.name)
    before = session.read_bytes()
    try:
        client.say(GO_ON, session)
    except (RuntimeError, subprocess.TimeoutExpired) as error:
        pytest.skip(f"not opened by the client, folded or not: {error}")
    reasons = []
    for keep in KEEPS:
        session.write_bytes(before)
        try:
            folded = fold_anyway(session, keep)
        except NotFoldedError as error:
            reasons.append(str(error))
            continue
        assert session.read_bytes().startswith(before) or kind is Pi
        request = client.say(GO_ON, session)[0]
        assert list(complaints(request, folded)) == []
        foldline("restore", session)
        assert session.read_bytes() == before
    if len(reasons) == len(KEEPS):
        pytest.skip(f"nothing of it can be folded: {reasons[0]}")
