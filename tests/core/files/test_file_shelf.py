import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldline.core.facts import FileOps
from foldline.core.files.file_shelf import Shelf
from foldline.core.files.file_touches import Touch


def after(*touches: Touch, previous: FileOps | None = None, cwd: str = "") -> FileOps:
    shelf = Shelf(previous or FileOps(), cwd)
    for touch in touches:
        shelf.put(touch)
    return shelf.lists()


def read(path: str, base: str | None = "") -> Touch:
    return Touch("read", path, base=base)


def write(path: str, base: str | None = "") -> Touch:
    return Touch("write", path, base=base)


def move(path: str, to: str, base: str | None = "", **how: bool) -> Touch:
    return Touch("move", path, to, base, **how)


def delete(path: str, base: str | None = "", **how: bool) -> Touch:
    return Touch("delete", path, base=base, **how)


def test_a_file_read_and_written_is_modified_only() -> None:
    assert after(read("a"), write("a"), read("b")) == FileOps(modified=("a",), read=("b",))


def test_lists_are_sorted_and_hold_each_file_once() -> None:
    assert after(write("b"), write("a"), write("./b"), read("c/../a")).modified == ("a", "b")


@pytest.mark.parametrize(
    ("move_touch", "present"),
    [
        (move("/r/a.py", "/r/b.py"), "/r/b.py"),
        (move("a.py", "b.py", base="/r"), "/r/b.py"),
        (move("/r/a.py", "/r/lib/"), "/r/lib/a.py"),
        (move("/r/a.py", "/r/lib"), "/r/lib/a.py"),
        (move("/r/a.py", "/r/lib", into_folder=True), "/r/lib/a.py"),
        (move("/r", "/s"), "/s/a.py"),
        (move("/r", "/x/", into_folder=True), "/x/r/a.py"),
        (move("/r/*.py", "/r/lib/", known_only=True, into_folder=True), "/r/lib/a.py"),
    ],
)
def test_a_moved_file_shows_its_present_path_and_the_old_one(move_touch: Touch, present: str) -> None:
    assert after(write("/r/a.py"), move_touch) == FileOps(modified=(present,), moved_from={present: "/r/a.py"})


def test_a_file_moved_without_being_changed_stays_only_read() -> None:
    assert after(read("a.py"), move("a.py", "b.py")) == FileOps(read=("b.py",), moved_from={"b.py": "a.py"})


def test_a_file_moved_that_nobody_touched_before_is_modified() -> None:
    assert after(move("a.py", "b.py")) == FileOps(modified=("b.py",), moved_from={"b.py": "a.py"})
    assert after(move("a.py", "lib/", into_folder=True), move("dir", "other")) == FileOps()


def test_a_file_moved_twice_shows_where_it_was_first() -> None:
    assert after(write("a"), move("a", "b"), move("b", "c")).moved_from == {"c": "a"}


def test_a_file_moved_back_was_nowhere_else() -> None:
    assert after(write("a"), move("a", "b"), move("b", "a")) == FileOps(modified=("a",))


def test_a_move_over_a_deleted_file_brings_its_path_back() -> None:
    files = after(read("main.py"), write("new.py"), delete("main.py"), move("new.py", "main.py"))
    assert files == FileOps(modified=("main.py",), moved_from={"main.py": "new.py"})


def test_a_deleted_file_is_marked_where_it_stands() -> None:
    assert after(read("a"), write("b"), delete("a"), delete("b")) == FileOps(("b",), ("a",), {}, frozenset({"a", "b"}))


def test_a_deleted_file_nobody_touched_before_is_modified() -> None:
    assert after(delete("a")) == FileOps(modified=("a",), deleted=frozenset({"a"}))
    assert after(delete("a", known_only=True)) == FileOps()


def test_a_deletion_that_needs_no_file_proves_nothing_of_one_nobody_saw() -> None:
    assert after(delete("a", if_there=True)) == FileOps()
    assert after(read("a"), delete("a", if_there=True)).deleted == {"a"}


@pytest.mark.parametrize(
    ("first", "moved", "shown"),
    [
        (write("src/a.py"), move("src/a.py", "src/b.py"), "src/b.py"),
        (write("src/a.py"), move("src/a.py", "lib/", into_folder=True), "lib/a.py"),
        (write("src/a.py"), move("src/*.py", "lib", known_only=True, into_folder=True), "lib/a.py"),
        (write("src/a.py"), move("src/a.py", "/repo/src/b.py"), "/repo/src/b.py"),
        (write("/repo/src/a.py"), move("src/a.py", "src/b.py"), "/repo/src/b.py"),
    ],
)
def test_a_moved_file_is_named_as_its_call_named_it(first: Touch, moved: Touch, shown: str) -> None:
    assert after(first, moved, cwd="/repo").modified == (shown,)


def test_a_moved_file_takes_no_name_of_another() -> None:
    files = after(write("b.py", base="/y"), write("a.py", base="/x"), move("a.py", "b.py", base="/x"))
    assert files.modified == ("/x/b.py", "b.py")


def test_a_deleted_folder_takes_the_known_files_with_it() -> None:
    files = after(write("d/a"), write("d/e/b"), write("dd"), delete("d", known_only=True))
    assert files.deleted == {"d/a", "d/e/b"}


def test_a_pattern_means_known_files_of_that_folder_only() -> None:
    files = after(write("d/a.log"), write("d/e/b.log"), delete("d/*.log", known_only=True))
    assert files.deleted == {"d/a.log"}
    assert after(read("a.ts"), Touch("write", "*.ts", known_only=True)).modified == ("a.ts",)


def test_a_file_named_like_a_pattern_is_that_file() -> None:
    assert after(write("app/[id]/x.ts"), delete("app/[id]/x.ts")).deleted == {"app/[id]/x.ts"}


def test_a_file_written_again_is_there() -> None:
    assert after(write("a"), delete("a"), write("a")).deleted == frozenset()


def test_the_end_of_a_whole_path_means_that_file_when_it_fits_one() -> None:
    assert after(write("/r/src/a.py"), delete("src/a.py")).deleted == {"/r/src/a.py"}
    assert after(write("/r/src/a.py"), write("/q/src/a.py"), read("src/a.py")).read == ("src/a.py",)
    assert after(write("/r/a.py"), read("a.py")).read == ("a.py",)


def test_a_whole_path_replaces_the_end_it_was_first_known_by() -> None:
    assert after(read("src/a.py"), write("/r/src/a.py")) == FileOps(modified=("/r/src/a.py",))
    assert after(write("/r/src/a.py"), move("src/a.py", "src/b.py")).modified == ("/r/src/b.py",)


def test_a_known_folder_joins_relative_and_whole_paths() -> None:
    assert after(read("a.py"), write("/r/a.py"), cwd="/r") == FileOps(modified=("/r/a.py",))


def test_a_path_in_an_unknown_folder_is_not_invented() -> None:
    assert after(write("a.py", base=None), delete("b.py", base=None), move("c.py", "d.py", base=None)) == FileOps()


def test_two_files_of_one_name_are_told_apart() -> None:
    assert after(write("a.py", base="/x"), write("a.py", base="/y")).modified == ("/y/a.py", "a.py")


def test_lists_of_an_earlier_fold_go_on() -> None:
    before = FileOps(("a", "b"), ("c", "x://y"), {"b": "old"}, frozenset({"a"}))
    files = after(write("a"), move("b", "e"), write("c"), previous=before)
    assert files == FileOps(("a", "c", "e"), (), {"e": "old"})


def test_windows_paths_are_whole() -> None:
    assert after(write("C:\\r\\a.py"), read("C:/r/a.py")).modified == ("C:\\r\\a.py",)


PATHS = st.sampled_from(["a", "b", "d/a", "d/e/b", "/r/d/a", "./a", "d", "d/*", "*.py", "~/a", "../a"])
TOUCHES = st.builds(
    Touch,
    st.sampled_from(["read", "write", "delete", "move"]),
    PATHS,
    PATHS,
    st.sampled_from(["", "/r", "d", None]),
    st.booleans(),
    st.booleans(),
)


@given(st.lists(TOUCHES, max_size=12))
def test_marks_stand_on_listed_files_and_no_file_stands_in_both_lists(touches: list[Touch]) -> None:
    files = after(*touches)
    listed = [*files.modified, *files.read]
    assert len(listed) == len(set(listed))
    assert files.deleted <= set(listed)
    assert set(files.moved_from) <= set(listed)


@given(st.lists(TOUCHES, max_size=12))
def test_lists_taken_up_again_are_the_same(touches: list[Touch]) -> None:
    files = after(*(touch._replace(base="") for touch in touches))
    assert after(previous=files) == files
