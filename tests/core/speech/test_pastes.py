import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldline.core.speech.pastes import clip, clip_pastes, pastes, typed_parts, without_pastes

LINES = (
    "fix this please|never push|```py|```|x = 1;|}|{|at f (a.js:1:2)|Traceback (most recent call last):|@@ -1 +1 @@|"
    '"a": 1,|> quoted|$ ls -la|2026-01-02 10:00:01 INFO up|    return x;|why?|got this error:|不要提交|'
)
TEXTS = st.lists(st.sampled_from(LINES.split("|"))).map("\n".join) | st.text()


def words(text: str) -> int:
    return len(text.split())


@given(TEXTS)
def test_pastes_and_typed_parts_together_are_the_text(text: str) -> None:
    parts = sorted((*pastes(text), *typed_parts(text)), key=lambda span: span.start)
    assert "".join(part.text for part in parts) == text


@given(TEXTS, st.integers(8, 40))
def test_a_clipped_text_is_head_mark_and_tail_within_the_limit(text: str, limit: int) -> None:
    clipped = clip(text, limit, words)
    head, _, rest = clipped.partition("\n[... ")
    tail = rest.partition(" cut ...]\n")[2]
    assert clipped == text or (text.startswith(head) and text.endswith(tail) and words(clipped) <= limit)


@given(TEXTS, st.integers(8, 40))
def test_clipping_pastes_never_makes_a_text_larger(text: str, limit: int) -> None:
    assert words(clip_pastes(text, limit, words)) <= max(words(text), 2 * limit)


PYTHON = """Traceback (most recent call last):
  File "app.py", line 3, in <module>
    main()
ValueError: never pass None
"""
NODE = """/srv/app/index.js:12
        throw new Error("must never be empty");
        ^

Error: must never be empty
    at run (/srv/app/index.js:12:15)
    at main (/srv/app/index.js:30:3)

Node.js v22.1.0
"""
DIFF = """diff --git a/a.py b/a.py
--- a/a.py
+++ b/a.py
@@ -1,2 +1,2 @@
-# always sort
+# never sort
"""
JSON_LINES = '{"type": "note", "text": "never do that"}\n{"type": "note", "text": "always do this"}\n'
CODE = """export function add(a: number, b: number) {
  // never call this twice
  return a + b;
}
"""
LOG = """2026-03-01T10:00:00Z INFO start
2026-03-01T10:00:01Z WARN do not use this flag
"""
SHELL = """$ make test
PASS
$ make lint
you must never commit this
$
"""
TABLE = "| name | rule |\n|---|---|\n| a | never |\n"
HTML = "<div>\n  <p>always on</p>\n</div>\n"


@pytest.mark.parametrize("paste", [PYTHON, NODE, DIFF, JSON_LINES, CODE, LOG, SHELL, TABLE, HTML, "```\nnever\n```\n"])
def test_a_paste_is_taken_out_and_the_typed_lines_around_it_stay(paste: str) -> None:
    typed = without_pastes(f"it breaks, look:\n\n{paste}\nwhat did i do wrong? never guess.")
    assert typed.startswith("it breaks, look:\n\n")
    assert typed.endswith("what did i do wrong? never guess.")
    assert "never" not in typed.removesuffix("never guess.")
    assert "always" not in typed
    assert "do not" not in typed


@pytest.mark.parametrize(
    "text",
    [
        "never use tabs\n- no emojis\n- always run the tests\n",
        "tools -> core/tools\nui -> modes/ui\ntheme -> modes/theme",
        "1. start a session, run a prompt\n2. I edit a file\n3. I run another prompt",
        "please:\n\n- copy the files\n- keep main.py (the old one)\n",
        "## Rules\n- never push\n- use pnpm\n",
        "here is my feedback:\n\nnever push.\n\nalways test.",
        "I said:\n\nnever push",
        "i want this output: short",
        "not like a <b> tag",
        "",
        "   \n\n",
    ],
)
def test_what_is_typed_is_no_paste(text: str) -> None:
    assert pastes(text) == ()


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("i got this error:\n\nbuild failed\nyou must never link twice\n\nfix it", "i got this error:\n\n\nfix it"),
        ("The reviewer wrote:\n\nNever do this.\n\nAlways that.\n\nok?", "The reviewer wrote:\n\n\nok?"),
        ("i got this error:\n\nfailed\nbadly\n\n\n$ x\n$ y\n\nfix it now", "i got this error:\n\n\nfix it now"),
        ("got this feedback:\n\nDo not use globals.", "got this feedback:\n\n"),
        ("报错如下，错误日志：\n\n第一行 失败\n不要重复链接\n\n怎么办", "报错如下，错误日志：\n\n\n怎么办"),
        ("here:\n```\nnever", "here:\n"),
        ("a\n````\n```\nnever\n```\n````\nb", "a\nb"),
    ],
)
def test_what_is_announced_or_fenced_is_a_paste(text: str, typed: str) -> None:
    assert without_pastes(text) == typed


def test_a_plan_that_a_client_hands_over_is_a_paste() -> None:
    assert without_pastes("Implement the following plan:\n\n# Plan\n\nAll tests must pass.") == (
        "Implement the following plan:\n\n"
    )


def test_a_long_document_with_headings_is_a_paste() -> None:
    document = "# One\n\nnever\n\n# Two\n\n# Three\n\n" + "word " * 1000
    assert without_pastes(f"read this\n\n{document}") == "read this\n\n"


def test_a_line_nobody_could_have_typed_is_a_paste() -> None:
    assert without_pastes("look:\n" + "word " * 1_000 + "\nwhy?") == "look:\nwhy?"


def test_only_the_ends_of_an_enormous_text_may_be_typed() -> None:
    text = "why?\n" + "a line of a story\n" * 20_000 + "never push"
    typed = without_pastes(text)
    assert typed.startswith("why?")
    assert typed.endswith("never push")
    assert len(typed) == 40_000


def test_a_paste_is_clipped_harder_than_typed_words() -> None:
    typed = "please look at this " * 10
    fenced = "```\n" + "x = 1\n" * 100 + "```\n"
    clipped = clip_pastes(f"{typed}\n\n{fenced}why?", 60, words)
    assert typed.strip() in clipped
    assert clipped.endswith("```\nwhy?")
    assert "tokens cut ...]" in clipped


def test_the_mark_tells_how_much_was_cut() -> None:
    assert "[... 993 tokens cut ...]" in clip("w " * 1000, 12, words)
