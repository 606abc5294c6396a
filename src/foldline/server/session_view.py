"""An opened session as the page shows it: what it is, its messages by the page, one message whole. Only values.

Texts are handed over as they are: what is markup or script in them is for the page never to believe.
"""

import json
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import Struct

from foldline.core.counting.shares import owner, tool_names
from foldline.core.counting.tokens import Tally
from foldline.core.cut_rules import is_turn_start
from foldline.core.messages import (
    ImagePart,
    Message,
    OpaquePart,
    Part,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from foldline.core.plan import CompactionPlan
from foldline.core.session import CompactionEntry, Item, Problem, Session
from foldline.formats import registry

Place: TypeAlias = Literal["earlier", "head", "folded", "kept"]
"""Where a message stands: covered by an earlier fold, fixed at the start, folded now, or kept word for word."""
CLIP: Final = 200
"""Characters of a message in the list."""
MOST_TEXT: Final = 4_000_000
"""Characters of one message that are handed over whole."""
MOST_PROBLEMS: Final = 20
MOST_PAGE: Final = 500
"""Messages of one page of the list."""


class EarlierFold(Struct, frozen=True):
    """A fold that the session holds already."""

    method: str
    tokens_before: int
    tokens_after: int | None
    timestamp: str


class SessionView(Struct, frozen=True):
    """What is known of an opened session."""

    id: str
    name: str
    format: str
    label: str
    """The format in words."""
    size: int
    """Bytes."""
    title: str
    project: str
    model: str
    messages: int
    """Of the whole conversation, those that earlier folds cover included."""
    folds: tuple[EarlierFold, ...]
    problems: tuple[Problem, ...]
    problem_count: int
    folds_in_place: bool
    """Its tool can go on from a folded copy."""
    is_of_machine: bool
    """It was chosen from this machine, so that a copy can be laid beside it."""


class MessageRow(Struct, frozen=True):
    """A message in the list."""

    index: int
    id: str
    place: Place
    owner: str
    """`user`, `assistant`, `tool NAME`, `client`, `system` or `summary`."""
    calls: tuple[str, ...]
    """Tools it calls."""
    speaker: str
    tokens: int
    characters: int
    text: str
    """Its beginning, on one line."""
    starts_turn: bool
    failed: bool
    """A tool reported an error in it."""


class MessagePage(Struct, frozen=True):
    """A part of the list."""

    offset: int
    total: int
    rows: tuple[MessageRow, ...]


class PartView(Struct, frozen=True):
    """A part of a message, as text."""

    kind: Literal["text", "reasoning", "call", "result", "image", "other"]
    text: str = ""
    name: str = ""
    """Of the tool."""
    failed: bool = False
    left_out: int = 0
    """Characters that are too many to be shown."""


class MessageView(Struct, frozen=True):
    """One message whole."""

    row: MessageRow
    role: str
    source: str
    timestamp: str
    model: str
    parts: tuple[PartView, ...]


class Rows(NamedTuple):
    """The messages of a session in the order of the list, with where each stands."""

    items: tuple[Item, ...]
    places: tuple[Place, ...]
    names: dict[str, str]
    tally: Tally

    def row(self, index: int) -> MessageRow:
        """One row of the list."""
        item = self.items[index]
        text = glimpse(item.message)
        return MessageRow(
            index=index,
            id=item.id,
            place=self.places[index],
            owner=owner(item.message, self.names),
            calls=tuple(call.name for call in item.message.calls),
            speaker=item.message.speaker,
            tokens=self.tally.of(item.message),
            characters=sum(len(part.text) for part in map(_part, item.message.parts)),
            text=text,
            starts_turn=is_turn_start(item.message),
            failed=any(result.is_error for result in item.message.results),
        )

    def page(self, offset: int, limit: int) -> MessagePage:
        """A part of the list; what lies outside it is empty."""
        end = min(len(self.items), offset + min(limit, MOST_PAGE))
        return MessagePage(offset, len(self.items), tuple(map(self.row, range(offset, end))))

    def message(self, index: int) -> MessageView:
        """One message whole."""
        message = self.items[index].message
        parts, room = [], MOST_TEXT
        for part in map(_part, message.parts):
            shown = _clipped(part, room)
            room -= len(shown.text)
            parts.append(shown)
        return MessageView(
            self.row(index), message.role, message.source, message.timestamp, message.model, tuple(parts)
        )

    def index_of(self, item_id: str) -> int:
        """Where the message of that id stands; -1 where it is none."""
        return next((index for index, item in enumerate(self.items) if item.id == item_id), -1)


def rows_of(session: Session, plan: CompactionPlan, tally: Tally) -> Rows:
    """The whole conversation as a list: what earlier folds cover first, then what a model is sent."""
    context = session.context().items
    live = {item.id for item in context}
    earlier = tuple(item for item in session.history() if item.id not in live)
    items = (*earlier, *context)
    head, kept = len(plan.head), len(plan.kept)
    folded = len(context) - head - kept
    runs: list[tuple[Place, int]] = [("earlier", len(earlier)), ("head", head), ("folded", folded), ("kept", kept)]
    places = tuple(place for place, count in runs for _ in range(count))
    return Rows(items, places, tool_names([item.message for item in items]), tally)


def session_view(opened_id: str, name: str, session: Session, *, is_of_machine: bool) -> SessionView:
    """What is known of a session before anything is counted."""
    folds = [entry for entry in session.path() if isinstance(entry, CompactionEntry)]
    context, history = session.context().items, session.history()
    known = {item.id for item in history}
    return SessionView(
        id=opened_id,
        name=name,
        format=session.format,
        label=registry.module(session.format).LABEL,
        size=len(session.source),
        title=session.info.title,
        project=session.info.cwd,
        model=session.info.model or _model_of(context),
        messages=len(history) + sum(item.id not in known for item in context),
        folds=tuple(EarlierFold(f.method, f.tokens_before, f.tokens_after, f.timestamp) for f in folds),
        problems=tuple(session.problems[:MOST_PROBLEMS]),
        problem_count=len(session.problems),
        folds_in_place=registry.folds_in_place(session.format),
        is_of_machine=is_of_machine,
    )


def _model_of(items: Sequence[Item]) -> str:
    return next((item.message.model for item in reversed(items) if item.message.model), "")


def glimpse(message: Message) -> str:
    """The beginning of a message on one line; of one that only calls tools, what it calls them with."""
    for part in message.parts:
        shown = _part(part)
        if shown.kind in {"text", "result", "call", "other"} and shown.text.strip():
            line = " ".join(shown.text[: 4 * CLIP].split())
            return line if len(line) <= CLIP else f"{line[: CLIP - 1]}…"
    return ""


def _part(part: Part) -> PartView:
    match part:
        case TextPart(text=text):
            return PartView("text", text)
        case ReasoningPart(text=text):
            return PartView("reasoning", text)
        case ToolCallPart():
            return PartView("call", _arguments(part), part.name)
        case ToolResultPart():
            return PartView("result", _result(part), part.name, failed=bool(part.is_error))
        case ImagePart():
            return PartView("image", _image(part))
        case OpaquePart(kind=kind, raw=raw):
            return PartView("other", raw, kind)


def _arguments(call: ToolCallPart) -> str:
    if isinstance(call.arguments, str):
        return call.arguments
    if len(call.arguments) == 1 and isinstance(only := next(iter(call.arguments.values())), str):
        return only
    try:
        return msgspec.json.format(msgspec.json.encode(call.arguments), indent=2).decode()
    except UnicodeEncodeError:  # a lone surrogate
        return json.dumps(call.arguments, indent=2)


def _result(result: ToolResultPart) -> str:
    return "\n".join(_part(part).text for part in result.content)


def _image(image: ImagePart) -> str:
    size = f"{image.width} x {image.height}" if image.width and image.height else ""
    weight = f"{image.size:,} bytes" if image.size else ""
    return ", ".join(filter(None, (image.media_type or "image", size, weight, image.url)))


def _clipped(part: PartView, room: int) -> PartView:
    if len(part.text) <= room:
        return part
    return msgspec.structs.replace(part, text=part.text[:room], left_out=len(part.text) - room)
