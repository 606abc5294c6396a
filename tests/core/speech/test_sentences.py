import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldline.core.speech.sentences import Span, clauses, sentences

PIECES = (
    "use|tabs|e.g.|a.b.ts|.|...|!|?|。|！|；|，|, |\n|\n\n|- |1. | |`x. y`|(|)|v1.2.3|https://a.b/c?d=1|不要|提交"
    '| but never |…|``|Mr.|"'
)
MIXED = st.lists(st.sampled_from(PIECES.split("|"))).map("".join)


def parts(text: str) -> list[str]:
    return [span.text.strip() for span in sentences(text)]


def clause_parts(text: str) -> list[str]:
    return [span.text.strip() for span in clauses(Span(text, 0))]


@given(st.text() | MIXED)
def test_sentences_lose_nothing_and_know_where_they_stand(text: str) -> None:
    spans = sentences(text)
    assert "".join(span.text for span in spans) == text
    assert all(text[span.start : span.end] == span.text for span in spans)


@given(st.text() | MIXED)
def test_clauses_lose_nothing_and_know_where_they_stand(text: str) -> None:
    for sentence in sentences(text):
        spans = clauses(sentence)
        assert "".join(span.text for span in spans) == sentence.text
        assert all(text[span.start : span.end] == span.text for span in spans)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("no. don't do it", ["no.", "don't do it"]),
        ("Read a.b.ts. Then stop.", ["Read a.b.ts.", "Then stop."]),
        ("See https://a.b/c.d?x=1. Go on", ["See https://a.b/c.d?x=1.", "Go on"]),
        ("Use v1.2.3 not 2.0. ok", ["Use v1.2.3 not 2.0.", "ok"]),
        ("Keep units, e.g. Hz, i.e. SI. Thanks", ["Keep units, e.g. Hz, i.e. SI.", "Thanks"]),
        ("Ask Mr. Smith. Or J. Doe.", ["Ask Mr. Smith.", "Or J. Doe."]),
        ("hm ... maybe not", ["hm ... maybe not"]),
        ("Hm... No!", ["Hm...", "No!"]),
        ("really?! yes (I think.) ok", ["really?!", "yes (I think.)", "ok"]),
        ("run `a. b` now. done", ["run `a. b` now.", "done"]),
        ("- one\n- two\n* three", ["- one", "- two", "* three"]),
        ("1. one. still one\n2. two", ["1. one.", "still one", "2. two"]),
        ("short line\nanother line", ["short line", "another line"]),
        (
            "this line is certainly long enough to have been\n  wrapped by a terminal",
            ["this line is certainly long enough to have been\n  wrapped by a terminal"],
        ),
        (
            "this line is long enough to be wrapped, but ends.\nso this is new",
            ["this line is long enough to be wrapped, but ends.", "so this is new"],
        ),
        ("one\n\ntwo", ["one", "two"]),
        ("不要提交！知道吗？好的。", ["不要提交！", "知道吗？", "好的。"]),
        ("用中文；别改测试", ["用中文；", "别改测试"]),
        ("他说“不行。”然后走了", ["他说“不行。”", "然后走了"]),
        ("请用 v1.2 版本。然后继续", ["请用 v1.2 版本。", "然后继续"]),
        ("看看 a.py!然后停", ["看看 a.py!", "然后停"]),
        ("他说：“我……我不知道。”然后走了", ["他说：“我……我不知道。”", "然后走了"]),
        ("「不……不行！」她说", ["「不……不行！」", "她说"]),
        ("算了……\n走吧", ["算了……", "走吧"]),
        ("yes :) . Go", ["yes :) .", "Go"]),
        ("rule no. 5 holds", ["rule no. 5 holds"]),
    ],
)
def test_a_sentence_ends_where_a_reader_would_end_it(text: str, expected: list[str]) -> None:
    assert parts(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("use rgb values, no indices!", ["use rgb values,", "no indices!"]),
        ("fix it and never push", ["fix it", "and never push"]),
        ("salt and pepper", ["salt and pepper"]),
        ("read it (not the whole file!) now", ["read it", "(not the whole file!)", "now"]),
        ("call f(x) twice", ["call f(x) twice"]),
        ("1,000 rows: fine", ["1,000 rows:", "fine"]),
        ("at 10:30 go", ["at 10:30 go"]),
        ("改一下标题，但是不要动正文", ["改一下标题，", "但是不要动正文"]),
        ("stop - that is wrong", ["stop -", "that is wrong"]),
        ("a well-known `x, y` pair", ["a well-known `x, y` pair"]),
        ("hm ... no", ["hm ...", "no"]),
    ],
)
def test_a_clause_ends_at_its_separator(text: str, expected: list[str]) -> None:
    assert clause_parts(text) == expected
