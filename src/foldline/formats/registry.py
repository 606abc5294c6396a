"""The formats by name, and the one of a file by its content.

Others add formats through the entry-point group `foldline.formats`: a module with `NAME`, `LABEL`, `sniff(peek)` and
`load(data, *, select=None)`. Nothing is imported before it is asked for.
"""

from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from types import ModuleType
from typing import Final

import msgspec

from foldline.core.session import Session
from foldline.errors import NotAConversationError, SettingsError, UnreadableError
from foldline.formats import foreign, jsonl
from foldline.formats.peek import Peek

GROUP: Final = "foldline.formats"
FORMATS: Final[dict[str, str]] = {
    "pi": "foldline.formats.pi",
    "omp": "foldline.formats.omp",
    "codex": "foldline.formats.codex",
    "claude_code": "foldline.formats.claude_code",
    "anthropic_messages": "foldline.formats.anthropic_messages",
    "openai_chat": "foldline.formats.openai_chat",
}
"""Built-in formats, in the order in which a file is tried against them."""


def names() -> tuple[str, ...]:
    """Every format that can be asked for: the built-in ones, then those of others."""
    return tuple(_each_name())


def module(name: str) -> ModuleType:
    """The module of a format.

    Raises:
        SettingsError: there is none of that name; says which there are.
    """
    if name in FORMATS:
        return import_module(FORMATS[name])
    for point in _others():
        if point.name == name:
            loaded: ModuleType = point.load()
            return loaded
    msg = f"unknown format {name!r}; known are {', '.join(map(repr, names()))}"
    raise SettingsError(msg)


def folds_in_place(name: str) -> bool:
    """Whether a fold can be put into a file of this format so that its tool goes on from it.

    A format says so by `FOLDS_IN_PLACE`; it then has `dump(session, fold)` and `renew(data, path, fresh)` too.
    """
    return bool(getattr(module(name), "FOLDS_IN_PLACE", False))


def keeps_branches(name: str) -> bool:
    """Whether a file of this format is a tree that the summary of a branch can be put into.

    Its module then has `dump_branch(session, summary)`.
    """
    return hasattr(module(name), "dump_branch")


def sniff(data: bytes, hint: str = "") -> str:
    """The name of the format a file is in, by its content.

    Args:
        data: the file.
        hint: its name; may only break a tie.

    Raises:
        UnreadableError: empty, not text, not complete, or in no format that is known.
        NotAConversationError: JSON, but no messages in it.
    """
    peek = Peek(data, hint)
    if peek.is_empty:
        msg = "the file is empty; give one that holds a conversation"
        raise UnreadableError(msg)
    if peek.is_binary:
        kind = foreign.binary_kind(data)
        msg = f"the file is {kind}" if kind else f"the file is not text; {_advice()}"
        raise UnreadableError(msg)
    for name in _each_name():
        if module(name).sniff(peek):
            return name
    raise _refusal(peek)


def load(data: bytes, *, format: str | None = None, select: int | None = None, hint: str = "") -> Session:  # noqa: A002
    """Read a conversation, whichever known format it is in.

    Args:
        data: the file.
        format: name of its format; None recognises it.
        select: which conversation to take, from 1, where there are several.
        hint: the file's name, if it has one.

    Raises:
        UnreadableError: in no format that is known.
        NotAConversationError: read, but there are no messages in it.
        SeveralConversationsError: there are several and ``select`` is not given.
        SettingsError: no such format.
    """
    loaded: Session = module(format or sniff(data, hint)).load(data, select=select)
    return loaded


def _each_name() -> Iterator[str]:
    """The built-in ones first: the installed packages are searched only if none of them fits."""
    yield from FORMATS
    yield from (point.name for point in _others())


def _others() -> tuple[EntryPoint, ...]:
    return tuple(entry_points(group=GROUP))


def _refusal(peek: Peek) -> UnreadableError | NotAConversationError:
    if kind := foreign.guess(peek):
        return UnreadableError(f"this looks like {kind}, a format that is not read; {_advice()}")
    if peek.document is not None or peek.first_lines(1):
        return NotAConversationError(f"this is JSON, but there are no messages in it; {_advice()}")
    text = peek.data.removeprefix(jsonl.BOM).lstrip()
    if text.startswith((b"{", b"[")):
        return UnreadableError(f"this is no complete JSON ({_complaint(text)}); mend it or give another file")
    return UnreadableError(f"this is text in no format that is known; {_advice()}")


def _complaint(text: bytes) -> str:
    complaint = "it is nested too deeply"
    with suppress(RecursionError):
        try:
            msgspec.json.decode(text)
        except msgspec.DecodeError as error:
            complaint = str(error)
    return complaint


def _advice() -> str:
    labels = ", ".join(module(name).LABEL for name in names())
    return f"give a file of one of these: {labels}"
