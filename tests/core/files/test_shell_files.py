import pytest

from foldline.core.files.shell_files import of_words, touches

PATCH = "*** Begin Patch\n*** Update File: src/x.py\n@@\n-a\n+b\n*** End Patch"


def told(script: str, **how: bool) -> list[tuple[str, ...]]:
    return [
        (touch.kind, touch.path, touch.to) if touch.to else (touch.kind, touch.path) for touch in touches(script, **how)
    ]


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("cat a.txt b.txt", [("read", "a.txt"), ("read", "b.txt")]),
        ("head -n 20 a.md; tail -50 b.md", [("read", "a.md"), ("read", "b.md")]),
        ("sed -n '1,5p' f.py | grep x", [("read", "f.py")]),
        ("cat < in.txt", [("read", "in.txt")]),
        ("echo x > a.txt", [("write", "a.txt")]),
        ("echo x >> 'my notes.md'", [("write", "my notes.md")]),
        ("cat > x.py <<'EOF'\nrm y\nEOF", [("write", "x.py")]),
        ("make 2>&1 | tee -a build.log", [("write", "build.log")]),
        ("make > out.txt 2> err.txt", [("write", "out.txt"), ("write", "err.txt")]),
        ("make &> all.txt", [("write", "all.txt")]),
        ("sed -i 's/a/b/' f.py g.py", [("write", "f.py"), ("write", "g.py")]),
        ("sed -i '' 's/a/b/' f.py", [("write", "f.py")]),
        ("sed -i.bak -e 's/x/y/' f.py", [("write", "f.py")]),
        ("perl -pi -e 's/a/b/' z.pl", [("write", "z.pl")]),
        ("cp a.txt b.txt", [("write", "b.txt")]),
        ("mv a.txt b.txt", [("move", "a.txt", "b.txt")]),
        ("git mv -f src/a.ts src/b.ts", [("move", "src/a.ts", "src/b.ts")]),
        ("git -c x.y=z --no-pager rm a.ts", [("delete", "a.ts")]),
        ("sed --in-place --expression=s/a/b/ f.py", [("write", "f.py")]),
        ("sed -i -e s/a/b/ *.ts f.py $G", [("write", "*.ts"), ("write", "f.py")]),
        ("mv a.ts $B c.ts lib/", [("move", "a.ts", "lib/"), ("move", "c.ts", "lib/")]),
        ("git -C sub mv a.ts b.ts", [("move", "sub/a.ts", "sub/b.ts")]),
        ("mv -t dir a b", [("move", "a", "dir"), ("move", "b", "dir")]),
        ("rm -f a.log b.log", [("delete", "a.log"), ("delete", "b.log")]),
        ("git rm old.py", [("delete", "old.py")]),
        ("rm -- -weird", [("delete", "-weird")]),
        ("unlink q.txt", [("delete", "q.txt")]),
        ("rm 'it'\\''s.txt'", [("delete", "it's.txt")]),
        ("sudo FOO=1 rm b.txt", [("delete", "b.txt")]),
        ("bash -c 'rm inner.txt'", [("delete", "inner.txt")]),
        (f"apply_patch <<'EOF'\n{PATCH}\nEOF", [("write", "src/x.py")]),
        (f"apply_patch '{PATCH}'", [("write", "src/x.py")]),
        ("git apply <<'EOF'\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\nEOF", [("write", "x")]),
        ("{ rm a1; }", [("delete", "a1")]),
    ],
)
def test_a_clear_command_tells_the_files_it_touches(script: str, expected: list[tuple[str, ...]]) -> None:
    assert told(script) == expected


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("cd /r/p && mv old.ts new.ts", [("move", "/r/p/old.ts", "/r/p/new.ts")]),
        ("cd a && cd ../b && rm x.txt", [("delete", "b/x.txt")]),
        ("(cd sub && rm x.txt); rm y.txt", [("delete", "sub/x.txt"), ("delete", "y.txt")]),
        ("cd src && cat /etc/hosts ~/x", [("read", "/etc/hosts"), ("read", "~/x")]),
        ("cd src && mv a.ts lib/", [("move", "src/a.ts", "src/lib/")]),
    ],
)
def test_a_path_after_cd_is_told_from_where_the_script_started(script: str, expected: list[tuple[str, ...]]) -> None:
    assert told(script) == expected


@pytest.mark.parametrize("script", ["cd $D && rm x.txt", "cd - && rm x.txt", "cd && rm x.txt", "pushd */ && rm x.txt"])
def test_after_a_cd_nobody_can_follow_the_folder_is_unknown(script: str) -> None:
    assert [touch.base for touch in touches(script)] == [None]


@pytest.mark.parametrize(
    "script",
    [
        *(
            "rm $F",
            'rm "$F"',
            "rm $(ls)",
            "echo a > $OUT",
            "for f in *.ts; do rm $f.bak; rm x; done",
            "if true; then rm x; fi",
        ),
        *("test -f x && rm x", "[ -f x ] && rm x", "a || rm x", "a || (rm x)", "while read l; do rm x; done"),
        *(
            "case $x in a) rm c;; esac",
            'echo "a > b"',
            "awk '{print > \"f\"}'",
            "ls 2>/dev/null >&2",
            "git rm --cached k.py",
        ),
        *("cp -r src dst", "mv a", "mv a $B", "git status", "npm test", "ls -l src", 'cat "unterminated', "cp a dir/"),
        *(
            "make | tail -20",
            "patch",
            "sed",
            "git",
            "git -C sub",
            "bash -c $X",
            "bash rm.sh",
            "mv a *.b",
            "sed -n p *.ts",
            "cat <<< hello",
            "rm",
            "tee",
            "cp run.sh bin",
        ),
    ],
)
def test_what_is_not_clear_touches_nothing(script: str) -> None:
    assert told(script) == []


@pytest.mark.parametrize("script", ["rm -rf build", "rm *.log", "mv theme/* modes/theme/", "sed -i 's/a/b/' *.ts"])
def test_folders_and_patterns_speak_of_known_files_only(script: str) -> None:
    assert [touch.known_only for touch in touches(script)] == [True]


def test_what_follows_a_condition_goes_on_after_it() -> None:
    assert told("if x; then rm a; fi; rm b") == [("delete", "b")]
    assert told("a || rm b; rm c") == [("delete", "c")]
    assert told("a || (rm b; rm c); rm d") == [("delete", "d")]
    assert told("rm e)") == [("delete", "e")]


def test_a_failed_script_wrote_what_it_printed_before_its_last_command() -> None:
    script = "cat > t.py <<'EOF'\nx\nEOF\ncat notes.md > n.md\nrm old.py\npython t.py"
    assert told(script, failed=True) == [("write", "t.py"), ("write", "n.md")]
    assert told("cat > only.py <<'EOF'\nx\nEOF", failed=True) == []


def test_a_command_given_as_words_is_read_without_a_shell() -> None:
    assert [touch.path for touch in of_words(("cat", "a b.txt", "c.txt"))] == ["a b.txt", "c.txt"]
    assert [touch.path for touch in of_words(("apply_patch", PATCH))] == ["src/x.py"]
    assert [(touch.path, touch.base) for touch in of_words(("bash", "-lc", "rm x"), base="/w")] == [("x", "/w")]
