"""Finds the message lists inside JSON documents: bare, in a request, in a logged call, in the records of a data set.

A message is an object with a role and something said; a list that holds such objects near its start is a
conversation, wherever it stands.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias, TypeGuard

from foldline.core.messages import Json
from foldline.formats import jsonl, spans
from foldline.formats.peek import Object, Peek
from foldline.formats.spans import Span

Path: TypeAlias = tuple[str | int, ...]

LOOKED_AT: Final = 20
"""Items of a list, or lines of a file, in which a message must show itself."""
_DEPTH: Final = 4
"""Levels a list may stand below the top: records, a record, its request, the list."""
_ROLES: Final = frozenset({"system", "developer", "user", "assistant", "tool", "function"})
_SAYING: Final = ("content", "tool_calls", "function_call", "refusal", "reasoning_content")
_LIST_KEYS: Final = ("messages", "traj", "input", "conversation", "conversations", "history")
"""Keys under which a record keeps its messages, the most telling first."""
_NAME_KEYS: Final = ("title", "name", "id", "task_id", "instance_id", "custom_id", "conversation_id")
_OPENING_CHARACTERS: Final = 60


class Conversation(NamedTuple):
    """A message list and where it stands."""

    path: Path
    """Keys and indices from the top of the document; in a file of JSON lines the first is the number of the line."""
    messages: list[Json]
    owner: Object
    """The request or record that holds the list; empty for a bare one."""

    @property
    def title(self) -> str:
        """What tells it from its neighbours: a name, the first words of the user, the length."""
        named = next(((key, self.owner[key]) for key in _NAME_KEYS if _is_name(self.owner.get(key))), None)
        name = "" if named is None else f"{named[0]} {named[1]}" if isinstance(named[1], int) else str(named[1])
        said = " ".join(_first_words(self.messages).split())[:_OPENING_CHARACTERS]
        return f"{': '.join(filter(None, (name, said)))} ({len(self.messages)} messages)".lstrip()


class Document(NamedTuple):
    """A file's JSON; ``lines`` are the spans of the values where it has one on each line."""

    value: Object | list[Json]
    lines: list[Span] | None = None


def read(data: bytes) -> Document:
    """The JSON of a file, be it one document or many lines. A line that is no JSON is read as null."""
    document = Peek(data).document
    if isinstance(document, dict) and is_message(document):
        return Document([document], [spans.whole(data)])
    if document is not None:
        return Document(document)
    lines = jsonl.split(data)
    values = [jsonl.decode(data, span) for span in lines]
    return Document([None if value is jsonl.BROKEN else value for value in values], lines)


def find(value: Json, path: Path = (), owner: Object | None = None) -> Iterator[Conversation]:
    """Every conversation in a decoded document, in its order.

    >>> [found.path for found in find({"messages": [{"role": "user", "content": "hello"}]})]
    [('messages',)]
    """
    if is_message_list(value):
        yield Conversation(path, value, owner or {})
    elif len(path) >= _DEPTH:
        return
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from find(inner, (*path, index), owner)
    elif isinstance(value, dict):
        key = next((key for key in _LIST_KEYS if is_message_list(value.get(key))), None)
        for name in value if key is None else [key]:
            yield from find(value[name], (*path, name), value)


def find_near_start(peek: Peek) -> Conversation | None:
    """The first conversation of a file, with the messages of its first lines only if it has one on each line."""
    document = peek.document
    if document is None:
        document = list[Json](peek.first_lines(LOOKED_AT))
    return next(find([document] if is_message(document) else document), None)


def message_spans(data: bytes, document: Document, path: Path) -> list[Span]:
    """The spans of the messages of the conversation at ``path``."""
    if document.lines is None:
        return spans.items(data, spans.locate(data, spans.whole(data), path))
    if not path:
        return document.lines
    number, *inside = path
    return spans.items(data, spans.locate(data, document.lines[int(number)], inside))


def is_message(value: Json) -> bool:
    """Whether this is an object with a role that is known and something said."""
    if not isinstance(value, dict):
        return False
    role = value.get("role")
    return isinstance(role, str) and role in _ROLES and any(key in value for key in _SAYING)


def is_message_list(value: Json) -> TypeGuard[list[Json]]:
    """Whether this is a list that holds messages."""
    return isinstance(value, list) and any(is_message(item) for item in value[:LOOKED_AT])


def _is_name(value: Json) -> bool:
    return isinstance(value, (str, int)) and value != ""


def _first_words(messages: Sequence[Json]) -> str:
    for message in messages:
        if isinstance(message, dict) and message.get("role") == "user":
            content = message.get("content")
            for block in content if isinstance(content, list) else [content]:
                text = block.get("text") if isinstance(block, dict) else block
                if isinstance(text, str) and text.strip():
                    return text[: 4 * _OPENING_CHARACTERS]
    return ""
