import pytest

from foldline.core.note.phrases import CHINESE, ENGLISH, Phrases, phrases


def test_a_language_without_frames_of_its_own_gets_english():
    assert phrases("zh") is CHINESE
    assert phrases("pt") is ENGLISH


@pytest.mark.parametrize("name", Phrases.__struct_fields__)
def test_both_languages_leave_room_for_the_same_quotations(name):
    assert getattr(ENGLISH, name).count("{}") == getattr(CHINESE, name).count("{}")
    assert getattr(CHINESE, name)
