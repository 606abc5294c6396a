from msgspec.structs import replace

from builders import run
from foldline.core.checks import Expected
from foldline.core.drafts import MOST_CALLS, Draft, Text, Wanted, ask, write
from foldline.core.profiles.prompting import Prompt
from foldline.core.profiles.templates import load
from foldline.core.requests import SummaryFailure, SummaryReply


def draft(kind="full", source=""):
    expected = Expected(kind, load("handoff", "en"), 0, lambda: source, len)
    return Draft(kind, 100, lambda reason: Prompt("system", f"prompt {reason}".strip()), lambda: "built in", expected)


def test_without_a_summariser_nobody_is_asked():
    asked, texts = run(write([draft(), draft("short")], ""))
    assert asked == []
    assert texts == (Text("built in", "builtin"), Text("built in", "builtin"))


def test_the_requests_of_a_round_come_together():
    (requests,), texts = run(write([draft(), draft("turn_prefix")], "me"), (SummaryReply("one"), SummaryReply("two")))
    assert [request.kind for request in requests] == ["full", "turn_prefix"]
    assert [(text.text, text.by) for text in texts] == [("one", "me"), ("two", "me")]


def test_a_refused_text_is_asked_for_once_more_with_the_reason():
    asked, (text,) = run(write([draft()], "me"), (SummaryReply(""),), (SummaryReply("better"),))
    assert asked[1][0].retry_reason == "it is empty"
    assert asked[1][0].prompt == "prompt it is empty"
    assert asked[1][0].attempt == 2
    assert text.text == "better"
    assert [attempt.outcome for attempt in text.attempts] == ["it is empty", "accepted"]


def test_only_what_was_refused_is_asked_for_again():
    asked, texts = run(
        write([draft(), draft("turn_prefix")], "me"),
        (SummaryReply("good"), SummaryReply("cut", "length")),
        (SummaryReply("whole"),),
    )
    assert [request.kind for request in asked[1]] == ["turn_prefix"]
    assert [text.text for text in texts] == ["good", "whole"]


def test_after_two_refusals_the_built_in_summariser_writes():
    _, (text,) = run(write([draft()], "me"), (SummaryReply(""),), (SummaryReply(" "),))
    assert (text.text, text.by) == ("built in", "builtin")


def test_a_failure_is_not_asked_again():
    asked, (text,) = run(write([draft()], "me"), (SummaryFailure("no key"),))
    assert len(asked) == 1
    assert (text.text, text.attempts[0].outcome) == ("built in", "no key")


def test_without_a_fallback_nobody_writes():
    _, (text,) = run(write([draft()], "me", fallback=False), (SummaryFailure("no key"),))
    assert text.text is None


def test_a_text_that_was_cut_gets_more_room_and_less_thinking():
    wanted = replace(draft(), most_tokens=120)
    asked, (text,) = run(write([wanted], "me"), (SummaryReply("cut", "length"),), (SummaryReply("whole"),))
    first, second = asked[0][0], asked[1][0]
    assert (first.max_tokens, first.think_less) == (100, False)
    assert (second.max_tokens, second.think_less) == (120, True)
    assert "cut off for its length" in second.retry_reason
    assert text.text == "whole"


def test_another_fault_changes_no_room():
    asked, _ = run(write([replace(draft(), most_tokens=120)], "me"), (SummaryReply(""),), (SummaryReply("better"),))
    assert (asked[1][0].max_tokens, asked[1][0].think_less) == (100, False)


def test_what_models_put_around_a_text_is_no_part_of_it():
    _, (text,) = run(write([draft()], "me"), (SummaryReply("```\n## Goal\nShip.\n```"),))
    assert text.text == "## Goal\nShip."


def test_a_prompt_that_was_too_long_is_said_to_be_so():
    _, (text,) = run(write([draft()], "me", fallback=False), (SummaryFailure("too long", overflow=True),))
    assert text.overflow


def test_texts_that_need_several_rounds_go_on_beside_one_another():
    def twice(asker):
        yield from ask(draft(), asker)
        return (yield from ask(draft("update"), asker))

    asked, texts = run(
        write([Wanted(twice, str), draft("turn_prefix")], "me"),
        (SummaryReply("one"), SummaryReply("two")),
        (SummaryReply("three"),),
    )
    assert [[request.kind for request in requests] for requests in asked] == [["full", "turn_prefix"], ["update"]]
    assert [text.text for text in texts] == ["three", "two"]


def test_secrets_are_taken_out_of_all_that_is_sent_and_comes_back():
    asked, (text,) = run(
        write([draft()], "me", clean=lambda said: said.replace("prompt", "***")), (SummaryReply("the prompt"),)
    )
    assert (asked[0][0].prompt, text.text) == ("***", "the ***")


def test_where_one_models_texts_are_refused_twice_the_next_one_is_asked():
    replies = [SummaryReply("", by="first", others=True)] * 2 + [SummaryReply("better", by="second")]
    asked, (text,) = run(write([draft()], "me"), *[(reply,) for reply in replies])
    assert [requests[0].skip for requests in asked] == [(), (), ("first",)]
    assert [requests[0].retry_reason for requests in asked] == ["", "it is empty", ""]
    assert (text.text, text.by) == ("better", "second")


def test_a_provider_that_gives_the_same_model_again_is_not_asked_for_ever():
    replies = [SummaryReply("", by="first", others=True)] * 3
    asked, (text,) = run(write([draft()], "me"), *[(reply,) for reply in replies])
    assert (len(asked), text.by) == (3, "builtin")


def test_one_that_names_somebody_new_each_time_is_not_either():
    rounds = [(SummaryReply("", by=f"model {number}", others=True),) for number in range(100)]
    asked, (text,) = run(write([draft()], "me"), *rounds)
    assert (len(asked), text.by) == (MOST_CALLS, "builtin")
