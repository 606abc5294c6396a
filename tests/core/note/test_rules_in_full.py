import pytest

from core.sample_sessions import user
from foldline.core.facts import Ledger, Quote, Rule
from foldline.core.note.brief import brief
from foldline.core.note.earlier_note import EarlierNote
from foldline.core.note.phrases import CHINESE, ENGLISH
from foldline.core.note.rules_in_full import rules_in_full


def told(said, *texts, frames=ENGLISH, **more):
    rules = tuple(Rule(str(at), text, "u", **more) for at, text in enumerate(texts))
    known = brief((user("u", said),), (), Ledger(rules=rules), frames, EarlierNote({}))
    return [line.text for line in rules_in_full(known)]


def test_a_rule_that_points_to_somebody_brings_the_sentence_that_names_them():
    said = "韩九这个人很好，但是先别让他死，我想留到京城那段。"
    assert told(said, "先别让他死", frames=CHINESE) == [f"规则“先别让他死”出自：“{said}”"]


def test_a_rule_that_is_the_whole_sentence_brings_the_one_before():
    said = "The fox found the key at night. Never let her lose it."
    assert told(said, "Never let her lose it.") == [f"The rule “Never let her lose it.” stands in: “{said}”"]


@pytest.mark.parametrize(
    ("said", "rule", "more"),
    [
        ("use tabs, please, everywhere", "use tabs", {}),
        ("never let her lose it", "never let her lose it", {}),
        ("the key: never let her lose it", "never drop it", {}),
        ("Anna is new here, so never let her lose it", "never let her lose it", {"taken_back": Quote("fine", "v")}),
    ],
)
def test_a_rule_that_says_all_stands_alone(said, rule, more):
    assert told(said, rule, **more) == []
