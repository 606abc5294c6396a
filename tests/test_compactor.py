import asyncio

import pytest

from builders import Words, agent, calls, result, session, user
from foldline import (
    CallableProvider,
    CompactionSettings,
    CompactionState,
    ScriptedProvider,
    Status,
    acompact,
    compact,
    entry,
    load,
    plan,
    preview,
    should_compact,
)
from foldline.core.counting.model_facts import ModelFacts
from foldline.core.messages import Message, Usage
from foldline.core.requests import SummaryReply
from foldline.core.session import CompactionEntry, Info, MessageEntry
from foldline.errors import ProviderError, UnreadableError

KEEP = CompactionSettings(keep_recent_tokens=300)


def text(count, word="word"):
    return " ".join(f"{word}{number}" for number in range(count))


def talk():
    return session(user("please do " + text(900)), agent(text(900, "did")), user("and now?"), agent("Soon."))


def folded(source, **more):
    return compact(source, KEEP, counter=Words(), **more)


def test_a_fold_leaves_the_session_as_it_was_and_its_entry_commits_it():
    source = talk()
    made = folded(source)
    assert len(source) == 4
    source.append(entry(made, source))
    context = source.context()
    assert context.previous.summary == made.summary
    assert [item.id for item in context.items] == [item.id for item in made.kept]


def test_a_fold_that_did_not_happen_can_not_be_committed():
    source = session(user("hi"))
    with pytest.raises(ValueError, match="nothing to commit: the fold ended as 'nothing_to_fold'"):
        entry(folded(source), source)


def test_a_folded_session_is_left_alone_until_something_is_said():
    source = talk()
    source.append(entry(folded(source), source))
    assert folded(source).status is Status.ALREADY_COMPACTED


def test_the_second_fold_reads_the_ledger_of_the_first_and_the_originals():
    source = session(user("Never touch the vendor folder."), agent(text(900)), user("go on"), agent("ok"))
    source.append(entry(folded(source), source))
    for number in range(3):
        source.append(MessageEntry(f"n{number}", source.leaf_id, agent(text(400, f"more{number}x"))))
    again = folded(source)
    assert again.status is Status.COMPACTED
    assert again.summary.count("Never touch the vendor folder.") >= 1
    assert "Never touch the vendor folder." in [quote.text for quote in again.ledger.said]


def test_a_scripted_provider_is_asked_and_named():
    provider = ScriptedProvider(["## Goal\nShip.", "I shipped."], name="me")
    made = folded(talk(), provider=provider)
    assert [request.kind for request in provider.requests] == ["full", "short"]
    assert (made.summarised_by, made.method, made.short_summary) == ("me", "model", "I shipped.")


@pytest.mark.parametrize("reply", [ProviderError("busy"), SummaryReply("cut", "length"), ""])
def test_whatever_a_provider_does_the_fold_is_made(reply):
    made = folded(talk(), provider=ScriptedProvider([reply] * 4))
    assert (made.status, made.method) == (Status.COMPACTED, "builtin")
    assert made.attempts


def test_any_function_is_a_provider_and_its_errors_cost_nothing():
    def broken(prompt):
        raise ConnectionError(prompt[:5])

    assert folded(talk(), provider=CallableProvider(lambda prompt: "## Goal\nShip.")).method == "model"
    made = folded(talk(), provider=CallableProvider(broken))
    assert made.method == "builtin"
    assert "ConnectionError" in made.attempts[0].outcome


def test_the_async_driver_ends_in_the_same_result():
    class Async:
        name = "me"

        async def asummarize(self, request):
            return SummaryReply(f"## Goal\n{request.kind}")

    made = asyncio.run(acompact(talk(), KEEP, counter=Words(), provider=Async()))
    threaded = asyncio.run(acompact(talk(), KEEP, counter=Words(), provider=ScriptedProvider(["## Goal\nfull", "x"])))
    assert made.prose == threaded.prose == "## Goal\nfull"


def test_an_async_provider_that_fails_costs_nothing():
    class Async:
        name = "me"

        async def asummarize(self, request):
            raise ProviderError("busy")

    assert asyncio.run(acompact(talk(), KEEP, counter=Words(), provider=Async())).method == "builtin"


def test_the_trigger_is_recorded_and_changes_no_prompt():
    prompts = []
    for trigger in ("manual", "auto"):
        provider = ScriptedProvider(["## Goal\nShip.", "I did."])
        assert folded(talk(), provider=provider, trigger=trigger).trigger == trigger
        prompts.append([(request.system, request.prompt) for request in provider.requests])
    assert prompts[0] == prompts[1]


def test_plan_and_preview_ask_nobody():
    assert plan(talk(), KEEP, counter=Words()).first_kept_entry_id == "m2"
    assert preview(talk(), KEEP, counter=Words()).method == "builtin"


def test_timings_are_told():
    assert set(folded(talk()).timings) == {"plan", "fold", "total"}


def due(source, state=None, **settings):
    settings.setdefault("context_window", 1_000)
    settings.setdefault("reserve_tokens", 100)
    return should_compact(source, CompactionSettings(**settings), state=state, counter=Words())


def test_a_fold_is_due_above_the_threshold_and_every_number_has_an_origin():
    decision = due(talk())
    assert decision
    text = decision.explain()
    assert "counted by words" in text
    assert "window 1,000: context_window" in text
    assert "threshold 850" in text


def test_reported_usage_is_the_anchor_and_what_came_after_is_counted():
    source = session(user("x"), agent("y", usage=Usage(input=700, output=60)), user(text(100)))
    decision = due(source)
    assert decision.tokens == 864
    assert decision
    assert "760 reported by the provider with message 2, 104 counted after it" in decision.explain()


def test_a_report_smaller_than_what_is_there_is_not_believed():
    source = session(user(text(900)), agent("y", usage=Usage(input=10)))
    assert due(source).tokens > 900


def test_a_report_from_before_the_newest_fold_does_not_trigger_again():
    source = session(user("x"), agent("y", usage=Usage(input=10**6)), user("z"))
    source.append(CompactionEntry("f", "m2", "summary", "m0"))
    source.append(MessageEntry("n", "f", user("hello")))
    assert not due(source)


def test_nothing_is_folded_twice_in_a_row():
    source = talk()
    source.append(CompactionEntry("f", "m3", "summary", "m0"))
    decision = due(source)
    assert not decision
    assert "nothing was said since" in decision.reason


def test_two_folds_that_freed_too_little_stop_automatic_folding_with_a_reason():
    decision = due(talk(), CompactionState(strikes=2, usage_at_last_fold=990))
    assert not decision
    assert "2 folds in a row freed too little" in decision.reason
    assert due(talk(), CompactionState(strikes=1))


def test_folds_within_one_turn_are_bounded():
    state = CompactionState(folds_this_turn=3, turn="m2")
    assert "already folded 3 times" in due(talk(), state).reason
    assert due(talk(), CompactionState(folds_this_turn=3, turn="m0"))


def test_user_messages_since_the_fold_are_counted_for_their_trigger():
    source = session(*[message for _ in range(8) for message in (user("a"), calls("c"), result("c"), agent("b"))])
    assert not due(source, context_window=10**6, trigger=(("user_messages", 9),))
    assert due(source, context_window=10**6, trigger=(("user_messages", 8),))


def test_an_image_is_no_reason_to_fold():
    from foldline.core.messages import ImagePart

    picture = Message("user", (ImagePart("image/png", 1600, 1200, 3_000_000),))
    assert not due(session(picture), context_window=20_000)


@pytest.mark.parametrize("name", ["absent.jsonl", "."])
def test_a_file_that_cannot_be_read_is_said_to_be_so(tmp_path, name):
    with pytest.raises(UnreadableError, match="can't be read"):
        load(tmp_path / name)


def test_bytes_and_paths_are_read_alike(tmp_path):
    data = b'[{"role":"user","content":"hi"}]'
    (tmp_path / "x.json").write_bytes(data)
    assert load(data).history() == load(tmp_path / "x.json").history() == load(str(tmp_path / "x.json")).history()


@pytest.mark.parametrize(
    ("stated", "window", "origin"),
    [
        (ModelFacts(context_window=9_000), 9_000, "stated for model 'house/m-7'"),
        (ModelFacts(price_in=1), 128_000, "guessed for model 'house/m-7'"),
    ],
)
def test_a_window_that_is_stated_for_the_model_holds_for_its_sessions(stated, window, origin):
    source = session(user("hello"))
    source.info = Info(model="house/m-7")
    text = should_compact(source, CompactionSettings(catalog={"M-7": stated}), counter=Words()).explain()
    assert f"window {window:,}: {origin}" in text
