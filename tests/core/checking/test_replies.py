import pytest

from foldline.core.checking.replies import reply_fault


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Great! Next I run the tests.", "answers"),
        ("Let's look at the log first.", "answers"),
        ("I can't see the file.", "answers"),
        ("I’m sorry, that is not possible.", "answers"),
        ("没问题，我来处理", "answers"),
        ("## Goal\nShip.\n\nFeel free to ask for more.", "answers"),
        ("## 目标\n发布。\n\n如果您需要更多，请说。", "answers"),
        ("[Assistant]: I fixed it.", "continues"),
        ("[User Ann]: go on", "continues"),
        ("#12 assistant: so be it", "continues"),
        ("Human: and now?", "continues"),
        ("<conversation>\n[User]: hi", "continues"),
        ('{"name": "bash", "arguments": {}}', "calls a tool"),
        ("<tool_call>{}</tool_call>", "calls a tool"),
        ("<|python_tag|>ls", "calls a tool"),
        ("[TOOL_CALLS][{}]", "calls a tool"),
        ("There is no conversation provided.", "nothing to summarise"),
        ("The conversation is empty.", "nothing to summarise"),
        ("Please provide the transcript.", "nothing to summarise"),
        ("Error: 429 Too Many Requests", "message of an error"),
        ("503 Service Unavailable", "message of an error"),
        ("API Error (529): overloaded", "message of an error"),
        ("Rate limit exceeded, retry in 20 s", "message of an error"),
        ("[Context compression summary unavailable]", "message of an error"),
        ("Failed to generate summary.", "message of an error"),
    ],
)
def test_what_takes_part_in_the_conversation_is_no_summary(text, fault):
    assert fault in reply_fault(text)


@pytest.mark.parametrize(
    "text",
    [
        "## Goal\nShip it.",
        "The user asked for a parser. Sure signs of trouble came up.",
        "Surely the parser is done.",
        "- I'll be brief: the rule of the user",
        "Highlights of the day: none.",
        "Errors of the parser were fixed.",
        "5000 lines were read.",
        "Failed to create the parser at first; now it stands.",
        "> Let me know when it is done.",
        '## Critical Context\n- Open: "Would you like me to deploy?"',
        "## Goal\n" + "The parser. " * 60 + "No conversation was provided by the mock.",
        "用户想要一个解析器。",
    ],
)
def test_a_summary_is_none_of_these(text):
    assert reply_fault(text) == ""


@pytest.mark.parametrize(
    ("text", "is_asking"),
    [("I fixed it. Shall I go on?", True), ("我修好了。继续吗？", True), ("I fixed it.", False)],
)
def test_only_the_short_summary_may_not_ask(text, is_asking):
    assert bool(reply_fault(text, may_ask=False)) is is_asking
    assert reply_fault(text) == ""
