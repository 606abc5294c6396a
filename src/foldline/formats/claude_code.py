"""Claude Code session files: `~/.claude/projects/<folder>/<session>.jsonl` and the sub-agents' files beside them.

A line is one block of an answer, one message or one event, in a tree by uuid. The bytes are kept as they are.
"""

from typing import Any, Final

from foldline.core.session import CompactionEntry, Info, Problem, Session
from foldline.formats import claude_code_fold, jsonl
from foldline.formats.claude_code_chain import ancestors, link
from foldline.formats.claude_code_lines import Line, read
from foldline.formats.claude_code_messages import SYNTHETIC, entry_of
from foldline.formats.claude_code_nodes import Node, Nodes
from foldline.formats.peek import Peek
from foldline.formats.renewal import Fresh, Renewed

NAME: Final = "claude_code"
LABEL: Final = "Claude Code session"
FOLDS_IN_PLACE: Final = True

_SNIFFED_LINES: Final = 20
_OWN_TYPES: Final = frozenset(
    {
        *("attachment", "file-history-snapshot", "last-prompt", "mode", "progress", "queue-operation", "summary"),
        *("agent-name", "ai-title", "custom-title", "pr-link", "tag"),
    }
)
"""Kinds of lines without a uuid, or that no other format has."""


def sniff(peek: Peek) -> bool:
    """Whether this looks like a Claude Code session."""
    return any(_is_own(line) for line in peek.first_lines(_SNIFFED_LINES))


def load(data: bytes, *, select: int | None = None) -> Session:  # noqa: ARG001 - a file is one session
    """Read a session; what cannot be read is kept and listed in `Session.problems`.

    Args:
        data: the file.
        select: not used; a file holds one session.
    """
    spans = jsonl.split(data)
    lines = [read(data, span) for span in spans]
    nodes = Nodes(lines)
    chain = link(nodes)
    path = list(ancestors(chain.leaf))
    session = Session(NAME, source=data, records=spans, info=_info(path, nodes))
    cleared = _cleared(path)
    for node in nodes.all:
        session.append(entry_of(node, nodes, cleared))
    session.move_to(chain.leaf.id if chain.leaf is not None else None)
    unreadable = [Problem(at + 1, "is no JSON object; kept as it is") for at, line in enumerate(lines) if line is None]
    session.problems = sorted(unreadable + chain.problems)
    return session


def dump(session: Session, fold: CompactionEntry) -> bytes:
    """The file with a fold appended, so that Claude Code goes on from it.

    Args:
        session: as `load` gave it.
        fold: what to write; its ``timestamp`` is ISO time.
    """
    return claude_code_fold.append_fold(session, fold)


def renew(data: bytes, path: str, fresh: Fresh) -> Renewed:  # noqa: ARG001 - other tools name the old session
    """The same session as a new one, to be opened beside the old; sub-agents' files stay with the old one."""
    return claude_code_fold.renew(data, fresh)


def _is_own(line: dict[str, Any]) -> bool:
    if line.get("type") == "summary" and "leafUuid" in line:
        return True
    known = "uuid" in line or str(line.get("type")) in _OWN_TYPES
    return known and ("sessionId" in line or ("parentUuid" in line and "message" in line))


def _cleared(path: list[Node]) -> frozenset[str]:
    """Ids of the calls whose results the client has blanked on this path."""
    cleared: set[str] = set()
    for node in path:
        metadata = node.line.microcompact_metadata if node.line is not None else None
        ids = metadata.get("compactedToolIds") if isinstance(metadata, dict) else None
        cleared.update(each for each in ids if isinstance(each, str)) if isinstance(ids, list) else None
    return frozenset(cleared)


def _info(path: list[Node], nodes: Nodes) -> Info:
    lines = [node.line for node in path if node.line is not None]
    return Info(
        id=next((line.session_id for line in lines if line.session_id), ""),
        title=_title(nodes),
        cwd=next((line.cwd for line in lines if line.cwd), ""),
        model=next((model for node in path if (model := _model(node))), ""),
        version=next((line.version for line in lines if line.version), ""),
    )


def _model(node: Node) -> str:
    message = node.line.message if node.kind == "answer" and node.line is not None else None
    return message.model if message is not None and message.model and message.model != SYNTHETIC else ""


def _title(nodes: Nodes) -> str:
    """The user's title, else the client's, else the summary of a line in this very file."""
    lines = [line for line in reversed(nodes.lines) if line is not None and not line.uuid]
    custom = next((line.custom_title for line in lines if line.custom_title), "")
    made = next((line.ai_title for line in lines if line.ai_title), "")
    return custom or made or next((line.summary for line in lines if _is_summary_of(line, nodes)), None) or ""


def _is_summary_of(line: Line, nodes: Nodes) -> bool:
    return bool(line.summary) and line.leaf_uuid in nodes.owner
