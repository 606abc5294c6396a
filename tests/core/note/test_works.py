import pytest

from core.sample_sessions import CODING, agent, call, result, user
from foldline.core.note.events import story
from foldline.core.note.works import works


def of(*items):
    return works(story(items))


def test_a_report_closes_a_piece_of_work():
    first, second = of(*CODING)
    assert first.is_finished
    assert first.report.offer == "Should I stream large files next?"
    assert first.edits == {"src/billing/importer.py": 2}
    assert first.commits[0].hash == "4be91d7"
    assert not second.is_finished
    assert second.tasks[1].text == "Document --strict"
    assert second.last_remark == "Now the flag has to reach the reader:"


def test_steering_opens_no_new_piece_of_work():
    looked = agent("a", "Looking.", call("1", "bash", command="ls"))
    (work,) = of(user("u", "move the parser"), looked, user("v", "into core please"), agent("b", "Moved it to `core`."))
    assert work.asks == ("move the parser", "into core please")
    assert work.requests == ("move the parser", "into core please")
    assert work.ask == "into core please"


def test_a_nod_is_no_request():
    (work,) = of(
        user("u", "move the parser"), agent("a", "", call("1", "x")), user("v", "ok go on"), agent("b", "Moved.")
    )
    assert work.requests == ("move the parser",)


def test_nothing_asked_and_nothing_done_is_no_work():
    assert of() == []
    assert of(agent("a")) == []


def test_work_without_a_request_has_none():
    (work,) = of(agent("a", "Hello."))
    assert work.ask == ""
    assert work.requests == ()


@pytest.mark.parametrize(
    ("tool", "arguments", "effect"),
    [
        ("edit", {"path": "a.py"}, True),
        ("bash", {"command": "git checkout -b x"}, True),
        ("send_mail", {"to": "Ann"}, True),
        ("read", {"path": "a.py"}, False),
        ("bash", {"command": "git status"}, False),
    ],
)
def test_an_effect_is_something_changed(tool, arguments, effect):
    (work,) = of(
        user("u", "go"), agent("a", "", call("1", tool, **arguments)), result("r", "1", "ok"), agent("b", "Yes.")
    )
    assert work.has_effect is effect


def test_the_plan_and_the_runs_of_a_piece_of_work_are_known():
    plan = agent("a", "", call("1", "ExitPlanMode", plan="- Read it"), call("2", "bash", command="ls"))
    (work,) = of(user("u", "fix it"), plan)
    assert work.plan == "- Read it"
    assert [run.command for run in work.runs] == ["ls"]
    assert work.last_remark == ""
    assert work.asks == ("fix it",)
    assert not work.is_finished


def test_an_empty_conversation_has_no_request():
    (work,) = of(user("u", "ok"), agent("a", "Fine."))
    assert work.ask == ""
