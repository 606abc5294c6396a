import time

import pytest

from core.tool_calls import agent, bash, session, user
from foldline.core.facts import Value
from foldline.core.messages import Message, TextPart, ToolCallPart, ToolResultPart
from foldline.core.session import Item
from foldline.core.values.exact_values import MAX_AGENT_VALUES, MAX_USER_VALUES, collect


def states(*said: str) -> dict[str, bool]:
    """Each value and whether it still holds; a line that starts with @ is the agent's."""
    items = [
        agent(str(number), line[1:]) if line.startswith("@") else user(str(number), line)
        for number, line in enumerate(said)
    ]
    return {value.text: not value.superseded for value in collect(items)}


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (("the port is 8080", "change the port to 9090"), {"9090": True, "8080": False}),
        (("the staging port is 48231", "correction: the staging port is 48377 now"), {"48377": True, "48231": False}),
        (("预发布端口是 48231", "更正：预发布端口现在是 48377"), {"48377": True, "48231": False}),
        (("the port is 8080", "actually use 9090 instead of 8080"), {"9090": True, "8080": False}),
        (("timeout is 30 seconds", "not 30 seconds but 45 seconds"), {"45 seconds": True, "30 seconds": False}),
        (("budget is $500", "budget is $700", "budget is $500"), {"$500": True, "$700": False}),
        (("accent #8abeb7", "accent #123456"), {"#123456": True, "#8abeb7": False}),
        (("端口是8080", "端口改成9090"), {"9090": True, "8080": False}),
        (("limit 10 MB", "raise the limit to 25 MB"), {"25 MB": True, "10 MB": False}),
        (("my user id is kim_7287", "my user id is kim_9999"), {"kim_9999": True, "kim_7287": False}),
        (("the staging port is 8080", "change the port to 9090"), {"9090": True, "8080": False}),
        (("deploy to eu-west-1", "switch from eu-west-1 to us-east-2"), {"us-east-2": True, "eu-west-1": False}),
        (("@The timeout is 30 seconds", "@The timeout is now 60 seconds"), {"60 seconds": True, "30 seconds": False}),
        (("alert after more than 20 min", "20 min is too short, make it 35 min"), {"35 min": True, "20 min": False}),
        (("the wait is 20 min", "make it 35 minutes"), {"35 minutes": True, "20 min": False}),
        (("deploy to eu-west-1", "sorry I meant us-east-2"), {"us-east-2": True, "eu-west-1": False}),
        (("deploy to region A", "sorry, I meant region B"), {"B": True, "A": False}),
        (("端口是8080", "改成9090"), {"9090": True, "8080": False}),
        (("端口是8080", "不是8080，是9090"), {"9090": True, "8080": False}),
        (("给他三十两", "更正：五十两"), {"五十两": True, "三十两": False}),
        (("timeout 30s", "timeout 30s -> 60s"), {"60s": True, "30s": False}),
        (("limit is 10 MB", "use 20 MB instead"), {"20 MB": True, "10 MB": False}),
        (("order ORD-2291", "sorry, it's ORD-2292"), {"ORD-2292": True, "ORD-2291": False}),
        (
            ("room B-204, and the port is 8080", "no wait, the port is 9090"),
            {"9090": True, "8080": False, "B-204": True},
        ),
        (
            ("version is 1.2.3", "@version is 1.3.0", "bump version to 1.4.0"),
            {"1.4.0": True, "1.2.3": False, "1.3.0": False},
        ),
    ],
)
def test_the_newest_value_of_a_thing_holds(said: tuple[str, ...], expected: dict[str, bool]) -> None:
    assert states(*said) == expected


@pytest.mark.parametrize(
    "said",
    [
        ("book HAT078", "book HAT249 too"),
        ("the staging port is 8080, the prod port is 8443", "change the port to 9090"),
        ("timeout is 30 seconds", "@I set the timeout to 60 seconds"),
        ("timeout is 30 seconds", "@not 30 seconds but 60 seconds"),
        ("accent is #8abeb7", "@accent is #123456"),
        ("use 9090 instead of 8080",),
        ("the port is 8080", "@the port is 8080"),
        ("the ids are ORD-2291 and ORD-2292",),
        ("@Flight number: HAT078", "@Flight number: HAT249"),
        ("retention is 5 days", "sorry, i have 3 days left"),
        ("the wait is 20 min", "@make it 35 min"),
        ("make it 35 min",),
        ("it is far: NB-02 sends every 15 min", "KL-12 sends up to 3 days late"),
        ("30 s is too short",),
    ],
)
def test_values_that_may_hold_side_by_side_all_hold(said: tuple[str, ...]) -> None:
    assert all(states(*said).values())


def test_the_same_number_of_two_things_is_two_values() -> None:
    values = collect([user("a", "retries is 5 and workers is 5"), user("b", "make retries 7")])
    assert [(value.text, value.superseded) for value in values] == [("7", False), ("5", False), ("5", True)]


def test_values_of_the_user_come_first_and_name_their_entry() -> None:
    values = collect([agent("a", "Released v1.2.3."), user("b", "the port is 8080"), agent("c", "Commit 7f3c2a9.")])
    assert values == (
        Value("8080", "the port is 8080", "b", by_user=True),
        Value("7f3c2a9", "Commit 7f3c2a9.", "c"),
        Value("v1.2.3", "Released v1.2.3.", "a"),
    )


def test_a_value_the_user_repeats_is_theirs() -> None:
    assert [value.by_user for value in collect([agent("a", "Commit 7f3c2a9."), user("b", "revert 7f3c2a9")])] == [True]
    assert [value.entry_id for value in collect([user("a", "revert 7f3c2a9"), agent("b", "Reverted 7f3c2a9.")])] == [
        "a"
    ]


def test_a_code_in_an_agents_prose_needs_proof_in_an_output() -> None:
    shown = bash("ls", '{"order": "ORD-2291-XK", "other": "ORD-1"}')
    assert collect([agent("a", "Your order is ORD-2291-XK.")]) == ()
    assert [value.text for value in collect([*session(shown), agent("a", "Your order is ORD-2291-XK.")])] == [
        "ORD-2291-XK"
    ]


def test_a_number_an_agent_writes_out_counts_when_it_is_said_again() -> None:
    once = [agent("a", "赵崇每逢初五亲自查仓。")]
    assert collect(once) == ()
    assert [value.text for value in collect([*once, agent("b", "不是说初五吗！")])] == ["初五"]


def test_values_of_an_earlier_fold_with_the_same_words_stay_apart() -> None:
    before = (Value("5", "x 5 y", "old", by_user=True), Value("5", "y 5 z", "old", by_user=True))
    assert collect([user("a", "go on")], before) == before


def test_values_whose_message_is_here_are_read_anew() -> None:
    items = [user("a", "the staging port for all of the old and new boxes we have is 8081")]
    assert collect(items, collect(items)) == collect(items)


def test_calls_give_their_ids_but_file_tools_give_nothing() -> None:
    calls = (
        ToolCallPart("1", "get_reservation", {"reservation_id": "ZFA04Y"}),
        ToolCallPart("2", "write", {"path": "a.py", "content": "ORD-2291-XK", "id": "ABC-12345"}),
        ToolCallPart("3", "bash", {"command": "PORT=4000 npm start"}),
        ToolCallPart("4", "apply_patch", "free text 7f3c2a9"),
    )
    assert [value.text for value in collect([agent("a", "", *calls)])] == ["4000", "ZFA04Y"]


def test_outputs_summaries_and_injected_text_are_no_source() -> None:
    items = [
        Item("a", Message("tool", (ToolResultPart("1", (TextPart("the port is 8080"),)),), source="tool")),
        Item("b", Message("user", (TextPart("the port is 8081"),), source="summary")),
        Item("c", Message("user", (TextPart("<system-reminder>the port is 8082</system-reminder>"),))),
        Item("d", Message("assistant", (TextPart("Commit 7f3c2a9"),), source="summary")),
        Item("e", Message("system", (TextPart("the port is 8083"),), source="client")),
    ]
    assert collect(items) == ()


def test_another_reader_of_typed_text_may_be_given() -> None:
    items = [user("a", "port is 8080")]
    assert collect(items, typed=lambda _: "") == ()


def test_values_of_an_earlier_fold_are_older_than_all_others() -> None:
    before = (Value("8080", "the port is 8080", "old", by_user=True), Value("abc", "plain", "old"))
    values = collect([user("a", "the port is 9090")], before)
    assert [(value.text, value.superseded) for value in values] == [("9090", False), ("8080", True), ("abc", False)]


def test_the_number_of_values_is_bounded() -> None:
    said = [user(f"u{n}", f"order ORD-{n}-XK") for n in range(300)] + [
        agent(f"a{n}", f"Tagged v1.0.{n}.") for n in range(300)
    ]
    values = collect(said)
    assert [value.by_user for value in values] == [True] * MAX_USER_VALUES + [False] * MAX_AGENT_VALUES
    assert values[0].text == "ORD-299-XK"


def test_large_outputs_are_not_searched_for_values() -> None:
    items = [
        *session(bash("cat log", "id ORD-2291-XK port 8080\n" * 200_000)),
        agent("z", "Saw ORD-2291-XK and ORD-1111-ZZ."),
    ]
    started = time.perf_counter()
    assert [value.text for value in collect(items)] == ["ORD-2291-XK"]
    assert time.perf_counter() - started < 1
