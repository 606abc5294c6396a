"""A fold is one line more; nothing that stood in the file changes."""

import json

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from foldline.core.session import CompactionEntry, MessageEntry, Session, as_item
from foldline.formats import pi
from formats.pi_lines import answered, entry, file, header, linear, said
from formats.test_pi_tree import FILES, LINES

TIME = "2026-02-03T04:05:06.789Z"
A, B, C = said("a", None, "A"), answered("b", "a", "B"), said("c", "b", "C")
V1 = {key: value for key, value in header(provider="p").items() if key != "version"}


def fold(first_kept: str = "", **more) -> CompactionEntry:
    return CompactionEntry("", None, "The summary.", first_kept, timestamp=TIME, **more)


def dumped(source: bytes, first_kept: str = "") -> tuple[bytes, Session]:
    data = pi.dump(pi.load(source), fold(first_kept))
    return data, pi.load(data)


def lines(data: bytes) -> list:
    return [json.loads(line) for line in data.splitlines()]


def texts(session: Session) -> list[str]:
    return [item.message.text for item in session.context().items]


def test_the_source_is_untouched_and_one_line_follows():
    source = file(header(), A, B, C)
    data, session = dumped(source, "c")
    assert data.startswith(source)
    assert data[len(source) :].count(b"\n") == 1
    assert lines(data)[-1] == {
        "type": "compaction",
        "id": session.leaf_id,
        "parentId": "c",
        "timestamp": TIME,
        "summary": "The summary.",
        "firstKeptEntryId": "c",
        "tokensBefore": 0,
        "details": {"readFiles": [], "modifiedFiles": [], "shortSummary": "", "tokensAfter": None, "method": ""},
        "fromHook": False,
    }


def test_the_context_is_the_summary_and_what_was_kept():
    _, session = dumped(file(header(), A, B, C), "b")
    previous = session.context().previous
    assert previous is not None
    assert previous.summary == "The summary."
    assert texts(session) == ["B", "C"]


@pytest.mark.parametrize("line_end", [b"", b"\n", b"\r\n", b"\n\n"])
def test_the_last_line_may_end_as_it_likes(line_end):
    source = file(header(), A, B).rstrip(b"\n") + line_end
    data, session = dumped(source, "b")
    assert data.startswith(source)
    assert texts(session) == ["B"]


def test_a_half_written_last_line_stays_a_line_of_its_own():
    source = file(header(), A, B) + b'{"type":"mess'
    data, session = dumped(source, "b")
    assert data.startswith(source + b"\n")
    assert (texts(session), len(session.problems)) == (["B"], 1)


def test_the_fold_hangs_below_the_leaf_that_was_chosen():
    session = pi.load(file(header(), A, B, C))
    session.move_to("b")
    assert lines(pi.dump(session, fold("b")))[-1]["parentId"] == "b"


def test_the_id_follows_from_the_content_and_is_new():
    session = pi.load(file(header(), A, B))
    first, again = (lines(pi.dump(session, fold("b")))[-1]["id"] for _ in range(2))
    other = lines(pi.dump(session, replace(fold("b"), summary="Another.")))[-1]["id"]
    assert first == again != other
    assert len(first) == 8
    assert set(first) <= set("0123456789abcdef")


def test_a_fold_keeps_its_own_id_and_parent_though_it_is_in_the_session_already():
    session = pi.load(file(header(), A, B))
    committed = replace(fold("b"), id="f01d0001", parent_id="b")
    before = pi.dump(session, committed)
    session.append(committed)
    assert pi.dump(session, committed) == before
    assert (lines(before)[-1]["id"], lines(before)[-1]["parentId"]) == ("f01d0001", "b")


def test_an_id_that_is_taken_is_not_taken_again():
    taken = lines(pi.dump(pi.load(file(header(), A)), fold("a")))[-1]["id"]
    _, session = dumped(file(header(), said(taken, None, "X"), A), "a")
    assert len(session.entries) == 3
    assert lines(pi.dump(pi.load(file(header(), A)), replace(fold("a"), id="a")))[-1]["id"] == taken


@pytest.mark.parametrize("first_kept", ["", "nowhere"])
def test_a_fold_may_keep_nothing(first_kept):
    data, session = dumped(file(header(), A, B), first_kept)
    assert lines(data)[-1]["firstKeptEntryId"] == ""
    assert texts(session) == []


def test_entries_are_named_as_the_file_names_them():
    data, session = dumped(file(header(), A, answered("a", "a", "A2")), "a~2")
    assert (lines(data)[-1]["parentId"], lines(data)[-1]["firstKeptEntryId"]) == ("a", "a")
    assert texts(session) == ["A2"]


def test_the_kept_part_does_not_start_behind_a_broken_line_where_the_tool_cannot_see():
    data, _ = dumped(file(header(), A, B, "{half", said("d", "lost", "D"), answered("e", "d", "E")), "b")
    assert lines(data.replace(b"{half\n", b""))[-1]["firstKeptEntryId"] == "d"


def test_a_line_without_an_id_gets_the_one_it_is_known_by():
    nameless = {key: value for key, value in B.items() if key != "id"}
    source = file(header(), A, nameless, "{half")
    session = pi.load(source)
    name = session.entries[1].id
    data = pi.dump(session, fold(name))
    assert lines(data.replace(b"{half\n", b""))[2] == {**nameless, "id": name}
    assert data.startswith(file(header(), A))
    assert texts(pi.load(data)) == ["B"]


def test_version_1_becomes_what_the_tool_makes_of_it():
    old = {"type": "compaction", "timestamp": TIME, "summary": "Old.", "tokensBefore": 5}
    source = file(V1, *map(linear, (A, B)), {**old, "firstKeptEntryIndex": 2}, linear(C))
    session = pi.load(source)
    a, b, f, c = (each.id for each in session.entries)
    assert lines(pi.dump(session, fold(c)))[:-1] == [
        {**V1, "version": 3},
        {**linear(A), "id": a, "parentId": None},
        {**linear(B), "id": b, "parentId": a},
        {**old, "id": f, "parentId": b, "firstKeptEntryId": b},
        {**linear(C), "id": c, "parentId": f},
    ]


def test_the_version_and_the_ids_come_last_and_the_rest_stays_byte_for_byte():
    head, first = (
        b'{"type":"session", "id":"s",  "cwd":"/"}',
        b'{ "type":"message","message":{"role":"user","content":1.50}}',
    )
    data, _ = dumped(file(head, first))
    assert data.startswith(head[:-1] + b',"version":3}\n' + first[:-1] + b',"id":"')


def test_line_ends_blank_lines_and_broken_lines_of_version_1_stay():
    source = b"\xef\xbb\xbf" + file(V1, linear(A), "", "{half", "17", linear(B)).replace(b"\n", b"\r\n")
    data, session = dumped(source)
    assert data.startswith(b"\xef\xbb\xbf{")
    assert data.count(b"\r\n") == source.count(b"\r\n")
    assert b"\r\n\r\n{half\r\n17\r\n{" in data
    assert [each.message.text for each in session.path() if isinstance(each, MessageEntry)] == ["A", "B"]


def test_a_hook_message_of_version_1_becomes_a_custom_one():
    hook = {"type": "message", "timestamp": TIME, "message": {"role": "hookMessage", "content": "CI is red"}}
    data, session = dumped(file(V1, hook))
    assert lines(data)[1]["message"] == {"role": "custom", "content": "CI is red"}
    assert session.history()[0].message.text == "CI is red"


def test_ids_that_stand_in_a_file_of_version_1_give_way_as_the_tool_lets_them():
    data, session = dumped(file({**V1, "version": 1}, A, C))
    assert lines(data)[0]["version"] == 3
    assert [line["id"] for line in lines(data)[1:]] == [each.id for each in session.entries]
    assert session.entries[1].parent_id == session.entries[0].id


def test_a_file_of_version_2_is_left_to_the_tool():
    source = file(header(version=2), A, entry("message", "h", "a", message={"role": "hookMessage", "content": "x"}))
    data, _ = dumped(source, "h")
    assert data.startswith(source)


def test_a_file_with_nothing_in_it_can_be_given_a_fold():
    _, session = dumped(b"")
    assert [each.parent_id for each in session.entries] == [None]


TEXTS = st.text(max_size=20)
FOLDS = st.builds(
    CompactionEntry,
    id=st.just(""),
    parent_id=st.none(),
    summary=TEXTS,
    short_summary=TEXTS,
    tokens_before=st.integers(0, 10**6),
    tokens_after=st.none() | st.integers(0, 10**6),
    method=TEXTS,
    timestamp=TEXTS,
    warning=TEXTS,
    read_files=st.lists(TEXTS, max_size=2).map(tuple),
    modified_files=st.lists(TEXTS, max_size=2).map(tuple),
    from_extension=st.booleans(),
)


@given(FOLDS)
def test_the_line_reads_back_as_the_fold_that_was_written(written):
    session = pi.load(pi.dump(pi.load(file(header(), A, B)), replace(written, first_kept_entry_id="b")))
    back = session.entries[-1]
    assert back == replace(written, id=back.id, parent_id="b", first_kept_entry_id="b", records=(3,))


@given(FILES, st.integers(0, 20))
def test_any_file_can_be_given_a_fold(content, number):
    before = pi.load(b"\n".join(content))
    path = before.path()
    kept = path[number % len(path)].id if path else ""
    after = pi.load(pi.dump(before, fold(kept)))
    assert after.context().previous == after.entries[-1]
    assert after.entries[-1].parent_id == before.leaf_id
    assert [each.id for each in after.entries[:-1]] == [each.id for each in before.entries]


TREE_LINES = st.builds(json.dumps, LINES.filter(lambda line: line["type"] != "reset_boundary")).map(str.encode)


@given(st.lists(TREE_LINES, min_size=1, max_size=12), st.integers(0, 20))
def test_the_kept_part_of_any_tree_reads_back_as_it_was(content, number):
    before = pi.load(b"\n".join(content))
    assume(not any("~" in each.id for each in before.entries))
    path = before.path()
    kept = path[number % len(path) :] if path else []
    after = pi.load(pi.dump(before, fold(kept[0].id if kept else "")))
    expected = [item.message for each in kept if (item := as_item(each)) is not None]
    assert [item.message for item in after.context().items] == expected
