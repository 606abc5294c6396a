import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldline.core.files.shell_words import MAX_NESTING, Word, split


def words(script: str) -> list[list[str]]:
    return [[word.text for word in command.words] for command in split(script)]


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("a 'b c' \"d e\" f\\ g", [["a", "b c", "d e", "f g"]]),
        ("a && b || c; d & e | f", [["a"], ["b"], ["c"], ["d"], ["e"], ["f"]]),
        ("a # not read\nb", [["a"], ["b"]]),
        ("a \\\n b", [["a", "b"]]),
        ("'a'\"b\"c", [["abc"]]),
        ("", []),
        ('a "say \\"x\\""', [["a", 'say "x"']]),
        ("a 2>&1", [["a"]]),
    ],
)
def test_a_script_is_split_into_the_words_of_its_commands(script: str, expected: list[list[str]]) -> None:
    assert words(script) == expected


@pytest.mark.parametrize(
    "word", ["$A", '"$A"', "`x`", "$(x)", '"a $(x y) b"', "${A}", "{a,b}", "'open", '"open', "$'a'"]
)
def test_what_the_shell_would_change_is_not_literal(word: str) -> None:
    assert split(f"cat {word}")[0].words[1].literal is False


@pytest.mark.parametrize(
    "script",
    ["a $(b (c) 'd' \"e\" \\) f) g", 'a "$(b \'open)"', "a $(b <<X\nnever closed)", 'a "$(b \\" )" g', "a `b` \\"],
)
def test_a_substitution_is_part_of_one_word(script: str) -> None:
    assert split(script)[0].words[0] == Word("a")
    assert split(script)[0].words[1].literal is False


def test_a_pattern_is_marked() -> None:
    assert split("rm *.log '*.txt'")[0].words[1:] == (Word("*.log", glob=True), Word("*.txt"))


def test_a_here_document_belongs_to_its_command_and_holds_no_commands() -> None:
    first, second = split("cat <<'EOF' > a.txt\nrm b.txt\nEOF\nls")
    assert (first.body, first.redirects[0][1].text) == ("rm b.txt\n", "a.txt")
    assert second.words[0].text == "ls"


def test_a_here_document_may_stand_alone_or_never_end() -> None:
    assert split("<<X\nbody\nX\n")[0].body == "body\n"
    assert split("cat <<X\nbody")[0].body == "body"


def test_two_here_documents_of_a_line_follow_each_other() -> None:
    first, second = split("a <<X && b <<-Y\none\nX\n\ttwo\n\tY\n")
    assert (first.body, second.body) == ("one\n", "\ttwo\n")


def test_a_substitution_with_a_here_document_is_one_word() -> None:
    script = 'git commit -m "$(cat <<\'EOF\'\nit\'s > done (or "not")\nEOF\n)" && ls'
    assert words(script)[1] == ["ls"]
    assert split(script)[0].words[3].literal is False


def test_parentheses_stand_as_commands_of_their_own() -> None:
    assert [command.after for command in split("(a; b) && c || (d)")] == ["(", "", "", ")", "&&", "||(", "", ")"]


def test_nesting_beyond_reason_ends_as_one_word() -> None:
    assert len(split('a "' + '$("' * (MAX_NESTING * 20))) == 1


@given(st.text(alphabet="ab'\"\\$()`<>|&;#\n {}*", max_size=60))
def test_any_text_can_be_split(script: str) -> None:
    assert isinstance(split(script), list)


def test_a_long_script_is_split_in_linear_time() -> None:
    script = "echo 'word' \"$(cat <<X\nbody\nX\n)\" > out.txt\n" * 2_000
    started = time.perf_counter()
    split(script)
    assert time.perf_counter() - started < 2
