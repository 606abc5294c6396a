"""The settings as the page shows them: each with value, origin, range and hint, and what they come to in a window."""

from collections.abc import Iterator, Mapping
from functools import cache
from math import ceil
from typing import Final, Literal, TypeAlias, get_type_hints

from msgspec import Struct, inspect

from foldline.config.layers import Config
from foldline.core import setting_values
from foldline.core.budget import describe, threshold
from foldline.core.counting import families
from foldline.core.messages import Json
from foldline.core.profiles.templates import PROFILES
from foldline.core.setting_ranges import CHOICES, RANGES, Clause, conditions
from foldline.core.settings import CompactionSettings

Kind: TypeAlias = Literal["switch", "integer", "number", "choice", "text", "texts", "clauses"]
NEEDS: Final[Mapping[str, tuple[str, ...]]] = {
    "max_context_window": ("max_context_mode",),
    "threshold_tokens": ("enabled",),
    "threshold_percent": ("enabled",),
    "reserve_tokens": ("enabled",),
    "by_ratio": ("enabled",),
    "ratio": ("enabled", "by_ratio"),
    "by_message_count": ("enabled",),
    "message_count": ("enabled", "by_message_count"),
    "trigger": ("enabled",),
    "dialogue_review_title": ("dialogue_review",),
    "short_states_request": ("short_summary",),
}
"""Settings that say nothing while one of these is off."""
_CLAUSES: Final = frozenset({"trigger", "keep"})


class SettingView(Struct, frozen=True):
    """One setting."""

    name: str
    value: Json
    default: Json
    origin: str
    """The layer it comes from (`foldline.config.layers.Origin`)."""
    where: str
    """The file, variable, binding or profile."""
    is_fixed: bool
    """The environment or a flag sets it; what a file says has no effect."""
    kind: Kind
    is_optional: bool
    """It may be left open, which is null."""
    low: float | None
    high: float | None
    is_open: bool
    """The ends of the range are not allowed themselves."""
    choices: tuple[str, ...]
    hint: str
    """What it may be, in words."""
    needs: tuple[str, ...]
    """Switches without which it says nothing."""


class TriggerPoint(Struct, frozen=True):
    """A point at which a conversation is folded; where several numbers stand, all have to be reached."""

    words: str
    tokens: int | None = None
    messages: int | None = None
    user_messages: int | None = None
    is_above: bool = False
    """It has to be passed, not reached."""


class Triggers(Struct, frozen=True):
    """When a conversation is folded; any of the points is enough."""

    window: int | None
    """Tokens; None where neither a setting nor a model tells."""
    window_origin: str
    points: tuple[TriggerPoint, ...]


def setting_views(found: Config) -> tuple[SettingView, ...]:
    """Every setting that can be stored, in an order to be shown in."""
    return tuple(_view(found, name) for name in setting_values.STORED)


def triggers_of(settings: CompactionSettings, model: str = "") -> Triggers:
    """The points at which a conversation with a model is folded by these settings.

    >>> triggers_of(CompactionSettings(context_window=200_000)).points[0].tokens
    170000
    """
    window, origin = settings.window
    if window is None:
        origin = ""
        if model:
            known = families.window(model)
            window, origin = known.tokens, f"{'guessed' if known.guessed else 'known'} for model {model!r}"
    return Triggers(window, origin, tuple(_points(settings, window)) if settings.enabled else ())


def _points(settings: CompactionSettings, window: int | None) -> Iterator[TriggerPoint]:
    if window is not None:
        limit = threshold(window, settings)
        yield TriggerPoint(limit.why, limit.tokens, is_above=True)
    elif settings.threshold_tokens is not None:
        yield TriggerPoint(f"threshold_tokens {settings.threshold_tokens:,}", settings.threshold_tokens, is_above=True)
    for clause in settings.triggers:
        yield _point(clause, window)


def _point(clause: Clause, window: int | None) -> TriggerPoint:
    numbers: dict[str, int] = {}
    for kind, amount in conditions(clause):
        if kind != "fraction":
            numbers[kind] = ceil(amount)
        elif window is not None:
            numbers["tokens"] = max(numbers.get("tokens", 0), ceil(amount * window))
    return TriggerPoint(describe(clause), numbers.get("tokens"), numbers.get("messages"), numbers.get("user_messages"))


def _view(found: Config, name: str) -> SettingView:
    origin = found.origin(name)
    kinds = _kinds(name)
    limits = RANGES.get(name)
    choices: tuple[str, ...] = CHOICES.get(name, ())
    if name == "profile":
        choices = tuple(dict.fromkeys((*PROFILES, *(one.name for one in found.settings.profiles))))
    return SettingView(
        name=name,
        value=setting_values.plain(getattr(found.settings, name)),
        default=setting_values.plain(setting_values.default(name)),
        origin=origin.layer,
        where=origin.where,
        is_fixed=origin.layer in {"environment", "flag"},
        kind="choice" if choices else _kind(name, kinds),
        is_optional=inspect.NoneType in kinds,
        low=limits.low if limits else None,
        high=limits.high if limits else None,
        is_open=limits.is_open if limits else False,
        choices=choices,
        hint=setting_values.hint(name),
        needs=NEEDS.get(name, ()),
    )


def _kind(name: str, kinds: tuple[type, ...]) -> Kind:
    if name in _CLAUSES:
        return "clauses"
    by_type: tuple[tuple[type, Kind], ...] = (
        (inspect.BoolType, "switch"),
        (inspect.IntType, "integer"),
        (inspect.FloatType, "number"),
        (inspect.VarTupleType, "texts"),
        (inspect.FrozenSetType, "texts"),
    )
    return next((kind for type_, kind in by_type if type_ in kinds), "text")


@cache
def _kinds(name: str) -> tuple[type, ...]:
    if name in _CLAUSES:
        return () if setting_values.default(name) is not None else (inspect.NoneType,)
    info = inspect.type_info(get_type_hints(CompactionSettings)[name])
    return tuple(map(type, info.types if isinstance(info, inspect.UnionType) else (info,)))
