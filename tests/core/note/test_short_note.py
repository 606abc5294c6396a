import pytest

from core.sample_sessions import CODING, CODING_LEDGER, ROLE_PLAY, agent, call, result, user
from foldline.core.facts import FileOps, Ledger
from foldline.core.note.short_note import short_summary


def changed(*paths: str) -> Ledger:
    return Ledger(files=FileOps(modified=paths))


def edit(number: str):
    return agent(f"a{number}", "", call(number, "edit", path="a.py")), result(f"r{number}", number, "ok")


def test_what_changed_is_told_in_the_first_person_with_the_agents_own_sentences():
    assert short_summary(CODING, CODING_LEDGER, language="en") == (
        "I changed 2 files under `src/billing` (`importer.py`, `cli.py`). "
        "The importer now reads files with `csv.reader`, so CRLF and quoted line breaks survive."
    )


def test_chinese_frames_join_without_a_blank():
    ledger = changed("src/a.py")
    items = (user("u", "修好它"), *edit("1"), agent("z", "已修复解析器，现在可以读取 CRLF。"))
    assert (
        short_summary(items, ledger, language="zh")
        == "我修改了 1 个文件（`src/a.py`）。已修复解析器，现在可以读取 CRLF。"
    )


@pytest.mark.parametrize(
    ("paths", "sentence"),
    [
        (("src/a.py",), "I changed 1 file (`src/a.py`)."),
        (("/x/a.py", "/y/b.py"), "I changed 2 files (`/x/a.py`, `/y/b.py`)."),
        (("/x/a.py", "b.py"), "I changed 2 files (`/x/a.py`, `b.py`)."),
        (("src/a.py", "tests/test_a.py"), "I changed 2 files (`src/a.py`)."),
        (("tests/a.py", "tests/b.py"), "I changed 2 files."),
        (tuple(f"src/{name}.py" for name in "abcde"), "I changed 5 files under `src` (`a.py`, `b.py`, `c.py`)."),
    ],
)
def test_files_are_counted_placed_and_named_but_no_tests(paths, sentence):
    assert short_summary((), changed(*paths), language="en") == sentence


@pytest.mark.parametrize(
    "report",
    [
        "I added tests for it.",
        "I fixed the build.",
        "Should I add it?",
        "Done.",
        "I fixed " + "it and " * 60 + "it.",
        "You could add a cache.",
    ],
)
def test_no_tests_no_questions_no_plans_and_nothing_endless(report):
    items = (user("u", "go"), *edit("1"), agent("z", report))
    assert short_summary(items, changed("a.py"), language="en") == "I changed 1 file (`a.py`)."


def test_the_newest_changes_are_told_three_sentences_at_most():
    items = [
        one
        for number, name in enumerate(("parser", "reader", "writer", "loader"))
        for one in (
            user(f"u{number}", "go on"),
            *edit(str(number)),
            agent(f"z{number}", f"I moved the {name} to core."),
        )
    ]
    assert short_summary(items, changed("a.py"), language="en") == (
        "I changed 1 file (`a.py`). I moved the loader to core. I moved the writer to core."
    )


def test_a_commit_speaks_where_the_report_says_nothing():
    commit = call("1", "bash", command="git commit -m x")
    items = (
        agent("a", "", commit),
        result("r", "1", "[main 1a2b3c4] Read CRLF files", exit_code=0),
        agent("z", "Done."),
    )
    assert short_summary(items, changed("a.py"), language="en").endswith(" I committed “Read CRLF files”.")


def test_what_changed_nothing_is_not_told_of_a_change():
    items = (user("u", "which port?"), agent("a", "The port is now 8080."))
    assert short_summary(items, changed("a.py"), language="en") == "I changed 1 file (`a.py`)."


def test_a_talk_is_told_by_what_was_answered():
    items = (user("u", "which port?"), agent("a", "The server listens on port 8080."))
    assert short_summary(items, Ledger(), language="en") == "The server listens on port 8080. I changed no files."
    assert short_summary((), Ledger(), language="en") == "I answered in conversation. I changed no files."


def test_a_talk_with_enough_to_tell_needs_no_frame():
    items = [
        one
        for name in ("port 25", "key a", "door 3", "lamp 9")
        for one in (user(f"u{name}", "and?"), agent(f"a{name}", f"The server must see {name}."))
    ]
    assert short_summary(items, Ledger(), language="en").count("server") == 3


def test_older_turns_are_looked_at_where_the_newest_say_too_little():
    old = (user("u", "go"), *edit("1"), agent("z", "I moved the parser to core."))
    talk = [one for n in range(12) for one in (user(f"v{n}", "and?"), agent(f"w{n}", "Hm."))]
    assert short_summary((*old, *talk), changed("a.py"), language="en").endswith("I moved the parser to core.")


def test_a_role_play_has_two_sentences_too():
    assert short_summary(ROLE_PLAY, Ledger(), language="zh").count("。") >= 2


def test_a_commit_subject_is_framed_so_that_it_reads_as_no_order():
    commit = call("1", "bash", command="git commit -m x")
    items = (
        user("u", "go"),
        agent("a", "", commit),
        result("r", "1", "[main 1a2b3c4] Report a gauge after 35 minutes", exit_code=0),
        agent("z", "A gauge is reported after 35 minutes instead of 20."),
    )
    assert short_summary(items, changed("a.py"), language="en").endswith(
        "A gauge is reported after 35 minutes instead of 20."
    )
    assert "I committed “Report a gauge after 35 minutes”." in short_summary(items[:3], changed("a.py"), language="en")


def test_edited_files_are_named_first_and_scratch_and_deleted_ones_not_at_all():
    files = FileOps(modified=("/tmp/check.db", "a.py", "docs/x.md", "old.py"), deleted=frozenset({"old.py"}))
    edit_docs = agent("e", "", call("1", "edit", path="docs/x.md")), result("f", "1", "ok")
    items = (user("u", "go"), *edit_docs)
    assert short_summary(items, Ledger(files=files), language="en") == "I changed 2 files (`docs/x.md`, `a.py`)."


def test_of_two_sentences_on_the_same_thing_the_newer_is_told():
    older = (user("u", "go"), *edit("1"), agent("z", "A gauge silent for 20 minutes is reported now."))
    newer = (user("v", "longer"), *edit("2"), agent("y", "A silent gauge is now reported after 35 minutes."))
    text = short_summary((*older, *newer), changed("a.py"), language="en")
    assert "35 minutes" in text
    assert "20 minutes" not in text


def test_a_scene_is_told_by_what_was_said_in_it():
    text = short_summary(ROLE_PLAY, Ledger(), language="zh")
    assert "我没有修改文件" not in text
    assert text.startswith(("沈默说：“", "用户说：“"))
