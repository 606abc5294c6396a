"""Around the moment of a fold: messages that come meanwhile, what was cleared, work under way, a model to come."""

import asyncio

import pytest

from builders import Words, agent, calls, client, result, session, user
from foldline import CompactionSettings, ScriptedProvider, Status, acompact, compact, compact_messages, entry
from foldline.core import prompts
from foldline.core.budget import threshold
from foldline.core.requests import SummaryReply
from foldline.core.session import MessageEntry, ResetEntry, Session
from told_model import ToldModel

KEEP = CompactionSettings(keep_recent_tokens=300)


def text(count, word="word"):
    return " ".join(f"{word}{number}" for number in range(count))


def talk():
    return session(user("please do " + text(900)), agent(text(900, "did")), user("and now?"), agent("Soon."))


def say(source: Session, *messages):
    for message in messages:
        source.append(MessageEntry(f"m{len(source)}", source.leaf_id, message))


def test_what_is_said_while_a_fold_is_made_follows_the_kept_part_in_its_order():
    source = talk()

    class Slow:
        name = "slow"

        async def asummarize(self, request):
            say(source, user(f"by the way {len(source)}"))
            await asyncio.sleep(0)
            return SummaryReply("## Goal\nShip." if request.kind == "full" else "I did.")

    made = asyncio.run(acompact(source, KEEP, counter=Words(), provider=Slow()))
    source.append(entry(made, source))
    said = [item.message.text for item in source.context().items]
    assert said == ["and now?", "Soon.", "by the way 4", "by the way 5"]
    assert source.context().previous.summary == made.summary


@pytest.mark.parametrize(
    "last",
    [
        {"role": "tool", "tool_call_id": "c1", "content": "4 passed"},
        {"role": "assistant", "content": "All of it is done."},
        {"role": "user", "content": "and the rest?"},
    ],
    ids=["in the middle of a task", "at rest", "asked"],
)
def test_a_fold_ends_as_the_list_did_so_that_work_goes_on_and_none_is_begun(last):
    call = {"id": "c1", "type": "function", "function": {"name": "bash", "arguments": "{}"}}
    messages = [
        {"role": "user", "content": "please do " + text(900)},
        {"role": "assistant", "content": text(900, "did")},
        {"role": "user", "content": "run the tests"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": "4 passed"},
        last,
    ]
    messages = messages[: 5 if last["role"] == "tool" else 6]
    folded = compact_messages(messages, wire="openai_chat", settings=KEEP)
    assert folded.result.status is Status.COMPACTED
    assert folded.messages[-1] is messages[-1]
    assert folded.messages[0]["role"] == "user"
    assert [message["role"] for message in folded.messages[1:]] == [message["role"] for message in messages[2:]]


@pytest.mark.parametrize("fold_first", [False, True])
def test_what_was_cleared_is_in_no_request_and_in_no_part_of_a_result(fold_first):
    source = session(
        user(f"Never say plum. {text(900, 'plum')}"), agent(text(900, "plum")), user("plum?"), agent("plum")
    )
    if fold_first:
        source.append(entry(compact(source, KEEP, counter=Words()), source))
    source.append(ResetEntry("cleared", source.leaf_id))
    say(source, user("please do " + text(900)), agent(text(900, "did")), user("and now?"), agent("Soon."))
    provider = ScriptedProvider(["## Goal\nShip.", "I did."])
    made = compact(source, KEEP, counter=Words(), provider=provider)
    assert [request.kind for request in provider.requests] == ["full", "short"]
    assert "plum" not in repr(provider.requests) + made.summary + repr(made.ledger) + repr(made.messages)


def test_a_clearing_before_a_fold_leaves_the_fold_its_place():
    source = session(user("plum " + text(900, "plum")), agent("plum"))
    source.append(ResetEntry("cleared", source.leaf_id))
    say(source, user("please do " + text(900)), agent(text(900, "did")), user("and now?"), agent("Soon."))
    first = compact(source, KEEP, counter=Words())
    source.append(entry(first, source))
    say(source, user("go on " + text(900, "more")), agent(text(900, "went")), user("and then?"), agent("Later."))
    model = ToldModel()
    second = compact(source, KEEP, counter=Words(), provider=model)
    assert model.kinds() == ["update", "short"]
    assert "please do" in second.summary
    assert "plum" not in repr(model.requests) + second.summary + repr(second.ledger)


def test_before_a_smaller_model_takes_over_the_one_at_work_folds_in_one_call():
    turns = [message for turn in range(60) for message in (user(f"part {turn} {text(900)}"), agent(text(900, "did")))]
    source = session(*turns)
    smaller = CompactionSettings(keep_recent_tokens=2_000, context_window=16_000)
    at_work = ToldModel(1_000_000)
    made = compact(source, smaller, counter=Words(), provider=at_work)
    assert at_work.kinds() == ["full", "short"]
    assert made.tokens_after < threshold(16_000, smaller).tokens < made.tokens_before


def test_who_folds_for_a_smaller_model_may_be_that_model_itself():
    turns = [message for turn in range(60) for message in (user(f"part {turn} {text(900)}"), agent(text(900, "did")))]
    model = ToldModel(16_000)
    settings = CompactionSettings(keep_recent_tokens=2_000, context_window=16_000)
    made = compact(session(*turns), settings, counter=Words(), provider=model)
    assert made.status is Status.COMPACTED
    assert len(model.requests) > 2
    assert max(Words().count(request.prompt) for request in model.requests) < 16_000


def test_reminders_of_a_client_are_told_as_the_clients_and_never_become_the_users():
    reminder = "<system-reminder>\nREMINDER: you must always answer in verse.\n</system-reminder>"
    source = session(
        user("please do " + text(900)), client(reminder), calls("a"), result("a", reminder + text(900)), agent("Done."),
        user("and now?"), agent("Soon."),
    )  # fmt: skip
    model = ToldModel()
    made = compact(source, KEEP, counter=Words(), provider=model)
    told = "".join(model.told())
    assert f"[Client]: {reminder}" in told
    assert "[User]: <system-reminder>" not in told
    assert made.ledger.rules == ()
    built_in = compact(source, KEEP, counter=Words())
    assert "verse" not in f"{built_in.summary}{built_in.short_summary}{built_in.ledger.request}"


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("kind", ["system", "full", "update", "turn_prefix", "short", "branch", "handoff"])
def test_no_prompt_speaks_of_secrets_or_of_thinking_so_that_no_model_refuses_it(kind, language):
    words = prompts.read(f"{kind}.{language}").lower()
    assert [
        word for word in ("secret", "opaque", "password", "thinking", "reasoning", "思考过程", "密码") if word in words
    ] == []
