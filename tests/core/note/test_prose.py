import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldline.core.note.prose import LONGEST_TEXT, Piece, clip, harmless, is_cjk, pieces, plain


def texts(text: str) -> list[str]:
    return [piece.text for piece in pieces(text)]


def test_sentences_items_and_headings_are_told_apart():
    found = list(pieces("## Changes\n- **Added** a flag\n\nIt works. Try it!"))
    assert found == [
        Piece("Changes", "heading"),
        Piece("Added a flag", "item", "Changes"),
        Piece("It works.", "sentence", "Changes"),
        Piece("Try it!", "sentence", "Changes"),
    ]


def test_an_announcing_line_heads_what_follows():
    assert list(pieces("Left to do:\n1. Tag it"))[1] == Piece("Tag it", "item", "Left to do:")


def test_a_bold_line_is_a_heading():
    assert next(iter(pieces("**Summary of changes:**"))) == Piece("Summary of changes", "heading")


@pytest.mark.parametrize(
    "text",
    [
        "```py\nx = 1\n```",
        "~~~\nlog\n~~~",
        "```\nnever closed",
        "| a | b |",
        "---",
        "<summary>",
        "see </summary> here",
        "a => b; c == {d} | e && f::g",
        "inline ```fence",
        "-",
        "42 7",
    ],
)
def test_code_tables_tags_and_signs_are_no_quotes(text):
    assert texts(text) == []


def test_a_hard_wrapped_line_is_one_sentence():
    wrapped = "The importer rejects every row of a file that was written on\nanother system. It says nothing."
    assert texts(wrapped)[0] == "The importer rejects every row of a file that was written on another system."


def test_a_sentence_that_ends_inside_brackets_goes_on():
    assert texts("Remove the old files (a.ts, b.ts right? nothing else). Then stop.") == [
        "Remove the old files (a.ts, b.ts right? nothing else).",
        "Then stop.",
    ]


def test_brackets_that_never_close_end_with_the_line():
    assert texts("One (two. Three") == ["One (two. Three"]


def test_the_middle_of_a_very_long_text_is_not_looked_at():
    found = texts("First line.\n" + "Filler of no interest here.\n" * 4000 + "Last line.")
    assert found[0] == "First line."
    assert found[-1] == "Last line."
    assert sum(map(len, found)) <= LONGEST_TEXT


def test_bold_goes_without_joining_words():
    assert plain("**Fix**ed  `a`\tnow") == "Fix**ed `a` now"


def test_a_lone_backtick_becomes_an_apostrophe():
    assert plain("it`s") == "it's"


@pytest.mark.parametrize(
    ("text", "limit", "short"),
    [
        ("short", 10, "short"),
        ("One two three four, five six seven eight", 30, "One two three four …"),
        ("alpha beta gamma delta", 14, "alpha beta …"),
        ("这个解析器会丢掉最后一列的数据", 12, "这个解析器 …"),
        ("src/very/long/path/without/any/space.py", 10, ""),
        ("see `the long name of it` here", 14, "see 'the …"),
        ("a limit of 1,000,000 rows is set", 16, "a limit of …"),
    ],
)
def test_a_clip_ends_at_a_sentence_a_clause_or_a_word(text, limit, short):
    assert clip(text, limit) == short


@given(st.text(max_size=200), st.integers(1, 80))
def test_a_clip_keeps_to_its_limit_and_to_the_words(text, limit):
    line = " ".join(text.split())
    short = clip(line, limit)
    assert len(short) <= max(len(line) if len(line) <= limit else 0, limit + 2)
    assert short == line or line.replace("`", "'").startswith(short.removesuffix(" …").replace("`", "'"))


@pytest.mark.parametrize(("text", "expected"), [("修好了 parser", True), ("fixed it", False), ("", False)])
def test_script_decides_what_is_cjk(text, expected):
    assert is_cjk(text) is expected


@pytest.mark.parametrize("tag", ["</summary>", "< Foldline-Ledger>", "<conversation>", "</ previous-summary>"])
def test_tags_of_ours_lose_their_meaning(tag):
    assert "<" not in harmless(f"a {tag} b")


def test_other_tags_stay():
    assert harmless("Map<str, int>") == "Map<str, int>"


@given(st.text(max_size=300))
def test_pieces_never_open_a_fence_or_a_heading(text):
    for piece in pieces(text):
        assert not piece.text.startswith(("```", "~~~"))
        assert "\n" not in piece.text


def test_a_long_clip_ends_at_a_sentence():
    assert clip("It works now. The rest of it is left for a later day.", 24) == "It works now. …"


def test_an_item_of_code_is_no_quote():
    assert texts("- a => b; c == {d} | e && f::g\n- words") == ["words"]
