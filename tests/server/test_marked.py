from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldline.server.marked import marked

TEXTS = st.text(st.sampled_from("ab \n#\r\x85\u2028字"), max_size=40)


@given(TEXTS, TEXTS)
def test_the_pieces_joined_are_the_text(text, default):
    assert "".join(piece.text for piece in marked(text, default)) == text


@given(TEXTS)
def test_nothing_is_marked_in_a_text_that_is_the_default(text):
    assert not any(piece.is_changed for piece in marked(text, text))


@pytest.mark.parametrize("line", ["a\n", "\n", "a b c d e f g h\n" * 9, "a" * 1_000_000])
def test_long_texts_take_no_time_to_speak_of(line):
    text, default = line * 20_000 if len(line) < 1_000 else line, "b\n" + line + "c\n" + line * 9
    assert "".join(piece.text for piece in marked(text + "x", default)) == text + "x"


def test_neighbours_differ():
    pieces = marked("one two\nthree\n", "one 2\nfour\n")
    assert all(a.is_changed != b.is_changed for a, b in pairwise(pieces))
