from foldline.core.files.patch_files import touches

V4A = """*** Begin Patch
*** Update File: src/old.py
*** Move to: src/new.py
@@ def f():
-    return 1
+    return "*** Add File: not.py"
*** Add File: docs/note.md
+*** Delete File: not.md
*** Delete File: gone.txt
*** End Patch"""

GIT = """diff --git a/src/a.py b/src/a.py
index 1..2 100644
--- a/src/a.py
+++ b/src/a.py
@@ -1,2 +1,2 @@
--- a comment that was cut
+++ a comment that came
diff --git a/x.txt b/y.txt
similarity index 100%
rename from x.txt
rename to y.txt
--- /dev/null
+++ b/added.py
@@ -0,0 +1 @@
+x
--- a/removed.py
+++ /dev/null
@@ -1 +0,0 @@
-x
"""


def test_a_v4a_patch_tells_updates_moves_additions_and_deletions() -> None:
    assert [(touch.kind, touch.path, touch.to) for touch in touches(V4A)] == [
        ("write", "src/old.py", ""),
        ("move", "src/old.py", "src/new.py"),
        ("write", "docs/note.md", ""),
        ("delete", "gone.txt", ""),
    ]


def test_a_unified_diff_loses_the_prefixes_git_writes() -> None:
    assert [(touch.kind, touch.path, touch.to) for touch in touches(GIT)] == [
        ("write", "src/a.py", ""),
        ("move", "x.txt", "y.txt"),
        ("write", "added.py", ""),
        ("delete", "removed.py", ""),
    ]


def test_a_diff_without_prefixes_keeps_its_paths_and_loses_its_dates() -> None:
    diff = "--- b/lib.c\t2024-01-01 10:00\n+++ b/lib.c\t2024-01-02 10:00\n@@ -1 +1 @@\n-a\n+b\n"
    assert [touch.path for touch in touches(diff)] == ["b/lib.c"]


def test_prose_holds_no_patch() -> None:
    assert touches("--- a heading\n+++ another\nno hunk follows") == []


def test_a_move_without_a_file_moves_nothing() -> None:
    assert touches("*** Begin Patch\n*** Move to: x.py\n*** End Patch") == []
