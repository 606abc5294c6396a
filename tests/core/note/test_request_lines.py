import pytest

from foldline.core.note.request_lines import is_nod, request_line


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


def test_a_limit_is_not_what_is_asked():
    ask = "on friday NB-02 shows levels around 140 cm. the brook is half a meter wide there, they cannot be real. "
    ask += "so whats going on in that place? just look, dont change anything yet"
    assert request_line(ask).endswith("so whats going on in that place?")


def test_a_request_that_only_points_brings_the_sentence_it_points_to():
    ask = "hey. " + "the hourly numbers for KL-07 have been off for a week, " * 7 + "all of them. can you find out why?"
    line = request_line(ask)
    assert line.startswith("the hourly numbers for KL-07")
    assert line.endswith("… can you find out why?")


@pytest.mark.parametrize(
    ("ask", "line"),
    [
        ("never push", ""),
        (
            "STOP. never push, it is not yours. next, whats that hole in the chart?",
            "next, whats that hole in the chart?",
        ),
        ("yes do that. never push", ""),
    ],
)
def test_a_rule_is_no_request(ask, line):
    assert request_line(ask, rules=["never push", "use tabs"]) == line


def test_in_a_long_message_a_sentence_with_a_rule_is_not_the_request():
    ask = "good. please never run the whole suite, it takes long and blocks the box for all others here. " * 2
    ask += "next: add a legend to the chart of the harbour, please"
    assert request_line(ask, rules=["never run the whole suite"]).startswith("next: add a legend")


@pytest.mark.parametrize("ask", ["yes do that.", "makes sense, thanks", "very nice"])
def test_assent_asks_for_nothing_of_its_own(ask):
    assert is_nod(ask)
