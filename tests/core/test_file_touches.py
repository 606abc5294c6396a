import pytest

from foldline.core.file_touches import is_link, without_selector


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
