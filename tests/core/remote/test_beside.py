"""What a provider is sent beside its own fold."""

import pytest

from foldline.core.facts import Ledger, Quote
from foldline.core.ledger import ledger_text
from foldline.core.remote.beside import beside
from foldline.core.remote.payload import Payload

LEDGER = ledger_text.render(Ledger(said=(Quote("Never push.", "m1"),)), cap=None, count=len).text
SUMMARY = f"## Goal\nShip.\n\n{LEDGER}"


def test_beside_a_signed_block_stands_the_ledger_alone():
    assert beside(Payload("anthropic", ("{}",)), SUMMARY) == LEDGER


@pytest.mark.parametrize("payload", [None, Payload("openai", ("{}",))])
def test_beside_a_sealed_item_and_beside_nothing_stands_the_whole_summary(payload):
    assert beside(payload, SUMMARY) == SUMMARY
