import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from builders import agent, items
from foldline.core.checks import Expected
from foldline.core.drafts import Asker, Draft, Text
from foldline.core.portions import Story, fit, in_one, in_portions, newest_that_fit
from foldline.core.profiles.prompting import Prompt
from foldline.core.profiles.templates import load
from foldline.core.requests import SummaryFailure, SummaryReply

ROOM = 5_000
FRAME = 100


def count(text):
    return len(text.split())


def draft(portion):
    prompt = Prompt("", f"{portion.previous} | {portion.conversation}")
    expected = Expected("update" if portion.previous else "full", load("handoff", "en"), 0, str, count)
    return Draft(expected.kind, 100, lambda _: prompt, str, expected)


def story(*sizes, room=ROOM, previous=""):
    messages = items(*(agent(f"<m{number}> " + f"w{number} " * size) for number, size in enumerate(sizes)))
    return Story(
        messages,
        sum(sizes) + 4 * len(sizes),
        lambda some: "\n\n".join(item.message.text for item in some),
        draft,
        room,
        FRAME,
        count,
        previous,
    )


def run(wanted, takes=10**9):
    """Answer every request that has at most so many words; return the result and what was asked."""
    asking, asked = wanted.ask(Asker("me")), []
    reply = None
    while True:
        try:
            request = asking.send(reply)
        except StopIteration as stop:
            return stop.value, asked
        asked.append(request.prompt)
        is_long = count(request.prompt) > takes
        reply = SummaryFailure("too long", overflow=True) if is_long else SummaryReply(f"summary {len(asked)}")


def folded(told, takes=10**9):
    return run(in_portions(told, str), takes)


def test_what_fits_is_told_at_once():
    text, asked = folded(story(100, 100))
    assert (text.text, len(asked)) == ("summary 1", 1)


def test_what_does_not_fit_is_told_in_portions_that_carry_on_the_summary():
    text, asked = folded(story(*[1_000] * 12, previous="before"))
    assert [prompt.partition(" | ")[0] for prompt in asked] == ["before", "summary 1", "summary 2"]
    assert (text.text, text.by) == ("summary 3", "me")
    assert [attempt.outcome for attempt in text.attempts] == ["accepted"] * 3


def test_a_portion_that_is_turned_away_is_halved_from_what_was_sent():
    _, asked = folded(story(*[500] * 9), takes=3_000)
    sizes = [count(prompt) for prompt in asked]
    assert sizes[0] > 3_000
    assert max(sizes[1:]) <= sizes[0] // 2 + FRAME


def test_a_length_that_is_never_taken_ends_the_text():
    text, asked = folded(story(*[500] * 9), takes=1)
    assert (text.text, text.overflow) == (None, True)
    assert len(asked) < 5


def test_another_failure_ends_the_text_at_once():
    asking = in_portions(story(*[1_000] * 12), str).ask(Asker("me"))
    next(asking)
    with pytest.raises(StopIteration) as stop:
        asking.send(SummaryFailure("down"))
    assert stop.value.value == Text(None, "", stop.value.value.attempts)


def test_a_previous_summary_larger_than_the_room_is_cut_too():
    _, asked = folded(story(1_000, 1_000, previous="old " * 20_000))
    assert max(map(count, asked)) <= ROOM + FRAME
    assert {f"<m{number}>" for number in range(2)} <= {word for prompt in asked for word in prompt.split()}


@pytest.mark.parametrize("room", [60, 600, 4_000])
def test_no_prompt_is_larger_than_the_room_however_small_it_is(room):
    told = story(*[300] * 8, room=room, previous="old " * 500)
    for wanted in (in_portions(told, str), in_one(told, str)):
        _, asked = run(wanted)
        assert max(map(count, asked)) <= room + 3


def test_with_too_many_portions_messages_are_shortened_and_all_come_up():
    _, asked = folded(replace(story(*[700] * 60, *[30] * 60), most_portions=4))
    assert len(asked) <= 4
    assert {f"<m{number}>" for number in range(120)} <= {word for prompt in asked for word in prompt.split()}
    assert max(map(count, asked)) <= ROOM + FRAME


@settings(deadline=None)
@given(st.lists(st.integers(0, 3_000), min_size=1, max_size=40), st.sampled_from([700, 2_000, 10**9]))
def test_every_message_comes_up_in_order_and_the_calls_are_bounded(sizes, takes):
    text, asked = folded(story(*sizes), takes)
    told = [word for prompt in asked for word in prompt.split() if word.startswith("<m")]
    if text.text is not None:
        assert list(dict.fromkeys(told)) == [f"<m{number}>" for number in range(len(sizes))]
    assert len(asked) <= 2 * sum(sizes) // 1_024 + len(sizes) + 5


def test_one_request_tells_the_first_message_and_the_newest():
    text, (prompt,) = run(in_one(story(*[1_000] * 12), str))
    assert text.text == "summary 1"
    told = [word for word in prompt.split() if word.startswith("<m")]
    assert told == ["<m0>", "<m9>", "<m10>", "<m11>"]


def test_one_request_that_is_turned_away_is_made_shorter():
    text, asked = run(in_one(story(*[1_000] * 12), str), takes=3_000)
    assert text.text == "summary 2"
    assert "<m11>" in asked[1]


def test_a_single_message_is_cut_where_nothing_can_be_left_out():
    _, (prompt,) = run(in_one(story(50_000), str))
    assert count(prompt) <= ROOM + FRAME


@pytest.mark.parametrize(("sizes", "first"), [((10, 10), 0), ((1_000,) * 12, 9), ((50_000,), 0), ((9_000, 9_000), 1)])
def test_the_newest_that_fit_stand_beside_the_first(sizes, first):
    assert newest_that_fit(story(*sizes), ROOM) == first


@given(st.text(max_size=3_000), st.integers(60, 500))
def test_a_text_is_made_to_fit(text, most):
    assert count(fit(text, most, count)) <= most
