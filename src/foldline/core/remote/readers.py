"""Who reads the folds that only their provider can: told from the name of a model, and from a session's newest fold."""

from typing import Final

from foldline.core.counting.windows import plain_name
from foldline.core.remote.payload import ANTHROPIC, OPENAI
from foldline.core.session import CompactionEntry, MessageEntry, Session

_STEMS: Final = {
    ANTHROPIC: ("claude",),
    "google": ("gemini",),
    OPENAI: ("gpt", "codex", "o1", "o3", "o4"),
}
"""Beginnings of the names of a vendor's models, or of their parts."""


def vendor_of(model: str) -> str:
    """Whose model that is, where its name tells; else empty.

    >>> vendor_of("claude-sonnet-4-5"), vendor_of("openai/gpt-5-codex"), vendor_of("house-model")
    ('anthropic', 'openai', '')
    """
    name = f"-{plain_name(model)}" if model else ""
    return next((vendor for vendor, stems in _STEMS.items() if any(f"-{stem}" in name for stem in stems)), "")


def reader_of(session: Session) -> str:
    """Who is sent the session now, where its newest fold is one that only its provider reads; else empty.

    A model of another vendor is sent the originals, and so is whoever folds by writing a text.
    """
    if not session.holds_payload:
        return ""
    folds = (entry for entry in reversed(session.path()) if isinstance(entry, CompactionEntry))
    newest = next(folds, None)
    if newest is None or newest.payload is None:
        return ""
    provider = newest.payload.provider
    return provider if vendor_of(session.info.model) in {"", provider} else ""


def only_reader_of(session: Session) -> str:
    """Who alone can be sent the session, because what its provider sealed was never in it otherwise; else empty.

    So it is with a file that begins with such a fold, as forks do: nothing stands there to take its place.
    """
    if not session.holds_payload:
        return ""
    first = next((entry for entry in session.path() if isinstance(entry, CompactionEntry | MessageEntry)), None)
    return first.payload.provider if isinstance(first, CompactionEntry) and first.payload is not None else ""
