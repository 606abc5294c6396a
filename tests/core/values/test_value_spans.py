import pytest

from foldline.core.values.value_spans import agent_spans, short_code, user_spans, word_spans


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("call +49 170 1234567 or 30 seconds", [("+49 170 1234567", "code"), ("30 seconds", "number")]),
        ("May 27 and 28 may", [("May 27", "date"), ("28 may", "date")]),
        ("seat 14C (v1.2.3)", [("14C", "number"), ("v1.2.3", "version")]),
        ("shot at 2.38.50 PM", []),
        ("from 04:00 PM to 16:30", [("04:00 PM", "time"), ("16:30", "time")]),
        ("nothing here", []),
    ],
)
def test_words_are_values_by_their_look(line: str, values: list[tuple[str, str]]) -> None:
    assert [(line[start:end], kind) for start, end, kind in word_spans(line)] == values


def test_a_user_names_things_an_agent_only_mentions_them() -> None:
    line = "the branch is release/2 and LOG_LEVEL, 欠他九天"
    assert [line[start:end] for start, end, _ in user_spans(line)] == ["九天", "LOG_LEVEL", "release/2"]
    assert [line[start:end] for start, end, _ in agent_spans(line)] == []
    assert [kind for _, _, kind in agent_spans("export LOG_LEVEL=info in the env")] == ["variable"]


@pytest.mark.parametrize(
    ("word", "short"), [("B-204", True), ("14C", True), ("H1", True), ("AB12", False), ("12", False)]
)
def test_a_seat_is_a_short_code(word: str, *, short: bool) -> None:
    assert (short_code().fullmatch(word) is not None) is short
