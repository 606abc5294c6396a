import pytest

from core.sample_sessions import CODING, CODING_LEDGER, agent, call, result, user
from foldline.core.facts import FileOps, Ledger
from foldline.core.note.brief import brief
from foldline.core.note.earlier_note import EarlierNote, Entry
from foldline.core.note.lines import Line
from foldline.core.note.phrases import ENGLISH

NOTHING = Ledger()


def of(items, upcoming=(), ledger=NOTHING, **earlier):
    return brief(items, upcoming, ledger, ENGLISH, EarlierNote({}, **earlier))


STEP = (agent("s", "Working.", call("1", "bash", command="ls")), result("r", "1", "a"))


@pytest.mark.parametrize(
    ("items", "upcoming", "state"),
    [
        ((), (), "answered"),
        ((user("u", "move it"), agent("a", "Moved.")), (), "answered"),
        ((user("u", "move it"), *STEP), (), "working"),
        ((user("u", "move it"), *STEP), (user("v", "stop"),), "working"),
        ((user("u", "move it"), *STEP), (agent("a", "Moved."),), "later_done"),
        ((user("u", "move it"), *STEP), STEP, "later_open"),
    ],
)
def test_the_newest_work_is_answered_going_on_or_finished_later(items, upcoming, state):
    assert of(items, upcoming).state == state


def test_a_task_list_lives_as_long_as_its_work_is_the_newest():
    known = of(CODING)
    assert [task.state for task in known.tasks] == ["doing", "open"]
    assert of((*CODING, agent("x", "Done."), user("y", "next"), agent("z", "Ok it is."))).tasks == ()
    assert of(()).tasks == ()


def test_a_newer_task_list_in_the_kept_messages_wins():
    newer = agent("n", "", call("9", "TodoWrite", todos=[{"content": "Ship", "status": "pending"}]))
    assert of(CODING, (newer,)).tasks == ()


def test_work_begun_before_is_asked_for_in_the_earlier_note():
    known = of((agent("a", "Moved."),), current="move it")
    assert known.continues_earlier
    assert known.ask_of(known.works[0]) == "move it"
    known = of(CODING, current="move it")
    assert not known.continues_earlier
    assert known.ask_of(known.works[1]).startswith("no, don't stream.")


def test_a_request_is_told_with_its_work_once():
    known = of((user("u", "move the parser"), *STEP))
    assert known.with_ask("Begun.", known.works[0]) == "Begun. (asked: “move the parser”)"
    assert known.with_ask("Begun.", known.works[0]) == "Begun."


def test_the_open_request_is_quoted_elsewhere():
    known = of(CODING, ledger=CODING_LEDGER)
    assert known.is_open(known.works[1])
    assert not known.is_open(known.works[0])
    assert known.with_ask("Begun.", known.works[1]) == "Begun."


def test_files_with_whole_paths_are_named_below_the_folder_they_share():
    ledger = Ledger(files=FileOps(modified=("/srv/shop/src/a.py", "/srv/shop/src/b/c.py", "notes.md")))
    known = of((), ledger=ledger)
    assert known.name("/srv/shop/src/b/c.py") == "`b/c.py`"
    assert known.name("notes.md") == "`notes.md`"


def test_a_single_file_or_none_in_common_keeps_its_path():
    assert of((), ledger=Ledger(files=FileOps(modified=("/a/b.py",)))).folder == ""
    assert of((), ledger=Ledger(files=FileOps(modified=("/a/b.py", "/c/d.py")))).folder == ""


def test_what_later_work_did_is_done():
    known = of((user("u", "move the parser to core"), agent("a", "I moved the parser into `core`.")))
    assert known.done_later("Move the parser to core")
    assert not known.done_later("Move the parser to core", after=0)
    assert not known.done_later("Rename the writer")


def test_the_kept_messages_count_as_later():
    assert of((), (agent("a", "I moved the parser into `core`."),)).done_later("move the parser into core")


def test_finished_tasks_and_commits_count_as_done():
    known = of(CODING)
    assert known.done_later("read CRLF files in the importer")
    listed = agent("n", "", call("9", "TodoWrite", todos=[{"content": "Ship the parser", "status": "completed"}]))
    assert of((listed,)).done_later("Ship the parser")


def test_voices_are_heard_once():
    known = of(CODING)
    assert known.voices is known.voices


def test_a_human_in_the_kept_messages_asks():
    assert of((), (user("u", "next"),)).request_in_tail
    assert not of((), STEP).request_in_tail


def test_entries_of_an_earlier_note_are_carried_once_with_their_details():
    known = brief(
        (), (), NOTHING, ENGLISH, EarlierNote({"notes": [Entry("Port 8080", ["and 8081"]), Entry("port 8080", [])]})
    )
    assert known.carry("notes", weight=30, rise=4) == [Line("Port 8080", 30, (Line("and 8081", 10),))]
