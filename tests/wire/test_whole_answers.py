"""Answers that are JSON although nobody says so."""

import pytest

from foldline.errors import MalformedAnswerError
from foldline.wire.remote_summary import read_answer
from foldline.wire.sse import SseParser
from foldline.wire.whole_answers import WholeAnswer


def read(*chunks):
    parser, whole = SseParser(), WholeAnswer(read_answer)
    for chunk in chunks:
        for event in parser.feed(chunk):
            whole.feed(event)
    if rest := parser.end():
        whole.feed(rest)
    return whole.reply()


def test_the_bytes_of_all_pieces_are_one_answer():
    assert read(b'{"summary":', b'\n\n"Built', b'."}').text == "Built."


@pytest.mark.parametrize("chunk", [b"", b"no JSON", b'{"summary": "cut'])
def test_what_is_no_json_says_so(chunk):
    with pytest.raises(MalformedAnswerError, match="no JSON"):
        read(chunk)
