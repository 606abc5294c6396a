import pytest

from builders import Words, agent, calls, client, result, session, system, user
from foldline.core.counting.tokens import Tally
from foldline.core.plan import Surroundings, make_plan
from foldline.core.result import CounterInfo, Status
from foldline.core.session import CompactionEntry, Context, MessageEntry
from foldline.core.settings import CompactionSettings


def planned(source, around=None, **settings):
    settings.setdefault("keep_recent_tokens", 50)
    context = source if isinstance(source, Context) else source.context()
    return make_plan(context, CompactionSettings(**settings), Tally(Words()), around)


def long(count=40):
    return " ".join(["word"] * count)


def test_old_turns_are_folded_and_new_ones_stay():
    plan = planned(session(user(long()), agent(long()), user("now"), agent("yes")))
    assert plan.status is Status.COMPACTED
    assert [item.id for item in plan.to_summarize] == ["m0", "m1"]
    assert [item.id for item in plan.kept] == ["m2", "m3"]


def test_every_message_is_in_exactly_one_part():
    source = session(system(), user(long()), agent(long()), user(long()), agent(long()), agent("x"))
    plan = planned(source)
    parts = (*plan.head, *plan.to_summarize, *plan.turn_prefix, *plan.kept)
    assert [item.id for item in parts] == [item.id for item in source.context().items]


def test_the_beginning_of_a_split_turn_is_apart():
    plan = planned(session(user(long()), agent(long()), user("go"), agent(long()), agent(long(30))))
    assert [item.id for item in plan.turn_prefix] == ["m2", "m3"]
    assert plan.is_split_turn
    assert plan.first_kept_entry_id == "m4"


def test_head_and_fixed_part_are_counted():
    source = session(system(long(10)), user(long()), agent(long()))
    plan = planned(source, Surroundings(fixed_tokens=7))
    assert plan.head_tokens == 14
    assert plan.tokens_before == 7 + 14 + 44 + 44


@pytest.mark.parametrize(
    ("source", "status", "reason"),
    [
        (session(), Status.NOT_A_CONVERSATION, "no messages"),
        (session(user(), agent()), Status.NOTHING_TO_FOLD, "fit the 50"),
        (session(system(), client()), Status.NOTHING_TO_FOLD, "no place where a cut"),
        (session(user(), calls("a"), result("a", long(90))), Status.COMPACTED, ""),
        (session(user(long(90))), Status.NOTHING_TO_FOLD, "one group"),
    ],
)
def test_where_nothing_can_be_folded_the_plan_says_why(source, status, reason):
    plan = planned(source)
    assert plan.status is status
    assert reason in plan.reason


def test_a_pending_call_is_named_when_it_blocks_the_fold():
    plan = planned(session(calls("a"), user(long()), user(long())), pending_calls=frozenset({"a"}))
    assert plan.status is Status.NOTHING_TO_FOLD
    assert "waits for its answer" in plan.reason


def test_a_session_that_was_just_folded_is_left_alone():
    source = session(user(long()), agent(long()))
    source.append(CompactionEntry("f", "m1", "summary", "m1"))
    assert planned(source).status is Status.ALREADY_COMPACTED
    source.append(MessageEntry("m2", "f", user(long())))
    assert planned(source).status is Status.COMPACTED


def test_a_second_fold_takes_up_what_the_first_one_kept():
    source = session(user("a"), agent(long()), user("b"), agent(long()))
    source.append(CompactionEntry("f", "m3", "summary", "m2"))
    source.append(MessageEntry("m4", "f", user("c")))
    source.append(MessageEntry("m5", "m4", agent(long())))
    plan = planned(source)
    assert [item.id for item in (*plan.folded, *plan.kept)] == ["m2", "m3", "m4", "m5"]
    assert "m3" in {item.id for item in plan.folded}


def test_a_fixed_part_over_the_threshold_is_named_not_folded():
    source = session(system(long(900)), user(long()), agent(long()))
    plan = planned(source, Surroundings(window=1_000), reserve_tokens=200)
    assert plan.status is Status.FIXED_PART_TOO_LARGE
    assert "904 tokens" in plan.reason


def test_an_oversized_newest_group_is_clamped_for_the_model_and_whole_in_the_session():
    plan = planned(session(user(), agent(), user("x"), calls("a"), result("a", long(900))), keep_recent_tokens=200)
    assert plan.kept_tokens > 900
    assert plan.clamped[0].entry_id == "m4"
    assert plan.kept[-1].message.results[0].text == long(900)
    assert plan.kept_for_model[-1].message.results[0].text != long(900)
    assert "always kept" in plan.why_here


def test_a_provider_that_reports_more_tokens_shrinks_the_budget():
    source = session(user(long()), agent(long()), user(long()), agent("x"))
    info = CounterInfo("words", factor=2.0, factor_source="usage")
    assert planned(source, Surroundings(counter=info), keep_recent_tokens=100).keep_budget == 50
    guess = Surroundings(counter=CounterInfo("words", factor=2.0, factor_source="family"))
    assert planned(source, guess, keep_recent_tokens=100).keep_budget == 100


@pytest.mark.parametrize(
    ("keep", "kept"),
    [(("messages", 2), 2), (("user_messages", 1), 3), ((("messages", 3), ("tokens", 60)), 2), (("fraction", 0.05), 2)],
)
def test_the_budget_can_be_in_other_measures(keep, kept):
    source = session(user("a"), agent(long()), user("b"), agent(long()))
    plan = planned(source, Surroundings(window=1_000), keep=keep, reserve_tokens=100)
    assert len(plan.kept) == kept


def test_why_here_names_budget_and_the_next_legal_cut():
    plan = planned(session(user(long()), agent(long()), user("b"), agent("c")), keep_recent_tokens=60)
    assert plan.why_here == "keep 60 tokens; the next legal cut, one message earlier, would keep 98"


def test_a_small_window_holds_the_budget_so_that_the_summary_has_room():
    source = session(user(long(400)), agent(long(400)), user("b"), agent("c"))
    plan = planned(source, Surroundings(window=1_000), reserve_tokens=100, keep_recent_tokens=900)
    assert plan.keep_budget < 500
    assert "held to" in plan.why_here


def test_abandoned_calls_of_the_folded_part_are_listed():
    plan = planned(session(user(long()), calls("gone"), user(long()), agent(long(30))))
    assert plan.abandoned_calls == ("gone",)


def test_a_result_that_had_no_call_before_the_fold_is_sent_to_no_model():
    orphan = result("gone", "x")
    plan = planned(session(user(long()), agent(long()), user("b"), orphan, agent("c")), keep_recent_tokens=60)
    assert orphan in [item.message for item in plan.kept]
    assert orphan not in [item.message for item in plan.kept_for_model]
    assert plan.lost_results == ("gone",)
