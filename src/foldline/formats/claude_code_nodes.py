"""The lines of a Claude Code session gathered into nodes: one for each message, fold or other line.

Claude Code writes one answer of the model as several lines, one for each block, and a fold as two. What belongs
together becomes one node here; where it hangs is decided in `foldline.formats.claude_code_chain`.
"""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import UNSET, Struct

from foldline.core.messages import Part, ToolCallPart, ToolResultPart
from foldline.formats.claude_code_blocks import parts_of
from foldline.formats.claude_code_lines import Line
from foldline.wire.blocks import UnnamedCalls

Kind: TypeAlias = Literal["answer", "user", "fold", "other"]

_MAX_CLIMB = 100
"""Lines between two blocks of one answer; there are a few, the number only bounds a damaged file."""


class Node(Struct, eq=False):
    """A message, a fold or a line that is neither."""

    id: str
    kind: Kind
    line: Line | None
    """The first of its lines; None where that is no JSON object."""
    indices: list[int]
    """Of all its lines."""
    parts: list[Part] = []
    chained: bool = True
    """Whether it has a place in the tree; titles, snapshots and copies have none."""
    parent: "Node | None" = None
    calls: frozenset[str] = frozenset()
    """Ids of the tool calls it makes."""
    results: frozenset[str] = frozenset()
    """Ids of the calls it answers."""

    def extend(self, parts: list[Part]) -> None:
        """Add parts. Writers that repeat a call in each line of an answer do not make it twice."""
        for part in parts:
            if isinstance(part, ToolCallPart):
                if part.id in self.calls:
                    continue
                self.calls |= {part.id}
            elif isinstance(part, ToolResultPart):
                self.results |= {part.call_id}
            self.parts.append(part)


class Nodes:
    """All nodes of a file in file order, and which one a line belongs to."""

    def __init__(self, lines: Sequence[Line | None]) -> None:
        self.lines = lines
        self.all: list[Node] = []
        self.of_line: list[Node] = []
        self.owner: dict[str, Node] = {}
        """Uuid -> node; a repeated uuid is a copy, and its first line counts."""
        self.by_uuid = {line.uuid: line for line in reversed(lines) if line is not None and line.uuid}
        self._answers: dict[str, Node] = {}
        self._unnamed = UnnamedCalls()
        for index, line in enumerate(lines):
            self.of_line.append(self._take(index, line))

    def _take(self, index: int, line: Line | None) -> Node:
        said = line.said if line is not None else None
        if line is None or line.uuid in self.owner or (said is None and not line.uuid):
            node = Node(self._free_name(index), "other", line, [index], chained=False)
            self.all.append(node)
            return node
        kind: Kind = "other" if said is None else "user"
        earlier = None
        if said is not None:
            if line.type == "assistant":
                kind, earlier = "answer", self._same_answer(line, said.id)
            elif line.is_compact_summary:
                kind, earlier = "fold", self._fold_above(line)
        if earlier is None:
            node = Node(line.uuid or self._free_name(index), kind, line, [index])
            self.all.append(node)
        else:
            node = earlier
            node.kind = kind
            node.indices.append(index)
        if said is not None:
            node.extend(parts_of(said, line.outcome, self._unnamed))
            if kind == "answer" and said.id:
                self._answers[said.id] = node
        if line.uuid:
            self.owner[line.uuid] = node
        return node

    def _same_answer(self, line: Line, answer_id: str | None) -> Node | None:
        """The answer this line goes on with; a copy of it in another branch is not the same one."""
        answer = self._answers.get(answer_id) if answer_id else None
        if answer is None or answer.line is None or line.parent_uuid == answer.line.parent_uuid:
            return answer
        parent = line.parent_uuid
        for _ in range(_MAX_CLIMB):
            if not isinstance(parent, str):
                return answer if parent is UNSET else None
            node = self.owner.get(parent)
            if node is None or node is answer:
                return answer
            if node.line is None or node.kind in {"answer", "fold"} or (node.kind == "user" and not node.results):
                return None
            parent = node.line.parent_uuid
        return None

    def _fold_above(self, line: Line) -> Node | None:
        """The fold whose summary this line holds, where its boundary stands above it."""
        parent = line.parent_uuid
        for _ in range(_MAX_CLIMB):
            node = self.owner.get(parent) if isinstance(parent, str) else None
            if node is None or node.line is None:
                break
            if node.kind == "fold" or node.line.is_boundary:
                return node
            if node.kind != "other":
                return None
            parent = node.line.parent_uuid
        last = next((node for node in reversed(self.all) if node.chained), None)
        return last if last is not None and last.line is not None and last.line.is_boundary else None

    def _free_name(self, index: int) -> str:
        name = f"line-{index + 1}"
        while name in self.by_uuid:
            name += "-2"
        return name
