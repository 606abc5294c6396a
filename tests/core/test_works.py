import pytest

from core.sample_sessions import CODING, agent, call, result, user
from foldline.core.events import story
from foldline.core.works import is_nod, request_line, works


def of(*items):
    return works(story(items))


def test_a_report_closes_a_piece_of_work():
    first, second = of(*CODING)
    assert first.is_finished
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


@pytest.mark.parametrize("ask", ["ok", "yes, go ahead!", "Continue.", "继续", "好的", "thanks a lot", "开始吧"])
def test_nods(ask):
    assert is_nod(ask)


@pytest.mark.parametrize("ask", ["ok, add a test", "why?", "继续写测试", "move it"])
def test_requests_are_no_nods(ask):
    assert not is_nod(ask)


def test_a_short_request_stands_whole():
    assert request_line("fix it,\n  please") == "fix it, please"


def test_of_a_long_request_the_sentence_that_asks_stands():
    context = "The nightly job has been red since the release of last week. " * 4
    assert request_line(context + "I want you to find the cause.") == "I want you to find the cause."


def test_of_a_request_with_a_paste_only_what_was_typed_counts():
    paste = "```\n" + "Traceback: add this and fix that please\n" * 10 + "```"
    assert request_line("why does this fail?\n" + paste) == "why does this fail?"


def test_a_paste_alone_is_no_line():
    assert request_line("```\nx = 1\n```") == ""


def test_chinese_counts_twice():
    long = "这个导入器从上周开始就会丢掉最后一列的数据，日志里什么也没有写。" * 4
    assert request_line(long + "请帮我修好它。") == "请帮我修好它。"


def test_a_line_that_announces_is_told_with_what_follows():
    plan = "Implement the following plan:\n\n# Read CRLF files\n\n" + "Some detail of the plan. " * 20
    assert request_line(plan) == "Implement the following plan: Read CRLF files"


def test_an_announcing_line_at_the_end_stands_alone():
    assert request_line("Some words before it. " * 12 + "please do it like this:") == "please do it like this:"
