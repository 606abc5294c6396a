"""Hooks of a fold, plainly and on an event loop: order, cancelling, replacing, telling, failing."""

import asyncio

import pytest

from builders import Words, agent, session, user
from foldline import CompactionSettings, HookAnswer, Hooks, ScriptedProvider, Status, acompact, compact, entry
from foldline.core.hook_commands import HookCommands
from foldline.errors import CompactionCancelledError, ProviderError, SummarizationError

KEEP = CompactionSettings(keep_recent_tokens=300)
GOOD = "## Goal\nShip it."


def text(count, word="word"):
    return " ".join(f"{word}{number}" for number in range(count))


def talk():
    return session(
        user("please do, never push " + text(900)), agent(text(900, "did")), user("and now?"), agent("Soon.")
    )


def plainly(source, settings=KEEP, **more):
    return compact(source, settings, counter=Words(), **more)


def on_a_loop(source, settings=KEEP, **more):
    return asyncio.run(acompact(source, settings, counter=Words(), **more))


either = pytest.mark.parametrize("fold", [plainly, on_a_loop])


class Heard:
    """Hooks that note that they were called."""

    def __init__(self):
        self.events = []

    def hook(self, name, answer=None):
        def hook(event):
            self.events.append((name, event))
            return answer

        return hook

    def later(self, name, answer=None):
        async def hook(event):
            await asyncio.sleep(0)
            self.events.append((name, event))
            return answer

        return hook

    @property
    def names(self):
        return [name for name, _ in self.events]


@either
def test_all_before_hooks_come_before_all_after_hooks_in_their_order(fold):
    heard = Heard()
    hooks = Hooks(
        before=(heard.hook("h1-before"), heard.later("h2-before")),
        after=(heard.later("h1-after"), heard.hook("h2-after")),
    )
    made = fold(talk(), hooks=hooks)
    assert heard.names == ["h1-before", "h2-before", "h1-after", "h2-after"]
    assert (made.status, made.warnings) == (Status.COMPACTED, ())
    before, after = heard.events[0][1], heard.events[-1][1]
    assert [item.id for item in before.messages] == list(made.folded_ids)
    assert before.first_kept_entry_id == made.first_kept_entry_id
    assert (before.subject, before.format, before.trigger) == ("compaction", "test", "manual")
    assert after.outcome.summary == made.summary


@either
@pytest.mark.parametrize("late", [False, True])
def test_a_cancelled_fold_makes_no_entry_and_tells_nobody(fold, late):
    heard, source = Heard(), talk()
    stop = (heard.later if late else heard.hook)("stop", {"cancel": "the build is running"})
    made = fold(source, hooks=Hooks(before=(stop, heard.hook("next")), after=(heard.hook("after"),)))
    assert (made.status, made.reason) == (Status.CANCELLED, "Cancelled: the build is running.")
    assert heard.names == ["stop"]
    assert len(made.messages) == 4
    with pytest.raises(ValueError, match="nothing to commit"):
        entry(made, source)


@either
def test_a_hook_may_cancel_by_raising(fold):
    def stop(_event):
        raise CompactionCancelledError("stopped by you")

    assert fold(talk(), hooks=Hooks(before=(stop,))).reason == "Cancelled: stopped by you."


@either
def test_a_summary_of_a_hook_is_used_word_for_word_and_nobody_is_asked(fold):
    source, nobody = talk(), ScriptedProvider([])
    answer = HookAnswer(summary="Mine, as it is.", short_summary="mine", tokens_before=999)
    made = fold(source, provider=nobody, hooks=Hooks(before=(Heard().hook("h", answer),)))
    assert nobody.requests == []
    assert (made.status, made.method, made.summary, made.tokens_before) == (
        Status.COMPACTED,
        "hook",
        "Mine, as it is.",
        999,
    )
    assert made.summary_message.summary == "Mine, as it is."
    written = entry(made, source)
    assert (written.summary, written.short_summary, written.tokens_before) == ("Mine, as it is.", "mine", 999)
    assert written.from_extension
    source.append(written)
    assert source.context().previous.summary == "Mine, as it is."


@either
def test_the_next_fold_finds_the_rules_again_that_a_hook_left_out(fold):
    source = talk()
    source.append(entry(fold(source, hooks=Hooks(before=(lambda _: {"summary": "Mine."},))), source))
    for message in (user("more " + text(600)), agent(text(600, "did")), user("and then?"), agent("Later.")):
        source.append(type(source.entries[0])(f"n{len(source)}", source.leaf_id, message))
    assert "never push" in fold(source).summary


@either
def test_a_summary_of_a_hook_must_be_smaller_too(fold):
    made = fold(talk(), hooks=Hooks(before=(lambda _: {"summary": text(3_000)},)))
    assert (made.status, made.summary) == (Status.NOT_WORTH_IT, "")


@either
def test_context_and_prompt_of_hooks_reach_the_model(fold):
    asked = ScriptedProvider([GOOD, "I did."])
    hooks = Hooks(before=(lambda _: {"context": ["we are on main"]}, lambda _: {"prompt": "In one line, please."}))
    made = fold(talk(), provider=asked, hooks=hooks)
    full, short = asked.requests
    assert "- we are on main" in full.prompt
    assert "In one line, please." in full.prompt
    assert "## Critical Context" not in full.prompt
    assert "- we are on main" in short.prompt
    assert "In one line, please." not in short.prompt
    assert made.method == "model"


@either
def test_a_prompt_of_a_hook_holds_for_an_update_too(fold):
    source = talk()
    source.append(entry(fold(source), source))
    for message in (user("more " + text(600)), agent(text(600, "did")), user("and then?"), agent("Later.")):
        source.append(type(source.entries[0])(f"n{len(source)}", source.leaf_id, message))
    asked = ScriptedProvider([GOOD, "I did."])
    fold(source, provider=asked, hooks=Hooks(before=(lambda _: {"prompt": "In one line, please."},)))
    assert asked.requests[0].kind == "update"
    assert "In one line, please." in asked.requests[0].prompt


def broken(_event):
    raise ValueError("no database")


async def broken_later(_event):
    raise ValueError


@either
def test_a_hook_that_fails_is_told_of_and_the_fold_goes_on(fold):
    made = fold(talk(), hooks=Hooks(before=(broken, broken_later), after=(broken,)))
    assert (made.status, made.method) == (Status.COMPACTED, "builtin")
    assert made.warnings == (
        "hook broken failed before it: ValueError: no database; it went on without",
        "hook broken_later failed before it: ValueError; it went on without",
        "hook broken failed afterwards: ValueError: no database",
    )
    assert made.summary == fold(talk()).summary


@either
def test_what_failed_before_a_cancelled_fold_is_told_too(fold):
    made = fold(talk(), hooks=Hooks(before=(broken, lambda _: {"cancel": True})))
    assert made.status is Status.CANCELLED
    assert len(made.warnings) == 1


@either
def test_a_fold_that_is_not_made_anyway_asks_no_hook(fold):
    heard = Heard()
    hooks = Hooks(before=(heard.hook("before"),), after=(heard.hook("after"),))
    assert fold(session(user("hi"), agent("hello")), hooks=hooks).status is Status.NOTHING_TO_FOLD
    off = CompactionSettings(keep_recent_tokens=300, enabled=False)
    assert fold(talk(), off, hooks=hooks, trigger="auto").status is Status.NOT_WORTH_IT
    assert heard.names == []


@either
def test_a_fold_that_failed_is_told_to_no_after_hook(fold):
    heard = Heard()
    down = ScriptedProvider([ProviderError("down")])
    settings = CompactionSettings(keep_recent_tokens=300, fallback="none")
    with pytest.raises(SummarizationError):
        fold(talk(), settings, provider=down, hooks=Hooks(after=(heard.hook("after"),)))
    assert heard.names == []


@either
def test_commands_of_the_settings_come_before_what_is_handed_in(fold):
    commands = HookCommands(before=(("printf", '{"summary": "by a command"}'),))
    settings = CompactionSettings(keep_recent_tokens=300, hooks=commands)
    assert fold(talk(), settings).summary == "by a command"
    made = fold(talk(), settings, hooks=Hooks(before=(lambda _: {"summary": "by a callable"},)))
    assert made.summary == "by a callable"
    assert "lambda" in made.summarised_by


def test_an_asynchronous_hook_is_waited_for_inside_a_running_loop_too():
    async def inside():
        return plainly(talk(), hooks=Hooks(before=(Heard().later("h", {"summary": "Mine."}),)))

    assert asyncio.run(inside()).summary == "Mine."
