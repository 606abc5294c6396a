"""What is counted without a tokenizer, against counts of o200k itself."""

import json
import statistics
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldline.core.counting.estimate import EstimateCounter
from passages import KINDS, LENGTHS, PASSAGES, passage

COUNTS = json.loads((Path(__file__).parents[1] / "golden" / "o200k_counts.json").read_text())
ESTIMATE = EstimateCounter()
ANY_TEXT = st.text(st.characters(codec=None), max_size=300)


def errors(kind: str, length: int) -> list[float]:
    pairs = zip(range(PASSAGES), COUNTS[kind][str(length)], strict=True)
    return [abs(ESTIMATE.count(passage(kind, number, length)) / true - 1) for number, true in pairs]


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("kind", KINDS)
def test_half_of_the_passages_of_every_kind_are_within_ten_per_cent(kind, length):
    assert statistics.median(errors(kind, length)) < 0.10


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("kind", KINDS)
def test_no_passage_of_any_kind_is_a_quarter_off(kind, length):
    assert max(errors(kind, length)) < 0.25


@pytest.mark.parametrize("kind", ["chinese", "japanese", "korean"])
def test_a_wide_character_is_more_than_half_a_token_and_at_most_one(kind):
    text = passage(kind, 0, 2000)
    assert 0.5 * len(text) < ESTIMATE.count(text) < len(text)


@pytest.mark.parametrize(
    ("text", "o200k"),
    [
        ("A" * 1_000_000, 125_000),
        ("1234567890" * 10_000, 33_334),
        (" " * 1_000_000, 7_813),
        ("\n" * 10_000, 625),
        ("0123456789abcdef" * 5_000, 25_000),
        ("😀🎉" * 5_000, 15_000),
        ("─" * 10_000, 625),
        ("Дорогой друг, сегодня снова идёт дождь. " * 100, 1_201),
    ],
    ids=["one letter", "digits", "blanks", "line breaks", "hex", "emoji", "a drawn line", "Cyrillic"],
)
def test_odd_texts_are_not_counted_far_too_low(text, o200k):
    assert ESTIMATE.count(text) > 0.8 * o200k


@pytest.mark.parametrize("text", ["\ud800", "\udfff lone \ud83d", "\x00", "<|endoftext|>", "\U0010ffff"])
def test_any_string_is_counted(text):
    assert ESTIMATE.count(text) > 0


def test_nothing_is_no_token():
    assert ESTIMATE.count("") == 0


@given(ANY_TEXT)
def test_a_text_has_at_least_one_token_and_at_most_one_a_byte(text):
    assert min(1, len(text)) <= ESTIMATE.count(text) <= len(text.encode("utf-8", "surrogatepass"))


@given(ANY_TEXT, ANY_TEXT)
def test_more_text_never_counts_less(first, second):
    together = ESTIMATE.count(first + second)
    assert together >= max(ESTIMATE.count(first), ESTIMATE.count(second))


@given(ANY_TEXT, ANY_TEXT)
def test_joined_texts_count_about_as_much_as_apart(first, second):
    assert ESTIMATE.count(first + second) <= ESTIMATE.count(first) + ESTIMATE.count(second) + 6


def test_it_is_exact_for_no_model():
    assert ESTIMATE.name == "estimate"
    assert not ESTIMATE.exact_for("gpt-5")
