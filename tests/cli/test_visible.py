import json

import pytest
from rich.text import Text
from rich.tree import Tree

from cli.conftest import pi_lines
from foldline.cli.visible import harmless, visible

EVIL = "\x1b]0;owned\x07\x1b[2J[/b][bold]\u202egpj.exe\x9b31m"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain\n\ttext 中文", "plain\n\ttext 中文"),
        ("a\x1bb\x07c\x7f", "a\u241bb\u2407c\u2421"),
        ("a\u202eb\x9bc", "a\ufffdb\ufffdc"),
    ],
)
def test_a_steering_sign_is_seen_and_does_nothing(text, shown):
    assert visible(text) == shown


def test_a_tree_is_made_harmless_to_its_leaves():
    tree = Tree("files")
    branch = tree.add(Text("src/\x1b[2J"))
    branch.add(Text("a\x07.py"))
    harmless(tree)
    assert "\x1b" not in branch.label.plain
    assert "\x07" not in branch.children[0].label.plain


@pytest.fixture
def evil_session(tmp_path):
    lines = pi_lines()
    call = {
        "type": "toolCall",
        "id": "t1",
        "name": f"write{EVIL}",
        "arguments": {"path": f"src/{EVIL}.py", "content": "x"},
    }
    for line, said in ((lines[1], f"please {EVIL} do it"), (lines[-2], f"and {EVIL}?")):
        line["message"]["content"] = [{"type": "text", "text": said}]
    lines[2]["message"]["content"].append(call)
    path = tmp_path / "home/.pi/agent/sessions/--w--/a.jsonl"
    path.parent.mkdir(parents=True)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


@pytest.mark.parametrize("command", [["compact", "--keep-recent", "1500"], ["inspect"], ["find"]])
def test_no_command_lets_a_session_steer_the_terminal(run, evil_session, command):
    ran = run(*command, *([] if command == ["find"] else [evil_session]))
    assert ran.code == 0
    assert not set(ran.out) & {"\x1b", "\x07", "\x9b", "\u202e"}


def test_the_files_stand_as_a_tree_by_folder_with_what_became_of_them(run, tmp_path):
    lines = pi_lines()
    for number, (name, arguments) in enumerate(
        [
            ("read", {"path": "docs/a.md"}),
            ("write", {"path": "src/b.py", "content": "x"}),
            ("edit", {"path": "src/c.py", "oldText": "x", "newText": "y"}),
            ("bash", {"command": "git mv src/c.py src/d.py && rm src/b.py"}),
        ]
    ):
        call = {"type": "toolCall", "id": f"t{number}", "name": name, "arguments": arguments}
        answer = {"role": "toolResult", "toolCallId": f"t{number}", "toolName": name, "isError": False, "content": []}
        lines[2]["message"]["content"].append(call)
        lines.insert(3 + number, {"type": "message", "id": f"r{number}", "message": answer})
    parent = None
    for line in lines[1:]:
        line["parentId"], parent = parent, line["id"]
    path = tmp_path / "a.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    out = run("compact", path, "--keep-recent", 1500).out
    assert "files: 2 modified, 1 read only" in out
    assert [line.strip("│├└─ ") for line in out.splitlines() if "── " in line] == [
        "docs/",
        "a.md (read)",
        "src/",
        "b.py (deleted)",
        "d.py (modified, was src/c.py)",
    ]
