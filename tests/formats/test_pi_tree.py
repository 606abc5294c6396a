"""Lines become a tree, whatever is wrong with them."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldline.core.session import CompactionEntry, Info, MetaEntry, Problem, Session
from foldline.formats.pi_tree import fresh_id, read
from formats.pi_lines import answered, entry, file, header, linear, said


def load(*lines) -> Session:
    return read(file(*lines), "pi")


def texts(session: Session) -> list[str]:
    return [item.message.text for item in session.context().items]


def ids(session: Session) -> list[str]:
    return [each.id for each in session.path()]


A, B, C = said("a", None, "A"), answered("b", "a", "B"), said("c", "b", "C")


def test_the_path_leads_from_the_root_to_the_last_entry():
    session = load(header(), A, B, C)
    assert ids(session) == ["a", "b", "c"]
    assert texts(session) == ["A", "B", "C"]


def test_a_record_is_the_line_it_was_read_from():
    source = b"\xef\xbb\xbf" + file(header(), A).replace(b"\n", b"\r\n\r\n") + json.dumps(B).encode()
    session = read(source, "pi")
    assert session.source is source
    assert [json.loads(session.record(each.records[0])) for each in session.entries] == [A, B]


def test_only_the_branch_of_the_leaf_is_the_path():
    session = load(header(), A, B, C, said("d", "a", "D"), entry("label", "e", "d", targetId="a"))
    assert ids(session) == ["a", "d", "e"]


def test_the_leaf_is_the_last_entry_whatever_its_kind():
    assert load(header(), A, entry("of_next_year", "z", "a")).leaf_id == "z"


def test_two_roots_are_two_conversations_and_the_last_counts():
    assert ids(load(header(), A, said("r", None, "R"))) == ["r"]


def test_a_fold_hides_what_it_covers():
    fold = entry("compaction", "f", "c", summary="S", firstKeptEntryId="c", tokensBefore=9)
    session = load(header(), A, B, C, fold, answered("d", "f", "D"))
    assert texts(session) == ["C", "D"]
    assert session.context().previous == session.entry("f")


@pytest.mark.parametrize("first_kept", ["nowhere", "", None])
def test_a_fold_that_names_no_entry_of_the_path_keeps_nothing(first_kept):
    fold = entry("compaction", "f", "b", summary="S", firstKeptEntryId=first_kept)
    assert texts(load(header(), A, B, fold)) == []


def test_the_file_tells_of_itself():
    session = load(
        header(id="s9", cwd="/shop"),
        entry("model_change", "m", None, provider="p", modelId="m-1"),
        entry("session_info", "n", "m", name="old"),
        entry("session_info", "o", "n", name=" new "),
    )
    assert session.info == Info(id="s9", cwd="/shop", version="3", model="m-1", title="new")


@pytest.mark.parametrize(
    ("lines", "model"),
    [
        ([header(modelId="h")], "h"),
        ([header(), entry("model_change", "a", None, model="anthropic/claude-x")], "claude-x"),
        ([header(), entry("model_change", "a", None, model="local")], "local"),
        ([header(), entry("model_change", "a", None, modelId="x"), answered("b", "a", "B", model="y")], "y"),
    ],
)
def test_the_newest_model_is_the_sessions(lines, model):
    assert load(*lines).info.model == model


def test_a_message_of_an_unknown_role_is_reported_and_left_out():
    session = load(header(), A, "", entry("message", "b", "a", message={"role": "oracle"}), said("c", "b", "C"))
    assert texts(session) == ["A", "C"]
    assert session.entry("b") == MetaEntry("b", "a", "message", (2,))
    assert session.problems == [Problem(4, "a message of the unknown role 'oracle'; kept out of the context")]


@pytest.mark.parametrize("inner", [None, "text", [], {}])
def test_a_message_that_is_none_is_reported(inner):
    assert len(load(header(), entry("message", "a", None, message=inner)).problems) == 1


def test_a_broken_line_is_kept_with_its_place_in_the_file():
    session = load(header(), A, '{"type":"mess', answered("b", "a", "B"))
    broken = session.entries[1]
    assert isinstance(broken, MetaEntry)
    assert (broken.kind, session.record(broken.records[0])) == ("broken", b'{"type":"mess')
    assert session.problems == [Problem(3, "a line that is no JSON; kept as it is")]
    assert texts(session) == ["A", "B"]


def test_an_entry_whose_parent_was_the_broken_line_keeps_what_came_before_it():
    session = load(header(), A, "{half", answered("c", "lost", "C"))
    assert texts(session) == ["A", "C"]


@pytest.mark.parametrize("last", ['{"type":"message","id":"c"', "17", "null", '"x"'])
def test_a_half_written_last_line_is_not_the_leaf(last):
    session = read(file(header(), A, B) + last.encode(), "pi")
    assert ids(session) == ["a", "b"]


def test_a_parent_that_is_nowhere_ends_the_path():
    assert ids(load(header(), A, said("c", "lost", "C"))) == ["c"]


@pytest.mark.parametrize("parent", [3, [], {}])
def test_a_parent_that_is_no_id_is_none(parent):
    assert ids(load(header(), A, {**B, "parentId": parent})) == ["b"]


def test_a_cycle_ends_where_it_closes():
    session = load(header(), said("a", "c", "A"), said("b", "a", "B"), said("c", "b", "C"))
    assert ids(session) == ["a", "b", "c"]


def test_a_repeated_id_gets_a_name_of_its_own_and_later_lines_mean_the_newest():
    session = load(header(), A, answered("a", "a", "A2"), said("a", "a", "A3"), answered("d", "a", "D"))
    assert ids(session) == ["a", "a~2", "a~3", "d"]


def test_a_fold_names_the_newest_bearer_of_an_id_too():
    fold = entry("compaction", "f", "a", summary="S", firstKeptEntryId="a")
    assert texts(load(header(), A, answered("a", "a", "A2"), fold)) == ["A2"]


@pytest.mark.parametrize("missing", [{}, {"id": None}, {"id": ""}, {"id": 7}])
def test_an_entry_without_an_id_gets_one_from_its_content(missing):
    line = {key: value for key, value in B.items() if key != "id"} | missing
    first, second = load(header(), A, line), load(header(), A, line)
    assert ids(first) == ids(second)
    assert texts(first) == ["A", "B"]


def test_an_entry_without_a_parent_key_follows_the_one_before():
    line = {key: value for key, value in B.items() if key != "parentId"}
    assert ids(load(header(), A, line)) == ["a", "b"]


V1 = header(version=None, provider="p", modelId="m")
del V1["version"]


def test_version_1_is_one_line_of_entries_with_made_up_ids():
    session = load(V1, *map(linear, (A, B, C)))
    assert texts(session) == ["A", "B", "C"]
    assert session.info.version == "1"
    assert len({each.id for each in session.entries}) == 3
    assert all(len(each.id) == 8 for each in session.entries)


def test_the_ids_of_version_1_do_not_change_when_the_file_grows():
    before, after = load(V1, linear(A), linear(B)), load(V1, *map(linear, (A, B, C)))
    assert ids(after)[:2] == ids(before)


def test_equal_lines_of_version_1_get_different_ids():
    assert len(set(ids(load(V1, *[linear(A)] * 5)))) == 5


@pytest.mark.parametrize(
    ("index", "kept"), [(1, ["A", "B", "C"]), (2, ["B", "C"]), (3, ["C"]), (0, []), (99, []), (-1, [])]
)
def test_the_index_of_version_1_counts_the_header_too(index, kept):
    fold = {"type": "compaction", "summary": "S", "firstKeptEntryIndex": index, "tokensBefore": 1}
    assert texts(load(V1, *map(linear, (A, B, C)), fold)) == kept


def test_the_index_of_version_1_does_not_count_broken_lines():
    fold = {"type": "compaction", "summary": "S", "firstKeptEntryIndex": 2}
    assert texts(load(V1, linear(A), "{half", linear(B), fold)) == ["B"]


def test_what_has_no_header_is_read_by_the_look_of_its_entries():
    assert ids(load("{half a header", A, B)) == ["a", "b"]
    assert texts(load("{half a header", linear(A), linear(B))) == ["A", "B"]


def test_a_second_header_changes_nothing():
    session = load(header(id="first"), A, header(id="second", version=1), B)
    assert (session.info.id, ids(session)) == ("first", ["a", "b"])


@pytest.mark.parametrize("version", ["3", None, -1, 0, [], True])
def test_an_odd_version_is_the_first(version):
    assert load(header(version=version), A, B).info.version == "1"


def test_a_fresh_id_is_new_and_always_the_same():
    session = Session("pi")
    first = fresh_id(b"x", "a", session)
    session.append(MetaEntry(first, None, "label"))
    second = fresh_id(b"x", "a", session)
    assert first == fresh_id(b"x", "a", Session("pi")) != second
    assert int(second, 16) == (int(first, 16) + 1) % 2**32


def test_an_empty_file_is_an_empty_session():
    assert read(b"", "pi").path() == []


NAMES = st.sampled_from(["a", "b", "c", "d", "", None, 5])
KINDS = st.sampled_from(
    ["message", "compaction", "branch_summary", "custom_message", "reset_boundary", "label", "session", "title", None]
)
ROLES = st.sampled_from(["user", "assistant", "toolResult", "bashExecution", "oracle", None])
LINES = st.fixed_dictionaries(
    {"type": KINDS},
    optional={
        "id": NAMES,
        "parentId": NAMES,
        "version": st.sampled_from([1, 2, 3, "x"]),
        "firstKeptEntryId": NAMES,
        "firstKeptEntryIndex": st.integers(-2, 6),
        "summary": st.text(max_size=3) | st.none(),
        "content": st.text(max_size=3) | st.lists(st.none() | st.text(max_size=2), max_size=2),
        "message": st.none()
        | st.fixed_dictionaries({"role": ROLES}, optional={"content": st.text(max_size=3) | st.integers()}),
    },
)
FILES = st.lists(st.builds(json.dumps, LINES).map(str.encode) | st.binary(max_size=8), max_size=12)


@given(FILES)
def test_no_lines_make_the_reading_fail(lines):
    session = read(b"\n".join(lines), "pi")
    names = [each.id for each in session.entries]
    assert len(set(names)) == len(names)
    assert session.leaf_id is None or session.entry(session.leaf_id) is not None
    assert all(session.source[start:end].strip() for start, end in session.records)
    session.context()


@given(FILES)
def test_reading_twice_gives_the_same(lines):
    data = b"\n".join(lines)
    assert read(data, "pi").entries == read(data, "pi").entries


@given(st.binary(max_size=60))
def test_no_bytes_make_the_reading_fail(data):
    read(data, "pi").context()


def test_a_fold_of_the_file_is_an_entry():
    fold = entry("compaction", "f", "a", summary="S", firstKeptEntryId="a", timestamp="2026-01-01T00:00:00.000Z")
    assert isinstance(load(header(), A, fold).entry("f"), CompactionEntry)
