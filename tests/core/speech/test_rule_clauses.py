import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldline.core.speech.rule_clauses import stated

PHRASES = Path(__file__).parents[1] / "phrases"


def phrases(name: str) -> list[str]:
    return (PHRASES / f"{name}.txt").read_text(encoding="utf-8").splitlines()


RULES = [*phrases("rules_en"), *phrases("rules_zh")]
NO_RULES = [*phrases("no_rules_en"), *phrases("no_rules_zh")]


def rules_of(text: str) -> list[str]:
    return [clause.text for clause in stated(text) if clause.binds]


@pytest.mark.parametrize("phrase", RULES)
def test_a_rule_is_found_with_its_scope_and_nothing_more(phrase: str) -> None:
    text = phrase.replace("[[", "").replace("]]", "").replace("\\n", "\n")
    assert rules_of(text) == re.findall(r"\[\[(.*?)\]\]", phrase)


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("(never push)", ["never push"]),
        ("（不要提交）", ["不要提交"]),
        ("- never push,", ["never push"]),
        ("fix f(x) (never f(y))", ["(never f(y))"]),
        ("if you are not sure", []),
        ("never " + "very " * 100 + "slow", []),
        ("never push " + "and so on, " * 300, []),
    ],
)
def test_a_rule_is_quoted_without_what_surrounds_it_and_never_at_enormous_length(text: str, rules: list[str]) -> None:
    assert rules_of(text) == rules


@pytest.mark.parametrize("message", phrases("messages"))
def test_rules_are_found_in_the_middle_of_longer_messages(message: str) -> None:
    text = message.replace("[[", "").replace("]]", "")
    found = "|".join(rules_of(text))
    wanted = re.findall(r"\[\[(.*?)\]\]", message)
    assert all(rule.rstrip(".!。") in found for rule in wanted)
    assert len(rules_of(text)) <= len(wanted)


@pytest.mark.parametrize("phrase", NO_RULES)
def test_a_question_a_report_or_an_order_for_now_is_no_rule(phrase: str) -> None:
    assert rules_of(phrase) == []


@pytest.mark.parametrize(
    "text",
    [
        "it fails:\n```\nnever do this\n```\nwhy?",
        "Traceback (most recent call last):\n  File 'a.py', line 1\n    x\nValueError: must never be empty",
        "> never push\nwhy did you push then?",
        'it printed "never push to main"',
        "rename `no_cache` to `never_cache`",
        "Implement the following plan:\n\n# Plan\n\n- All tests must pass\n- Never push",
        "got this review:\n\nDo not use globals. Always sort.",
        "$ ls\nnever.txt\n$ cat never.txt\nyou must never do this\n$",
    ],
)
def test_pastes_and_quotations_yield_no_rules(text: str) -> None:
    assert rules_of(text) == []


@given(st.text() | st.lists(st.sampled_from([*NO_RULES, *RULES, "\n", ". ", "```", "> ", "不要"])).map("\n".join))
def test_every_clause_is_a_substring_of_what_was_typed(text: str) -> None:
    assert all(clause.text in text for clause in stated(text))
