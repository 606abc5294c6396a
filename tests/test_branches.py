"""Leaving a branch through the library, plainly and on an event loop."""

import asyncio

import pytest

from builders import Words, agent, session, user
from foldline import (
    CompactionSettings,
    Hooks,
    ScriptedProvider,
    Status,
    asummarize_branch,
    branch_entry,
    summarize_branch,
)
from foldline.core.session import MessageEntry, MetaEntry
from foldline.errors import CompactionCancelledError, ProviderError, SummarizationError

GOOD = "## Goal\nFind the faster way."


def tree():
    source = session(user("begin"), agent("begun"), user("try a cache, never a queue"), agent("it is slow"))
    source.append(MessageEntry("on", "m1", agent("the other way")))
    source.move_to("m3")
    return source


def plainly(*arguments, **more):
    return summarize_branch(*arguments, counter=Words(), **more)


def on_a_loop(*arguments, **more):
    return asyncio.run(asummarize_branch(*arguments, counter=Words(), **more))


either = pytest.mark.parametrize("leave", [plainly, on_a_loop])


@either
def test_the_summary_goes_into_the_tree_where_the_work_goes_on(leave):
    source = tree()
    made = leave(source, "on", provider=ScriptedProvider([GOOD]))
    assert len(source) == 5
    source.append(branch_entry(made, source))
    said = [item.message.text for item in source.context().items]
    assert said[:3] == ["begin", "begun", "the other way"]
    assert GOOD in said[3]
    assert "never a queue" in said[3]
    assert "it is slow" not in "".join(said)


@either
def test_the_branch_that_is_left_can_be_any(leave):
    made = leave(tree(), "m3", from_id="on")
    assert (made.messages, made.ancestor_id, made.parent_id) == (1, "m1", "m3")


@either
def test_going_back_to_what_was_typed_gives_the_text_back(leave):
    made = leave(tree(), "m2")
    assert (made.parent_id, made.typed, made.messages) == ("m1", "try a cache, never a queue", 1)


@either
def test_staying_changes_nothing(leave):
    assert leave(tree(), "m3").status is Status.NOTHING_TO_FOLD


@either
def test_instructions_replace_the_prompt(leave):
    asked = ScriptedProvider([GOOD])
    leave(tree(), "on", provider=asked, instructions="One line.")
    assert asked.requests[0].prompt.endswith("One line.")


@either
def test_without_a_fallback_a_failure_names_the_text(leave):
    down = ScriptedProvider([ProviderError("down", status=503)])
    with pytest.raises(SummarizationError, match="Branch summary failed: down") as caught:
        leave(tree(), "on", CompactionSettings(fallback="none"), provider=down)
    assert (caught.value.stage, caught.value.status) == ("Branch summary", 503)


class Stopped:
    """Is stopped while it waits for its second try."""

    name = "stopped"
    calls = 0

    def summarize(self, _request):
        self.calls += 1
        raise CompactionCancelledError("stopped by you")


@either
def test_a_stop_is_an_outcome_and_nobody_else_is_asked(leave):
    provider = Stopped()
    made = leave(tree(), "on", provider=provider)
    assert (made.status, made.reason, provider.calls) == (Status.CANCELLED, "Cancelled: stopped by you.", 1)
    assert made.summary == ""


def test_the_same_summary_at_the_same_place_has_the_same_id():
    source = tree()
    made = plainly(source, "on")
    assert branch_entry(made, source) == branch_entry(made, source)


@either
def test_hooks_are_told_of_the_branch_before_and_of_its_summary_afterwards(leave):
    told = []
    hooks = Hooks(before=(told.append,), after=(told.append,))
    made = leave(tree(), "on", hooks=hooks)
    before, after = told
    assert (before.subject, before.from_id, before.to_id) == ("branch", "m3", "on")
    assert [item.message.text for item in before.messages] == ["try a cache, never a queue", "it is slow"]
    assert (after.subject, after.outcome.summary) == ("branch", made.summary)


@either
def test_a_hook_may_keep_the_branch(leave):
    made = leave(tree(), "on", hooks=Hooks(before=(lambda _: {"cancel": "stay here"},)))
    assert (made.status, made.reason, made.summary) == (Status.CANCELLED, "Cancelled: stay here.", "")


@either
def test_a_summary_of_a_hook_is_appended_word_for_word_as_one_of_an_extension(leave):
    source, nobody = tree(), ScriptedProvider([])
    made = leave(source, "on", provider=nobody, hooks=Hooks(before=(lambda _: {"summary": "Slow."},)))
    assert (made.method, made.summary, nobody.requests) == ("hook", "Slow.", [])
    entry = branch_entry(made, source)
    assert (entry.summary, entry.from_extension, entry.parent_id) == ("Slow.", True, "on")


@either
def test_context_and_prompt_of_hooks_reach_the_model(leave):
    asked = ScriptedProvider([GOOD])
    hooks = Hooks(before=(lambda _: {"context": ["on main"], "prompt": "One line, please."},))
    leave(tree(), "on", provider=asked, hooks=hooks)
    (request,) = asked.requests
    assert "- on main" in request.prompt
    assert request.prompt.endswith("One line, please.")


def broken(_event):
    raise ValueError("no database")


@either
def test_a_hook_that_fails_is_told_of_and_the_branch_is_left_all_the_same(leave):
    made = leave(tree(), "on", hooks=Hooks(before=(broken,), after=(broken,)))
    assert made.status is Status.COMPACTED
    assert [warning.partition(":")[0] for warning in made.warnings] == [
        "hook broken failed before it",
        "hook broken failed afterwards",
    ]


@either
def test_where_there_is_nothing_to_leave_no_hook_is_asked(leave):
    told = []
    assert leave(tree(), "m3", hooks=Hooks(before=(told.append,), after=(told.append,))).status is (
        Status.NOTHING_TO_FOLD
    )
    assert told == []


def test_a_summary_of_a_branch_that_went_on_is_not_appended():
    source = tree()
    made = plainly(source, "on")
    source.append(MetaEntry("label", "m3", "label"))
    assert branch_entry(made, source).parent_id == "on"
    source.append(MessageEntry("late", "label", user("one more thing: never delete the cache")))
    with pytest.raises(ValueError, match="something was said on the branch since it was summarised"):
        branch_entry(made, source)


def test_a_branch_that_is_left_in_its_middle_may_go_on():
    source = tree()
    made = plainly(source, "on", from_id="m2")
    source.append(MessageEntry("late", "m3", user("one more thing")))
    assert branch_entry(made, source).parent_id == "on"


def test_a_summary_does_not_go_into_another_session():
    with pytest.raises(ValueError, match="no entry 'on' for the summary to hang below"):
        branch_entry(plainly(tree(), "on"), session(user("another")))
