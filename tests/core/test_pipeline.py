import pytest

from builders import Words, agent, calls, items, result, run, session, user
from foldline.core.counting.tokens import Tally
from foldline.core.messages import ImagePart, Message, TextPart
from foldline.core.outcome import Job
from foldline.core.pipeline import NO_HISTORY, fold
from foldline.core.plan import make_plan
from foldline.core.profiles.summary_text import TURN_CONTEXT
from foldline.core.profiles.templates import load
from foldline.core.requests import SummaryFailure, SummaryReply
from foldline.core.result import CompactionState, Status
from foldline.core.session import CompactionEntry, MessageEntry
from foldline.core.settings import CompactionSettings
from foldline.core.wrapping import wrap_summary


def text(count, word="word"):
    return " ".join(f"{word}{number}" for number in range(count))


def job(source, *, summariser="", window=None, state=None, **settings):
    settings.setdefault("keep_recent_tokens", 300)
    chosen = CompactionSettings(**settings)
    tally = Tally(Words())
    return Job(
        make_plan(source.context(), chosen, tally),
        chosen,
        load(chosen.profile, "en"),
        tally,
        source.history(),
        summariser=summariser,
        window=window,
        state=state or CompactionState(),
    )


def plain():
    return session(user("please do " + text(900)), agent(text(900, "did")), user("and now?"), agent("Soon."))


def split():
    return session(user("first " + text(900)), agent(text(900)), user("big task"), agent(text(600)), agent(text(200)))


REPLY = SummaryReply("## Goal\nShip it.")


def test_without_a_summariser_the_fold_needs_nobody():
    asked, folded = run(fold(job(plain())))
    assert asked == []
    assert folded.status is Status.COMPACTED
    assert (folded.method, folded.summarised_by) == ("builtin", "builtin")
    assert folded.tokens_after < folded.tokens_before


def test_a_plain_fold_asks_for_summary_then_short_summary():
    asked, folded = run(fold(job(plain(), summariser="me")), (REPLY,), (SummaryReply("I shipped."),))
    assert [request.kind for requests in asked for request in requests] == ["full", "short"]
    assert folded.summary.startswith("## Goal\nShip it.")
    assert (folded.short_summary, folded.method, folded.summarised_by) == ("I shipped.", "model", "me")


def test_a_split_turn_asks_for_both_parts_together_and_joins_them():
    asked, folded = run(
        fold(job(split(), summariser="me")),
        (REPLY, SummaryReply("## Original Request\nbig")),
        (SummaryReply("I did."),),
    )
    assert [request.kind for request in asked[0]] == ["full", "turn_prefix"]
    assert folded.prose == f"## Goal\nShip it.{TURN_CONTEXT}## Original Request\nbig"
    assert folded.is_split_turn


def test_a_split_turn_without_history_says_so():
    source = session(user("big task"), agent(text(900)), agent(text(200)))
    _, folded = run(fold(job(source, summariser="me")), (SummaryReply("## Original Request\nbig"),), (REPLY,))
    assert folded.prose.startswith(NO_HISTORY + TURN_CONTEXT)


def test_a_second_fold_updates_the_previous_summary():
    source = plain()
    source.append(CompactionEntry("f", "m3", "old summary", "m2"))
    source.append(MessageEntry("m4", "f", user(text(900))))
    source.append(MessageEntry("m5", "m4", agent(text(200))))
    asked, _ = run(fold(job(source, summariser="me")), (REPLY, REPLY), (REPLY,))
    assert [request.kind for request in asked[0]] == ["update", "turn_prefix"]
    assert "old summary" in asked[0][0].prompt


def test_the_short_summary_sees_the_merged_summary_with_its_files():
    source = session(
        user(text(900)),
        calls("a", name="edit", arguments={"path": "src/app.py", "oldText": "a", "newText": "b"}),
        result("a"),
        agent(text(900)),
        user("next"),
        agent("ok"),
    )
    asked, _ = run(fold(job(source, summariser="me")), (REPLY,), (REPLY,))
    assert "Ship it." in asked[1][0].prompt
    assert "src/app.py" in asked[1][0].prompt


def test_the_failure_of_the_short_summary_never_costs_the_summary():
    _, folded = run(fold(job(plain(), summariser="me", fallback="none")), (REPLY,), (SummaryFailure("busy"),))
    assert folded.status is Status.COMPACTED
    assert folded.short_summary
    assert folded.attempts[-1].outcome == "busy"


def test_without_fallback_a_failure_leaves_the_history_as_it_was():
    source = plain()
    _, folded = run(fold(job(source, summariser="me", fallback="none")), (SummaryFailure("busy"),))
    assert folded.status is Status.SUMMARY_FAILED
    assert "busy" in folded.reason
    assert list(folded.messages) == [item.message for item in source.context().items]


def test_with_fallback_the_reason_names_who_failed_and_why():
    _, folded = run(fold(job(plain(), summariser="me")), (SummaryFailure("busy"),), (SummaryFailure("busy"),))
    assert folded.status is Status.COMPACTED
    assert folded.method == "builtin"
    assert "me gave nothing usable (busy)" in folded.reason


def test_a_fold_that_would_not_shrink_is_not_made():
    source = session(user("a b c"), agent("d"), user("e f"), agent("g"))
    _, folded = run(fold(job(source, keep_recent_tokens=8)))
    assert folded.status is Status.NOT_WORTH_IT
    assert folded.tokens_after == folded.tokens_before


def test_a_plan_that_cannot_be_made_is_the_result():
    _, folded = run(fold(job(session(user("a"), agent("b")))))
    assert folded.status is Status.NOTHING_TO_FOLD
    assert len(folded.messages) == 2


def test_the_summary_is_the_first_user_message_and_the_rest_is_word_for_word():
    source = plain()
    _, folded = run(fold(job(source)))
    opening, *kept = folded.messages
    assert opening.role == "user"
    assert opening.text == wrap_summary(folded.summary)
    assert kept == [item.message for item in source.context().items[2:]]


def test_where_roles_must_alternate_the_summary_joins_the_first_kept_user_message():
    _, folded = run(fold(job(plain(), alternate=True)))
    assert [message.role for message in folded.messages] == ["user", "assistant"]
    assert folded.messages[0].parts[-1] == TextPart("and now?")


def test_a_fold_that_frees_too_little_is_a_strike_and_a_good_one_clears_them():
    _, good = run(fold(job(plain(), state=CompactionState(strikes=1))))
    assert good.state.strikes == 0
    bad_source = session(user(text(1000)), agent(text(300)), user("x"), agent(text(8000)))
    _, bad = run(fold(job(bad_source, state=CompactionState(strikes=1), keep_recent_tokens=9000)))
    assert (bad.status, bad.state.strikes) == (Status.COMPACTED, 2)


@pytest.mark.parametrize(
    ("more", "reason"),
    [({"enabled": False}, "switched off"), ({"state": CompactionState(strikes=2)}, "freed too little")],
)
def test_an_automatic_fold_rests_where_one_by_hand_is_made(more, reason):
    made = job(plain(), **more)
    _, by_hand = run(fold(made))
    _, automatic = run(fold(made._replace(trigger="auto")))
    assert by_hand.status is Status.COMPACTED
    assert automatic.status is Status.NOT_WORTH_IT
    assert reason in automatic.reason


def test_folds_within_one_turn_are_counted():
    _, first = run(fold(job(plain())))
    _, second = run(fold(job(plain(), state=first.state)))
    assert (first.state.folds_this_turn, second.state.folds_this_turn) == (1, 2)


@pytest.mark.parametrize("reply", ["", "Sure, I'll continue.", "nonsense " * 5000])
def test_a_bad_summary_is_never_used(reply):
    rounds = [(SummaryReply(reply),), (SummaryReply(reply),), (SummaryReply(""),), (SummaryReply(""),)]
    _, folded = run(fold(job(plain(), summariser="me")), *rounds)
    assert folded.status is Status.COMPACTED
    assert folded.method == "builtin"


def test_what_the_user_said_is_in_the_ledger_word_for_word():
    source = session(user("Never touch the vendor folder, please."), agent(text(900)), user("go on"), agent("ok"))
    _, folded = run(fold(job(source)))
    assert "Never touch the vendor folder, please." in folded.summary
    assert [quote.text for quote in folded.ledger.said] == ["Never touch the vendor folder, please."]


def test_pins_stand_in_the_summary():
    _, folded = run(fold(job(plain(), pins=("Use tabs.",))))
    assert "Use tabs." in folded.summary


def test_a_pending_call_survives_with_its_message():
    waiting = Message("assistant", calls("w").parts, source="agent")
    source = session(user(text(900)), agent(text(900)), user("run it"), waiting)
    _, folded = run(fold(job(source)))
    assert folded.messages[-1] is waiting
    assert items(*folded.messages)


def test_ids_that_wait_for_nothing_any_more_do_no_harm():
    _, folded = run(fold(job(plain(), pending_calls=frozenset({"long gone"}))))
    assert folded.status is Status.COMPACTED


def test_a_conversation_of_one_huge_result_still_makes_progress():
    source = session(user("read the log"), calls("a"), result("a", text(9_000)))
    _, folded = run(fold(job(source)))
    assert folded.status is Status.COMPACTED
    assert folded.tokens_after < 1_500
    assert folded.clamped[0].kept_tokens < 300
    assert "read the log" in "".join(message.text for message in folded.messages)


def test_an_unanswered_request_is_never_folded_away_for_its_pictures():
    picture = ImagePart("image/png", 1_600, 1_200, 3_000_000)
    request = Message("user", (TextPart("what is wrong here?"), *[picture] * 4))
    source = session(user(text(900)), agent(text(900)), request)
    _, folded = run(fold(job(source)))
    assert folded.messages[-1] is request
