import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldline.core.note.ranking import Said, centrality, likeness, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Fixed the retries", ["fix", "retri"]),
        ("move moves moved moving", ["mov"] * 4),
        ("ship shipped", ["ship", "ship"]),
        ("the of and", []),
        ("钥", ["钥"]),
        ("在铁箱里", ["在铁", "铁箱", "箱里"]),
        ("的了", []),
    ],
)
def test_words_are_stemmed_content_words(text, expected):
    assert words(text) == expected


def test_a_thing_is_said_once():
    said = Said()
    assert said.first("Moved the parser to core")
    assert not said.first("moved parser to core!")


def test_more_is_news():
    said = Said()
    said.add("Moved the parser")
    assert said.first("Moved the parser and renamed the writer module")


def test_another_number_is_news():
    said = Said()
    said.add("Finished work package WP5 of the plan")
    assert said.first("Finished work package WP6 of the plan")


def test_two_words_do_not_repeat_a_long_sentence():
    said = Said()
    said.add("The long report names parser, writer, schema, importer and exporter")
    assert not said.knows("parser writer")


def test_what_has_no_words_is_never_known():
    assert not Said().knows("!?")


@pytest.mark.parametrize(("one", "other", "share"), [("ab", "abc", 1.0), ("ab", "cd", 0.0), ("", "ab", 0.0)])
def test_likeness_is_the_share_of_the_smaller(one, other, share):
    assert likeness(one, other) == share


def test_the_common_subject_is_central():
    scores = centrality(["the parser reads files", "the parser reads rows", "lunch"])
    assert scores[0] > scores[2]


def test_nothing_in_common_is_no_centre():
    assert centrality(["alpha", "beta"]) == [0.0, 0.0]
    assert centrality([]) == []


@given(st.text(max_size=100))
def test_what_was_added_is_known_unless_it_has_no_words(text):
    said = Said()
    said.add(text)
    assert said.knows(text) == bool(words(text))
