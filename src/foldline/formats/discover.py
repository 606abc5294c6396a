"""The sessions that pi, oh-my-pi, Claude Code and Codex have left on this machine, newest first.

Of each file only the head is read. What cannot be read is left out, and nothing is ever written.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from stat import S_ISREG
from typing import Final, NamedTuple, Protocol, cast

from foldline.core.session import MessageEntry, Session
from foldline.core.speech.authorship import human_text
from foldline.errors import InputError
from foldline.formats.peek import Peek

_HEAD_BYTES: Final = 256 * 1024
"""Read of each file: enough for instruction files and the first prompts of every tool here."""
_OPENING_CHARACTERS: Final = 80
_PI: Final = ("omp", "pi")


class Found(NamedTuple):
    """A session file."""

    tool: str
    """Name of its format: `pi`, `omp`, `claude_code` or `codex`."""
    path: Path
    modified: float
    """Seconds since 1970."""
    size: int
    """Bytes."""
    project: str
    """The folder the tool worked in."""
    opening: str
    """The title, or else the first words a human typed."""


class _Candidate(NamedTuple):
    modified: float
    path: Path
    size: int
    tools: tuple[str, ...]
    """The formats it may have; the first that recognises it counts."""


class _Format(Protocol):
    NAME: str

    def sniff(self, peek: Peek) -> bool: ...

    def load(self, data: bytes) -> Session: ...


def discover(
    home: Path, environ: Mapping[str, str], *, limit: int = 20, tool: str = "", project: str = ""
) -> list[Found]:
    """Find the newest sessions, to choose one from.

    Args:
        home: the user's home folder.
        environ: environment variables; those by which the tools move their folders count.
        limit: how many to return at most.
        tool: only sessions of this format.
        project: only sessions held in this folder.
    """
    found: list[Found] = []
    for candidate in sorted(_candidates(home, environ), reverse=True):
        if len(found) >= limit:
            break
        if not tool or tool in candidate.tools:
            found.extend(each for each in _look_into(candidate) if _is_wanted(each, tool, project))
    return found


def _is_wanted(found: Found, tool: str, project: str) -> bool:
    held_in = not project or os.path.realpath(found.project) == os.path.realpath(project)
    return held_in and tool in {"", found.tool}


def _places(home: Path, environ: Mapping[str, str]) -> Iterator[tuple[Path, str, tuple[str, ...]]]:
    """Folders, the pattern of the session files in each, and the formats they may have."""

    def folder(variable: str, usual: str) -> Path:
        value = environ.get(variable, "")
        if value.startswith("~"):
            return home / value[1:].lstrip("/\\")
        return Path(value) if value else home / usual

    yield folder("PI_CODING_AGENT_DIR", ".pi/agent") / "sessions", "*/*.jsonl", _PI
    if environ.get("PI_CODING_AGENT_SESSION_DIR"):
        yield folder("PI_CODING_AGENT_SESSION_DIR", ""), "*.jsonl", _PI
    omp = home / (environ.get("PI_CONFIG_DIR") or ".omp")
    yield omp / "agent/sessions", "*/*.jsonl", _PI
    yield omp / "profiles", "*/agent/sessions/*/*.jsonl", _PI
    yield folder("XDG_DATA_HOME", ".local/share") / "omp/sessions", "*/*.jsonl", _PI
    yield folder("CLAUDE_CONFIG_DIR", ".claude") / "projects", "*/*.jsonl", ("claude_code",)
    codex = folder("CODEX_HOME", ".codex")
    yield codex / "sessions", "*/*/*/rollout-*.jsonl", ("codex",)
    yield codex / "archived_sessions", "rollout-*.jsonl", ("codex",)


def _candidates(home: Path, environ: Mapping[str, str]) -> Iterator[_Candidate]:
    seen: set[Path] = set()
    for folder, pattern, tools in _places(home, environ):
        for path in folder.glob(pattern):
            # Claude Code up to 2.0 laid the files of sub-agents beside those of sessions.
            if path in seen or path.name.startswith("agent-"):
                continue
            seen.add(path)
            with suppress(OSError):
                status = path.stat()
                if S_ISREG(status.st_mode):
                    yield _Candidate(status.st_mtime, path, status.st_size, tools)


def _look_into(candidate: _Candidate) -> Iterator[Found]:
    """The session a file holds, if it can be read and holds one."""
    try:
        head = _read_head(candidate.path)
    except OSError:
        return
    formats = (cast("_Format", import_module(f"foldline.formats.{tool}")) for tool in candidate.tools)
    peek = Peek(head)
    format_ = next((each for each in formats if each.sniff(peek)), None)
    if format_ is None:
        return
    with suppress(InputError):
        session = format_.load(head)
        project = session.info.cwd or candidate.path.parent.name
        opening = _opening(session)
        yield Found(format_.NAME, candidate.path, candidate.modified, candidate.size, project, opening)


def _read_head(path: Path) -> bytes:
    """The first whole lines of a file."""
    with path.open("rb") as file:
        head = file.read(_HEAD_BYTES)
    return head if len(head) < _HEAD_BYTES else head[: head.rfind(b"\n") + 1]


def _opening(session: Session) -> str:
    messages = (entry.message for entry in session.entries if isinstance(entry, MessageEntry))
    text = session.info.title or next(filter(None, (human_text(message).strip() for message in messages)), "")
    line = " ".join(text[: 4 * _OPENING_CHARACTERS].split())
    return line if len(line) <= _OPENING_CHARACTERS else line[: _OPENING_CHARACTERS - 1].rstrip() + "…"
