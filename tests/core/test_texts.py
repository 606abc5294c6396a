import re

import pytest

from builders import Words, agent, calls, result, session, thinking, user
from foldline.core import texts
from foldline.core.counting.tokens import Tally
from foldline.core.drafts import write
from foldline.core.facts import Ledger
from foldline.core.messages import Message, TextPart, ToolResultPart
from foldline.core.outcome import Job
from foldline.core.plan import make_plan
from foldline.core.profiles.templates import load
from foldline.core.requests import Limits, SummaryReply
from foldline.core.settings import CompactionSettings

MANY = " ".join(f"word{number}" for number in range(900))


def job(*messages, limits=Limits(), language_line="", **settings):  # noqa: B008 - a frozen value
    source = session(*messages)
    chosen = CompactionSettings(keep_recent_tokens=300, **settings)
    tally = Tally(Words())
    plan = make_plan(source.context(), chosen, tally)
    template = load("conversation" if chosen.is_chat else "handoff", "en")
    return Job(
        plan, chosen, template, tally, source.history(), summariser="me", limits=limits, language_line=language_line
    )


def asked(wanted):
    """The first request for a text."""
    (request,) = next(write([wanted], "me"))
    return request


def history(made, previous=""):
    return asked(texts.history(made, made.plan.to_summarize, previous, Ledger(), 100))


def prefix(made):
    return asked(texts.turn_prefix(made, made.plan.turn_prefix, Ledger(), 100))


def short(made, summary="## Goal\nShip."):
    return asked(texts.short(made, Ledger(), summary))


def plain(**more):
    return job(user("please " + MANY), agent(MANY), user("and now?"), agent("Soon."), **more)


def split(**more):
    return job(user("first " + MANY), agent(MANY), user("big task"), agent(MANY), agent("end " * 200), **more)


def test_a_history_is_summed_up_in_full_or_carries_on_a_summary():
    assert history(plain()).kind == "full"
    assert history(plain(), "## Goal\nOld.").kind == "update"
    assert "<previous-summary>\n## Goal\nOld.\n</previous-summary>" in history(plain(), "## Goal\nOld.").prompt


@pytest.mark.parametrize(
    ("text", "has_context", "has_focus"),
    [
        (history, True, True),
        (lambda made: history(made, "before"), True, True),
        (prefix, False, True),
        (short, True, False),
    ],
)
def test_context_lines_reach_full_update_and_short_and_the_focus_all_but_the_short(text, has_context, has_focus):
    request = text(split(extra_context=("The gate is at noon.",), focus="the parser"))
    assert ("The gate is at noon." in request.prompt) is has_context
    assert ("Additional focus: the parser" in request.prompt) is has_focus


def test_the_short_summary_reads_the_kept_messages_and_the_summary_just_made():
    request = short(plain())
    assert "and now?" in request.prompt
    assert "word5 " not in request.prompt
    assert "<previous-summary>\n## Goal\nShip." in request.prompt


def test_the_short_summary_is_asked_for_with_no_kept_message_at_all():
    made = plain()
    request = short(made._replace(plan=type(made.plan)(status=made.plan.status)))
    assert "<conversation>" not in request.prompt
    assert "<previous-summary>" in request.prompt


@pytest.mark.parametrize(("reserve", "caps"), [(16_384, (13_107, 8_192, 512)), (150_000, (16_384, 16_384, 512))])
def test_each_text_has_its_room(reserve, caps):
    made = split(reserve_tokens=reserve)
    assert (history(made).max_tokens, prefix(made).max_tokens, short(made).max_tokens) == caps


def test_reasoning_is_told_to_who_takes_it_and_to_nobody_else_is_it_mentioned():
    said = (user(MANY), thinking("secret plan"), agent(MANY), user("and now?"), agent("Soon."))
    assert "secret plan" in history(job(*said)).prompt
    refusing = history(job(*said, limits=Limits(takes_reasoning=False))).prompt
    assert "secret plan" not in refusing
    assert "hinking]" not in refusing


def test_results_that_tell_nothing_or_are_told_again_are_left_out():
    useless = Message("tool", (ToolResultPart("u", (TextPart("nothing found"),), useless=True),), source="tool")
    said = [
        user(MANY),
        calls("u", name="grep"),
        useless,
        calls("1", name="read", arguments={"path": "a.py"}),
        result("1", "old text"),
        calls("2", name="read", arguments={"path": "a.py"}),
        result("2", "new text"),
    ]
    prompt = history(job(*said, agent(MANY), user("and now?"), agent("Soon."))).prompt
    assert "nothing found" not in prompt
    assert "old text" not in prompt
    assert "new text" in prompt


def test_a_chat_is_told_by_its_turns():
    assert "#1 user: please" in history(plain(profile="conversation")).prompt


def test_what_is_too_long_of_a_turn_is_counted_only_where_a_model_is_asked():
    made = split(limits=Limits(window=2_500))
    assert texts.too_long_to_split(made, Ledger()) == 1
    assert texts.too_long_to_split(made._replace(summariser=""), Ledger()) == 0
    assert texts.too_long_to_split(split(), Ledger()) == 0


def test_a_chat_in_portions_keeps_the_numbers_of_its_turns():
    said = [message for number in range(6) for message in (user(f"ask{number} " + MANY), agent(f"did{number} " + MANY))]
    made = job(*said, user("and now?"), agent("Soon."), limits=Limits(window=8_192), profile="conversation")
    wanted = texts.history(made, made.plan.to_summarize, "", Ledger(), 100)
    asking = write([wanted], "me")
    next(asking)
    summary = "\n".join(f"[{section.title}]\nnone" for section in made.template.sections)
    (second,) = asking.send((SummaryReply(summary),))
    assert second.kind == "update"
    number, index = re.search(r"<conversation>\n#(\d+) \w+: \w+?(\d) ", second.prompt).groups()
    assert int(number) in {2 * int(index) + 1, 2 * int(index) + 2}
    assert int(number) > 1
