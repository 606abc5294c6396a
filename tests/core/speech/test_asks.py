import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldline.core.facts import Quote
from foldline.core.messages import ImagePart, Json, Message, Source, TextPart, ToolCallPart, ToolResultPart
from foldline.core.session import Item
from foldline.core.speech.asks import asks, final_question, newest_request, open_request, said, starts_with_order


def words(text: str) -> int:
    return len(text.split())


def talk(*messages: Message) -> list[Item]:
    return [Item(str(number), message) for number, message in enumerate(messages, 1)]


def human(text: str, source: Source = "human") -> Message:
    return Message("user", (TextPart(text),), source=source)


def agent(text: str) -> Message:
    return Message("assistant", (TextPart(text),), source="agent")


def calls(name: str = "run", text: str = "", arguments: "dict[str, Json] | str" = "") -> Message:
    parts = (TextPart(text),) if text else ()
    return Message("assistant", (*parts, ToolCallPart("c1", name, arguments)), source="agent", stop_reason="tool_use")


def result(text: str = "done") -> Message:
    return Message("tool", (ToolResultPart("c1", (TextPart(text),)),), source="tool")


def test_said_is_every_typed_message_newest_first() -> None:
    items = talk(
        human("one"), agent("two"), human("<system-reminder>\nx\n</system-reminder>"), result(), human("three")
    )
    assert said(items, count=words) == (Quote("three", "5"), Quote("one", "1"))


def test_said_clips_a_paste_and_leaves_typed_words() -> None:
    log = "```\n" + "word " * 400 + "\n```\n"
    (quote,) = said(talk(human(f"look at this\n\n{log}\nwhat is wrong?")), count=words, paste_tokens=40)
    assert quote.text.startswith("look at this")
    assert quote.text.endswith("what is wrong?")
    assert "tokens cut ...]" in quote.text
    assert words(quote.text) < 60


def test_a_picture_without_words_says_nothing() -> None:
    assert said(talk(Message("user", (ImagePart(),))), count=words) == ()


@pytest.mark.parametrize(
    "text",
    [
        "fix it",
        "ok, now delete the file",
        "continue",
        "go ahead",
        "yes, do option 2",
        "why?",
        "what did i just run",
        "is it done",
        "can you look",
        "i want a login page",
        "let's use redis",
        "how about a cache",
        "the build fails",
        "mise build is broken",
        "no rows are shown",
        "that should be blue",
        "needs a header",
        "thanks! now run the tests",
        "it works now, but the footer is missing",
        "wtf",
        "?",
        "```\nValueError: x\n```",
        "thanks, here is the log:\n```\nboom\n```",
        "remoev it",
        "one more please",
        "帮我看看",
        "为什么报错",
        "继续",
        "好的，那把它删掉",
    ],
)
def test_a_question_an_order_a_wish_or_a_report_of_trouble_asks(text: str) -> None:
    assert asks(text)


@pytest.mark.parametrize(
    "text",
    [
        "ok thanks",
        "ok",
        "yes",
        "Great, thank you so much!",
        "wow, it works",
        "looks good",
        "perfect.",
        "no problem",
        "lgtm",
        "hello",
        "I don't remember the id, sorry.",
        "Sure, it's sam_lee_42.",
        "i removed it, all good",
        "Thank you! ###STOP###",
        "/compact",
        "/",
        "!!!",
        "",
        "好的",
        "好的，谢谢！",
        "明白了",
        "太好了",
    ],
)
def test_thanks_greetings_and_a_bare_yes_ask_nothing(text: str) -> None:
    assert not asks(text)


def test_the_newest_request_passes_over_thanks_and_client_text() -> None:
    items = talk(human("fix it"), agent("done"), human("ok thanks"), human("never stop", source="client"))
    assert newest_request(items) == Quote("fix it", "1")


def test_without_a_human_there_is_no_request() -> None:
    assert newest_request(talk(agent("shall I?"), result())) is None


def test_a_request_stands_exactly_pastes_and_all() -> None:
    text = "why?\n```\n" + "line\n" * 200 + "```"
    assert newest_request(talk(human(text))) == Quote(text, "1")


def test_a_request_of_enormous_size_has_its_pastes_clipped() -> None:
    quote = newest_request(talk(human("why?\n```\n" + "some line\n" * 20_000 + "```")))
    assert quote is not None
    assert quote.text.startswith("why?\n```\n")
    assert len(quote.text) < 2_000


@pytest.mark.parametrize(
    ("items", "expected"),
    [
        ([], None),
        ([human("fix it")], Quote("fix it", "1")),
        ([human("fix it"), agent("Done.")], None),
        ([human("fix it"), agent("Done."), human("and the test?")], Quote("and the test?", "3")),
        ([human("fix it"), agent("Done."), human("thanks!")], None),
        ([human("fix it"), agent("Which file?")], Quote("Which file?", "2")),
        ([human("fix it"), agent("Which file?"), human("yes")], Quote("yes", "3")),
        ([human("fix it"), agent("Which file?"), human("a.py please")], Quote("a.py please", "3")),
        ([human("fix it"), calls(), result()], Quote("fix it", "1")),
        ([human("fix it"), calls(text="Let me look."), result()], Quote("fix it", "1")),
        ([human("fix it"), calls(text="Let me look."), result(), agent("Fixed.")], None),
        ([human("one"), human("fix it"), human("thx")], Quote("fix it", "2")),
        ([human("fix it"), agent("Which file?"), human("never", source="client")], Quote("Which file?", "2")),
        (
            [human("fix it"), Message("assistant", (TextPart("I was"),), "agent", stop_reason="aborted")],
            Quote("fix it", "1"),
        ),
        ([human("fix it"), Message("assistant", (), "agent")], Quote("fix it", "1")),
    ],
)
def test_the_open_request_is_the_one_nobody_answered(items: list[Message], expected: Quote | None) -> None:
    assert open_request(talk(*items)) == expected


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"question": "Which file?"}, "Which file?"),
        ({"questions": [{"question": "Which file?"}, {"question": "When?"}]}, "Which file?\nWhen?"),
        ({"questions": ["Which file?", 3]}, "Which file?"),
    ],
)
def test_a_call_that_asks_the_user_is_open_until_it_has_its_result(arguments: "dict[str, Json]", expected: str) -> None:
    asking = [human("fix it"), calls("AskUserQuestion", arguments=arguments)]
    assert open_request(talk(*asking)) == Quote(expected, "2")
    assert open_request(talk(*asking, result("a.py"))) == Quote("fix it", "1")


@pytest.mark.parametrize(
    ("name", "is_asking"),
    [("AskUserQuestion", True), ("ask_followup_question", True), ("request_user_input", True), ("Task", False)],
)
def test_a_tool_that_asks_is_known_by_its_name(name: str, is_asking: bool) -> None:
    opened = open_request(talk(human("fix it"), calls(name, arguments={"question": "Which file?"})))
    assert opened == (Quote("Which file?", "2") if is_asking else Quote("fix it", "1"))


def test_a_call_that_asks_without_a_question_leaves_the_request_open() -> None:
    assert open_request(talk(human("fix it"), calls("ask", arguments="{"))) == Quote("fix it", "1")


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Which one?", "Which one?"),
        ("Done. Shall I push it?", "Shall I push it?"),
        ("I found two.\n\nA or B? Or both?", "A or B? Or both?"),
        ("Which one?\n1. red\n2. blue", "Which one?\n1. red\n2. blue"),
        ("Shall I push? Otherwise I wait.", "Shall I push? Otherwise I wait."),
        ("Please confirm the date.", "Please confirm the date."),
        ("All set. Let me know which one you want.", "Let me know which one you want."),
        ("Shall I:\n1. push it?\n2. wait?", "Shall I:\n1. push it?\n2. wait?"),
        ("Two ways:\n- A\n- B?", "Two ways:\n- A\n- B?"),
        ("要继续吗？", "要继续吗？"),
        ("已完成。请确认日期。", "请确认日期。"),
        ("Done.", ""),
        ("", ""),
        ("Why did it fail? The lock was missing. I added it. All tests pass now. It is pushed.", ""),
        ("Run this:\n```\nls ?\n```\n", ""),
        ("Let me know if you need anything else.", ""),
    ],
)
def test_an_answer_may_end_in_a_question(text: str, question: str) -> None:
    assert final_question(text) == question


def test_options_too_long_to_repeat_are_left_out() -> None:
    assert final_question("Which one?\n- " + "long " * 400) == "Which one?"


@pytest.mark.parametrize(
    ("clause", "is_order"),
    [
        ("delete it", True),
        ("please, delete it", True),
        ("remoev it", True),
        ("the delete key", False),
        ("", False),
        ("ok", False),
    ],
)
def test_an_order_opens_with_its_verb(clause: str, is_order: bool) -> None:
    assert starts_with_order(clause) is is_order


TEXTS = st.sampled_from(["fix it", "ok thanks", "why?", "好的", "Which file?", "Done.", "/x", ""]) | st.text()
MESSAGES = st.one_of(st.builds(human, TEXTS), st.builds(agent, TEXTS), st.builds(calls), st.builds(result))


@given(st.lists(MESSAGES, max_size=8))
def test_requests_quote_words_of_the_entry_they_name(messages: list[Message]) -> None:
    items = talk(*messages)
    texts = {item.id: item.message.text for item in items}
    quotes = [quote for quote in (newest_request(items), open_request(items), *said(items, count=words)) if quote]
    assert all(quote.text in texts[quote.entry_id] for quote in quotes)


@given(st.lists(MESSAGES, max_size=8), st.text(alphabet="abc", min_size=1).map(lambda text: f"what about {text}?"))
def test_a_question_nobody_has_answered_is_both_newest_and_open(messages: list[Message], question: str) -> None:
    items = talk(*messages, human(question))
    assert newest_request(items) == open_request(items) == Quote(question, str(len(items)))


def test_a_question_behind_a_long_structured_answer_is_the_open_request() -> None:
    plan = "\n\n".join(f"## Step {number}\n\n{'Move the parser. ' * 80}" for number in range(4))
    assert final_question(f"{plan}\n\nShall I start with step 1?") == "Shall I start with step 1?"


def test_the_end_of_a_fenced_block_is_no_question_of_the_speaker() -> None:
    assert final_question("I ran it:\n\n```\nok?\n\ncontinue?\n```") == ""
