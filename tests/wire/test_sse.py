from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldline.wire.sse import Event, SseParser

STREAM = b": hello\n\nevent: a\ndata: 1\ndata: \xe5\xa5\xbd\nid: 7\n\ndata: 2\r\n\r\ndata: 3\r\rdata: tail"


def read(data, cuts=()):
    parser, events = SseParser(), []
    edges = [0, *sorted(cuts), len(data)]
    for begin, end in pairwise(edges):
        events += parser.feed(data[begin:end])
    last = parser.end()
    return events + ([last] if last else [])


def test_a_stream_is_cut_into_its_events():
    assert [(event.event, event.data, event.id) for event in read(STREAM)] == [
        ("", "", ""),
        ("a", "1\n好", "7"),
        ("", "2", ""),
        ("", "3", ""),
        ("", "tail", ""),
    ]


@given(st.lists(st.integers(0, len(STREAM))))
def test_where_the_pieces_end_changes_nothing(cuts):
    assert read(STREAM, cuts) == read(STREAM)


@given(
    st.lists(st.sampled_from([b"data: x", b"\n", b"\r", b"\r\n", b":", b"id", b"\xff", b"event: e"])), st.integers(1, 5)
)
def test_no_byte_is_lost(pieces, size):
    data = b"".join(pieces)
    events = read(data, range(0, len(data), size))
    assert b"".join(event.raw for event in events) == data
    assert [(e.data, e.event, e.id) for e in events] == [(e.data, e.event, e.id) for e in read(data)]


@pytest.mark.parametrize(
    ("raw", "data"),
    [
        (b"data:x\n\n", "x"),
        (b"data:  x\n\n", " x"),
        (b"data\n\n", ""),
        (b"data: a: b\n\n", "a: b"),
        (b"retry: 3\n\n", ""),
    ],
)
def test_a_field_is_read_as_the_standard_says(raw, data):
    assert read(raw) == [Event(data, raw=raw)]


def test_a_mark_of_byte_order_is_no_part_of_a_field():
    assert read(b"\xef\xbb\xbfdata: x\n\n")[0].data == "x"


def test_an_enormous_event_in_small_pieces_is_read_once():
    data = b"data: " + b"x" * 2_000_000 + b"\n\n"
    assert len(read(data, range(0, len(data), 1_000))[0].data) == 2_000_000
