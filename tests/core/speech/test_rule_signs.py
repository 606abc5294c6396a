import pytest

from foldline.core.speech.rule_clauses import stated
from foldline.core.speech.rule_signs import looked_at, plain


def rules_of(text: str) -> list[str]:
    return [clause.text for clause in stated(text) if clause.binds]


@pytest.mark.parametrize(
    "text",
    [
        "dont change anything yet",
        "check with db/copy.db and tell me what you find, no fix yet",
        "no index then, sort on read",
        "the page takes it apart with a regex (dont ask)",
        "don't commit until i've looked at it",
        "don't touch the header this time",
        "don't rename the button, move it to the left",
        "don't change the second line, only the first",
        "don't write anything, just tell me what you think",
        "leave the colours alone for now",
        "先别提交，等我看完",
        "这次不要改样式",
    ],
)
def test_an_order_that_ends_with_the_task_is_no_rule(text: str) -> None:
    assert rules_of(text) == []


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("never change anything without asking, not yet", ["never change anything without asking, not yet"]),
        ("don't ever rename the button, move it", ["don't ever rename the button"]),
        ("don't change the tests, fix the code", ["don't change the tests"]),
        ("don't touch the vendor folder, copy it", ["don't touch the vendor folder"]),
        ("以后每次都先别提交，等我看完", ["以后每次都先别提交，等我看完"]),
    ],
)
def test_a_standing_scope_or_a_way_of_working_makes_it_a_rule(text: str, rules: list[str]) -> None:
    assert [rule[: len(rules[0])] for rule in rules_of(text)] == rules or rules_of(text)[0] in text


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        (
            "commit after every step from now on, small commits, one line messages, no emojis",
            "commit after every step from now on, small commits, one line messages, no emojis",
        ),
        ("from now on never touch the lockfile, whatever happens", None),
        ("never push to main, no matter what", None),
        ("use pnpm everywhere, period", None),
    ],
)
def test_what_goes_on_with_a_rule_stays_with_it(text: str, rule: str | None) -> None:
    assert rules_of(text) == [rule or text]


@pytest.mark.parametrize(
    "text", ['"don\'t go, please," she whispers', "don't leave me, stay, he says", "别走，她低声说道"]
)
def test_what_a_character_says_is_no_rule(text: str) -> None:
    assert rules_of(text) == []


def test_the_text_for_matching_keeps_its_length() -> None:
    text = 'Say “Never”\tor "No"'
    assert len(plain(text)) == len(text)
    assert "never" not in plain(text)


def test_a_nod_is_no_question() -> None:
    assert looked_at("never push, ok?") == "never push."
