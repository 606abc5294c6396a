"""Does the real pi go on from a session that Foldline folded?

    python tests/clients/pi_resume.py [SESSION.jsonl ...]

Installs the pinned client into `.cache/clients`, lets it make a session of its own, folds copies of that one and of the
files named, opens each with the client and looks at the request it sends: the summary, then what was kept, and nothing
of what was folded. Everything runs on the loopback with a home folder of its own.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from clients.chat_server import Body, ChatServer, text_of
from foldline.core.messages import Message
from foldline.core.session import CompactionEntry, Session
from foldline.formats import pi, writing

ROOT = Path(__file__).parents[2]
PACKAGE, VERSION = "@mariozechner/pi-coding-agent", "0.73.1"
CACHE = ROOT / ".cache" / "clients" / f"pi-{VERSION}"
CLIENT = CACHE / "node_modules" / PACKAGE / "dist" / "cli.js"
PROMPT = "Go on from here."
TURNS = (
    "List the files of the first chapter, please.",
    "What did the first chapter say about rivers?",
    "List the files of the second chapter, please.",
    "What did the second chapter say about mountains?",
)
LONG_ENOUGH = 30
"""Characters from which on a text of a folded message can be told from chance."""


Fold = Callable[[Path, int], None]


class Outcome(NamedTuple):
    """What the client sent after the fold, and what is wrong with it."""

    request: Body
    complaints: list[str]


class Pi:
    """The real client, shut off from the user's own settings."""

    def __init__(self, home: Path, server: ChatServer) -> None:
        self.server = server
        self.project = home / "project"
        self.project.mkdir(parents=True)
        self._environment = {
            "PATH": os.environ.get("PATH", ""),
            "HOME": str(home),
            "PI_OFFLINE": "1",
            "PI_TELEMETRY": "0",
            "no_proxy": "127.0.0.1,localhost",
            "NO_PROXY": "127.0.0.1,localhost",
        }
        self.agent = home / ".pi" / "agent"
        self.agent.mkdir(parents=True)
        model = {"id": "mock-model", "contextWindow": 200_000, "maxTokens": 4096}
        provider = {"baseUrl": server.url, "api": "openai-completions", "apiKey": "none", "models": [model]}
        (self.agent / "models.json").write_text(json.dumps({"providers": {"mock": provider}}))

    def say(self, prompt: str, *options: str) -> list[Body]:
        """Run one prompt; returns the requests the client sent for it."""
        before = len(self.server.requests)
        command = ["node", CLIENT, "-p", "--provider", "mock", "--model", "mock-model", *options, prompt]
        outcome = subprocess.run(
            command,
            check=False,
            cwd=self.project,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
        )
        if outcome.returncode or len(self.server.requests) == before:
            msg = f"pi ended with {outcome.returncode}: {outcome.stderr[-500:]}"
            raise RuntimeError(msg)
        return self.server.requests[before:]

    def converse(self) -> Path:
        """Let the client make a session of a few turns; returns its file."""
        for turn in TURNS:
            self.say(turn, "--continue")
        (session,) = self.agent.glob("sessions/*/*.jsonl")
        return session


def why_not() -> str:
    """What is missing to run the client; empty when nothing is."""
    missing = [program for program in ("node", "npm") if shutil.which(program) is None]
    if missing:
        return f"{' and '.join(missing)} not installed"
    if CLIENT.exists():
        return ""
    CACHE.mkdir(parents=True, exist_ok=True)
    command = [
        "npm",
        "install",
        "--prefix",
        CACHE,
        "--ignore-scripts",
        "--no-audit",
        "--no-fund",
        f"{PACKAGE}@{VERSION}",
    ]
    try:
        outcome = subprocess.run(command, check=False, capture_output=True, text=True, timeout=300)
    except subprocess.TimeoutExpired:
        return f"npm did not install {PACKAGE}@{VERSION} within five minutes"
    return "" if outcome.returncode == 0 else f"npm could not install {PACKAGE}@{VERSION}: {outcome.stderr[-200:]}"


def fold_by_command(path: Path, keep_recent: int) -> None:
    """Fold a session file in place, as a user does."""
    command = [
        Path(sys.executable).with_name("foldline"),
        "compact",
        path,
        "--in-place",
        "--keep-recent",
        str(keep_recent),
    ]
    outcome = subprocess.run(command, check=False, capture_output=True, text=True, timeout=120)
    if outcome.returncode:
        msg = f"foldline ended with {outcome.returncode}: {outcome.stderr[-500:]}"
        raise RuntimeError(msg)


def fold_by_hand(path: Path, keep_recent: int) -> None:
    """Fold a session file in place wherever it may be cut, be it too short to be worth it."""
    data = path.read_bytes()
    session = pi.load(data)
    turns = [item for item in session.context().items if item.message.source == "human"]
    fold = CompactionEntry(
        "",
        None,
        "A summary written by hand.\n\n- the rest of it",
        turns[-1].id,
        tokens_before=keep_recent,
        method="builtin",
        timestamp="2026-02-03T04:05:06.789Z",
    )
    writing.replace(path, pi.dump(session, fold), expected=data, keep_old=True)


def resume(client: Pi, session_file: Path, folder: Path, fold: Fold = fold_by_hand, keep_recent: int = 200) -> Outcome:
    """Fold a copy of a session, go on from it, and compare what the client sends with what it should.

    Args:
        client: the client.
        session_file: the session; it is not touched.
        folder: where the copy goes.
        fold: how to fold it.
        keep_recent: tokens to keep.
    """
    copy = folder / session_file.name
    copy.write_bytes(_at_home(session_file.read_bytes(), client.project))
    before = copy.read_bytes()
    fold(copy, keep_recent)
    if copy.read_bytes() == before:
        msg = f"{copy.name} was not folded: nothing to fold, or not worth it"
        raise RuntimeError(msg)
    folded = pi.load(copy.read_bytes())
    request = client.say(PROMPT, "--session", str(copy))[0]
    return Outcome(request, list(complaints(request["messages"], folded)))


def _at_home(data: bytes, project: Path) -> bytes:
    """The session as if it had been held in a folder that exists: the client does not open another."""
    head, _, rest = data.partition(b"\n")
    header = json.loads(head)
    return json.dumps({**header, "cwd": str(project)}).encode() + b"\n" + rest


def complaints(messages: list[Body], folded: Session) -> Iterator[str]:
    """What is wrong with the messages a client sends for a session that was folded."""
    previous, kept = folded.context().previous, [item.message for item in folded.context().items]
    sent = [message for message in messages if message["role"] not in {"system", "developer"}]
    if previous is None or sent[0]["role"] != "user" or previous.summary not in text_of(sent[0]):
        yield "the first message does not hold the summary"
    if text_of(sent[-1]) != PROMPT:
        yield "the last message is not the new prompt"
    yield from _kept_complaints(sent[1:], kept)
    yield from _pairing_complaints(sent)
    kept_text = "\n".join(piece for message in kept for piece in _pieces(message))
    sent_text = "\n".join(text_of(message) for message in sent[1:])
    kept_ids = {item.id for item in folded.context().items}
    gone = [item.message for item in folded.history() if item.id not in kept_ids]
    for piece in (piece for message in gone for piece in _pieces(message)):
        if len(piece) >= LONG_ENOUGH and piece in sent_text and piece not in kept_text:
            yield f"folded text was sent: {piece[:60]!r}"


def _kept_complaints(sent: list[Body], kept: list[Message]) -> Iterator[str]:
    at = 0
    for message in kept:
        if message.stop_reason in {"aborted", "error"}:
            continue
        for piece in _pieces(message):
            found = next((index for index in range(at, len(sent)) if piece in text_of(sent[index])), None)
            if found is None:
                yield f"kept text was not sent in its place: {piece[:60]!r}"
            else:
                at = found


def _pairing_complaints(sent: list[Body]) -> Iterator[str]:
    waiting: set[str] = set()
    for message in sent:
        if message["role"] == "tool":
            if message["tool_call_id"] not in waiting:
                yield f"a tool result without its call: {message['tool_call_id']}"
            waiting.discard(message["tool_call_id"])
            continue
        if waiting:
            yield f"calls without a result: {sorted(waiting)}"
        waiting = {call["id"] for call in message.get("tool_calls") or ()}


def _pieces(message: Message) -> list[str]:
    """The texts of a message that the client sends as they are."""
    if message.source == "tool" and message.role == "user":
        return []  # a command run by hand: the client words it in its own way
    texts = [message.text, *(result.text for result in message.results)]
    return [text.strip() for text in texts if text.strip()]


def main(files: list[str]) -> int:
    """Fold and resume every file; returns 1 when the client did not send what it should."""
    reason = why_not()
    if reason:
        sys.stderr.write(f"cannot run pi: {reason}\n")
        return 2
    bad = 0
    with tempfile.TemporaryDirectory() as name, ChatServer() as server:
        client = Pi(Path(name) / "home", server)
        for path in (client.converse(), *map(Path, files)):
            try:
                request, wrong = resume(client, path, Path(name), fold_by_command)
            except RuntimeError as error:
                wrong = [str(error)]
            bad += bool(wrong)
            lines = wrong or [f"goes on with {len(request['messages'])} messages"]
            sys.stdout.writelines(f"{path.name}: {line}\n" for line in lines)
    return min(bad, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
