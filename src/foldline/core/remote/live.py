"""The live request up to the place where it is folded, for a provider that reads it as it is."""

from collections.abc import Mapping

from msgspec import Struct

from foldline.core.messages import Json
from foldline.core.remote.payload import Payload
from foldline.core.session import Item


class Live(Struct, frozen=True):
    """What a client would send now, less what stays word for word."""

    head: tuple[Item, ...] = ()
    """What the client put first."""
    payload: Payload | None = None
    """The provider's own fold before, which stands behind the head."""
    previous: str = ""
    """The summary before as it is sent, behind head and payload."""
    folded: tuple[Item, ...] = ()
    system: str = ""
    """The system prompt as it is sent beside the messages: a text, or the JSON text of its blocks."""
    tools_json: str = ""
    """The tool definitions as they are sent: the JSON text of a list."""
    wire: str = ""
    """In whose form ``raws`` are."""
    raws: Mapping[str, tuple[Json, ...]] = {}
    """What each message came as, by the id of its entry, where that is known."""
    cache_key: str = ""
    """Names the conversation to the provider's cache."""
