"""Every fault on every wire when a branch is left or a conversation handed over: there is a text all the same."""

import asyncio

import pytest

from builders import Words, agent, calls, result, session, user
from foldline import CompactionSettings, Status, handoff, summarize_branch
from foldline.core.ledger import ledger_text
from foldline.core.session import MessageEntry
from foldline.errors import SummarizationError
from foldline.providers.http import HttpProvider, Options
from foldline.providers.registry import provider
from foldline.providers.retry import Pace
from providers.test_faults import FAULTS, NEVER_AGAIN, REASONS, SILENT, TRIED_AGAIN, cap_of, model
from providers.wire_answers import MODELS, WIRES, answer, faults
from providers.wire_server import serving

GOOD = "## Goal\nShip the parser."
OFF = CompactionSettings(effort="off")
STAGES = {"branch": "Branch summary", "handoff": "Handoff generation"}
CAPS = {"branch": {2_048, 3_072}, "handoff": {13_107}}
"""What a text may take, and what it may take once it was cut; `cap_of` knows the latter of a hand-off."""


def tree():
    """A session that parts behind its second message; it stands at the end of the branch of four."""
    source = session(
        user("begin"),
        agent("begun"),
        user("Build the parser. Never touch the schema."),
        calls("a", name="edit", arguments={"path": "src/parser.py"}),
        result("a"),
        agent("The parser is built."),
    )
    source.append(MessageEntry("on", "m1", agent("the other way")))
    source.move_to("m5")
    return source


def written(kind, source, settings, **more):
    if kind == "branch":
        made = summarize_branch(source, "on", settings, counter=Words(), **more)
        return made, made.summary
    made = handoff(source, settings, counter=Words(), **more)
    return made, made.document


@pytest.mark.parametrize("kind", STAGES)
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("wire", WIRES)
def test_a_text_survives_every_fault(wire, fault, kind):
    source = tree()
    before = list(source.entries)
    with serving(faults(wire)[fault]) as server:
        made, text = written(kind, source, OFF, provider=model(wire, server.url, fault))
        caps = {cap_of(one.body) for one in server.asked}
    assert source.entries == before
    assert (made.status, made.method) == (Status.COMPACTED, "builtin")
    tries = 1 if fault in NEVER_AGAIN | SILENT else 2 if fault in TRIED_AGAIN else 3
    assert len(made.attempts) == len(server.asked) == tries
    assert {attempt.kind for attempt in made.attempts} == {kind}
    assert all(REASONS[fault] in attempt.outcome for attempt in made.attempts)
    assert caps <= CAPS[kind]
    ledger = ledger_text.parse(text)
    assert [rule.text for rule in ledger.rules] == ["Never touch the schema."]
    assert ledger.files.modified == ("src/parser.py",)


@pytest.mark.parametrize("kind", STAGES)
@pytest.mark.parametrize("fault", FAULTS)
def test_without_a_fallback_the_error_says_stage_and_status(fault, kind):
    source = tree()
    before = list(source.entries)
    settings = CompactionSettings(effort="off", fallback="none")
    with serving(faults("anthropic")[fault]) as server, pytest.raises(SummarizationError) as caught:
        written(kind, source, settings, provider=model("anthropic", server.url, fault))
    assert caught.value.stage == STAGES[kind]
    assert REASONS[fault] in str(caught.value)
    assert source.entries == before


@pytest.mark.parametrize("kind", STAGES)
@pytest.mark.parametrize("wire", WIRES)
def test_a_service_that_fails_once_is_asked_again(wire, kind):
    with serving(faults(wire)["529"], answer(wire, GOOD)) as server:
        made, text = written(kind, tree(), OFF, provider=model(wire, server.url))
    assert (made.method, len(server.asked)) == ("model", 2)
    assert GOOD in text
    assert "Never touch the schema." in text


@pytest.mark.parametrize("kind", STAGES)
def test_a_stop_while_it_waits_to_ask_again_is_an_outcome_after_one_call(kind):
    async def stopped(_seconds):
        asked.cancel()
        await asyncio.sleep(60)

    with serving(faults("openai")["529"]) as server:
        made = provider(f"openai:{MODELS['openai']}", base_url=server.url, key="sk-test-0123456789")
        pace = Pace(stopped, lambda: 0.0, lambda: 0.0)
        asked = HttpProvider(made.service, made.model, Options(effort="off", pace=pace))
        outcome, text = written(kind, tree(), OFF, provider=asked)
    assert (outcome.status, text, len(server.asked)) == (Status.CANCELLED, "", 1)


def test_a_branch_asks_for_no_tools_and_sends_a_system_prompt_of_its_own():
    with serving(answer("openai", GOOD)) as server:
        written("branch", tree(), OFF, provider=model("openai", server.url))
    (asked,) = server.asked
    assert "tools" not in asked.body
    assert [message["role"] for message in asked.body["messages"]] == ["system", "user"]
    assert asked.body["messages"][0]["content"].startswith("You write summaries of conversations")
