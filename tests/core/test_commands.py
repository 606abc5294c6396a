import pytest

from foldline.core import commands
from foldline.core.commands import Commit


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        ("pytest -q", "test"),
        ("cd /srv && npm run test:unit 2>&1 | tail", "test"),
        ("pnpm --filter web test", "test"),
        ("npx tsc --noEmit", "check"),
        ("make lint", "check"),
        ("git add -A && git commit -m 'x'", "commit"),
        ("git commit -m x && git push", "commit"),
        ("git push -u origin main", "push"),
        ("git checkout -b fix", "branch"),
        ("git -C repo status", "status"),
        ("grep -rn pytest .", "other"),
        ("pip install pytest", "other"),
        ("python app.py", "other"),
        ("", "other"),
    ],
)
def test_a_command_has_a_purpose(command, kind):
    assert commands.kind_of(command) == kind


@pytest.mark.parametrize(
    ("command", "short"),
    [("cd a && cd b && ls -l", "ls -l"), ("make\necho done", "make"), ("npm test > /dev/null", "npm test")],
)
def test_the_short_form_leaves_out_place_and_trimming(command, short):
    assert commands.short_form(command) == short


@pytest.mark.parametrize(
    ("output", "line"),
    [
        ("...\n3 passed in 0.1s\n", "3 passed in 0.1s"),
        ("Tests:  2 failed, 5 passed\ncoverage: 80\n", "Tests:  2 failed, 5 passed"),
        ("src/a.ts(1,2): error TS2304: no name\n", "src/a.ts(1,2): error TS2304: no name"),
        ("(node:38954) Warning: old flag\nall good\n", ""),
        ("", ""),
    ],
)
def test_the_closing_line_sums_up_in_numbers(output, line):
    assert commands.closing_line(output) == line


def test_only_the_whole_lines_at_both_ends_are_looked_at():
    head, tail = commands.edges("first\n" + "x" * 3000 + "\nmiddle\n" + "y" * 3000 + "\nlast")
    assert head == ["first"]
    assert tail == ["last"]


@pytest.mark.parametrize(
    ("command", "output", "commit"),
    [
        ("git commit -m x", "[main 1a2b3c4] Fix it\n 1 file changed", Commit("Fix it", "1a2b3c4", "main")),
        ("git commit -m x", "[main (root-commit) 1a2b3c4] First", Commit("First", "1a2b3c4", "main")),
        ("git commit -m x", "nothing to commit, working tree clean", None),
        ("git commit -m 'Fix the parser'", "", Commit("Fix the parser")),
        ("git commit -m plain", "[not a hash] said something", Commit("plain")),
        ("git commit -m \"$(cat <<'EOF'\nFix the reader\nEOF\n)\"", "", Commit("Fix the reader")),
        ("git commit", "", None),
    ],
)
def test_a_commit_is_read_off_output_or_message(command, output, commit):
    assert commands.commit_of(command, output) == commit


@pytest.mark.parametrize(
    ("output", "branch"),
    [
        ("On branch fix\nnothing", "fix"),
        ("## main...origin/main\n M a.py", "main"),
        ("## No commits yet on main", ""),
        ("Switched to a new branch 'topic'", "topic"),
        ("Switched to branch 'main'", "main"),
        ("ok", ""),
    ],
)
def test_the_branch_is_read_off_the_output(output, branch):
    assert commands.branch_of(output) == branch


def test_a_command_that_only_looks_changes_nothing():
    assert commands.only_looks("cd src && grep -n x a.py")
    assert not commands.only_looks("make test")
