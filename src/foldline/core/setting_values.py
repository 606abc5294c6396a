"""Settings one by one: read from plain data or from what somebody typed, checked, and turned into plain data again.

What a file, the environment, a flag or an editor holds comes in here and nowhere else.
"""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any, get_type_hints

import msgspec
from msgspec import inspect

from foldline.core.messages import Json
from foldline.core.setting_ranges import FORMS, allowed, check
from foldline.core.settings import CompactionSettings
from foldline.errors import SettingsError

_NOT_STORED = frozenset({"pending_calls", "profiles", "bindings", "catalog", "hooks", "fixed"})
"""Of one fold, or kept in tables of their own."""
STORED = tuple(name for name in CompactionSettings.__struct_fields__ if name not in _NOT_STORED)
"""Settings that a file, the environment or an editor can hold."""
DEFAULTS = CompactionSettings()
_CLAUSES = frozenset({"keep", "trigger"})
_SWITCHES: Mapping[str, Json] = {
    "true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False, "": None,
}  # fmt: skip


def read(name: str, value: object) -> object:
    """A setting's value from plain data (TOML, JSON).

    Raises:
        SettingsError: no such setting, or not a value it can have; names setting, value and what is allowed.

    >>> read("keep", ["fraction", 0.3])
    ('fraction', 0.3)
    """
    check_known(name)
    if name in _CLAUSES:
        made = _tuples(value)
    else:
        try:
            made = msgspec.convert(value, _types()[name])
        except msgspec.ValidationError as error:
            msg = f"{name} is {value!r}; it must be {hint(name)}"
            raise SettingsError(msg) from error
    check(name, value if made == value else made)
    return made


def typed(name: str, text: str) -> object:
    """A setting's value from what somebody typed: a number, on or off, a text, or JSON for a list.

    Raises:
        SettingsError: as `read`.

    >>> typed("message_count", "20"), typed("enabled", "off"), typed("pins", "Use tabs.")
    (20, False, ('Use tabs.',))
    """
    check_known(name)
    kinds, bare = _kinds(name), text.strip()
    if inspect.StrType in kinds or inspect.LiteralType in kinds:
        return read(name, text)
    if name in _CLAUSES or inspect.VarTupleType in kinds or inspect.FrozenSetType in kinds:
        return read(name, _decoded(bare) if bare.startswith("[") else [text] if bare else [])
    if inspect.BoolType in kinds:
        return read(name, _SWITCHES.get(bare.lower(), text))
    return read(name, _decoded(bare.replace(",", "").replace("_", "")) if bare else None)


def plain(value: object) -> Json:
    """A setting's value, or a profile, as plain data.

    >>> plain(frozenset({"r2", "r1"}))
    ['r1', 'r2']
    """
    made: Json = _lists(msgspec.to_builtins(sorted(value) if isinstance(value, frozenset) else value))
    return made


def _lists(value: object) -> Any:
    if isinstance(value, dict):
        return {key: _lists(one) for key, one in value.items()}
    return [_lists(one) for one in value] if isinstance(value, list | tuple) else value


def default(name: str) -> object:
    """The value of a setting that nobody set.

    >>> default("message_count")
    16
    """
    check_known(name)
    return getattr(DEFAULTS, name)


def check_known(name: str) -> None:
    """Refuse a name that no setting has.

    Raises:
        SettingsError: names the ones that are meant, perhaps.

    >>> check_known("ratio")
    """
    if name not in STORED:
        near = closest(name)
        more = f"did you mean {near!r}?" if near else "`foldline config` lists those there are"
        msg = f"unknown setting {name!r}; {more}"
        raise SettingsError(msg)


def closest(name: str) -> str:
    """The setting a misspelt name stands for, if one is near.

    >>> closest("mesage_count")
    'message_count'
    """
    from difflib import get_close_matches

    return next(iter(get_close_matches(name, STORED, 1, 0.8)), "")


def hint(name: str) -> str:
    """What a setting may be, in words for an editor.

    >>> hint("enabled"), hint("ratio")
    ('true or false', 'a number, above 0 and below 1')
    """
    of_type = " or ".join(_WORDS[kind] for kind in _kinds(name) if kind in _WORDS)
    if not of_type or name in FORMS:
        return allowed(name)
    return ", ".join(filter(None, (of_type, allowed(name))))


_WORDS = {
    inspect.BoolType: "true or false",
    inspect.IntType: "a whole number",
    inspect.FloatType: "a number",
    inspect.StrType: "a text",
    inspect.VarTupleType: "a list of texts",
    inspect.FrozenSetType: "a list of texts",
}


def _kinds(name: str) -> tuple[type, ...]:
    """The kinds of plain data a setting is made from; none for those with a form of their own."""
    if name in _CLAUSES:
        return ()
    info = inspect.type_info(_types()[name])
    return tuple(map(type, info.types if isinstance(info, inspect.UnionType) else (info,)))


def _decoded(text: str) -> Json:
    try:
        value: Json = json.loads(text)
    except ValueError:
        return text
    return value


def _tuples(value: object) -> object:
    return tuple(map(_tuples, value)) if isinstance(value, list | tuple) else value


@cache
def _types() -> Mapping[str, object]:
    return get_type_hints(CompactionSettings)
