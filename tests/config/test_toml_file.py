import os
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldline.config.toml_file import MIGRATIONS, edit, line_of, migrate, put, read
from foldline.errors import SettingsError, WriteRefusedError

COMMENTED = """\
# mine
ratio = 0.5 # half

# what I call things
[profiles.story] # for Ann
base = "conversation"

# its sections
[[profiles.story.sections.overrides]]
id = "core_task"
title = "Now"

# not needed
[[profiles.story.sections.overrides]]
id = "interaction"
enabled = false
note = "a key of mine"

# of another program
[other]
x = 1
"""
KNOWN = frozenset({"base", "sections", "overrides", "id", "title", "enabled"})


def test_a_file_that_is_not_there_is_empty(tmp_path):
    assert read(tmp_path / "none.toml").data == {}


@pytest.mark.parametrize(
    ("raw", "fault"),
    [
        (b"ratio = \n", "line 1: Invalid value"),
        (b"a = 1\n\nb = [1,\n", "line 3: Invalid value"),
        (b"a = 1\nb = \xff\xfe\n", "line 2: not UTF-8 text"),
        (b"a = 1\na = 2\n", "line 2: Cannot overwrite a value"),
        (b"# new\nversion = 99\n", "line 2: version is 99; this Foldline knows 1 to 1, a newer one wrote the file"),
        (b"version = true\n", "line 1: version is True"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(tmp_path, raw, fault):
    path = tmp_path / "a.toml"
    path.write_bytes(raw)
    stored = read(path)
    assert stored.data == {}
    assert f"{path}, {fault}" in stored.fault


def test_a_folder_in_place_of_a_file_is_told(tmp_path):
    assert "can't be read: Is a directory" in read(tmp_path).fault


def test_a_mark_of_byte_order_and_foreign_line_ends_are_read(tmp_path):
    path = tmp_path / "a.toml"
    path.write_bytes(b"\xef\xbb\xbfratio = 0.5\r\nrules = 'x'\r\n")
    assert read(path).data == {"ratio": 0.5, "rules": "x"}


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        (("ratio",), 2),
        (("profiles", "story", "base"), 6),
        (("profiles", "story", "sections", "overrides", 0, "title"), 11),
        (("profiles", "story", "sections", "overrides", 1, "enabled"), 16),
        (("other", "x"), 21),
        (("other", "y"), 0),
        (("profiles", "nobody"), 0),
    ],
)
def test_a_value_is_found_by_its_line(keys, line):
    assert line_of(COMMENTED, keys) == line


def test_the_line_of_a_value_of_several_lines_is_its_last():
    assert line_of('a = """\nb = 1\n"""\nb = [\n 1,\n]\n', ("a",)) == 3
    assert line_of('a = """\nb = 1\n"""\nb = [\n 1,\n]\n', ("b",)) == 6


def test_an_edit_keeps_comments_and_order(tmp_path):
    path = tmp_path / "a.toml"
    path.write_text(COMMENTED)
    assert edit(path, lambda document: document.update(ratio=0.6, message_count=4))
    expected = COMMENTED.replace("ratio = 0.5 # half\n", "ratio = 0.6 # half\n\nmessage_count = 4\n")
    assert path.read_text().replace("\n\n", "\n") == expected.replace("\n\n", "\n")


def test_an_edit_that_changes_nothing_writes_nothing(tmp_path):
    path = tmp_path / "a.toml"
    path.write_text("ratio=0.5   # so\n\n\n\n")
    before = path.stat().st_mtime_ns
    assert not edit(path, lambda document: document.pop("nothing", None))
    assert (path.read_text(), path.stat().st_mtime_ns) == ("ratio=0.5   # so\n\n\n\n", before)


def test_a_table_that_is_taken_out_leaves_the_comment_above_the_next(tmp_path):
    path = tmp_path / "a.toml"
    path.write_text(COMMENTED)
    assert edit(path, lambda document: document.pop("profiles"))
    assert (
        path.read_text() == "# mine\nratio = 0.5 # half\n\n# what I call things\n# of another program\n[other]\nx = 1\n"
    )


def test_what_only_looks_like_a_comment_above_a_table_is_text(tmp_path):
    path = tmp_path / "a.toml"
    text = '# a\nx = 1\nrules = """\n# a\n[b]\nc = 1\n"""\n'
    path.write_text(text)
    edit(path, lambda document: document.update(y=2))
    assert path.read_text() == f"{text}y = 2\n"


def story(*rows):
    return {"base": "conversation", "sections": {"overrides": list(rows)}}


@pytest.mark.parametrize(
    "rows",
    [
        ({"id": "core_task", "title": "Here"}, {"id": "interaction", "enabled": False}),
        ({"id": "interaction", "enabled": False},),
        ({"id": "core_task", "title": "Now"}, {"id": "interaction", "enabled": False}, {"id": "new", "title": "x"}),
        ({"id": "interaction", "enabled": False}, {"id": "core_task", "title": "Now"}),
    ],
)
def test_rows_of_a_table_are_changed_by_their_id(tmp_path, rows):
    path = tmp_path / "a.toml"
    path.write_text(COMMENTED)
    edit(path, lambda document: put(document["profiles"]["story"], story(*rows), known=KNOWN))
    made = read(path).data["profiles"]["story"]["sections"]["overrides"]
    assert [{key: value for key, value in row.items() if key in KNOWN} for row in made] == list(rows)
    assert next(row for row in made if row["id"] == "interaction")["note"] == "a key of mine"
    text = path.read_text()
    assert all(comment in text for comment in ("# mine", "# half", "# what I call things", "# for Ann", "# of another"))
    assert text.index("# of another program\n[other]") > 0


def test_inline_tables_are_changed_too(tmp_path):
    path = tmp_path / "a.toml"
    path.write_text('[profiles.story]\nsections = { overrides = [{ id = "core_task", title = "Now" }] } # tight\n')
    edit(
        path, lambda document: put(document["profiles"]["story"], story({"id": "core_task", "title": "X"}), known=KNOWN)
    )
    assert read(path).data["profiles"]["story"] == story({"id": "core_task", "title": "X"})


def test_a_broken_file_is_refused_and_left_as_it_is(tmp_path):
    path = tmp_path / "a.toml"
    path.write_text("ratio = [\n")
    with pytest.raises(SettingsError, match=r"line 1: .*; nothing was written, mend the file first"):
        edit(path, lambda document: document.update(x=1))
    assert path.read_text() == "ratio = [\n"


def test_an_error_in_the_middle_of_a_change_writes_nothing(tmp_path):
    def fail(document):
        document["x"] = 1
        raise SettingsError("no")

    path = tmp_path / "a.toml"
    path.write_text("ratio = 0.5\n")
    with pytest.raises(SettingsError, match="no"):
        edit(path, fail)
    assert (path.read_text(), [*tmp_path.iterdir()]) == ("ratio = 0.5\n", [path])


def test_a_new_file_gets_its_folder(tmp_path):
    path = tmp_path / "deep" / "er" / "a.toml"
    assert edit(path, lambda document: document.update(x=1))
    assert path.read_text() == "x = 1\n"


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="needs a folder one may not write to")
def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path):
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o500)
    with pytest.raises(WriteRefusedError, match="permission"):
        edit(folder / "a.toml", lambda document: document.update(x=1))


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(WriteRefusedError, match="can't be made"):
        edit(tmp_path / "file" / "a.toml", lambda document: document.update(x=1))


def test_another_programs_write_in_between_is_not_lost(tmp_path):
    path = tmp_path / "a.toml"
    path.write_text("a = 1\n")
    seen = []

    def change(document):
        if not seen:
            path.write_text("a = 1\nb = 2\n")
        seen.append(dict(document))
        document["c"] = 3

    assert edit(path, change)
    assert seen == [{"a": 1}, {"a": 1, "b": 2}]
    assert read(path).data == {"a": 1, "b": 2, "c": 3}


def test_edits_at_the_same_time_all_survive(tmp_path):
    path = tmp_path / "a.toml"
    with ThreadPoolExecutor(8) as pool:
        for done in [pool.submit(edit, path, lambda d, n=n: d.__setitem__(f"k{n}", n)) for n in range(24)]:
            assert done.result()
    assert read(path).data == {f"k{n}": n for n in range(24)}


def test_what_is_no_character_is_refused(tmp_path):
    path = tmp_path / "a.toml"
    with pytest.raises(SettingsError, match="is no character that can be stored"):
        edit(path, lambda document: document.update(x="\udcff"))
    assert not path.exists()


def first_step(document):
    document["ratio"] = document.pop("share")


def second_step(document):
    document["rules"] = "\n".join(document.pop("rule_list", []))


def test_an_older_file_is_brought_up_to_date_step_by_step():
    document = {"share": 0.5, "rule_list": ["a", "b"]}
    migrate(document, (first_step, second_step))
    assert document == {"ratio": 0.5, "rules": "a\nb", "version": 3}
    migrate(document, (first_step, second_step))
    assert document == {"ratio": 0.5, "rules": "a\nb", "version": 3}


def test_a_file_in_between_takes_only_the_steps_it_lacks():
    document = {"version": 2, "ratio": 0.5, "rule_list": ["a"]}
    migrate(document, (first_step, second_step))
    assert document == {"ratio": 0.5, "rules": "a", "version": 3}


def test_there_was_no_older_form_so_far():
    assert MIGRATIONS == ()


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)


@given(rules=TEXTS, title=TEXTS, key=TEXTS.filter(str.strip))
def test_any_text_is_stored_as_it_is(tmp_path_factory, rules, title, key):
    path = tmp_path_factory.mktemp("any") / "a.toml"
    path.write_text(COMMENTED)
    edit(path, lambda document: document.update({"rules": rules, "mine": {key: {"title": title}}}))
    data = read(path).data
    assert (data["rules"], data["mine"][key]["title"], data["ratio"]) == (rules, title, 0.5)
