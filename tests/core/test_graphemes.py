import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldline.core.graphemes import border

CHARACTERS = ("e\u0301", "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f44d\U0001f3fd", "\u2764\ufe0f", "\r\n",
              "\U0001f1e9\U0001f1ea", "\u0e01\u0e33", "\u0915\u093e", "\u1112\u1161\u11ab", "\ud83d\ude00",
              "\U0001f3f4\U000e0067\U000e007f")  # fmt: skip


@pytest.mark.parametrize("character", CHARACTERS)
def test_no_character_is_parted(character):
    for inside in range(1, len(character)):
        assert border(f"ab{character}cd", 2 + inside) == 2
    assert border(f"ab{character}cd", 2 + len(character)) == 2 + len(character)


def test_flags_are_parted_from_one_another_only():
    flags = "\U0001f1e9\U0001f1ea\U0001f1eb\U0001f1f7"
    assert [border(flags, at) for at in range(5)] == [0, 0, 2, 2, 4]


@given(st.text(), st.integers(0, 50))
def test_a_border_is_in_the_text_and_stays_one(text, at):
    at = min(at, len(text))
    found = border(text, at)
    assert 0 <= found <= at
    assert border(text, found) == found
