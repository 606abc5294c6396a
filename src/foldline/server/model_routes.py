"""Routes of models and keys: whether a model answers, and keys that are kept and never shown again."""

import time
from typing import Final

from msgspec import Struct

from foldline.config import key_file
from foldline.core.requests import SummaryRequest
from foldline.errors import FoldlineError
from foldline.providers.registry import provider
from foldline.providers.services import SERVICES, Known
from foldline.server.endpoint import Call, Endpoint, Nothing
from foldline.server.faults import NotThereError
from foldline.server.state_view import ProviderView, provider_view

_PATIENCE: Final = 30.0
"""Seconds for a test, with all its tries."""
_ROOM: Final = 400
"""Tokens for the answer; a model that thinks needs some before the first word."""


class ModelBody(Struct, frozen=True):
    """A model to be tested."""

    model: str
    """As `provider:model`."""


class Tested(Struct, frozen=True):
    """How a test came out."""

    ok: bool
    message: str
    seconds: float


class KeyBody(Struct, frozen=True):
    """A key to be kept."""

    provider: str
    key: str
    """Empty forgets the one that is kept."""


def _test(call: Call[ModelBody, Nothing]) -> Tested:
    began = time.monotonic()
    try:
        is_fine, message = _asked(call.body.model)
    except FoldlineError as error:
        is_fine, message = False, str(error)
    return Tested(is_fine, message, round(time.monotonic() - began, 2))


def _asked(name: str) -> tuple[bool, str]:
    made = provider(name, timeout=_PATIENCE, environ=key_file.environment())
    if made is None:
        return True, "the built-in summariser needs no answer from anybody"
    request = SummaryRequest("short", "You check a connection.", "Answer with the single word: ready", _ROOM)
    reply = made.summarize(request)
    said = " ".join(reply.text.split())[:80]
    return bool(said), f"{reply.by or made.name} answered: {said}" if said else f"{made.name} answered with nothing"


def _keep(call: Call[KeyBody, Nothing]) -> ProviderView:
    known = _known(call.body.provider)
    key_file.keep(known.key_variables[0], call.body.key)
    return provider_view(known, key_file.environment())


def _known(name: str) -> Known:
    known = next((one for one in SERVICES if one.name == name), None)
    if known is None:
        msg = f"there is no service {name!r}; there are {', '.join(one.name for one in SERVICES)}"
        raise NotThereError(msg)
    return known


ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint("POST", "/api/models/test", _test, "Ask a model for one word", body=ModelBody, answer=Tested),
    Endpoint(
        "PUT",
        "/api/keys",
        _keep,
        "Keep a service's key, or forget it; no route gives it back",
        body=KeyBody,
        answer=ProviderView,
        faults=(404, 422, 423, 507),
    ),
)
