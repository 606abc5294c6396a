import pytest

from builders import calls, items, result
from foldline.core.messages import Message, ToolResultPart
from foldline.core.superseded_reads import superseded, without_superseded
from foldline.core.transcript import transcript


def read(name, path="a.py", text="x = 1", *, tool="read", is_error=None, **more):
    call = calls(name, name=tool, arguments={"path": path, **more})
    return call, result(name, text, is_error=is_error)


def found(*reads):
    return superseded(items(*[message for one in reads for message in one]))


def test_the_same_lines_read_again_supersede_the_earlier_read():
    assert found(read("1"), read("2"), read("3")) == {"1", "2"}
    assert found(read("1", offset=5), read("2", offset=5)) == {"1"}
    assert found(read("1", lines=[1, 9]), read("2", lines=[1, 9]), read("3", lines=[1, 8])) == {"1"}


def test_the_whole_file_supersedes_any_part_and_no_part_the_whole():
    assert found(read("1", "a.py:1-9"), read("2", offset=3), read("3")) == {"1", "2"}
    assert found(read("1"), read("2", "a.py:1-9")) == set()


@pytest.mark.parametrize(
    "second",
    [
        read("2", "b.py"),
        read("2", is_error=True),
        read("2", tool="edit"),
        (calls("2", name="read", arguments={"path": "a.py"}), Message("tool", (ToolResultPart("2", cleared=True),))),
        (calls("2", name="read", arguments={"path": "a.py"}),),
    ],
)
def test_what_shows_the_file_no_better_supersedes_nothing(second):
    assert found(read("1"), second) == set()


def test_of_a_superseded_read_only_the_call_is_told():
    told = items(*read("1", text="old lines"), *read("2", text="new lines"))
    text = transcript(item.message for item in without_superseded(told, superseded(told)))
    assert "old lines" not in text
    assert "new lines" in text
    assert text.count('read(path="a.py")') == 2


def test_without_superseded_reads_messages_are_as_they_were():
    told = items(*read("1"), *read("2", "b.py"))
    assert without_superseded(told, superseded(told)) == told
    assert without_superseded(told, frozenset({"elsewhere"}))[0].message is told[0].message
