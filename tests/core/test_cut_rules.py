import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import agent, calls, client, result, system, thinking, user
from foldline.core.cut_rules import RULES, faults, head_size, is_turn_start, lay_out, legal_cuts, link
from foldline.core.messages import Message, ReasoningPart


def cuts(*messages, head=0, waiting=frozenset()):
    legal = legal_cuts(lay_out(messages, head=head, waiting=frozenset(waiting)))
    return [index for index, allowed in enumerate(legal) if allowed]


def test_a_call_is_never_parted_from_its_result():
    assert cuts(user(), calls("a"), result("a"), agent()) == [0, 1, 3, 4]


def test_a_batch_stays_whole_when_results_come_late_and_out_of_order():
    assert cuts(user(), calls("a", "b"), result("b"), user("hm"), result("a"), agent()) == [0, 1, 5, 6]


def test_a_result_whose_call_is_gone_never_opens_the_kept_part():
    assert cuts(result("lost"), result("b"), user(), agent()) == [2, 3, 4]


def test_an_id_used_again_belongs_to_its_newest_call():
    messages = (user(), calls("a"), result("a"), user(), calls("a"), result("a"))
    assert cuts(*messages) == [0, 1, 3, 4, 6]


def test_the_call_without_result_in_the_last_answer_is_pending_and_kept():
    assert cuts(user(), calls("a", "b"), result("a")) == [0, 1]


@pytest.mark.parametrize("reason", ["aborted", "error"])
def test_a_call_of_an_aborted_answer_is_abandoned(reason):
    assert cuts(user(), calls("a", stop_reason=reason), user()) == [0, 1, 2, 3]


def test_a_call_is_abandoned_when_the_user_went_on():
    assert cuts(user(), calls("a"), user("leave it"), agent()) == [0, 1, 2, 3, 4]


def test_a_call_that_is_said_to_wait_pins_its_group_although_the_talk_went_on():
    messages = (user(), calls("a"), user("by the way"), agent(), user(), agent())
    assert cuts(*messages, waiting={"a"}) == [0, 1]


def test_the_head_is_never_cut():
    assert cuts(system(), client(), user(), agent(), head=2) == [2, 3, 4]


def test_parts_of_one_answer_stay_together():
    messages = (user(), agent("a", response_id="r"), agent("b", response_id="r"), agent("c", response_id="s"))
    assert cuts(*messages) == [0, 1, 3, 4]


def test_reasoning_stays_with_what_it_led_to():
    lone = Message("assistant", (ReasoningPart("hm"),), source="agent")
    assert cuts(user(), lone, agent(), user()) == [0, 1, 3, 4]


def test_a_running_turn_is_only_entered_at_thinking():
    messages = (user(), thinking(), calls("a"), result("a"), thinking(), agent())
    assert cuts(*messages) == [0, 1, 4, 6]


def test_thinking_of_turns_that_ended_forbids_nothing():
    messages = (user(), thinking(), agent("more"), user(), agent())
    assert cuts(*messages) == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("messages", "size"),
    [
        ((), 0),
        ((user(),), 0),
        ((system(), client(), user(), client()), 2),
        ((system(), system()), 2),
    ],
)
def test_the_head_is_what_stands_before_the_first_turn(messages, size):
    assert head_size(messages) == size


@pytest.mark.parametrize(
    ("message", "starts"),
    [(user(), True), (client(), False), (agent(), False), (result("a"), False), (system(), False)],
)
def test_a_turn_starts_with_what_the_user_did(message, starts):
    assert is_turn_start(message) is starts


@pytest.mark.parametrize(
    ("messages", "fault"),
    [
        ((user(), result("x")), "message 2 holds a result for call 'x'"),
        ((result("x"),), "the first message after the system prompt is a tool result"),
        ((system(), agent()), "has role 'assistant'; it must be 'user'"),
    ],
)
def test_a_list_that_breaks_a_rule_is_told_so(messages, fault):
    assert any(fault in found for found in faults(lay_out(messages)))


def test_a_waiting_call_that_is_missing_is_a_fault():
    layout = lay_out([user()], waiting=frozenset({"a"}))
    assert not faults(layout)
    assert faults(layout._replace(pending=frozenset({"a"}))) == ["call 'a' waits for its answer but is not in the list"]


MESSAGES = st.lists(
    st.sampled_from(["user", "agent", "think", "client", "a", "b", "ab", "ra", "rb", "aborted", "system"]), max_size=25
)
MADE = {
    "user": user(),
    "agent": agent(),
    "think": thinking(),
    "client": client(),
    "system": system(),
    "a": calls("a"),
    "b": calls("b"),
    "ab": calls("a", "b"),
    "ra": result("a"),
    "rb": result("b"),
    "aborted": calls("a", stop_reason="aborted"),
}


@given(MESSAGES)
def test_behind_any_legal_cut_no_result_lost_its_call(kinds):
    messages = [MADE[kind] for kind in kinds]
    orphans = set(link(messages).orphans)
    for index, allowed in enumerate(legal_cuts(lay_out(messages))):
        if allowed:
            kept = {(at + index, call_id) for at, call_id in link(messages[index:]).orphans}
            assert kept <= orphans


@given(MESSAGES)
def test_a_cut_is_legal_exactly_where_every_rule_allows_it(kinds):
    layout = lay_out([MADE[kind] for kind in kinds], head=head_size([MADE[kind] for kind in kinds]))
    alone = [legal_cuts(layout, [rule]) for rule in RULES]
    assert list(legal_cuts(layout)) == [int(all(column)) for column in zip(*alone, strict=True)]


@given(MESSAGES)
def test_a_pending_call_is_behind_no_legal_cut(kinds):
    messages = [MADE[kind] for kind in kinds]
    layout = lay_out(messages)
    waiting = [i for i, left in layout.links.open_calls.items() if any(call.id in layout.pending for call in left)]
    for index, allowed in enumerate(legal_cuts(layout)):
        assert not allowed or all(index <= at for at in waiting)
