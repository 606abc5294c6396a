"""The scanner of the extra `scanner`, for what the patterns of `foldline.core.redaction` do not know.

It looks at what is sent to a model and at what comes back, on this machine alone; where it fails it finds nothing.
"""

from typing import TypeVar

from foldline.core.hooks import Steps
from foldline.core.redaction import Finding
from foldline.core.scanned import scanned
from foldline.core.settings import CompactionSettings
from foldline.errors import MissingExtraError

T = TypeVar("T")
_LEAST: int = 8
"""Characters of a secret that is taken out wherever it stands; a shorter one stands in ordinary words."""


def guarded(steps: Steps[T], settings: CompactionSettings) -> Steps[T]:
    """The steps behind the scanner, where the settings ask for it.

    Raises:
        MissingExtraError: it is not installed.
    """
    if not (settings.redaction and settings.secret_scanner):
        return steps
    try:
        import betterleaks  # noqa: F401 - whether it is there, before anything is sent
    except ImportError as error:
        msg = "secret_scanner is on, but betterleaks is not installed; run: pip install 'foldline[scanner]'"
        raise MissingExtraError(msg) from error
    return scanned(steps, find)


def find(text: str) -> list[Finding]:
    """The secrets that the scanner finds, wherever in the text they stand."""
    import betterleaks

    try:
        found = betterleaks.scan_string(text.encode("utf-8", "replace").decode())
    except betterleaks.BetterleaksError:
        return []
    values = dict.fromkeys(finding.secret for finding in found if len(finding.secret) >= _LEAST)
    return [Finding(at, at + len(value), "secret") for value in values for at in _places(text, value)]


def _places(text: str, value: str) -> list[int]:
    places: list[int] = []
    at = text.find(value)
    while at >= 0:
        places.append(at)
        at = text.find(value, at + len(value))
    return places
