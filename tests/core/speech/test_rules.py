import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldline.core.facts import Quote, Rule
from foldline.core.messages import Message, Role, Source, TextPart
from foldline.core.session import Item
from foldline.core.speech.rules import collect


def typed(*texts: str) -> list[Item]:
    return [Item(str(number), Message("user", (TextPart(text),))) for number, text in enumerate(texts, 1)]


@pytest.mark.parametrize("source", ["agent", "tool", "client", "summary"])
def test_only_a_human_lays_down_rules(source: Source) -> None:
    message = Message("user", (TextPart("never push"),), source=source)
    assert collect([Item("1", message)]) == ()


@pytest.mark.parametrize("role", ["system", "developer", "assistant", "tool"])
def test_only_the_user_role_lays_down_rules(role: Role) -> None:
    assert collect([Item("1", Message(role, (TextPart("never push"),)))]) == ()


def test_client_text_around_a_rule_yields_nothing() -> None:
    text = "<system-reminder>\nnever stop\n</system-reminder>\n\nfix it, and never push"
    assert [rule.text for rule in collect(typed(text))] == ["never push"]


def test_rules_stand_in_the_order_they_were_stated_with_their_entry() -> None:
    rules = collect(typed("never push", "ok", "use tabs"))
    assert [(rule.text, rule.entry_id) for rule in rules] == [("never push", "1"), ("use tabs", "3")]


def test_pins_come_first_and_are_marked() -> None:
    rules = collect(typed("never push"), pins=("Answer in Finnish.", "Answer in Finnish.", " "))
    assert [(rule.text, rule.pinned, rule.entry_id) for rule in rules] == [
        ("Answer in Finnish.", True, ""),
        ("never push", False, "1"),
    ]


def test_a_stated_rule_that_is_pinned_stands_once() -> None:
    assert [rule.pinned for rule in collect(typed("Never push"), pins=("never push",))] == [True]


def test_ids_are_short_stable_and_distinct() -> None:
    items = typed("never push", "use tabs")
    first, second = collect(items)
    assert re.fullmatch(r"r-[0-9a-f]{4}", first.id)
    assert first.id != second.id
    assert collect([*items, *typed("ok")])[0].id == first.id


def test_ids_that_clash_take_more_digits() -> None:
    rules = collect([], pins=[f"rule {number}" for number in range(2000)])
    assert len({rule.id for rule in rules}) == 2000


def test_unpin_removes_a_rule_and_a_pin_by_id() -> None:
    pin, rule = collect(typed("never push"), pins=("be kind",))
    assert collect(typed("never push"), pins=("be kind",), unpin=frozenset({pin.id})) == (rule,)
    assert collect(typed("never push"), pins=("be kind",), unpin=frozenset({rule.id})) == (pin,)


def test_the_same_words_said_again_are_one_rule() -> None:
    assert len(collect(typed("never push", "I said: Never  push"))) == 1


def test_a_rule_that_is_taken_back_stays_with_both_quotes() -> None:
    (rule,) = collect(typed("no emojis please", "ok, you can use emojis again"))
    assert rule.text == "no emojis please"
    assert rule.taken_back == Quote("you can use emojis again", "2")


def test_a_rule_may_be_laid_down_again_after_it_was_taken_back() -> None:
    rules = collect(typed("no emojis!", "forget the rule about emojis", "no emojis!"))
    assert [rule.taken_back is None for rule in rules] == [False, True]


def test_a_pin_is_not_taken_back_by_words() -> None:
    assert collect(typed("you can use emojis again"), pins=("no emojis",)) == (
        Rule(collect([], pins=("no emojis",))[0].id, "no emojis", "", pinned=True),
    )


@given(
    st.lists(
        st.sampled_from(["never push", "use tabs", "no emojis!", "you can use emojis again", "ok", "fix it"]),
        max_size=6,
    )
)
def test_collecting_more_messages_keeps_what_was_collected(texts: list[str]) -> None:
    before = [rule.id for rule in collect(typed(*texts))]
    after = [rule.id for rule in collect(typed(*texts, "we always use pnpm"))]
    assert after[: len(before)] == before
