import pytest

from foldline.formats.peek import Peek


def test_lines_are_read_in_order_and_only_once():
    peek = Peek(b'\xef\xbb\xbf{"n": 1}\r\n\n[2]\n{"n": 3}\noops\n{"n": 5}')
    assert [line["n"] for line in peek.first_lines(3)] == [1, 3]
    assert peek.first_lines(9) == [{"n": 1}, {"n": 3}, {"n": 5}]
    assert peek.first_lines(3)[0] is peek.first_lines(9)[0]


@pytest.mark.parametrize(
    ("data", "document"),
    [
        (b'{"a": 1}', {"a": 1}),
        (b'\xef\xbb\xbf\n{"a": 1}\n', {"a": 1}),
        (b'{"a":\n1}', {"a": 1}),
        (b"[1]", [1]),
        (b'{"a": 1}\n{"a": 2}\n', None),
        (b'"text"', None),
        (b"# heading", None),
        (b"", None),
        (b'{"a": ', None),
    ],
)
def test_a_document_is_one_object_or_array(data, document):
    assert Peek(data).document == document


def test_a_document_on_one_line_is_decoded_once():
    peek = Peek(b'{"a": 1}\n')
    assert peek.first_lines(5)[0] is peek.document


@pytest.mark.parametrize("data", [b"[1]", b"{oops"])
def test_looking_at_lines_first_changes_no_document(data):
    peek = Peek(data)
    peek.first_lines(5)
    assert peek.document == Peek(data).document


@pytest.mark.parametrize(
    ("data", "sample"),
    [(b'{"a": 1}', {"a": 1}), (b'[1, {"b": 2}]', {"b": 2}), (b"[1]", {}), (b"text", {})],
)
def test_the_sample_is_the_object_that_tells_most(data, sample):
    assert Peek(data).sample == sample


@pytest.mark.parametrize(
    ("data", "binary"),
    [
        (b"SQLite format 3\0" + bytes(90), True),
        (b"\x1f\x8b\x08" + bytes(range(128, 256)) * 4, True),
        ("多语言文本".encode() * 2000, False),
        ("naïve café".encode("latin-1"), False),
        (b'{"a": 1}', False),
        (b"", False),
    ],
)
def test_binary_data_is_told_from_text(data, binary):
    assert Peek(data).is_binary is binary


@pytest.mark.parametrize(("data", "empty"), [(b"", True), (b"\xef\xbb\xbf \r\n", True), (b"0", False)])
def test_white_space_is_empty(data, empty):
    assert Peek(data).is_empty is empty
