"""Routes of whole profiles: make, copy, remove, take in, take away."""

import re
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from starlette.responses import Response

from foldline import config
from foldline.config import operit
from foldline.config.edits import Updated, named_profiles, stored_profile
from foldline.config.operit import Imported
from foldline.core.profiles import profile as core_profiles
from foldline.core.profiles.profile import Profile
from foldline.errors import SettingsError
from foldline.server.endpoint import Call, Endpoint, Nothing
from foldline.server.faults import NotThereError, RequestError
from foldline.server.settings_routes import Edited, alone
from foldline.server.source import source_of
from foldline.server.state_view import State

_LONGEST_NAME = 100
_KEYS = frozenset({"base", "sections", "languages", "prompts"})
"""Of an exported profile, and of nothing that Operit exports."""


class NewProfile(Struct, frozen=True):
    """A profile to be made."""

    version: str
    name: str
    base: Literal["handoff", "conversation"] = "handoff"
    copy_of: str = ""
    """The profile it starts as; the built-in one of `base` where it is empty."""


class VersionQuery(Struct, frozen=True):
    """The state that is edited."""

    version: str


class ImportBody(Struct, frozen=True):
    """A file's content to be taken in: an exported profile, or settings or a character card exported by Operit."""

    version: str
    text: str
    name: str = ""
    """To store a profile under; its own where it is empty."""


class Taken(Struct, frozen=True):
    """What was taken in."""

    version: str
    files: tuple[str, ...]
    state: State
    imported: str
    """What it was, in words."""
    left_out: tuple[str, ...] = ()
    """What could not be used, and why."""


def _new(call: Call[NewProfile, Nothing]) -> Edited:
    source, body = source_of(call.request), call.body
    name = checked_name(body.name)
    found = source.load()
    if name in named_profiles(found):
        msg = f"there is a profile {name!r} already; choose another name"
        raise RequestError(409, msg)
    start = _stored(found, body.copy_of) if body.copy_of else Profile(base=body.base)
    return alone(source, body.version, lambda: config.save_profile(name, lambda _: replace(start, name=name)))


def _remove(call: Call[Nothing, VersionQuery]) -> Edited:
    source, name = source_of(call.request), call.named("name")
    _stored(source.load(), name)
    return alone(source, call.query.version, lambda: config.remove_profile(name))


def _export(call: Call[Nothing, Nothing]) -> Response:
    profile = _stored(source_of(call.request).load(), call.named("name"))
    plain = re.sub(r"[^A-Za-z0-9_.-]+", "-", profile.name).strip("-.") or "profile"
    headers = {"content-disposition": f'attachment; filename="{plain}.json"'}
    return Response(core_profiles.export(profile), media_type="application/json", headers=headers)


def _import(call: Call[ImportBody, Nothing]) -> Taken:
    source, body = source_of(call.request), call.body
    theirs = None if _is_profile(body.text) else operit.read(body.text)
    if theirs is not None and (theirs.settings or theirs.overrides or theirs.character):
        done = alone(source, body.version, lambda: operit.store(theirs))
        return Taken(done.version, done.files, done.state, _words(theirs), theirs.left_out)
    profile = core_profiles.read(body.text)
    name = checked_name(body.name or profile.name)

    def work() -> Updated:
        return config.save_profile(name, lambda _: replace(profile, name=name))

    done = alone(source, body.version, work)
    return Taken(done.version, done.files, done.state, f"profile {name}")


def checked_name(name: str) -> str:
    """A profile's name that can be stored and shown.

    Raises:
        SettingsError: it is none.
    """
    name = name.strip()
    if not name or len(name) > _LONGEST_NAME or not name.isprintable():
        msg = f"{name[:_LONGEST_NAME]!r} is no name for a profile: it has one line of 1 to {_LONGEST_NAME} characters"
        raise SettingsError(msg)
    return name


def _stored(found: config.Config, name: str) -> Profile:
    try:
        return stored_profile(found, name)
    except SettingsError as error:
        raise NotThereError(str(error)) from error


def _is_profile(text: str) -> bool:
    """Whether a text is an exported profile by its keys; settings of others have none of them."""
    try:
        data = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return False
    return isinstance(data, dict) and not _KEYS.isdisjoint(data)


def _words(theirs: Imported) -> str:
    if theirs.character:
        return f"character {theirs.character} of Operit"
    return f"{len(theirs.settings)} settings and {len(theirs.overrides)} sections of Operit"


_WRITES = (409, 422, 423, 507)
ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(
        "POST",
        "/api/profiles",
        _new,
        "Make a profile",
        body=NewProfile,
        answer=Edited,
        status=201,
        faults=(404, *_WRITES),
    ),
    Endpoint(
        "GET", "/api/profiles/{name:path}/export", _export, "A profile as a file that can be taken in", faults=(404,)
    ),
    Endpoint(
        "DELETE",
        "/api/profiles/{name:path}",
        _remove,
        "Forget a profile; a built-in one is as it was delivered again",
        query=VersionQuery,
        answer=Edited,
        faults=(404, *_WRITES),
    ),
    Endpoint(
        "POST",
        "/api/import",
        _import,
        "Take in an exported profile, or settings and character cards exported by Operit",
        body=ImportBody,
        answer=Taken,
        faults=_WRITES,
    ),
)
