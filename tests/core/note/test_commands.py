import pytest

from foldline.core.note import commands
from foldline.core.note.commands import Commit


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


@pytest.mark.parametrize(
    ("line", "steps"),
    [
        ("sed -i s/a/b/ a.py && python -m pytest -q tests/a.py", [("python -m pytest -q tests/a.py", "test")]),
        ("ruff check . && npm test 2>&1 | tail -3", [("ruff check .", "check"), ("npm test", "test")]),
        ("pytest -q; git commit -m 'a; b && c'", [("pytest -q", "test"), ("git commit -m 'a; b && c'", "commit")]),
        ("cat > t.sh <<'EOF'\npytest\nEOF\nls -l", [("cat > t.sh <<'EOF'", "other")]),
        ("CI=1 time make test", [("CI=1 time make test", "test")]),
        ("echo 'git push'", [("echo 'git push'", "other")]),
    ],
)
def test_each_step_of_a_chain_is_judged_by_itself(line, steps):
    assert [tuple(step) for step in commands.steps(line)] == steps


@pytest.mark.parametrize(
    ("command", "subject"),
    [
        ('python -m pytest -q && git add -A && git commit -q -m "Register the mark"', "Register the mark"),
        ("git -c user.name=x commit -am 'Fix -m flag'", "Fix -m flag"),
        ("git commit --message='Name it'", "Name it"),
        ("git commit -m 'One line\n\nand more'", "One line"),
        ("git commit -F - <<'EOF'\nFrom a file\nEOF", "From a file"),
        ("git commit -m", ""),
        ("git commit && echo -m no", ""),
    ],
)
def test_the_subject_is_that_of_the_commit(command, subject):
    made = commands.commit_of(command, "")
    assert (made.subject if made else "") == subject


@pytest.mark.parametrize(
    ("output", "digest"),
    [
        ("25 passed\nc756eb5 Store times in UTC\n", "c756eb5"),
        ("c756eb5 (HEAD -> main) Store times in UTC\n", "c756eb5"),
        ("c756eb5 Another one\n", ""),
        ("decided Store times in UTC\n", ""),
        ("ab Store times in UTC\n", ""),
    ],
)
def test_the_hash_is_read_off_a_log_line_of_the_same_subject(output, digest):
    assert commands.commit_of("git commit -q -m 'Store times in UTC'", output).hash == digest
