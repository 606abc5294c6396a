import asyncio
import json

import pytest

from cli.conftest import pi_lines
from foldline.core.profiles.templates import load
from foldline.core.result import CompactionResult, Status
from foldline.core.settings import CompactionSettings
from foldline.errors import NotAConversationError, SeveralConversationsError, UnreadableError
from foldline.server import opened as module
from foldline.server.faults import NotThereError, RequestError
from foldline.server.fold_view import Made
from foldline.server.opened import Opened, Shelf

PI = "".join(json.dumps(line) + "\n" for line in pi_lines(2, 5)).encode()
SEVERAL = b"".join(
    json.dumps({"messages": [{"role": "user", "content": f"talk {n}"}]}).encode() + b"\n" for n in range(2)
)


async def _chunks(data, size=1000):
    for at in range(0, len(data), size):
        yield data[at : at + size]


def received(shelf, data, name="a.jsonl"):
    return asyncio.run(shelf.receive(name, _chunks(data)))


@pytest.fixture
def shelf(tmp_path):
    made = Shelf(tmp_path, {})
    yield made
    made.close()


def test_a_file_that_is_given_is_read_from_a_place_of_the_servers_own(shelf):
    opened = received(shelf, PI, "../../etc/passwd")
    assert opened.name == "../../etc/passwd"
    assert opened.path.read_bytes() == PI
    assert ".." not in str(opened.path)
    assert len(opened.read().context().items) == 4
    assert shelf.session(opened.id) is opened.tried.session


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"", UnreadableError),
        (b"\0\1\2", UnreadableError),
        (b'{"a": 1}', NotAConversationError),
        (SEVERAL, SeveralConversationsError),
    ],
)
def test_what_is_no_conversation_says_so(shelf, data, error):
    opened = received(shelf, data)
    with pytest.raises(error):
        opened.read()
    with pytest.raises(NotThereError, match="not been read"):
        shelf.session(opened.id)


def test_of_several_conversations_one_is_chosen(shelf):
    opened = received(shelf, SEVERAL)
    with pytest.raises(SeveralConversationsError):
        opened.read()
    assert len(opened.titles) == 2
    assert opened.read(2).context().items[0].message.text == "talk 1"


def test_a_file_that_is_too_large_leaves_nothing_behind(shelf):
    shelf.largest = 1500
    with pytest.raises(RequestError):
        received(shelf, b"x" * 2000)
    assert list(shelf._place().iterdir()) == []


def test_closing_takes_the_given_files_away(tmp_path):
    shelf = Shelf(tmp_path, {})
    opened = received(shelf, PI)
    shelf.close()
    assert not opened.path.exists()
    with pytest.raises(NotThereError):
        shelf.get(opened.id)


@pytest.fixture
def of_machine(tmp_path):
    path = tmp_path / ".pi/agent/sessions/--w--/one.jsonl"
    path.parent.mkdir(parents=True)
    path.write_bytes(PI)
    return path


def test_a_session_of_this_machine_is_asked_for_by_an_id_that_was_listed(of_machine, shelf):
    with pytest.raises(NotThereError):
        shelf.choose(str(of_machine))
    ((found_id, found),) = shelf.discover(5).items()
    assert str(of_machine) not in found_id
    opened = shelf.choose(found_id)
    assert (opened.path, opened.name, found.tool) == (of_machine, "one.jsonl", "pi")
    shelf.drop(opened.id)
    assert of_machine.exists()


def test_a_session_that_is_gone_from_this_machine_says_so(of_machine, shelf):
    (found_id,) = shelf.discover(5)
    opened = shelf.choose(found_id)
    of_machine.unlink()
    with pytest.raises(UnreadableError, match="can't be read"):
        opened.read()


def test_of_too_many_open_sessions_the_one_not_looked_at_for_longest_is_closed(tmp_path):
    now = iter(range(1000))
    shelf = Shelf(tmp_path, {}, clock=lambda: next(now))
    made = [received(shelf, PI) for _ in range(module.MOST_OPEN)]
    shelf.get(made[0].id)
    received(shelf, PI)
    assert shelf.get(made[0].id) is made[0]
    with pytest.raises(NotThereError, match="open it once more"):
        shelf.get(made[1].id)
    assert not made[1].path.exists()
    shelf.close()


def test_a_session_that_nobody_looked_at_for_hours_is_closed(tmp_path):
    now = [0.0]
    shelf = Shelf(tmp_path, {}, clock=lambda: now[0])
    old = received(shelf, PI)
    now[0] = module.LONGEST_OPEN + 1
    received(shelf, PI)
    with pytest.raises(NotThereError):
        shelf.get(old.id)
    shelf.close()


def test_the_newest_folds_are_kept(tmp_path):
    opened = Opened("a", tmp_path)
    result = CompactionResult(status=Status.NOTHING_TO_FOLD, reason="")
    template = load("handoff", "en")
    made = [Made(str(n), result, CompactionSettings(), template, False, None) for n in range(module.MOST_FOLDS + 1)]
    for one in made:
        opened.remember(one)
    assert opened.fold(made[-1].id) is made[-1]
    with pytest.raises(NotThereError):
        opened.fold(made[0].id)
