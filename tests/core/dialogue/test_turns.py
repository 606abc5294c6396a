import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import agent, calls, result, system, thinking, user
from foldline.core.dialogue.turns import dialogue, is_group, speaker, turns_before
from foldline.core.messages import Message, TextPart

PAIR = [user("Hi."), agent("Hello.", speaker="Ann"), user("And you?"), agent("Fine.", speaker="Bo")]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_turns_are_numbered_in_one_way_for_every_language(language):
    told = dialogue([user("你好"), agent("Hello.", speaker="沈默"), user("再见", speaker="Me")], language=language)
    assert told == "#1 user: 你好\n\n#2 assistant 沈默: Hello.\n\n#3 user Me: 再见"


def test_a_turn_of_which_nothing_is_left_keeps_its_number():
    assert dialogue([user("<memory>x</memory>"), agent("ok")], language="en") == "#1 user:\n\n#2 assistant: ok"


def test_a_group_is_told_by_its_speakers_without_numbers_and_empty_lines():
    told = dialogue([*PAIR, agent("<think>hm", speaker="Ann")], language="en")
    assert told == "user: Hi.\n\nAnn: Hello.\n\nuser: And you?\n\nBo: Fine."


@pytest.mark.parametrize(
    ("messages", "group", "expected"),
    [
        (PAIR, "auto", True),
        (PAIR[:2], "auto", False),
        ([agent("a"), agent("b", speaker="Ann")], "auto", False),
        (PAIR[:2], "on", True),
        (PAIR, "off", False),
        ([], "auto", False),
    ],
)
def test_a_chat_is_a_groups_from_two_characters_on_or_as_it_is_set(messages, group, expected):
    assert is_group(messages, group) is expected
    assert dialogue(messages, language="en", group=group).startswith("#") is (bool(messages) and not expected)


@pytest.mark.parametrize(
    ("message", "name"),
    [
        (user("x"), "user"),
        (user("x", speaker=" Me "), "Me"),
        (agent("x"), "AI"),
        (agent("x", speaker="  "), "AI"),
        (agent("x", speaker="Ann"), "Ann"),
        (Message("user", (TextPart("x"),), source="client"), "client"),
    ],
)
def test_a_speaker_without_a_name_goes_by_the_side(message, name):
    assert speaker(message) == name


def test_tools_stand_below_the_turn_they_belong_to_and_take_no_number():
    told = dialogue([user("run it"), calls("a"), result("a", "fine"), agent("done")], language="en")
    assert told == (
        '#1 user: run it\n\n#2 assistant:\n\n[Tool Call]: bash(command="ls")\n\n[Tool Result]: fine\n\n'
        "#3 assistant: done"
    )


def test_results_under_the_users_role_are_no_turn():
    answered = Message("user", result("a", "fine").parts, source="tool")
    assert dialogue([calls("a"), answered, user("ok")], language="en").endswith("[Tool Result]: fine\n\n#2 user: ok")


def test_thinking_is_left_out_and_system_messages_are_labelled():
    told = dialogue([system("be good"), thinking("secret"), agent("<thinking>x</thinking>ok")], language="en")
    assert told == "[System]: be good\n\n#1 assistant: so\n\n#2 assistant: ok"


def test_what_a_client_put_there_is_not_the_users():
    assert dialogue([Message("user", (TextPart("cwd"),), source="client")], language="en") == "#1 client: cwd"


@given(st.lists(st.tuples(st.booleans(), st.text(max_size=30)), max_size=12))
def test_the_numbers_count_the_turns(turns):
    messages = [user(text) if by_user else agent(text) for by_user, text in turns]
    told = dialogue(messages, language="en", group="off")
    assert told.startswith("#1 ") is bool(turns)
    assert all(f"#{number} " in told for number in range(1, len(turns) + 1))


@given(st.lists(st.sampled_from([user("a"), agent("b"), system("s"), calls("c"), result("c", "r")]), max_size=12))
def test_a_chat_told_in_two_parts_has_the_numbers_of_the_whole(messages):
    before = turns_before(messages, "en")
    whole = dialogue(messages, language="en", group="off")
    for cut in range(1, len(messages)):
        parts = (messages[:cut], 1), (messages[cut:], before[cut] + 1)
        told = [dialogue(part, language="en", group="off", first=first) for part, first in parts]
        assert "\n\n".join(filter(None, told)) == whole
