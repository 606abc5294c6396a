"""Routes of opened sessions."""

from foldline.server.endpoint import Endpoint

ENDPOINTS: tuple[Endpoint, ...] = ()


def make_store() -> object:
    """What holds the opened sessions of an app."""
    return None


def close_store(store: object) -> None:
    """End it."""
