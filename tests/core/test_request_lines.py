import pytest

from foldline.core.request_lines import is_nod, request_line


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
