"""The settings that a try is made with: those of every fold, by the same resolver, and what the page asks for on top.

Nothing that is asked for here is stored.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from foldline import config
from foldline.config.layers import Config
from foldline.core.messages import Json
from foldline.core.profiles.in_force import subject_of
from foldline.core.session import Session


class Trial(Struct, frozen=True):
    """What a try differs in from the settings in force."""

    settings: dict[str, Json] = {}
    """Setting -> value, as a flag of the command; null says nothing."""
    as_shipped: bool = False
    """Take the built-in profile without the user's changes to it."""
    by: Literal["builtin", "models"] = "builtin"
    """Who writes: the built-in summariser, or the models of the settings."""


def in_force(session: Session, trial: Trial, flags: Mapping[str, object]) -> Config:
    """The settings of a try for a session, each with its origin.

    Args:
        session: what is tried on.
        trial: what is asked for.
        flags: what holds as long as the server runs.

    Raises:
        SettingsError: something asked for can't be.
    """
    cwd, worked_in = Path.cwd(), session.info.cwd
    # A folder of another system, or one that is no folder at all, is no error.
    folder = Path(worked_in) if worked_in and os.path.isdir(worked_in) else cwd  # noqa: PTH112
    asked = {name: value for name, value in trial.settings.items() if value is not None}
    found = config.load(folder, flags={**flags, **asked})
    subject = subject_of(session)
    made = found.for_subject(subject if subject.project else subject._replace(project=str(cwd)))
    return _as_shipped(made) if trial.as_shipped else made


def _as_shipped(found: Config) -> Config:
    settings = found.settings
    return replace(found, settings=replace(settings, profile=settings.chosen.base, profiles=(), bindings=(), rules=""))
