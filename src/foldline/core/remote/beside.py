"""What a provider is sent beside its own fold: nothing twice."""

from foldline.core.ledger import ledger_text
from foldline.core.remote.payload import ANTHROPIC, Payload


def beside(payload: Payload | None, summary: str) -> str:
    """The part of a summary that a context needs where a payload leads it: without what a signed block says itself.

    >>> beside(None, "## Goal"), beside(Payload("anthropic", ()), "## Goal")
    ('## Goal', '')
    """
    if payload is None or payload.provider != ANTHROPIC:
        return summary
    return summary.removeprefix(ledger_text.strip(summary)).strip()
