"""The facts a fold carries as data beside its prose: the ledger and what it holds.

Values only. How they are collected is in `foldline.core.ledger.collection`, how they are written and read back in
`foldline.core.ledger.ledger_text`.
"""

from msgspec import Struct


class Quote(Struct, frozen=True):
    """Words of a message, with the id of the entry they stand in."""

    text: str
    entry_id: str


class Rule(Struct, frozen=True):
    """A clause of the user that binds later turns, as a substring of what they wrote."""

    id: str
    text: str
    entry_id: str
    pinned: bool = False
    """Set by hand (`settings.pins`); pinned rules never give way."""
    taken_back: Quote | None = None
    """The later clause that takes exactly this rule back; both stay, marked."""


class FileOps(Struct, frozen=True):
    """Files the folded part touched, one whole path each as the call gave it."""

    modified: tuple[str, ...] = ()
    read: tuple[str, ...] = ()
    """Read but never modified."""
    moved_from: dict[str, str] = {}
    """Present path -> the path it had when it was touched."""
    deleted: frozenset[str] = frozenset()


class Failure(Struct, frozen=True):
    """An error a tool reported."""

    text: str
    """The line that says what went wrong."""
    tool: str
    target: str
    """What the call was about: the command, the path."""
    entry_id: str
    resolved: bool = False
    """The same tool later succeeded on the same target."""


class Value(Struct, frozen=True):
    """An exact value: an id, hash, URL, version, port, number with its unit, name of a variable, enumeration."""

    text: str
    phrase: str
    """At most eight words of the line it stands in, so that a reader knows what it is of."""
    entry_id: str
    by_user: bool = False
    superseded: bool = False
    """A newer value of the same thing is known."""


class Ledger(Struct, frozen=True):
    """What must survive a fold word for word."""

    rules: tuple[Rule, ...] = ()
    instructions: tuple[Quote, ...] = ()
    """Instruction files the client put into the conversation, labelled apart from what the user typed."""
    said: tuple[Quote, ...] = ()
    """Every message a human typed, newest first; pastes clipped."""
    request: Quote | None = None
    """The newest human message that asks for something."""
    open_request: Quote | None = None
    """The last question or request after which only its author spoke."""
    files: FileOps = FileOps()
    errors: tuple[Failure, ...] = ()
    values: tuple[Value, ...] = ()
    dropped: tuple[str, ...] = ()
    """One line for each class that gave way to the cap: what, how many, where the originals are."""
