"""What pictures, encrypted bodies and encoded data cost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldline.core.counting.part_sizes import MAX_IMAGE_TOKENS, encrypted_cost, image_cost, split_encoded
from foldline.core.messages import ImagePart

PDF = "JVBERi0xLjcK"


@pytest.mark.parametrize(
    ("width", "height", "tokens"),
    [
        (750, 1, 1),
        (1000, 750, 1000),
        (200, 200, 54),
        (1, 1, 1),
        (1280, 800, 1366),
        (3000, 2000, MAX_IMAGE_TOKENS),
        (20_000, 100, 17),
    ],
)
def test_a_picture_costs_by_its_pixels_after_scaling(width, height, tokens):
    assert image_cost(ImagePart(width=width, height=height, size=5_000_000), 1200) == tokens


@pytest.mark.parametrize("image", [ImagePart(), ImagePart(size=9_000_000), ImagePart(width=800), ImagePart(height=-1)])
def test_a_picture_of_unknown_size_costs_the_flat_number(image):
    assert image_cost(image, 1200) == 1200


@given(st.integers(1, 100_000), st.integers(1, 100_000))
def test_no_picture_costs_nothing_or_more_than_the_ceiling(width, height):
    assert 1 <= image_cost(ImagePart(width=width, height=height), 1200) <= MAX_IMAGE_TOKENS


def test_an_encrypted_body_costs_its_bytes_less_the_envelope():
    assert encrypted_cost(40_000) == (30_000 - 650) // 4


def test_a_short_signature_costs_nothing():
    assert encrypted_cost(860) == 0


def test_an_encrypted_body_costs_only_what_is_not_readable_beside_it():
    assert encrypted_cost(40_000, readable=20_000) == (30_000 - 650 - 20_000) // 4


def test_encoded_data_is_taken_out_of_the_text():
    text, cost = split_encoded("file", '{"name":"plan.bin","data":"' + "Q0FG" * 100 + '","note":"last"}', 1200)
    assert text == '{"name":"plan.bin","data":"","note":"last"}'
    assert cost == 1200


@pytest.mark.parametrize("length", [4_000, 400_000, 4_000_000])
def test_an_encoded_picture_costs_the_same_at_any_length(length):
    assert split_encoded("image", '{"data":"' + "iVBORw0K" * (length // 8) + '"}', 1200)[1] == 1200


def test_a_document_costs_by_its_pages():
    assert split_encoded("document", f'{{"data":"{PDF}{"A" * 400_000}"}}', 1200)[1] == 4 * 1200


@pytest.mark.parametrize(
    ("kind", "field"),
    [("redacted_thinking", "data"), ("reasoning", "content"), ("web_search_tool_result", "encrypted_content")],
)
def test_an_encrypted_part_costs_by_its_length(kind, field):
    assert split_encoded(kind, f'{{"{field}":"{"gAAA" * 10_000}"}}', 1200)[1] == encrypted_cost(40_000)


def test_encoded_data_may_hold_escaped_slashes_and_line_breaks():
    text, cost = split_encoded("file", '{"data":"' + r"ab+\/cd==\n" * 100 + '"}', 1200)
    assert (text, cost) == ('{"data":""}', 1200)


@pytest.mark.parametrize("raw", ["", "{}", '{"sha":"' + "0" * 128 + '"}', '{"text":"' + "a long tale " * 100 + '"}'])
def test_ids_and_prose_are_no_encoded_data(raw):
    assert split_encoded("anything", raw, 1200) == (raw, 0)


def test_many_runs_that_are_nearly_long_enough_take_no_longer_than_others():
    raw = ("A" * 255 + " ") * 4_000
    assert split_encoded("file", raw, 1200) == (raw, 0)
