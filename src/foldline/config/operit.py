"""Settings exported by Operit: a model's configuration, the global summary settings, or a character card.

Only what such a file holds is taken over; what can't be used is named and left out, and never turned into a zero.
"""

from collections.abc import Iterator, Mapping
from math import isfinite
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from foldline.config.edits import Updated, bind, save_profile, update_settings
from foldline.core import setting_values
from foldline.core.profiles.binding import Binding
from foldline.core.profiles.overrides import SectionEdits, SectionOverride
from foldline.errors import SettingsError

TOKENS_PER_K = 1024
"""Operit counts context lengths in units of so many tokens."""
_FIELDS = {
    "enableSummary": "enabled",
    "summaryTokenThreshold": "ratio",
    "enableSummaryByMessageCount": "by_message_count",
    "summaryMessageCountThreshold": "message_count",
    "summaryCustomRules": "rules",
    "enableSummaryDialogueReview": "dialogue_review",
    "dialogueReviewEnabled": "dialogue_review",
    "summaryDialogueReviewTitle": "dialogue_review_title",
    "dialogueReviewTitle": "dialogue_review_title",
    "previousSummaryReviewEnabled": "previous_summary_review",
    "enableMaxContextMode": "max_context_mode",
}
_LENGTHS = {"contextLength": "context_window", "maxContextLength": "max_context_window"}
_OVERRIDES = "summarySectionOverrides"
_CARD, _MODE, _CUSTOM = "summary", "summaryBindingMode", "CUSTOM"


class Imported(NamedTuple):
    """What an exported file says, in our words."""

    settings: dict[str, object] = {}
    overrides: tuple[SectionOverride, ...] = ()
    character: str = ""
    """The character whose settings these are; empty where they are everybody's."""
    is_bound: bool = True
    """The character has them; false where the card follows the global settings although it holds some."""
    left_out: tuple[str, ...] = ()
    """What could not be used, and why."""


def read(text: str | bytes) -> Imported | None:
    """What an exported file says; None where it is no JSON object.

    >>> read('{"summaryTokenThreshold": 0.3, "temperature": 1}').settings
    {'ratio': 0.3}
    """
    try:
        data = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return None
    if not isinstance(data, dict):
        return None
    if isinstance(data.get(_CARD), dict):
        name = data.get("name")
        imported = _read(data[_CARD])
        return imported._replace(
            character=name.strip() if isinstance(name, str) else "", is_bound=data.get(_MODE) == _CUSTOM
        )
    return _read(data)


def store(imported: Imported) -> Updated:
    """Take an exported file's settings over: a card's as a profile bound to its character, others for everybody.

    Raises:
        SettingsError: the settings file can't be read; nothing was written.
    """
    overrides = imported.overrides
    if not imported.character:
        if not imported.settings and not overrides:
            return update_settings()
        update_settings(**{"profile": "conversation", **imported.settings})
        return update_settings("conversation", section_overrides=overrides) if overrides else update_settings()
    settings = dict(imported.settings)
    rules = settings.pop("rules", "")
    updated = save_profile(
        imported.character,
        lambda profile: replace(
            profile,
            base="conversation",
            rules=str(rules),
            settings=settings,
            sections=replace(SectionEdits(), overrides=imported.overrides),
        ),
    )
    return bind(Binding("character", imported.character, imported.character)) if imported.is_bound else updated


def _read(data: Mapping[str, object]) -> Imported:
    settings: dict[str, object] = {}
    left_out: list[str] = []
    for theirs, ours, value in _values(data):
        try:
            settings[ours] = setting_values.read(ours, value)
        except SettingsError as error:
            left_out.append(f"{theirs}: {error}")
    overrides: list[SectionOverride] = []
    rows = data.get(_OVERRIDES, [])
    for row in rows if isinstance(rows, list) else [rows]:
        try:
            overrides.append(_override(msgspec.convert(row, SectionOverride)))
        except msgspec.ValidationError as error:
            left_out.append(f"{_OVERRIDES}: {error}")
    return Imported(settings, tuple(overrides), left_out=tuple(left_out))


def _values(data: Mapping[str, object]) -> Iterator[tuple[str, str, object]]:
    for theirs, ours in _FIELDS.items():
        if theirs in data:
            yield theirs, ours, data[theirs]
    for theirs, ours in _LENGTHS.items():
        length = data.get(theirs)
        if isinstance(length, int | float) and not isinstance(length, bool) and isfinite(length):
            yield theirs, ours, int(length * TOKENS_PER_K)


def _override(row: SectionOverride) -> SectionOverride:
    """An emptied instruction asked for the heading alone."""
    return (
        replace(row, instruction=None, header_only=True)
        if row.instruction is not None and not row.instruction.strip()
        else row
    )
