import pytest

from foldline.core.facts import Quote, Rule
from foldline.core.speech.retractions import retracted

RULES = [
    Rule("r-1", "no emojis in your answers", "1"),
    Rule("r-2", "never push to the main branch", "2"),
    Rule("r-3", "don't touch the tests", "3"),
    Rule("r-4", "answer in German", "4"),
    Rule("r-5", "不要修改数据库", "5"),
    Rule("r-6", "以后都用中文回答", "6"),
]


@pytest.mark.parametrize(
    ("clause", "index"),
    [
        ("you can use emojis again", 0),
        ("emojis are fine again", 0),
        ("forget what I said about emojis", 0),
        ("never mind the emoji rule", 0),
        ("you may push now", 1),
        ("it's ok to push to main now", 1),
        ("scrap the rule about pushing", 1),
        ("you are allowed to touch the tests again", 2),
        ("drop that restriction on tests", 2),
        ("actually, you can touch the tests", 2),
        ("I changed my mind about German", 3),
        ("you no longer need to answer in German", 3),
        ("you don't have to answer in German anymore", 3),
        ("the German rule is off", 3),
        ("现在可以修改数据库了", 4),
        ("取消数据库那条限制", 4),
        ("不用再用中文回答了", 5),
        ("忘掉之前说的中文回答的要求", 5),
        ("之前说不要修改数据库，这条作废", 4),
        ("可以重新修改数据库", 4),
        ("数据库那条要求作废", 4),
        ("不必再用中文回答", 5),
        ("the rule about emojis, forget it", 0),
        ("scrap the no-emojis rule", 0),
        ("emojis are back in", 0),
        ("feel free to use emojis again", 0),
        ("ignore my earlier rule on pushing", 1),
        ("the ban on pushing to main is lifted", 1),
        ("you may push again", 1),
        ("disregard my earlier instruction about the tests", 2),
        ("on second thought, you can touch the tests", 2),
        ("ditch the German requirement", 3),
        ("no need to answer in German anymore", 3),
    ],
)
def test_a_clause_that_lifts_exactly_one_rule_takes_it_back(clause: str, index: int) -> None:
    assert retracted(clause, RULES) == index


@pytest.mark.parametrize(
    "clause",
    [
        "ok",
        "you can run the linter now",
        "push it",
        "please push to main",
        "use an emoji here",
        "you can use emojis this time",
        "can you use emojis again?",
        "forget that rule",
        "forget about it",
        "never mind",
        "the tests are fine now",
        "drop the tests table",
        "ignore the rule",
        "you can run the tests now",
        "forget the tests and the branch",
        "push again",
        "run the tests again",
        "不用再等了",
        "可以重新开始",
        "现在可以了",
        "取消订单",
        "这次可以修改数据库",
    ],
)
def test_what_lifts_no_rule_or_no_single_one_takes_nothing_back(clause: str) -> None:
    assert retracted(clause, RULES) is None


def test_words_that_fit_two_rules_alike_take_nothing_back() -> None:
    rules = [Rule("r-1", "no emojis in titles", "1"), Rule("r-2", "no emojis in answers", "1")]
    assert retracted("you can use emojis again", rules) is None


def test_that_rule_is_the_only_one_there_is() -> None:
    assert retracted("forget that rule", RULES[:1]) == 0


def test_a_rule_taken_back_is_not_taken_back_twice() -> None:
    gone = Rule("r-1", "no emojis", "1", taken_back=Quote("you can use emojis again", "2"))
    assert retracted("you can use emojis again", [gone]) is None


def test_a_permission_lifts_prohibitions_only() -> None:
    assert retracted("you can use tabs again", [Rule("r-1", "use tabs", "1")]) is None


@pytest.mark.parametrize(
    "clause", ["forget what I said about titles and answers", "scrap the emoji rules", "表情和标题的要求都取消"]
)
def test_what_fits_two_rules_takes_back_neither(clause: str) -> None:
    rules = [Rule("r-1", "no emojis in titles", "1"), Rule("r-2", "no emojis in answers", "1")]
    assert retracted(clause, rules) is None
