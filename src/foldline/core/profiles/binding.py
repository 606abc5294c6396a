"""Which profile a conversation is folded with: session before character before project before model before global.

One resolver for the command, the page, the trigger, the prompt and the proxy, asked anew at the start of every fold.
"""

from collections.abc import Container, Iterable, Iterator
from fnmatch import fnmatchcase
from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct

from foldline.core.messages import Message
from foldline.errors import SettingsError

Scope: TypeAlias = Literal["session", "character", "project", "model"]
SCOPES: tuple[Scope, ...] = ("session", "character", "project", "model")
GROUP_SIZE = 2
"""Characters from which a chat is a group's."""


class Binding(Struct, frozen=True):
    """A profile for whatever matches a key."""

    scope: Scope
    key: str
    """A session's id; a character's name; a folder, which holds for what is inside it; a model's name, with `*` for
    any characters. An empty folder matches every project."""
    profile: str

    def __post_init__(self) -> None:
        if not self.key.strip() and self.scope != "project":
            msg = f"a binding by {self.scope} has the key {self.key!r}; it must name the {self.scope}"
            raise SettingsError(msg)


class Subject(NamedTuple):
    """What is known of a conversation when its profile is looked up."""

    session: str = ""
    characters: tuple[str, ...] = ()
    """Names of the speakers on the assistant's side."""
    project: str = ""
    model: str = ""


class Bound(NamedTuple):
    """The profile that was found, and by which binding; ``binding`` is None where the global one holds."""

    profile: str
    binding: Binding | None = None

    @property
    def why(self) -> str:
        """Where the profile comes from, in words."""
        if self.binding is None:
            return "global"
        return f"{self.binding.scope} {self.binding.key!r}" if self.binding.key else "project file"


def bound(bindings: Iterable[Binding], subject: Subject, default: str, known: Container[str]) -> Bound:
    """The profile of a conversation.

    The narrowest scope wins, within a scope the closest key, of equal bindings the last. A binding to a profile that
    does not exist is passed over. The characters of a group chat have no say: no one of them speaks for it.

    Args:
        bindings: all there are.
        subject: the conversation.
        default: the global profile.
        known: names of the profiles that exist.

    >>> bindings = (Binding("model", "claude-*", "brief"), Binding("project", "/srv", "long"))
    >>> bound(bindings, Subject(project="/srv/shop", model="claude-9"), "handoff", {"brief", "long"}).profile
    'long'
    """
    fits = [one for one in bindings if one.profile in known and _matches(one, subject)]
    if not fits:
        return Bound(default)
    best = max(reversed(fits), key=lambda one: (-SCOPES.index(one.scope), _closeness(one)))
    return Bound(best.profile, best)


def without(bindings: Iterable[Binding], scope: Scope, key: str) -> tuple[Binding, ...]:
    """The bindings but for those of a key.

    >>> without((Binding("model", "m", "a"),), "model", " m")
    ()
    """
    return tuple(one for one in bindings if (one.scope, one.key.strip()) != (scope, key.strip()))


def characters(messages: Iterable[Message]) -> tuple[str, ...]:
    """The names on the assistant's side of a conversation, in the order they first speak.

    >>> characters([Message("assistant", speaker="Ann"), Message("user", speaker="Bo")])
    ('Ann',)
    """
    return tuple(dict.fromkeys(one.speaker for one in messages if one.role == "assistant" and one.speaker))


def _matches(binding: Binding, subject: Subject) -> bool:
    key = binding.key.strip()
    match binding.scope:
        case "session":
            return key == subject.session
        case "character":
            return 0 < len(subject.characters) < GROUP_SIZE and key in subject.characters
        case "project":
            return _is_inside(subject.project, key)
        case "model":
            return bool(subject.model) and any(fnmatchcase(name, key) for name in _names(subject.model))


def _names(model: str) -> Iterator[str]:
    """A model's name with and without the vendor in front."""
    yield model
    yield model.rpartition("/")[2]


def _is_inside(folder: str, key: str) -> bool:
    at, inside = (path.replace("\\", "/").rstrip("/") for path in (key, folder))
    return not key or (bool(folder) and (inside == at or inside.startswith(f"{at}/")))


def _closeness(binding: Binding) -> tuple[bool, int]:
    """How exactly a key names what it matches: without a wildcard before with one, a longer one before a shorter."""
    is_pattern = binding.scope == "model" and any(sign in binding.key for sign in "*?[")
    return not is_pattern, len(binding.key.strip())
