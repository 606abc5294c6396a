import pytest

from core.tool_calls import Ran, bash, session, user
from foldline.core.facts import FileOps
from foldline.core.files.file_ops import collect, merge
from foldline.core.outcomes import outcomes

EDIT = {"path": "a.py", "oldText": "x", "newText": "y"}


def test_read_and_write_of_the_same_file_make_it_modified_only() -> None:
    items = session(Ran("read", {"path": "a.py"}), Ran("write", {"path": "a.py"}), Ran("read", {"path": "b.py:3-9"}))
    assert collect(items) == FileOps(modified=("a.py",), read=("b.py",))


@pytest.mark.parametrize(
    "ran",
    [
        Ran("edit", EDIT, None),
        Ran("edit", EDIT, "Could not find the text", is_error=True),
        Ran("edit", EDIT, stop_reason="aborted"),
        Ran("edit", EDIT, stop_reason="error"),
        Ran("edit", EDIT, "The user doesn't want to proceed with this tool use.", is_error=True),
        bash("rm a.py", "rm: a.py: No such file or directory", is_error=True),
        bash("mv a.py b.py", "mv: no", exit_code=1),
        bash("echo x > a.py", None),
    ],
)
def test_a_call_that_was_not_carried_out_modifies_nothing(ran: Ran) -> None:
    assert collect(session(ran)) == FileOps()


def test_a_read_that_was_asked_for_counts_unless_it_failed() -> None:
    asked = session(Ran("read", {"path": "a"}, None), Ran("read", {"path": "b"}, "no", is_error=True))
    assert collect(asked) == FileOps(read=("a",))


def test_a_script_that_fails_after_writing_a_file_has_written_it() -> None:
    script = "cat > test_a.py <<'EOF'\nx\nEOF\npytest test_a.py"
    assert collect(session(bash(script, "1 failed", exit_code=1))) == FileOps(modified=("test_a.py",))


def test_a_file_moved_and_one_deleted_by_the_shell_are_marked() -> None:
    items = session(
        Ran("edit", {"path": "/r/old.py"}),
        Ran("read", {"path": "/r/gone.py"}),
        bash("cd /r && git mv old.py new.py && rm gone.py"),
    )
    assert collect(items) == FileOps(
        ("/r/new.py",), ("/r/gone.py",), {"/r/new.py": "/r/old.py"}, frozenset({"/r/gone.py"})
    )


def test_a_later_call_names_a_moved_file_by_its_whole_path() -> None:
    items = session(
        Ran("edit", {"path": "/r/a.py"}), bash("cd /r && mv a.py lib/"), Ran("edit", {"path": "/r/lib/a.py"})
    )
    assert collect(items) == FileOps(("/r/lib/a.py",), (), {"/r/lib/a.py": "/r/a.py"})


def test_an_open_file_is_followed_from_call_to_call() -> None:
    items = session(Ran("open", {"path": "a.py"}), Ran("edit", {"search": "x", "replace": "y"}))
    assert collect(items) == FileOps(modified=("a.py",))


def test_a_patch_as_free_text_modifies_its_files() -> None:
    patch = "*** Begin Patch\n*** Update File: a.py\n*** Move to: b.py\n@@\n*** Delete File: c.py\n*** End Patch"
    assert collect(session(Ran("apply_patch", patch))) == FileOps(
        ("b.py", "c.py"), (), {"b.py": "a.py"}, frozenset({"c.py"})
    )


def test_there_is_no_cap() -> None:
    items = session(*(Ran("write", {"path": f"src/{number}.py"}) for number in range(300)))
    assert len(collect(items).modified) == 300


def test_an_earlier_fold_is_continued() -> None:
    before = FileOps(modified=("a.py",), read=("b.py",))
    assert collect(session(Ran("edit", {"path": "b.py"}), bash("rm a.py")), before) == FileOps(
        ("a.py", "b.py"), (), {}, frozenset({"a.py"})
    )


def test_nothing_touched_gives_empty_lists() -> None:
    assert collect(session(bash("make"), Ran("Grep", {"pattern": "x", "path": "src"}))) == FileOps()


@pytest.mark.parametrize(
    ("earlier", "later", "merged"),
    [
        (FileOps(("a",), ("b",)), FileOps(("b",), ("c",)), FileOps(("a", "b"), ("c",))),
        (FileOps(("a",)), FileOps(("b",), (), {"b": "a"}), FileOps(("b",), (), {"b": "a"})),
        (FileOps(("a",)), FileOps((), ("b",), {"b": "a"}), FileOps(("b",), (), {"b": "a"})),
        (FileOps((), ("a",)), FileOps((), ("b",), {"b": "a"}), FileOps((), ("b",), {"b": "a"})),
        (FileOps(("b",), (), {"b": "a"}), FileOps(("c",), (), {"c": "b"}), FileOps(("c",), (), {"c": "a"})),
        (FileOps(("b",), (), {"b": "a"}), FileOps(("a",), (), {"a": "b"}), FileOps(("a",))),
        (FileOps(("a",), deleted=frozenset({"a"})), FileOps(("a",)), FileOps(("a",))),
        (FileOps(("a",), deleted=frozenset({"a"})), FileOps(), FileOps(("a",), deleted=frozenset({"a"}))),
        (FileOps(("a",)), FileOps(("a",), deleted=frozenset({"a"})), FileOps(("a",), deleted=frozenset({"a"}))),
        (FileOps(("a", "x://b"), ("y://c",)), FileOps(), FileOps(("a",))),
    ],
)
def test_what_happened_later_wins_in_a_merge(earlier: FileOps, later: FileOps, merged: FileOps) -> None:
    assert merge(earlier, later) == merged


@pytest.mark.parametrize(
    "command",
    [
        "rm -f /tmp/check.db",
        "rm -f build.log",
        "make > /tmp/out.txt && cat /tmp/out.txt",
        "cd /tmp && sed -n 1,9p x.txt > y.txt",
        "mv /tmp/a.txt /tmp/b.txt",
    ],
)
def test_scratch_files_of_shell_commands_are_no_files_of_the_work(command: str) -> None:
    assert collect(session(bash(command)), cwd="/srv/app") == FileOps()


def test_a_scratch_file_the_user_names_or_a_tool_wrote_is_listed() -> None:
    items = [user("u", "put the report into /tmp/report.txt"), *session(bash("make report > /tmp/report.txt"))]
    assert collect(items).modified == ("/tmp/report.txt",)
    written = session(Ran("write", {"path": "/tmp/probe.py"}), bash("rm -f /tmp/probe.py"))
    assert collect(written) == FileOps(("/tmp/probe.py",), deleted=frozenset({"/tmp/probe.py"}))
    assert collect([user("u", "remove old.cfg"), *session(bash("rm -f conf/old.cfg"))]).deleted == {"conf/old.cfg"}


def test_a_file_brought_in_from_a_scratch_file_is_written() -> None:
    items = session(bash("sed 's/a/b/' a.py > /tmp/a.new && mv /tmp/a.new a.py"))
    assert collect(items) == FileOps(modified=("a.py",))
    items = session(bash("mv /tmp/logo.png assets/"), bash("mv a.py /tmp/a.py"))
    assert collect(items).modified == ("/tmp/a.py", "assets/logo.png")
    assert collect(items).moved_from == {"/tmp/a.py": "a.py"}


def test_outcomes_may_be_handed_in() -> None:
    items = session(Ran("write", {"path": "a.py"}))
    assert collect(items, became=outcomes(items)) == collect(items)
