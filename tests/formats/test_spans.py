import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldline.formats.spans import items, locate, whole

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.sampled_from(['"', "\\", "[{,:]}"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
    max_leaves=10,
)


def dumped(value, *, spaced, strange):
    """JSON text with and without spaces; a strange one holds something that msgspec refuses."""
    text = json.dumps([value, float("nan")] if strange else [value, 0], indent=2 if spaced else None)
    return text.encode()


def value_at(data, span):
    return json.loads(data[slice(*span)])


@given(st.lists(json_values, max_size=5), st.booleans(), st.booleans())
def test_every_element_is_sliced_out_whole(values, spaced, strange):
    data = dumped(values, spaced=spaced, strange=strange)
    inner = locate(data, whole(data), [0])
    assert [value_at(data, span) for span in items(data, inner)] == values


@given(st.dictionaries(st.text(max_size=4), json_values, min_size=1, max_size=4), st.booleans(), st.booleans())
def test_every_member_is_found_by_its_key(members, spaced, strange):
    data = dumped(members, spaced=spaced, strange=strange)
    found = {key: value_at(data, locate(data, whole(data), [0, key])) for key in members}
    assert found == members


@pytest.mark.parametrize("tail", [b"1", b"NaN"])
def test_of_a_key_that_stands_twice_the_last_one_counts(tail):
    data = b'{"a": "first", "b": [], "a": "last", "c": ' + tail + b"}"
    assert value_at(data, locate(data, whole(data), ["a"])) == "last"


def test_an_equal_value_elsewhere_is_not_mistaken_for_it():
    data = b'{"copy": ["x"], "\\u006dessages": ["x"]}'
    assert locate(data, whole(data), ["messages"]) == (data.rindex(b"["), len(data) - 1)


@pytest.mark.parametrize("data", [b"[]", b"\xef\xbb\xbf [ ] \r\n", b"[\n]"])
def test_an_empty_array_has_no_elements(data):
    assert items(data, whole(data)) == []


def test_broken_utf8_does_not_move_anything():
    data = b'["\xff\xfe", "b"]'
    assert [data[slice(*span)] for span in items(data, whole(data))] == [b'"\xff\xfe"', b'"b"']
