"""What a provider is sent beside its own fold: nothing twice."""

from foldline.core.ledger import ledger_text
from foldline.core.remote.payload import Payload, is_placeholder


def beside(payload: Payload | None, summary: str) -> str:
    """The part of a summary that a context needs where a payload leads it: the sentence and the ledger, no prose.

    >>> beside(None, "## Goal"), beside(Payload("anthropic", ()), "## Goal")
    ('## Goal', '')
    """
    if payload is None or is_placeholder(summary):
        return summary
    return summary.removeprefix(ledger_text.strip(summary)).strip()
