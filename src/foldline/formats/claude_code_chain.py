"""Where each node of a Claude Code session hangs, and which one the conversation ends in.

A file holds parent pointers, but not one line of them: results of parallel calls hang on the several lines of one
answer, a fold starts a new root, and a pointer may lead nowhere. Here they become a tree whose walk from the leaf is
what the client had in its context: every answer with all its results in file order, abandoned branches beside it.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec import UNSET

from foldline.core.session import Problem
from foldline.formats.claude_code_lines import Line
from foldline.formats.claude_code_nodes import Node, Nodes


class Chain(NamedTuple):
    """The end of the conversation and what was wrong on the way to it."""

    leaf: Node | None
    problems: list[Problem]


def link(nodes: Nodes) -> Chain:
    """Set the parent of every node; find the leaf."""
    linker = _Linker(nodes)
    for node in nodes.all:
        if node.chained and node.line is not None:
            linker.take(node, node.line)
    linker.hang_behind_results()
    return Chain(linker.leaf(), linker.problems)


def kept_uuids(node: Node, nodes: Nodes) -> list[str]:
    """The lines a fold says it kept word for word, oldest first."""
    metadata = node.line.compact_metadata if node.line is not None else None
    if not isinstance(metadata, dict):
        return []
    kept = metadata.get("preservedMessages")
    if isinstance(kept, dict) and isinstance(uuids := kept.get("uuids"), list):
        return [uuid for uuid in uuids if isinstance(uuid, str)]
    segment = metadata.get("preservedSegment")
    return _segment(segment, nodes) if isinstance(segment, dict) else []


def _segment(segment: dict[str, Any], nodes: Nodes) -> list[str]:
    """The lines from the head of a kept segment to its tail, found by walking up from the tail."""
    head, uuid = segment.get("headUuid"), segment.get("tailUuid")
    walked: list[str] = []
    while isinstance(uuid, str) and uuid in nodes.by_uuid and len(walked) < len(nodes.lines):
        walked.append(uuid)
        if uuid == head:
            return walked[::-1]
        uuid = nodes.by_uuid[uuid].parent_uuid
    return []


class _Linker:
    def __init__(self, nodes: Nodes) -> None:
        self.nodes = nodes
        self.problems: list[Problem] = []
        self._has_pointers = any(
            line is not None and isinstance(line.parent_uuid, str) and line.parent_uuid in nodes.owner
            for line in nodes.lines
        )
        self._newest: dict[tuple[bool, str | None], Node] = {}
        self._caller: dict[str, Node] = {}
        """Node id -> the answer with calls in whose batch the node stands."""
        self._tip: dict[str, Node] = {}
        """Answer id -> the newest node of its batch."""
        self._last_result: dict[str, Node] = {}
        self._answered: dict[tuple[str, str], Node] = {}
        self._behind: list[tuple[Node, Node]] = []
        """Nodes that hang on some node of a batch, with the answer: they go behind all of its results."""
        self._tails: dict[str, Node] = {}
        """Uuid of the last line a fold kept -> that fold: what hangs on the line later goes on from the fold."""

    def take(self, node: Node, line: Line) -> None:
        """Hang one node; those before it in the file are hung already."""
        strand = (bool(line.is_sidechain), line.agent_id if line.is_sidechain else None)
        pointer = line.parent_uuid
        fold = self._tails.get(pointer) if isinstance(pointer, str) else None
        node.parent = fold or self._pointed_at(node, line, self._newest.get(strand))
        self._newest[strand] = node
        if fold is None and node.parent is not None:
            self._place(node, line, self._caller.get(node.parent.id))
        if node.kind == "fold" and (kept := kept_uuids(node, self.nodes)):
            self._tails[kept[-1]] = node
        if node.calls:
            self._caller[node.id] = self._tip[node.id] = node

    def hang_behind_results(self) -> None:
        """Move what follows a batch behind its last result, wherever in the batch its pointer leads."""
        for node, answer in self._behind:
            node.parent = self._end_of_batch(node.parent, answer)

    def leaf(self) -> Node | None:
        """The newest message of the main strand, and the lines that were put behind it."""
        main: Node | None = None
        side: Node | None = None
        for line, node in zip(self.nodes.lines, self.nodes.of_line, strict=True):
            if line is None or not node.chained or node.kind == "other":
                continue
            if line.is_sidechain:
                side = node
            else:
                main = node
        leaf = main or side
        if leaf is None:
            return None
        leaf = self._end_of_batch(leaf, self._caller.get(leaf.id)) or leaf
        return self._with_what_follows(leaf)

    def _with_what_follows(self, leaf: Node) -> Node:
        """The last event or attachment put behind the newest message; progress reports are passed over."""
        end = leaf
        for node in self.nodes.all:
            if node.parent is end and node.kind == "other" and node.indices[0] > end.indices[0]:
                end = node
                if node.line is not None and node.line.type != "progress":
                    leaf = node
        return leaf

    def _pointed_at(self, node: Node, line: Line, newest: Node | None) -> Node | None:
        """The node that a line's pointer names."""
        pointer = line.parent_uuid
        if node.kind == "fold" or line.is_boundary:
            before = line.logical_parent_uuid
            fold = self._tails.get(before) if before is not None else None
            return fold or self._other(node, before) or self._other(node, pointer) or newest
        if pointer is UNSET or not self._has_pointers:
            return newest
        if not isinstance(pointer, str) or not pointer:
            return None
        found = self._other(node, pointer)
        if found is None and newest is not None and newest.line is not None:
            goes_on = newest.line.session_id == line.session_id
            end = "read on from the line before" if goes_on else "the conversation starts here"
            self.problems.append(Problem(node.indices[0] + 1, f"its parent {pointer!r} is not in the file: {end}"))
            return newest if goes_on else None
        return found

    def _other(self, node: Node, uuid: object) -> Node | None:
        found = self.nodes.owner.get(uuid) if isinstance(uuid, str) else None
        return None if found is node else found

    def _place(self, node: Node, line: Line, answer: Node | None) -> None:
        """Put a node into the batch its parent stands in, or behind it."""
        if answer is None:
            return
        answers = node.results & answer.calls
        twin = next((self._answered[answer.id, call] for call in answers if (answer.id, call) in self._answered), None)
        if twin is not None:
            node.parent = twin.parent
            self._caller[node.id] = answer
        elif answers or node.kind == "other" or line.is_queued_prompt or line.source_tool_use_id in answer.calls:
            node.parent = self._tip[answer.id]
            self._caller[node.id] = answer
            self._tip[answer.id] = node
            for call in answers:
                self._answered[answer.id, call] = self._last_result[answer.id] = node
        else:
            self._behind.append((node, answer))

    def _end_of_batch(self, node: Node | None, answer: Node | None) -> Node | None:
        """The later of a node and the last result of its batch."""
        last = self._last_result.get(answer.id) if answer is not None else None
        if node is None or last is None or node.indices[0] >= last.indices[0]:
            return node
        return last


def ancestors(node: Node | None) -> Iterator[Node]:
    """A node and what it hangs on, newest first; a cycle of pointers ends it."""
    seen: set[str] = set()
    while node is not None and node.id not in seen:
        seen.add(node.id)
        yield node
        node = node.parent
