import pytest

from core.sample_sessions import ROLE_PLAY, agent
from foldline.core.messages import Message, TextPart
from foldline.core.note.voices import MOST_PIECES, Voice, about, spread_out, tells, voices
from foldline.core.session import Item


def test_everybody_is_heard_with_their_name():
    heard = voices(ROLE_PLAY)
    assert heard[0].text == "请扮演雾港城的灯塔看守人沈默，说话简短。"
    assert heard[0].by_human
    assert {voice.speaker for voice in heard} == {"", "沈默"}


def test_tools_and_clients_say_nothing():
    tool = Item("t", Message("tool", (TextPart("The output."),), source="tool"))
    client = Item("c", Message("user", (TextPart("<environment_context>x</environment_context>"),), source="client"))
    assert voices((tool, client)) == []


def test_a_document_is_heard_in_part():
    assert len(voices((agent("a", "One more line of it.\n\n" * 100),))) == MOST_PIECES


def test_headings_are_no_speech():
    assert [voice.text for voice in voices((agent("a", "# Title\nThe text of it."),))] == ["The text of it."]


@pytest.mark.parametrize(
    ("more", "less"),
    [
        ("I promised Ann to bring the tent on 3 May.", "That sounds great, thank you so much!"),
        ("My sister moved to Lisbon last year.", "Is your sister in Lisbon now?"),
        ("我答应过她，只在下一个雾夜打开铁箱。", "谢谢你，真的太好了！"),
        ("I work at the harbour as a pilot.", "Ok."),
        ("We decided to stay.", "word " * 80),
    ],
)
def test_facts_tell_more_than_courtesies(more, less):
    assert tells(more) > tells(less)


def voice(text: str, at: int = 0, weight: float = 1.0) -> Voice:
    return Voice(text, "", by_human=True, at=at, weight=weight)


HEARD = [
    voice("The budget is 400 euros.", 0),
    voice("Nice weather we have today.", 1),
    voice("Let me think about the budget.", 2),
    voice("The deadline for the talk is Friday.", 3),
    voice("I had lunch with the team.", 4),
]


def test_a_subject_is_found_by_its_words():
    assert [found.text for found in about("Deadlines: list every deadline", HEARD, 3)] == [HEARD[3].text]


def test_empty_talk_is_about_nothing():
    assert [found.text for found in about("Budget", HEARD, 3)] == [HEARD[0].text]


def test_the_best_are_given_in_the_order_they_were_said():
    assert [found.at for found in about("talk budget", HEARD, 2)] == [0, 3]


def test_instructing_words_are_no_subject():
    assert about("List all items and describe each", HEARD, 3) == []


def test_every_stretch_of_the_talk_is_mentioned():
    heard = [voice(str(at), at, at % 3) for at in range(9)]
    assert [found.at for found in spread_out(heard, 3, 1)] == [2, 5, 8]
    assert spread_out([], 3, 1) == []
