"""A folded session on its way back into its client: what the client sends next, compared with what it should send."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from clients.model_server import Request, Said
from clients.real_clients import Client
from foldline.compactor import load
from foldline.core.messages import Message
from foldline.core.session import CompactionEntry, Session
from foldline.formats import registry, writing

RULE = "Never delete anything under data/."
TURNS = (
    (f"{RULE} List the first chapter (two commands).", False),
    ("Write the note about the rivers down (edit).", False),
    ("Look at the picture of the river mouth (picture).", False),
    ("Wait for the flood to come (endless).", True),
    ("List the chapter about the mountains too (two commands).", False),
)
GO_ON = "Go on from here, please."
LONG_ENOUGH = 30
"""Characters from which on a text of a folded message can be told from chance."""


class NotFoldedError(Exception):
    """There was nothing to fold, or it was not worth it."""


def converse(client: Client) -> Path:
    """Let a client make a session: calls side by side, an edit, a picture, a command that is interrupted."""
    session: Path | None = None
    for prompt, interrupt in TURNS:
        client.say(prompt, session, interrupt=interrupt)
        session = session or client.newest()
    assert session is not None
    return session


def foldline(*arguments: object) -> str:
    """Run the command as a user does; returns what it says."""
    command = [sys.executable, "-c", "from foldline.cli.main import main; main()", *map(str, arguments)]
    ran = subprocess.run(command, check=False, capture_output=True, text=True, timeout=120)
    if ran.returncode:
        msg = f"foldline ended with {ran.returncode}: {ran.stderr[-500:]}"
        raise RuntimeError(msg)
    return ran.stdout


def fold(session: Path, keep: int) -> Session:
    """Fold a session file in place; what was there must stay where it was."""
    before = session.read_bytes()
    said = foldline("compact", session, "--in-place", "--keep-recent", keep)
    after = session.read_bytes()
    if after == before:
        raise NotFoldedError(said)
    return load(after)


def fold_anyway(session: Path, keep: int) -> Session:
    """Fold a session, by hand where the command finds it too short to be worth it."""
    try:
        return fold(session, keep)
    except NotFoldedError:
        data = session.read_bytes()
        read = load(data)
        turns = [item for item in read.context().items if item.message.source == "human"]
        if not turns:
            raise
        first = turns[-1].id
        summary = "A summary written by hand.\n\n- and the rest of it"
        made = CompactionEntry("", None, summary, first, tokens_before=keep, timestamp="2026-02-03T04:05:06Z")
        writing.replace(session, registry.module(read.format).dump(read, made), expected=data, keep_old=True)
        return load(session)


def complaints(request: Request, folded: Session, prompt: str = GO_ON) -> Iterator[str]:
    """What is wrong with the first request a client sends for a session that was folded."""
    context = folded.context()
    if context.previous is None or context.previous.summary not in request.text:
        yield "the summary was not sent"
        return
    if prompt not in request.said[-1].text and prompt not in "\n".join(each.text for each in request.said[-3:]):
        yield "the new prompt is not at the end"
    yield from _kept_complaints(request.said, [item.message for item in context.items])
    yield from pairing_complaints(request.said)
    rest = request.text.replace(context.previous.summary, "")
    kept_text = "\n".join(piece for item in context.items for piece in _pieces(item.message))
    kept_ids = {item.id for item in context.items}
    gone = [item.message for item in folded.history() if item.id not in kept_ids and item.message.source != "client"]
    for piece in (piece for message in gone for piece in _pieces(message)):
        if len(piece) >= LONG_ENOUGH and piece in rest and piece not in kept_text:
            yield f"folded text was sent: {piece[:60]!r}"


def _kept_complaints(said: tuple[Said, ...], kept: list[Message]) -> Iterator[str]:
    at = 0
    answered = {result.call_id for message in kept for result in message.results}
    for message in kept:
        left_out = message.stop_reason in {"aborted", "error"} or not answered.issuperset(
            call.id for call in message.calls
        )
        if message.source == "client" or left_out:  # a client drops an answer whose calls have no result
            continue
        for piece in _pieces(message):
            found = next((index for index in range(at, len(said)) if piece in said[index].text), None)
            if found is None:
                yield f"kept text was not sent in its place: {piece[:60]!r}"
            elif message.role != "tool" and not message.results:
                at = found


def pairing_complaints(said: tuple[Said, ...]) -> Iterator[str]:
    """Calls without a result and results without a call; results may come in any order after their calls."""
    waiting: set[str] = set()
    for each in said:
        for result in each.results:
            if result not in waiting:
                yield f"a tool result without its call: {result}"
            waiting.discard(result)
        if waiting and not each.results and not each.calls:
            yield f"calls without a result: {sorted(waiting)}"
            waiting.clear()
        waiting.update(filter(None, each.calls))
    if waiting:
        yield f"calls without a result: {sorted(waiting)}"


def _pieces(message: Message) -> list[str]:
    """The texts of a message that a client sends as they are."""
    if message.source == "tool" and message.role == "user" and not message.results:
        return []  # a command run by hand: the client words it in its own way
    return [text.strip() for text in (message.text, *(result.text for result in message.results)) if text.strip()]
