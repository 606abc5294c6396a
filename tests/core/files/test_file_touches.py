import pytest

from foldline.core.files.file_touches import is_link, is_scratch, without_selector


@pytest.mark.parametrize(
    "selector",
    [
        *(
            ":7",
            ":7-",
            ":7-9",
            ":7..9",
            ":7+3",
            ":L7",
            ":L7-L9",
            ":L7-9",
            ":1-2,5,9-",
            ":L1,L3-L4",
            ":raw",
            ":conflicts",
        ),
        *(":7-9:raw", ":raw:7-9", ":raw:1,2", ":12:7"),
    ],
)
def test_a_selector_is_no_part_of_the_path(selector: str) -> None:
    assert without_selector(f"src/a.ts{selector}") == "src/a.ts"


@pytest.mark.parametrize(
    "path",
    [
        "db.sqlite:users",
        "archive.zip:dir/f.ts",
        "src/a.ts",
        "C:\\src\\a.ts",
        "a:raw.txt",
        "a.ts:",
        "a.ts:x7",
        ":7",
        "a.ts:7-x",
    ],
)
def test_what_is_no_selector_stays(path: str) -> None:
    assert without_selector(path) == path


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("https://x.org/a.ts:3", True),
        ("skill://x", True),
        ("a/file:///b", True),
        ("://x", False),
        ("C:/x", False),
        ("a//b", False),
    ],
)
def test_a_scheme_anywhere_makes_a_link(path: str, expected: bool) -> None:
    assert is_link(path) is expected


@pytest.mark.parametrize(
    ("path", "cwd", "scratch"),
    [
        ("/tmp/check.db", "", True),
        ("/tmp/check.db", "/srv/app", True),
        ("/private/tmp/x", "", True),
        ("/var/tmp/x", "", True),
        ("/dev/shm/x", "", True),
        ("/tmp/tmp.Ab12Cd/out.txt", "", True),
        ("/var/folders/ab/c1/T/x.txt", "", True),
        ("C:\\Users\\me\\AppData\\Local\\Temp\\x.txt", "", True),
        ("/tmp/app/src/a.py", "/srv/app", True),
        ("/tmp/app/src/a.py", "", False),
        ("/tmp/app/src/a.py", "/tmp/app", False),
        ("/tmp/other.txt", "/tmp/app", True),
        ("/tmp/lib/b.py", "/tmp/app", False),
        ("src/tmp/a.py", "", False),
        ("/srv/tmp/a.py", "", False),
        ("tmp/a.py", "/srv", False),
    ],
)
def test_scratch_lies_in_a_temporary_folder_where_nobody_works(path: str, cwd: str, *, scratch: bool) -> None:
    assert is_scratch(path, cwd) is scratch
