"""What the routes of sessions are asked with, and the smaller of their answers."""

from typing import Annotated

from msgspec import Meta, Struct


class Listed(Struct, frozen=True):
    """A session of this machine."""

    id: str
    tool: str
    """In words."""
    project: str
    opening: str
    """Its title, or the first words of the user."""
    modified: float
    """Seconds since 1970."""
    size: int
    """Bytes."""


class MachineSessions(Struct, frozen=True):
    """The newest sessions of this machine, the newest first."""

    sessions: tuple[Listed, ...]


class Name(Struct, frozen=True):
    """What a file that is given is called; only shown."""

    name: str = ""


class Choice(Struct, frozen=True):
    """A session that was listed."""

    id: str


class Selection(Struct, frozen=True):
    """Which conversation of a file, from 1."""

    number: Annotated[int, Meta(ge=1)]


class Begun(Struct, frozen=True):
    """Work that was begun, and the session it is on."""

    job: str
    session: str


class Closed(Struct, frozen=True):
    """Done."""

    closed: bool = True


class Window(Struct, frozen=True):
    """A part of the list of messages."""

    offset: int = 0
    limit: int = 100


class Which(Struct, frozen=True):
    """A message, by its place in the list or its id."""

    index: int = -1
    entry: str = ""


class Wait(Struct, frozen=True):
    """Wait for news after a version."""

    after: int = -1
    wait: float = 0.0


class Two(Struct, frozen=True):
    """Two folds by their ids."""

    first: str
    second: str


class PromptText(Struct, frozen=True):
    """A text that a model would be sent."""

    kind: str
    system: str
    user: str
    max_tokens: int
    tokens: int
    """Of both, by the session's counter."""


class Prompts(Struct, frozen=True):
    """Every text that a model would be sent for a fold."""

    prompts: tuple[PromptText, ...]


class Saved(Struct, frozen=True):
    """Where a copy was laid."""

    path: str
