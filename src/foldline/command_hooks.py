"""Commands as hooks: a program that is told by JSON on standard input and may answer by JSON on standard output.

It is run without a shell and for a limited time. An exit status other than 0, an answer that is no JSON object, too
much of it, or no end: it has failed, and the reason holds the last of what it said.
"""

import json
import os
import signal
import subprocess
import tempfile
from contextlib import suppress
from threading import Event as ThreadEvent
from time import monotonic
from typing import IO, Final, NamedTuple

import msgspec

from foldline.core.hooks import AfterEvent, Event
from foldline.core.session import Item
from foldline.core.transcript import transcript

MOST_ANSWER: Final = 4_000_000
"""Bytes of an answer that are read."""
_TOO_MUCH: Final = f"it answered more than {MOST_ANSWER:,} bytes"
MOST_SAID: Final = 300
"""Characters of standard error that a failure quotes."""
LOOK_SECONDS: Final = 0.05
"""How often the size of an answer is looked at while it grows."""


class HookCommandError(Exception):
    """A command did not do its part."""


class CommandHook:
    """A hook that is a program.

    Args:
        words: the program and its arguments.
        timeout: seconds it may take.
    """

    def __init__(self, words: tuple[str, ...], timeout: float) -> None:
        self.name = words[0]
        self._words = words
        self._timeout = timeout
        self._stopped = ThreadEvent()

    def cancel(self) -> None:
        """End it at once, from any thread; it is not run again."""
        self._stopped.set()

    def __call__(self, event: Event) -> object:
        """Run it once.

        Raises:
            HookCommandError: it can't be started, failed, took too long, or answered something that is no JSON object.
        """
        with tempfile.TemporaryFile() as told, tempfile.TemporaryFile() as answered, tempfile.TemporaryFile() as said:
            told.write(_as_json(event_fields(event)))
            told.seek(0)
            # Files, not pipes: a program that leaves something running behind it has ended all the same.
            status = self._run(Streams(told, answered, said))
            if status:
                msg = f"it ended with status {status}{_quoted(said)}"
                raise HookCommandError(msg)
            answered.seek(0)
            answer = answered.read(MOST_ANSWER + 1)
        if len(answer) > MOST_ANSWER:
            raise HookCommandError(_TOO_MUCH)
        if isinstance(event, AfterEvent) or not answer.strip():
            return None
        try:
            return msgspec.json.decode(answer, type=dict[str, object])
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            msg = f"it answered no JSON object ({error}); print one, or nothing"
            raise HookCommandError(msg) from None

    def _run(self, streams: "Streams") -> int:
        try:
            process = subprocess.Popen(  # noqa: S603 - the user's own command, from the user's own file
                self._words, stdin=streams.told, stdout=streams.answered, stderr=streams.said, start_new_session=True
            )
        except (OSError, ValueError) as error:
            msg = f"it can't be run: {error}"
            raise HookCommandError(msg) from None
        try:
            return self._waited_for(process, streams.answered)
        except BaseException:
            _end(process)
            raise

    def _waited_for(self, process: "subprocess.Popen[bytes]", answered: IO[bytes]) -> int:
        end = monotonic() + self._timeout
        while True:
            with suppress(subprocess.TimeoutExpired):
                return process.wait(max(0.0, min(LOOK_SECONDS, end - monotonic())))
            if self._stopped.is_set():
                msg = "it was ended because the fold was stopped"
                raise HookCommandError(msg)
            if monotonic() >= end:
                msg = f"it took longer than {self._timeout:g} s and was ended"
                raise HookCommandError(msg)
            if os.fstat(answered.fileno()).st_size > MOST_ANSWER:
                raise HookCommandError(_TOO_MUCH)


class Streams(NamedTuple):
    """The three of a program."""

    told: IO[bytes]
    answered: IO[bytes]
    said: IO[bytes]


def _as_json(fields: dict[str, object]) -> bytes:
    try:
        return msgspec.json.encode(fields)
    except UnicodeEncodeError:  # half a sign, as broken sessions have them
        return json.dumps(fields).encode()


def event_fields(event: Event) -> dict[str, object]:
    """An event as a command is told it.

    >>> from foldline.core.hooks import BeforeEvent
    >>> event_fields(BeforeEvent(subject="compaction", focus="tests"))["focus"]
    'tests'
    """
    shared = {
        "subject": event.subject,
        "session": {"id": event.session_id, "format": event.format, "cwd": event.cwd},
        "trigger": event.trigger,
    }
    if isinstance(event, AfterEvent):
        return {"event": "after", **shared, **_outcome_fields(event.outcome)}
    return {
        "event": "before",
        **shared,
        "focus": event.focus,
        "messages": list(map(_message, event.messages)),
        "kept_messages": len(event.kept),
        "previous_summary": event.previous_summary,
        "tokens_before": event.tokens_before,
        "first_kept_entry_id": event.first_kept_entry_id,
        "from_id": event.from_id,
        "to_id": event.to_id,
    }


_TOLD: Final = (
    "reason", "method", "summarised_by", "summary", "short_summary", "tokens_before", "tokens_after", "request",
    "open_request", "first_kept_entry_id", "from_id", "to_id", "parent_id",
)  # fmt: skip
"""What of an outcome a command is told, as far as it has it."""


def _outcome_fields(outcome: object) -> dict[str, object]:
    return {name: getattr(outcome, name) for name in _TOLD if hasattr(outcome, name)}


def _message(item: Item) -> dict[str, str]:
    message = item.message
    return {"id": item.id, "role": message.role, "source": message.source, "text": transcript([message])}


def _quoted(said: IO[bytes]) -> str:
    said.seek(0, os.SEEK_END)
    said.seek(max(0, said.tell() - 4 * MOST_SAID))
    text = " ".join(said.read().decode("utf-8", "replace").split())
    return f": {text[-MOST_SAID:]}" if text else ""


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End a program with everything it has started."""
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()
