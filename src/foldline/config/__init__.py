"""The settings of this user in this folder: read from their layers, changed where they are stored.

Only this area reads the environment and settings files; the library takes its settings as a value.
"""

from foldline.config.edits import (
    Updated,
    bind,
    file_of,
    profile_file,
    remove_profile,
    save_profile,
    stored_profile,
    unbind,
    update_settings,
)
from foldline.config.layers import Config, Origin
from foldline.config.sources import load

__all__ = [
    "Config",
    "Origin",
    "Updated",
    "bind",
    "file_of",
    "load",
    "profile_file",
    "remove_profile",
    "save_profile",
    "stored_profile",
    "unbind",
    "update_settings",
]
