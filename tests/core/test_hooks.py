import pytest

from builders import run
from foldline.core.hook_commands import HookCommands
from foldline.core.hooks import (
    AfterEvent,
    BeforeEvent,
    HookAnswer,
    HookDone,
    ask_before,
    name_of,
    read_answer,
    tell_after,
)
from foldline.errors import SettingsError

BEFORE, AFTER = BeforeEvent(subject="compaction"), AfterEvent(subject="compaction")


def one(_event):
    """A hook."""


def two(_event):
    """Another."""


def decided(*done):
    calls, made = run(ask_before((one, two)[: len(done)], BEFORE), *done)
    return [call.hook for call in calls], made


def test_every_hook_is_asked_in_order():
    asked, made = decided(HookDone(), HookDone())
    assert asked == [one, two]
    assert (made.cancel, made.replacement, made.context, made.prompt, made.warnings) == (None, None, (), "", ())


@pytest.mark.parametrize(
    ("answer", "why"),
    [({"cancel": "not now"}, "not now"), ({"cancel": True}, "hook one"), (HookAnswer(cancel=True), "hook one")],
)
def test_one_that_cancels_is_the_last_that_is_asked(answer, why):
    calls, made = run(ask_before((one, two), BEFORE), HookDone(answer))
    assert len(calls) == 1
    assert made.cancel == why


def test_one_that_raises_a_cancellation_cancels():
    _, made = run(ask_before((one, two), BEFORE), HookDone(cancelled="stopped by you"))
    assert made.cancel == "stopped by you"


def test_context_adds_up_and_the_newest_summary_and_prompt_hold():
    first = HookAnswer(summary="A", context=("x", "y"), prompt="P")
    second = HookAnswer(summary="B", short_summary="b", tokens_before=999, context=("z",), prompt="Q")
    _, made = decided(HookDone(first), HookDone(second))
    assert (made.replacement, made.by, made.context, made.prompt) == (second, "two", ("x", "y", "z"), "Q")


def test_an_empty_summary_is_one():
    assert decided(HookDone({"summary": ""}))[1].replacement == HookAnswer(summary="")


@pytest.mark.parametrize("answer", [{"summry": "x"}, 3, "text", ["summary"], {"context": "x"}, {"tokens_before": "9"}])
def test_an_answer_of_no_known_form_is_told_and_goes_for_nothing(answer):
    _, made = decided(HookDone(answer), HookDone({"context": ["x"]}))
    assert made.context == ("x",)
    (warning,) = made.warnings
    assert warning.startswith("hook one failed before it: it answered something else than a hook may:")


def test_one_that_fails_is_told_and_the_next_is_asked():
    asked, made = decided(HookDone(fault="ValueError: no"), HookDone())
    assert asked == [one, two]
    assert made.warnings == ("hook one failed before it: ValueError: no; it went on without",)


def test_after_hooks_are_all_told_and_what_they_return_is_nothing():
    calls, warnings = run(tell_after((one, two), AFTER), HookDone({"cancel": True}), HookDone(fault="OSError"))
    assert [call.hook for call in calls] == [one, two]
    assert warnings == ("hook two failed afterwards: OSError",)


def test_afterwards_it_is_too_late_to_cancel():
    _, warnings = run(tell_after((one,), AFTER), HookDone(cancelled="no"))
    assert warnings == ("hook one failed afterwards: it was too late to stop it (no)",)


class Named:
    name = "mine"


class Unnamed:
    pass


@pytest.mark.parametrize(("hook", "name"), [(one, "one"), (Named(), "mine"), (Unnamed(), "Unnamed")])
def test_a_hook_is_called_by_its_name(hook, name):
    assert name_of(hook) == name


def test_no_answer_changes_nothing():
    assert read_answer(None) == read_answer({}) == HookAnswer()


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"before": ((),)}, "a hook has no command"),
        ({"after": ((" ", "x"),)}, "a hook has no command"),
        ({"timeout": 0}, "the timeout of hooks is 0"),
        ({"timeout": 1e9}, "at most 3,600 seconds"),
    ],
)
def test_commands_that_can_not_be_run_are_refused(wrong, message):
    with pytest.raises(SettingsError, match=message):
        HookCommands(**wrong)
