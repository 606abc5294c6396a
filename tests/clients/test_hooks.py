"""The hooks of the documentation fold a session by themselves when its client ends."""

import json
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from clients.journey import GO_ON, complaints, converse
from clients.model_server import ModelServer
from clients.real_clients import RUN_SECONDS, ClaudeCode, Codex
from foldline.compactor import load

pytestmark = pytest.mark.clients

HOOKS = Path(__file__).parents[2] / "docs" / "hooks"


class HookedClaudeCode(ClaudeCode):
    def hook(self) -> None:
        hook = {"hooks": [{"type": "command", "command": str(HOOKS / "claude-code-fold.sh")}]}
        settings = self.home / ".claude" / "settings.json"
        settings.write_text(json.dumps({"hooks": {"SessionEnd": [hook]}}))

    def environment(self) -> dict[str, str]:
        return {**super().environment(), **with_foldline()}


class HookedCodex(Codex):
    def hook(self) -> None:
        config = self.home / ".codex" / "config.toml"
        config.write_text(f'notify = ["{HOOKS / "codex-fold.sh"}"]\n{config.read_text()}')

    def environment(self) -> dict[str, str]:
        return {**super().environment(), **with_foldline()}


def with_foldline() -> dict[str, str]:
    return {"PATH": f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin:/bin", "FOLD_AT": "1"}


@pytest.mark.parametrize("kind", [HookedClaudeCode, HookedCodex], ids=lambda kind: kind.format)
def test_a_session_is_folded_when_its_client_ends(tmp_path: Path, kind: type[HookedClaudeCode | HookedCodex]):
    if reason := kind.why_not():
        pytest.skip(reason)
    settings = tmp_path / ".config" / "foldline" / "settings.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text("keep_recent_tokens = 300\n")
    with ModelServer() as server:
        client = kind(tmp_path, server)
        session = converse(client)
        client.hook()
        client.say("And this is the end (two commands).", session)
        folded = wait_for_fold(session)
        request = client.say(GO_ON, session)[0]
        assert list(complaints(request, folded)) == []


def wait_for_fold(session: Path) -> Any:
    give_up = time.monotonic() + RUN_SECONDS
    while time.monotonic() < give_up:
        folded = load(session)
        if folded.context().previous is not None:
            return folded
        time.sleep(0.2)
    pytest.fail("the hook did not fold the session")
