import pytest

from foldline.core.checking.inventions import invented

TOLD = (
    "edited src/app/main.py and docs/readme.md; parse_line() calls TokenStream.nextToken, "
    "see https://ci.example.org/run/5 "
    r"and C:\work\tool.cs; commit 3f9c2ab1d7e, issue 418, conftest.py"
)


@pytest.mark.parametrize(
    "name",
    [
        "docs/other.md",
        r"C:\work\gone.cs",
        "https://evil.example/x",
        "deadbee1",
        "#419",
        "`parse_lines()`",
        "`TokenStream.peekToken`",
        "`MAX_DEPTH`",
        "`utils.py`",
        "`walk()`",
    ],
)
def test_a_name_nobody_said_is_an_invention(name):
    text = f"It changed {name}, as asked."
    assert invented(text, lambda: TOLD) == [name.strip("`")]


@pytest.mark.parametrize(
    "text",
    [
        "src/app/main.py, app/main.py and `main.py`",
        r"C:\work\tool.cs",
        "https://ci.example.org/run/6, https://ci.example.org.",
        "3f9c2ab, 3f9c2ab1d7e",
        "#418",
        "`parse_line`, `parse_line()`, `stream.nextToken()`, `conftest.py`",
        "`TokenStream::nextToken`",
        "`ls -la`, `x`, `word`, `--new-flag`, `Some phrase_here of words`",
        "version 1.2.3, 12345678, cafe, deadbeef, Node.js, and/or, #1",
        "a colour like #fff and 10/12/2024",
    ],
)
def test_what_was_said_or_is_no_name_is_none(text):
    assert invented(text, lambda: TOLD) == []


def test_the_source_is_not_made_where_nothing_is_named():
    def never():
        raise AssertionError

    assert invented("The parser was rewritten.", never) == []


def test_each_name_is_told_once():
    assert invented("`b_bb` a/b.py `b_bb` a/b.py", lambda: "") == ["a/b.py", "b_bb"]
