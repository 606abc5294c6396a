import pytest

from foldline.core.files.file_calls import path_of, touched
from foldline.core.messages import Json, ToolCallPart

PATCH = "*** Begin Patch\n*** Update File: src/x.py\n@@\n-a\n+b\n*** End Patch"
DIFF = "--- a/src/x.py\n+++ b/src/x.py\n@@ -1 +1 @@\n-a\n+b\n"


def told(name: str, arguments: dict[str, Json] | str, **how: bool | str) -> list[tuple[str, str]]:
    return [(touch.kind, touch.path) for touch in touched(ToolCallPart("1", name, arguments), **how).touches]


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("read", {"path": "a.py"}, [("read", "a.py")]),
        ("Read", {"file_path": "/w/a.py", "limit": 3}, [("read", "/w/a.py")]),
        ("read_file", {"target_file": "a.py:L1-L9"}, [("read", "a.py")]),
        ("read_file", {"files": [{"path": "a.py"}, {"path": "b.py"}]}, [("read", "a.py"), ("read", "b.py")]),
        ("read_many_files", {"paths": ["a.py", 7, "b.py"]}, [("read", "a.py"), ("read", "b.py")]),
        ("mcp__filesystem__read_text_file", {"path": "a.py"}, [("read", "a.py")]),
        ("view", {"filePath": "a.py"}, [("read", "a.py")]),
        ("open", {"path": "a.py"}, [("read", "a.py")]),
        ("NotebookRead", {"notebook_path": "n.ipynb"}, [("read", "n.ipynb")]),
        ("str_replace_editor", {"command": "view", "path": "a.py"}, [("read", "a.py")]),
        ("str_replace_editor", {"command": "create", "path": "a.py"}, [("write", "a.py")]),
        ("str_replace_based_edit_tool", {"command": "insert", "path": "a.py"}, [("write", "a.py")]),
        ("Write", {"file_path": "a.py", "content": "x"}, [("write", "a.py")]),
        ("write_file", {"file_path": "a.py"}, [("write", "a.py")]),
        ("create", {"filename": "a.py"}, [("write", "a.py")]),
        ("replace", {"file_path": "a.py", "old_string": "x"}, [("write", "a.py")]),
        ("Edit", {"file_path": "a.py"}, [("write", "a.py")]),
        ("MultiEdit", {"file_path": "a.py", "edits": [{"old_string": "x"}]}, [("write", "a.py")]),
        ("multi_edit", {"edits": [{"path": "a.py"}, {"path": "b.py"}]}, [("write", "a.py"), ("write", "b.py")]),
        ("NotebookEdit", {"notebook_path": "n.ipynb"}, [("write", "n.ipynb")]),
        ("edit", {"path": "a.ts:1-3"}, [("write", "a.ts:1-3")]),
        ("apply_patch", PATCH, [("write", "src/x.py")]),
        ("apply_patch", {"input": PATCH}, [("write", "src/x.py")]),
        ("apply_diff", {"diff": DIFF}, [("write", "src/x.py")]),
        ("shell", {"command": ["apply_patch", PATCH]}, [("write", "src/x.py")]),
        ("shell", {"command": ["bash", "-lc", "cat a.py"]}, [("read", "a.py")]),
        ("exec_command", {"cmd": "rm a.py"}, [("delete", "a.py")]),
        ("Bash", {"command": "cat a.py > b.py"}, [("read", "a.py"), ("write", "b.py")]),
        ("bash", "rm a.py", [("delete", "a.py")]),
        ("delete_file", {"path": "a.py"}, [("delete", "a.py")]),
        ("move_file", {"source": "a.py", "destination": "b.py"}, [("move", "a.py")]),
        ("rename", {"path": "a.py", "new_path": "b.py"}, [("move", "a.py")]),
    ],
)
def test_any_agents_call_tells_the_files_it_touches(
    name: str, arguments: dict[str, Json] | str, expected: list[tuple[str, str]]
) -> None:
    assert told(name, arguments) == expected


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("read", {"path": "https://x.org/a"}),
        ("read", {"path": 7}),
        ("read", {"path": ""}),
        ("read", {"path": "a\nb"}),
        ("read", "not json"),
        ("Grep", {"pattern": "x", "path": "src"}),
        ("list_dir", {"path": "src"}),
        ("create_event", {"title": "x", "path": "y"}),
        ("create", {"title": "a note"}),
        ("rename", {"path": "a.py", "line": 3, "newName": "total"}),
        ("move_file", {"source": "a.py"}),
        ("insert", {"text": "x"}),
        ("shell", {"command": 3}),
        ("shell", {}),
    ],
)
def test_a_call_that_names_no_file_touches_none(name: str, arguments: dict[str, Json] | str) -> None:
    assert told(name, arguments) == []


def test_an_editor_with_one_open_file_changes_that_file() -> None:
    opened = touched(ToolCallPart("1", "open", {"path": "a.py"})).opened
    assert opened == "a.py"
    assert told("edit", {"search": "x", "replace": "y"}, opened=opened) == [("write", "a.py")]
    assert told("edit", {"search": "x", "replace": "y"}) == []


def test_a_failed_call_touches_only_what_a_script_wrote_before_it_failed() -> None:
    assert told("edit", {"path": "a.py"}, failed=True) == []
    assert told("bash", {"command": "echo x > a.txt\nmake"}, failed=True) == [("write", "a.txt")]


def test_the_folder_of_a_call_is_where_its_paths_start() -> None:
    call = ToolCallPart("1", "shell", {"command": ["bash", "-lc", "cat a.py"], "workdir": "/w"})
    assert [(touch.path, touch.base) for touch in touched(call).touches] == [("a.py", "/w")]


@pytest.mark.parametrize(
    ("arguments", "path"), [({"query": "x", "file_path": "a"}, "a"), ({"query": "x"}, ""), ("a.py", "")]
)
def test_the_path_a_call_names_is_found(arguments: dict[str, Json] | str, path: str) -> None:
    assert path_of(ToolCallPart("1", "x", arguments)) == path
