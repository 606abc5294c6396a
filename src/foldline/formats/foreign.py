"""Names the transcript formats that Foldline knows of but does not read, so that a refusal can say what the file is.

Content decides. A format that gets a reader loses its row here.
"""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final, NamedTuple

from foldline.core.messages import Json
from foldline.formats.peek import Object, Peek

_ITEMS: Final = 50
"""Items of a list looked at."""
_AIDER: Final = b"# aider chat started at "
_TEXT_HEAD: Final = 64 * 1024
"""Bytes searched for a heading: files with junk before the first one exist."""
_MAGIC: Final = {
    b"SQLite format 3\0": "an SQLite database; opencode keeps its sessions in one, `opencode export` writes one out",
    b"\x28\xb5\x2f\xfd": "compressed with zstd; unpack it first",
    b"\x1f\x8b": "compressed with gzip; unpack it first",
    b"PK\x03\x04": "a zip archive; unpack it first",
    b"\xff\xfe": "text in UTF-16; save it as UTF-8",
    b"\xfe\xff": "text in UTF-16; save it as UTF-8",
}
_RESPONSES: Final = frozenset({"function_call", "function_call_output", "reasoning", "compaction", "item_reference"})
_LANGCHAIN: Final = frozenset({"human", "ai", "system", "tool", "function", "chat", "AIMessageChunk"})


class _View(NamedTuple):
    """What the rows look at: the object that tells most, and the objects in the main list."""

    head: Object
    items: list[Object]

    def has(self, *keys: str) -> bool:
        return all(key in self.head for key in keys)

    def any(self, test: Callable[[Object], bool]) -> bool:
        return any(map(test, self.items))


def binary_kind(data: bytes) -> str:
    """What a file that is no text is, and what to do with it; empty when it cannot be told."""
    return next((kind for magic, kind in _MAGIC.items() if data.startswith(magic)), "")


def guess(peek: Peek) -> str:
    """The name of the format a file seems to have, when it is one that is not read; else empty.

    >>> guess(Peek(b'{"mapping": {}, "current_node": "x"}'))
    'a ChatGPT export'
    """
    if _AIDER in peek.data[:_TEXT_HEAD] and peek.document is None:
        return "an Aider chat history"
    lines = peek.first_lines(_ITEMS) if peek.document is None else []
    head = lines[0] if lines else peek.sample
    view = _View(head, lines or list(_items(peek.document)))
    return next((label for label, test in _ROWS if test(view)), "")


def _items(document: Object | list[Json] | None) -> Iterator[Object]:
    """The objects of the main list: the document, or the first list of objects directly inside it."""
    lists = (
        [document]
        if isinstance(document, list)
        else [each for each in (document or {}).values() if isinstance(each, list)]
    )
    for each in lists:
        objects = [item for item in islice(each, _ITEMS) if isinstance(item, dict)]
        if objects:
            yield from objects
            return


def _inner(item: Object, key: str) -> list[Object]:
    """The objects in a list, or in the values of an object, that an item holds under a key."""
    value = item.get(key)
    inner = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    return [each for each in inner[:_ITEMS] if isinstance(each, dict)]


def _text(item: Object, key: str) -> str:
    value = item.get(key)
    return value if isinstance(value, str) else ""


def _is_gemini_cli(view: _View) -> bool:
    return view.has("sessionId", "projectHash")


def _is_sillytavern(view: _View) -> bool:
    return (
        view.has("user_name", "character_name")
        or view.has("chat_metadata")
        or view.any(lambda item: "mes" in item and "is_user" in item)
    )


def _is_operit(view: _View) -> bool:
    messages = _inner(view.head, "messages")
    return _text(view.head, "archiveType").startswith("operit") or (
        view.has("createdAt") and any("sender" in each for each in messages)
    )


def _is_chatgpt(view: _View) -> bool:
    return view.has("mapping") and (
        view.has("current_node") or any("children" in node for node in _inner(view.head, "mapping"))
    )


def _is_opencode(view: _View) -> bool:
    return view.has("info", "messages") and any(
        "info" in each and "parts" in each for each in _inner(view.head, "messages")
    )


def _is_openhands(view: _View) -> bool:
    return view.any(
        lambda item: (
            ("source" in item and ("action" in item or "observation" in item))
            or (_text(item, "kind").endswith("Event") and "source" in item)
            or any("action" in each or "observation" in each for each in _inner(item, "history"))
        )
    )


def _is_langchain(view: _View) -> bool:
    return view.any(
        lambda item: (
            ("lc" in item and "kwargs" in item)
            or (_text(item, "type") in _LANGCHAIN and ("data" in item or ("content" in item and "role" not in item)))
        )
    )


def _is_pydantic_ai(view: _View) -> bool:
    return view.any(lambda item: any("part_kind" in part for part in _inner(item, "parts")))


def _is_vercel(view: _View) -> bool:
    return view.any(
        lambda item: (
            "role" in item and ("toolInvocations" in item or any("type" in part for part in _inner(item, "parts")))
        )
    )


def _is_gemini(view: _View) -> bool:
    return view.any(lambda item: any("type" not in part for part in _inner(item, "parts"))) or any(
        "parts" in content for content in _inner(view.head, "contents")
    )


def _is_adk(view: _View) -> bool:
    return any(
        "parts" in content
        for event in _inner(view.head, "events")
        for content in [event.get("content")]
        if isinstance(content, dict)
    )


def _is_responses(view: _View) -> bool:
    typed = view.any(
        lambda item: _text(item, "type") in _RESPONSES or (_text(item, "type") == "message" and _speaks_responses(item))
    )
    return typed or (view.has("input") and (view.has("instructions") or view.has("store") or view.has("include")))


def _speaks_responses(item: Object) -> bool:
    return any(_text(part, "type") in {"input_text", "output_text", "input_image"} for part in _inner(item, "content"))


def _is_sharegpt(view: _View) -> bool:
    return any("from" in each and "value" in each for each in _inner(view.head, "conversations"))


def _is_locomo(view: _View) -> bool:
    inner = view.head.get("conversation", view.head)
    return isinstance(inner, dict) and "speaker_a" in inner and "session_1" in inner


_ROWS: Final[list[tuple[str, Callable[[_View], bool]]]] = [
    ("a Gemini CLI chat", _is_gemini_cli),
    ("a SillyTavern chat", _is_sillytavern),
    ("an Operit backup", _is_operit),
    ("a ChatGPT export", _is_chatgpt),
    ("a Claude.ai export", lambda view: view.has("chat_messages")),
    ("an export of Claude Code on the web", lambda view: view.has("loglines")),
    ("an opencode export", _is_opencode),
    ("an SWE-agent trajectory", lambda view: view.has("trajectory", "history")),
    ("an OpenHands trajectory", _is_openhands),
    ("a list of LangChain messages", _is_langchain),
    ("a list of pydantic-ai messages", _is_pydantic_ai),
    ("a list of Vercel AI SDK messages", _is_vercel),
    ("a Gemini session of the Agent Development Kit", _is_adk),
    ("a list of Gemini contents", _is_gemini),
    ("a list of OpenAI Responses items", _is_responses),
    ("a ShareGPT data set", _is_sharegpt),
    ("a LoCoMo data set", _is_locomo),
]
"""In the order of the tests: the more telling mark first."""
