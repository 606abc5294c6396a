import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldline.formats import jsonl


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", []),
        (b"\n \r\n\t\n", []),
        (b"{}", [b"{}"]),
        (b"{}\n[]\n", [b"{}", b"[]"]),
        (b"{}\r\n\r\n[]\r\n", [b"{}", b"[]"]),
        (b"\xef\xbb\xbf{}\n[]", [b"{}", b"[]"]),
        (b"  {}  \n", [b"  {}  "]),
        ('"\u2028\u2029\x85"\n"\x0b\x0c"'.encode(), ['"\u2028\u2029\x85"'.encode(), b'"\x0b\x0c"']),
    ],
)
def test_lines_end_at_line_feeds_only(data, lines):
    assert [data[slice(*span)] for span in jsonl.split(data)] == lines


@given(st.binary())
def test_what_lies_between_lines_is_blank(data):
    at = len(jsonl.BOM) if data.startswith(jsonl.BOM) else 0
    for start, end in jsonl.split(data):
        assert not data[at:start].strip()
        at = end
    assert not data[at:].strip()


@pytest.mark.parametrize(
    ("line", "value"),
    [
        (b'{"a": [1, null]}', {"a": [1, None]}),
        (b'"\\ud83d\\ude00"', "\U0001f600"),
        (b'["\\ud83d", "\\ud83d\\ude00", "\\\\ud83d"]', ["\ufffd", "\U0001f600", "\\ud83d"]),
        (b'{"\\udc00": 1}', {"\ufffd": 1}),
        (b'"a\xffb"', "a\ufffdb"),
        (b'"tab\there"', "tab\there"),
        (b"[Infinity, -Infinity]", [math.inf, -math.inf]),
        (b"[1e999]", [math.inf]),
        (b"12345678901234567890123", 12345678901234567890123),
    ],
)
def test_a_line_is_read_strictly_or_leniently(line, value):
    assert jsonl.decode(b"xx" + line + b"yy", (2, 2 + len(line))) == value


@pytest.mark.parametrize(
    "line", [b"", b"{", b'{"a": 1', b"{} {}", b"oops", b"[" * 100_000, b'[NaN, "\\ud800"' + b"[" * 5000]
)
def test_what_is_no_json_is_broken(line):
    assert jsonl.decode_value(line) is jsonl.BROKEN


@given(st.binary())
def test_no_line_raises(line):
    jsonl.decode_value(line)
