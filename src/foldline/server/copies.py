"""The folded copy of a session, to be downloaded or laid beside the original. The original is never touched."""

import re
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

from foldline.core.result import CompactionResult
from foldline.core.session import Session
from foldline.errors import WriteRefusedError
from foldline.folded_copy import folded_copy
from foldline.formats import writing
from foldline.server.opened import Opened

_MOST_COPIES: Final = 999
_NAME: Final = 80


class Copy(NamedTuple):
    """A folded copy as a file to be kept."""

    name: str
    data: bytes
    what: str
    """Its format in words."""


def download(opened: Opened, session: Session, result: CompactionResult) -> Copy:
    """The copy, with a name that any system takes."""
    data, what = folded_copy(session, result)
    stem, dot, ending = re.split(r"[/\\]", opened.name)[-1].rpartition(".")
    plain = re.sub(r"[^\w.-]+", "-", stem if dot else ending)[:_NAME].strip("-.") or "session"
    ending = ending if dot and re.fullmatch(r"[A-Za-z0-9]{1,6}", ending) else "json"
    return Copy(f"{plain}.folded.{ending}", data, what)


def beside(opened: Opened, session: Session, result: CompactionResult) -> Path:
    """Write the copy beside the original, under a name that its tool takes for no session.

    Raises:
        WriteRefusedError: the session was not chosen from this machine, or the folder can't be written.
    """
    if opened.found is None:
        msg = "this session was given to the page, so there is no original beside which to lay a copy; download it"
        raise WriteRefusedError(msg)
    data, _ = folded_copy(session, result)
    for number in count(1):
        # Tools look for `*.jsonl`; a name that ends otherwise is passed by.
        path = opened.path.with_name(f"{opened.path.name}.folded{'' if number == 1 else f'-{number}'}")
        if number == _MOST_COPIES or not path.exists():
            writing.create(path, data)
            return path
    raise AssertionError
