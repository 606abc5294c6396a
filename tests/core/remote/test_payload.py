"""What a provider's own fold gave back."""

from builders import Words
from foldline.core.counting.tokens import measure
from foldline.core.remote.payload import Payload, is_placeholder, placeholder


def test_the_sentence_tells_what_it_was_made_from_where_that_is_known():
    assert placeholder(Payload("openai", (), used_tokens=123)).endswith("It was made from 123 input tokens.")
    assert "input tokens" not in placeholder(Payload("openai", ()))


def test_the_sentence_is_known_again_with_a_ledger_behind_it():
    assert is_placeholder(placeholder(Payload("openai", ())) + "\n\n<foldline-ledger>")
    assert not is_placeholder("## Goal\nShip.")
    assert not is_placeholder("")


def test_its_items_count_as_one_message_that_nobody_else_reads():
    payload = Payload("openai", ('{"type":"compaction","encrypted_content":"' + "A" * 40_000 + '"}',))
    assert payload.message().text == ""
    assert 7_000 < measure(payload.message(), Words()).tokens < 8_000
