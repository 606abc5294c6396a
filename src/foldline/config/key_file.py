"""Keys of services that the user gave to keep: a file of their own that nobody else may read, never shown again.

A variable of the environment goes before a key that is kept.
"""

import json
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Final

from foldline.config.sources import user_file
from foldline.errors import SettingsError
from foldline.formats import writing

NAME: Final = "keys.json"
_LONGEST: Final = 10_000
"""Characters of a key; the longest known are tokens of some two thousand."""
_ONE_AT_A_TIME = Lock()


def environment(environ: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment with the keys that are kept in the places of the variables that are not set.

    Args:
        environ: None for the process's own.
    """
    environ = os.environ if environ is None else environ
    return {**_read(_path(environ)), **{name: value for name, value in environ.items() if value.strip()}}


def is_kept(variables: tuple[str, ...], environ: Mapping[str, str] | None = None) -> bool:
    """Whether one of these keys is kept."""
    kept = _read(_path(os.environ if environ is None else environ))
    return any(name in kept for name in variables)


def keep(variable: str, key: str, environ: Mapping[str, str] | None = None) -> None:
    """Keep a key; an empty one forgets it.

    Args:
        variable: of the environment, in whose place it stands.
        key: nothing of it is ever shown.
        environ: None for the process's own.

    Raises:
        SettingsError: it can't be one.
        WriteRefusedError: it could not be written; what was kept is as it was.
    """
    key = key.strip()
    if len(key) > _LONGEST or not key.isascii() or not key.isprintable():
        msg = f"this is no key: one is up to {_LONGEST:,} letters, digits and signs in one line"
        raise SettingsError(msg)
    path = _path(os.environ if environ is None else environ)
    with _ONE_AT_A_TIME:
        _write(path, variable, key)


def _write(path: Path, variable: str, key: str) -> None:
    kept = {name: value for name, value in _read(path).items() if name != variable}
    if key:
        kept[variable] = key
    with writing.refusing(path, "was left as it is"):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, made = tempfile.mkstemp(dir=path.parent, prefix=f".{NAME}.")  # readable by its owner alone
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as sink:
                json.dump(kept, sink, indent=1)
                sink.flush()
                os.fsync(sink.fileno())
            Path(made).replace(path)
        except BaseException:
            with suppress(OSError):
                Path(made).unlink()
            raise


def _path(environ: Mapping[str, str]) -> Path:
    return user_file(environ).parent / NAME


def _read(path: Path) -> dict[str, str]:
    try:
        data = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return {name: value for name, value in data.items() if isinstance(value, str)} if isinstance(data, dict) else {}
