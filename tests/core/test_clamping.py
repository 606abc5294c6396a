import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import Words, calls, items, result, thinking, user
from foldline.core.clamping import clamp_to, head_and_tail
from foldline.core.counting.tokens import Tally
from foldline.core.messages import Message, TextPart


def words(count, word="word"):
    return " ".join(f"{word}{number}" for number in range(count))


def clamped(messages, budget):
    return clamp_to(items(*messages), budget, Tally(Words()))


def test_the_largest_text_is_shortened_and_the_rest_is_untouched():
    before = [user("do it"), calls("a"), result("a", words(900))]
    after, records = clamped(before, 300)
    assert after[0].message is before[0]
    assert after[1].message is before[1]
    assert Tally(Words()).total(item.message for item in after) <= 300
    (record,) = records
    assert (record.entry_id, record.over) == ("m2", 0)
    assert record.tokens > 900
    assert record.kept_tokens < 300


def test_head_and_tail_stay_and_a_mark_says_where_the_rest_is():
    after, _ = clamped([result("a", words(900))], 200)
    text = after[0].message.results[0].text
    assert text.startswith("word0 word1 ")
    assert text.endswith(" word898 word899")
    assert "900 tokens in all" in text
    assert "entry m0" in text


def test_several_large_texts_share_what_there_is():
    after, records = clamped([result("a", words(500)), result("b", words(700)), result("c", "short")], 400)
    assert [record.entry_id for record in records] == ["m0", "m1"]
    assert after[2].message.results[0].text == "short"
    assert abs(records[0].kept_tokens - records[1].kept_tokens) < 60


def test_signed_thinking_keeps_its_whole_message_and_the_excess_is_said():
    signed = thinking()
    long = Message("assistant", (*signed.parts, TextPart(words(500))), source="agent")
    after, (record,) = clamped([long], 100)
    assert after[0].message is long
    assert record.tokens == record.kept_tokens
    assert record.over > 400


def test_arguments_of_calls_are_never_shortened():
    call = calls("a", arguments={"content": words(500)})
    after, (record,) = clamped([call], 100)
    assert after[0].message is call
    assert record.over > 300


def test_what_fits_is_left_alone():
    before = [user("hello")]
    after, records = clamped(before, 100)
    assert after[0].message is before[0]
    assert records == ()


@pytest.mark.parametrize("cluster", ["e\u0301", "👩\u200d🚀", "👍🏽", "✈\ufe0f"])
def test_a_character_is_not_parted_from_what_modifies_it(cluster):
    text = " ".join([cluster * 3] * 400)
    for tokens in range(60, 90):
        short = head_and_tail(text, tokens, Tally(Words()), handle="m")
        head, _, tail = short.partition("\n[... ")
        tail = tail.partition("...]\n")[2]
        assert set(head.split(cluster)) <= {"", " "}
        assert set(tail.split(cluster)) <= {"", " "}


@given(st.lists(st.integers(0, 400), min_size=1, max_size=6), st.integers(0, 800))
def test_after_clamping_the_budget_holds_or_the_excess_is_stated(sizes, budget):
    tally = Tally(Words())
    after, records = clamp_to(items(*(user(words(size)) for size in sizes)), budget, tally)
    left = tally.total(item.message for item in after)
    over = max((record.over for record in records), default=0)
    assert left <= budget + over
    assert over == 0 or left == budget + over
